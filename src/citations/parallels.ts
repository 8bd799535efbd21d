import type { PinCite } from "./model.ts";
import { editionsOf } from "./reporter-forms.ts";
import type { ReportedToken } from "./scan.ts";

/** One of the citations printed side by side for one decision. */
export type Member = { token: ReportedToken; pin: PinCite | null; pinEnd: number };

/** A reporter whose volume and page are still open, as it is printed between dashes: `--- U.S. ----`. */
export const OPEN_CITATION =
  "[_\\u2013\\u2014-]+\\s[A-Z][\\w.'\\u2019]*(?:\\s[A-Z][\\w.'\\u2019]*){0,3}(?:\\s(?:2d|3d|4th|5th))?\\s(?:at\\s)?[_\\u2013\\u2014-]+";

const OPEN_AFTER = new RegExp(`^(?:,\\s${OPEN_CITATION})+(?=[\\s,([])`, "u");
const BETWEEN = new RegExp(
  `^(?:,\\s(?:at\\s)?[_\\u2010-\\u2014-]{1,12})?\\s?[,)\\]]?\\s?(?:\\(\\d{1,2}\\)\\s?)?[,([]?\\s?(?:${OPEN_CITATION},?\\s?)*(?:\\*\\d+\\s)?[([]?$`,
  "u",
);
const BETWEEN_CHARS_MAX = 80;

/** Past open parallel citations right after `at`. */
export function pastOpenCitations(text: string, at: number): number {
  return at + (OPEN_AFTER.exec(text.slice(at, at + BETWEEN_CHARS_MAX))?.[0].length ?? 0);
}

/** Whether `token` is printed beside `last` for the same decision. */
export function isParallel(text: string, last: Member, token: ReportedToken): boolean {
  if (token.start - last.pinEnd > BETWEEN_CHARS_MAX || token.entry.key === last.token.entry.key) return false;
  const between = text.slice(last.pinEnd, token.start);
  if (last.token.short && !token.short && !/^,\s/u.test(between)) return false;
  return BETWEEN.test(between) || (between === "; " && isRegionOf(last.token, token));
}

/** `456 Mich 400, 405; 572 NW2d 1 (1998)`: a state's own report and, behind a semicolon, its region's. */
function isRegionOf(state: ReportedToken, region: ReportedToken): boolean {
  return !state.short && !region.short && kindOf(state) === "state" && kindOf(region) === "regional";
}

function kindOf({ entry }: ReportedToken): string | undefined {
  return editionsOf(entry)[0]?.reporter.kind;
}

/** Whether `token` is volume and reporter of `last` once more, for a page inside it. */
export function isRepeated(text: string, last: Member, token: ReportedToken): boolean {
  if (token.entry.key !== last.token.entry.key || token.volume !== last.token.volume || token.short) return false;
  if (Number(token.page.value) < Number(last.token.page.value)) return false;
  return /^,?\s{1,3}(?:at\s)?$/u.test(text.slice(last.pinEnd, Math.min(token.start, last.pinEnd + 8)));
}

/** `ante, at 489 U. S. 618`: a page of the very decision that is being read. */
export function isOwnPage(text: string, token: ReportedToken): boolean {
  const before = text.slice(Math.max(0, token.start - 24), token.start);
  return /(?<!\bvs?\.?\s)\b(?:[Aa]nte|[Pp]ost|[Ii]nfra),?\s(?:at\s)?(?:pp?\.\s)?$/u.test(before);
}
