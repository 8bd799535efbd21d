import { collapseSpace, foldTypography } from "#base/text.ts";

/** What a query names outright; the record is looked up and stands first. */
export type DirectReference =
  | { readonly kind: "citation"; readonly citation: string }
  | { readonly kind: "docket"; readonly docket: string };

/** Reads one citation with nothing around it; undefined when the text is not one. */
export type ReadCitation = (text: string) => string | undefined;

/** `410 U.S. 113`, `93 S. Ct. 705`, `550 F.3d 1` with a pin cite (`, 153`) or a court and year in parentheses behind. */
const CITATION =
  /^(\d{1,4} [A-Z](?:[A-Za-z0-9.'&]| (?=[A-Za-z0-9]))*? \d{1,5})(?:,? (?:at )?\*?\d+(?:-\d+)?(?: n\.? ?\d+)?)?(?: \([^()]*\d{4}\))?\.?$/i;
/** The same behind a case name: `Roe v. Wade, 410 U.S. 113 (1973)`. */
const NAMED_CITATION = /^(.*[A-Za-z.]),? (\d{1,4} [A-Z][^,()]*? \d{1,5}(?:,.*)?(?: \([^()]*\d{4}\))?\.?)$/;

/** `No. 23-1732`, `Docket No. A-5-14`, and bare forms that hold a hyphen or colon between digits: `2:19-cv-01234-ABC`. */
const NUMBERED =
  /^(?:(?:docket|case|civil action|civ\. a\.)(?: nos?\.?)? |nos?\.(?: |(?=\d))|nos? )([A-Za-z]{0,4}[-.]?\d[\w:./-]+)$/i;
const DOCKET =
  /^(?:\d{1,2}:\d{2}-[A-Za-z]{1,5}-\d{1,6}(?:-[A-Za-z-]+)?|\d{2}-(?:[A-Za-z]{1,4}-)?\d{1,6}|\d{2}-\d{3,6}-[a-z]{2})$/;

/** The record a query names when it is nothing but a citation or a docket number. */
export function readDirect(typed: string, readCitation: ReadCitation = citationShape): DirectReference | undefined {
  const text = collapseSpace(foldTypography(typed));
  if (text.length > 120) return undefined;
  const citation = readCitation(text);
  if (citation !== undefined) return { kind: "citation", citation };
  const docket = NUMBERED.exec(text)?.[1] ?? (DOCKET.test(text) ? text : undefined);
  return docket === undefined ? undefined : { kind: "docket", docket };
}

/** A case name with its citation behind it: both parts, or undefined. */
export function splitNamedCitation(
  typed: string,
  readCitation: ReadCitation = citationShape,
): { name: string; citation: string } | undefined {
  const text = collapseSpace(foldTypography(typed));
  if (text.length > 300) return undefined;
  const match = NAMED_CITATION.exec(text);
  const citation = match?.[2] === undefined ? undefined : readCitation(match[2]);
  return citation === undefined || match?.[1] === undefined ? undefined : { name: match[1], citation };
}

/** Reporters people type in small letters without periods; any other needs a capital or a period to be one. */
const SMALL_REPORTERS = /^(?:us|s ?ct|l ?ed|f|f ?supp|f ?app x|.*[2-9](?:d|th))$/;
/** Codes are cited like reporters but hold no decisions. */
const CODES = /^(?:u\.? ?s\.? ?c\.? ?[as]?\.?|c\.? ?f\.? ?r\.?|fed\.? ?reg\.?|stat\.?)$/i;

/** Recognises a citation by its shape alone; whether such a reporter exists is for the records to say. */
export function citationShape(text: string): string | undefined {
  const citation = CITATION.exec(text)?.[1];
  const reporter = citation?.replace(/^\d+ | \d+$/g, "");
  if (reporter === undefined || CODES.test(reporter)) return undefined;
  return /[A-Z.]/.test(reporter) || SMALL_REPORTERS.test(reporter) ? citation : undefined;
}

const STATUTE =
  /^(\d{1,3} (?:u\.? ?s\.? ?c\.?|c\.? ?f\.? ?r\.?)),? ?(?:§+|secs?\.?|sections?)? ?(\d[\w.-]*(?:\([A-Za-z0-9]{1,5}\))*)$/i;

export type StatuteReference = { readonly code: string; readonly section: string };

/** A section of the federal codes with nothing around it: `42 U.S.C. § 1983`, `42 usc 1983`, `17 CFR 240.10b-5`. */
export function readStatute(typed: string): StatuteReference | undefined {
  const match = STATUTE.exec(collapseSpace(foldTypography(typed)));
  const [, code, section] = match ?? [];
  return code === undefined || section === undefined ? undefined : { code, section };
}
