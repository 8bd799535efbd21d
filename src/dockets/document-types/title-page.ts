import { isRuling } from "./document-types.ts";
import type { DocumentType, TypeFound } from "./document-types.ts";
import { firstNamed } from "./forms.ts";
import { typeOfEntry } from "./type-of-entry.ts";
import type { EntryWords } from "./type-of-entry.ts";

/** Titles stand on the first page. */
const PAGE_CHARS = 4000;
const TITLE_LINES_MAX = 4;

/** Lines of a caption that name the court, the parties, the number of the case or who files it, and no paper. */
const OF_CAPTION =
  /\b(?:courts?|count(?:y|ies) of|parish|state of|commonwealth of|division|plaintiffs?|defendants?|petitioners?|respondents?|appell(?:ant|ee)s?|dept\.?|department|attorneys? for|state bar|telephone|facsimile|e-?mail|suite|esq\.?|llp|inc\.|judicial district|judicial circuit)\b[^a-z]{0,12}(?:[,:;.)]|$|\bno\b|\bof\b|\bin and for\b)|\b(?:case|cause|index|docket|civil action|file)\s*(?:no|number|#|id)|^no\.|^v(?:s|ersus)?\.?$|@|\(\d{3}\)/iu;

/** The left column of a caption, with the rule that parts it from the title. */
const BESIDE = /^.*\s[)§|](?:\s|$)|^[)§|]\s/u;

/** The title that a paper bears under its caption, on one line; undefined where it bears none. */
export function titleOf(text: string): string | undefined {
  const lines = text
    .slice(0, PAGE_CHARS)
    .split(/\r?\n|\f/u)
    .map((line) => line.replace(BESIDE, "").replace(/\s+/gu, " ").trim());
  for (const [at, line] of lines.entries()) {
    if (!isTitle(line)) continue;
    const title = [line];
    for (const next of lines.slice(at + 1, at + TITLE_LINES_MAX)) {
      if (!isTitle(next)) break;
      title.push(next);
    }
    const joined = title.join(" ");
    const named = firstNamed(joined);
    if (named !== undefined && named.type !== "procedural") return joined;
  }
  return undefined;
}

/** Capitals, and no line of the caption. */
function isTitle(line: string): boolean {
  const letters = line.match(/\p{L}/gu)?.length ?? 0;
  const capitals = line.match(/\p{Lu}/gu)?.length ?? 0;
  return letters >= 4 && capitals >= letters * 0.85 && !OF_CAPTION.test(line);
}

/** A line for the judge's hand that is still empty. */
const UNSIGNED =
  /_{4,}[^\n]{0,20}\n?[^\n]{0,60}\n?[^\n]{0,40}\b(?:judge|justice|magistrate|commissioner|chancellor)\b/iu;
const SIGNED = /\/s\//iu;

export type FilingWords = Partial<EntryWords> & {
  /** Its text, from its first page. */
  readonly text?: string | null;
  /** What its source says it is. */
  readonly given?: DocumentType | null;
};

/**
 * The kind of paper by all that a filing says of itself: what its source says it is, else the docket, else its own title.
 * A ruling that is called a draft by any of them, or whose line for the judge is empty, is none.
 */
export function typeOfFiling({ text, given, ...words }: FilingWords): TypeFound {
  const description = words.description ?? "";
  const title = text == null ? undefined : titleOf(text);
  const told = given == null ? typeBy({ ...words, description }, text, title) : { type: given, confidence: 1 };
  if (isRuling(told.type) && isDraft(description, text, title)) return { type: "other", confidence: GUESS };
  return told;
}

function typeBy(words: EntryWords, text: string | null | undefined, title: string | undefined): TypeFound {
  const told = typeOfEntry(words);
  if (text == null || text.trim() === "") return told;
  const own = title === undefined ? typeWithoutTitle(text) : typeOfEntry({ description: title });
  return told.type === "unknown" || told.confidence < own.confidence - SURER ? own : told;
}

/** Whether what else would be a ruling is called a draft, or has an empty line for the judge. */
export function isDraftRuling({ text, description = "", ...words }: Omit<FilingWords, "given">): boolean {
  const title = text == null ? undefined : titleOf(text);
  return isRuling(typeBy({ ...words, description }, text, title).type) && isDraft(description, text, title);
}

function isDraft(description: string, text: string | null | undefined, title: string | undefined): boolean {
  const isCalledDraft = [description, title ?? ""].some(
    (words) => /\b(?:proposed|draft)\b/iu.test(words) && !isRuling(typeOfEntry({ description: words }).type),
  );
  return isCalledDraft || (text != null && UNSIGNED.test(text) && !SIGNED.test(text));
}

const GUESS = 0.5;
/** By so much surer, its title counts for more than the docket's words. */
const SURER = 0.3;

function typeWithoutTitle(text: string): TypeFound {
  const page = text.slice(0, PAGE_CHARS);
  if (/^[^\S\n\r\u2028\u2029]*Dear\s+(?:Judge|Justice|Counsel|Clerk|Mr|Ms|Chief|Your Honor|Sir|Madam)/imu.test(page))
    return { type: "letter", confidence: 0.8 };
  if ((page.match(/^[^\S\n\r\u2028\u2029]*(?:Q|A|THE COURT|THE WITNESS)[.:]\s/gmu) ?? []).length >= 4)
    return { type: "transcript", confidence: 0.8 };
  return { type: "unknown", confidence: 0 };
}
