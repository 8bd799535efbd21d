import type { Citation, PinCite } from "./model.ts";

const SIGN = "[\\s,:;/@()[\\]{}<>]{0,4}";
const DASH = "[-\\u2010-\\u2015\\u2043\\u2212/~]{1,3}";
const AT = "(?:at |@ ?|from )?(?:pp?\\.? ?|pgs?\\.? ?|pages? )?";
/** Behind the pages only the year that is on record or a closing sign. */
const PAGES = new RegExp(
  `^${SIGN}${AT}(?<first>\\d{1,5})(?:\\s?(?:${DASH}|to|through)\\s?(?<last>\\d{1,5}))?\\+?[\\])}]{0,2}(?:\\s?[([](?<year>\\d{4})[)\\]])?\\.?$`,
  "iu",
);
const POINTED = new RegExp(
  `^${SIGN}(?:at |@|from |pp?\\.? ?\\d|pgs?|pages?)|^[/:[]|\\d(?:${DASH})\\d|\\(\\d{4}\\)`,
  "iu",
);
const YEAR_WORDS =
  "(?:in|of|from|year|about|approx\\.?|approximately|circa|the|a|an|case|decision|opinion|banc|en|dec'd|decd\\.?|d\\.|dec\\.)";
const YEAR = new RegExp(
  `^${SIGN}(?:${YEAR_WORDS}\\s){0,4}(?<year>(?:1[6-9]|20)\\d\\d)(?:\\s${YEAR_WORDS}){0,2}[\\])}>.]{0,2}$`,
  "iu",
);

/**
 * The citations with what was left over behind them read after all, where it can be one thing alone: the page of a
 * citation without parallels (`/9444`, `[p. 9444]`, `(1958), at 9444`), or the year (`(in 1971)`, `<1971>`).
 */
export function readLeftOver(citations: readonly Citation[]): readonly Citation[] {
  if (!citations.some(({ unread }) => typeof unread === "string")) return citations;
  const members = Map.groupBy(
    citations.filter((one) => one.kind === "case"),
    ({ group }) => group,
  );
  return citations.map((citation) => {
    if (citation.kind !== "case" || citation.source !== "print" || typeof citation.unread !== "string") return citation;
    const year = citation.year === null ? yearIn(citation.unread) : undefined;
    if (year !== undefined) return { ...citation, year, unread: null };
    const isAlone = members.get(citation.group)?.length === 1 && citation.pin === null;
    const read = isAlone ? pinIn(citation.unread, citation.span.end) : undefined;
    if (read === undefined) return citation;
    const dated = citation.year ?? read.year;
    // Where no year was read, one may stand behind that was not.
    return { ...citation, pin: read.pin, year: dated, unread: dated === null ? citation.unread : null };
  });
}

function yearIn(unread: string): number | undefined {
  const year = YEAR.exec(unread)?.groups?.["year"];
  return year === undefined ? undefined : Number(year);
}

function pinIn(unread: string, end: number): { readonly pin: PinCite; readonly year: number | null } | undefined {
  const { first, last, year } = (POINTED.test(unread) ? PAGES.exec(unread)?.groups : undefined) ?? {};
  if (first === undefined) return undefined;
  const pin = { text: last === undefined ? first : `${first}-${last}`, span: { start: end, end }, page: Number(first) };
  return { pin, year: year === undefined ? null : Number(year) };
}
