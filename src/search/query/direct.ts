import { collapseSpace, foldTypography } from "#text/typography.ts";
import { extractCitations } from "#citations/citations.ts";
import type { Citation, FullCaseCitation, ShortCaseCitation } from "#citations/model.ts";

/** It may be something else (`10b-5`): the words are searched for, and nothing is said when no record bears it. */
type Guessed = true;

/** What a query names outright; the record is looked up and stands first. */
export type DirectReference =
  | {
      readonly kind: "citation";
      readonly citation: string;
      /** The other citations of the same decision typed beside it. */
      readonly parallel?: readonly string[];
      readonly guessed?: Guessed;
    }
  | { readonly kind: "docket"; readonly docket: string; readonly guessed?: Guessed }
  /** A citation that points into a decision without its first page: `466 U.S. at 687`. */
  | { readonly kind: "pin"; readonly pin: string };

/** A record with the case name typed before it, when there is one. */
export type NamedReference = { readonly reference: DirectReference; readonly name?: string };

/** Longer texts hold more than a citation. */
const DIRECT_CHARS_MAX = 300;

/** The record a query names when it is nothing but a citation or a docket number, with a case name or without. */
export function readDirect(typed: string): NamedReference | undefined {
  const folded = collapseSpace(foldTypography(typed));
  const text = unwrapped(folded);
  if (text.length > DIRECT_CHARS_MAX || !/\d/.test(text)) return undefined;
  return readPrinted(text) ?? readDocket(text) ?? readShape(text) ?? guess(folded);
}

/** Without quotation marks or parentheses around the whole, and without punctuation behind it. */
function unwrapped(text: string): string {
  const bare = text.replace(/[\s;,.]+$/, "");
  const inner = /^(?:"([^"]*)"|\(([^()]*)\))$/.exec(bare);
  return inner === null ? bare : unwrapped((inner[1] ?? inner[2] ?? "").trim());
}

/** What is left of a text that is nothing but a citation, once the citation is taken out. */
const REMAINDER = /^[\s,;]*(?:nn?\.? ?\d+)?[\s,;]*$/;

const SIGNAL = /^(?:(?:but )?(?:see|cf\.?|accord|compare|contra)(?: also)?(?:,? e\. ?g\.)?,?)?$/i;

/** As opinions print citations: with pin cite, court and year, parallel citations, name and signal. */
function readPrinted(text: string): NamedReference | undefined {
  const found = extractCitations(text);
  const [first] = found;
  if (first?.kind !== "case" && first?.kind !== "short") return undefined;
  const sameCase = found.every((one) => one.kind === first.kind && one.group === first.group);
  if (!sameCase || !covers(text, first, found)) return undefined;
  const name = first.kind === "case" ? first.name : first.antecedent;
  return { reference: referenceOf(first, found), ...(name === null ? {} : { name: name.text }) };
}

function covers(text: string, first: FullCaseCitation | ShortCaseCitation, found: readonly Citation[]): boolean {
  const end = Math.max(...found.map((one) => one.fullSpan.end));
  const before = text.slice(0, first.fullSpan.start).trim();
  return SIGNAL.test(before) && REMAINDER.test(text.slice(end));
}

function referenceOf(first: FullCaseCitation | ShortCaseCitation, found: readonly Citation[]): DirectReference {
  if (first.kind === "short") return { kind: "pin", pin: first.text };
  const [citation = "", ...parallel] = found.flatMap((one) => (one.kind === "case" ? spellingsOf(one) : []));
  return { kind: "citation", citation, ...(parallel.length === 0 ? {} : { parallel }) };
}

/** `60 U.S. (19 How.) 393` is held as `60 U.S. 393` and printed either way. */
function spellingsOf(citation: FullCaseCitation): readonly string[] {
  return citation.nominative === null ? [citation.text] : [citation.corrected, citation.text];
}

const DOCKET_LEAD = String.raw`(?:(?:docket|case|cause|civil action|civ\. a\.)(?: (?:nos?\.?|numbers?))?|nos?\.?|numbers?)`;
/** `No. 23-1732`, `Docket No. A-5-14`. */
const NUMBERED = new RegExp(String.raw`^${DOCKET_LEAD} ?(?<=[. ])([A-Za-z]{0,4}[-.]?\d[\w:./-]+)$`, "i");
/** Bare forms that can be nothing else: `2:19-cv-01234-ABC`, `19 Civ. 1234 (RJS)`, `92-1856`, `05-4210-cr`. */
const KIND = String.raw`(?:cv|civ|civil|cr|crim|criminal|mc|misc|md|mdl|mj|bk|ap|adv)`;
const DOCKETS: readonly RegExp[] = [
  /^\d{1,2}:\d{2}-[A-Za-z]{1,5}-\d{1,6}(?:-[A-Za-z-]+)?(?: \([A-Za-z]{2,4}\))*$/,
  new RegExp(String.raw`^(?:19|20)?\d{2}[- ]?${KIND}\.?[- ]?\d{1,6}(?:-[A-Z]{2,4})*(?: \([A-Z]{2,4}\))*$`, "i"),
  /^\d{2}-(?:[A-Za-z]{1,4}-)?\d{1,6}$/,
  /^\d{2}-\d{3,6}-[a-z]{2}$/,
  // The Supreme Court's original jurisdiction: `9 Orig.`
  /^\d{1,3},? orig(?:inal|\.)?$/i,
];

function readDocket(text: string): NamedReference | undefined {
  const lead = new RegExp(`^${DOCKET_LEAD} (?=[^ ]*\\d)`, "i");
  const number = text.replace(lead, "");
  const docket = NUMBERED.exec(text)?.[1] ?? (DOCKETS.some((form) => form.test(number)) ? number : undefined);
  return docket === undefined ? undefined : { reference: { kind: "docket", docket } };
}

/**
 * One word or two in which a hyphen or a letter stands by a digit may be how some court numbers its cases; words
 * between two numbers may be a reporter in small letters (`12 wall 34`).
 */
function guess(text: string): NamedReference | undefined {
  const reporter = /^\d{1,4} ([a-z][a-z\d .']{0,30}) \d{1,5}$/.exec(text)?.[1];
  if (reporter !== undefined && !CODES.test(reporter) && !NO_REPORTER.test(reporter)) {
    return { reference: { kind: "citation", citation: text, guessed: true } };
  }
  const looksNumbered = /^(?:[A-Za-z]{0,5}[-.]?|[A-Za-z]{1,2} )\d[\w:./-]*$/.test(text) && /[A-Za-z-]/.test(text);
  if (!looksNumbered || text.length > 30) return undefined;
  return { reference: { kind: "docket", docket: text, guessed: true } };
}

/** `410 us 113`: as people type them, with a pin cite or a court and year in parentheses behind. */
const CITATION =
  /^(\d{1,4} [A-Z](?:[A-Za-z0-9.'&]| (?=[A-Za-z0-9]))*? \d{1,5})(?:,? (?:at )?\*?\d+(?:-\d+)?(?: n\.? ?\d+)?)?(?: \([^()]*\d{4}\))?\.?$/i;
/** The same behind a case name: `roe v. wade, 410 u.s. 113 (1973)`. */
const NAMED_CITATION = /^(.*[a-z.]),? (\d{1,4} [a-z][^,()]*? \d{1,5}(?:,.*)?(?: \([^()]*\d{4}\))?\.?)$/i;
/** `384us436`, `384 U.S.436`: nothing between the parts. */
const CLOSED_UP = /^(\d{1,3}) ?(u\.?s\.?|s\.?ct\.?|f\.?[23]d|f\.?4th|f\.?supp\.?[23]?d?) ?(\d{1,4})$/i;

function readShape(text: string): NamedReference | undefined {
  const alone = citationShape(text);
  if (alone !== undefined) return { reference: { kind: "citation", citation: alone } };
  const match = NAMED_CITATION.exec(text);
  const citation = match?.[2] === undefined ? undefined : citationShape(match[2]);
  if (citation === undefined || match?.[1] === undefined) return undefined;
  return /\sv(?:s?\.?|ersus)\s|^(?:in re|ex parte|matter of)\s/i.test(match[1])
    ? { reference: { kind: "citation", citation }, name: match[1] }
    : undefined;
}

/** Reporters people type in small letters without periods; any other needs a capital or a period to be one. */
const SMALL_REPORTERS = /^(?:us|s ?ct|l ?ed|f|f ?supp|f ?app x|.*[2-9](?:d|th))$/;
/** Codes are cited like reporters but hold no decisions. */
const CODES = /^(?:u\.? ?s\.? ?c\.? ?[as]?\.?|c\.? ?f\.? ?r\.?|fed\.? ?reg\.?|stat\.?)$/i;

/** No reporter's name holds an operator, a number of its own or the `at` of a short form. */
const NO_REPORTER = /\b(?:AND|OR|NOT|BUT|at|\d+)\b/;

/** Recognises a citation by its shape alone; whether such a reporter exists is for the records to say. */
function citationShape(text: string): string | undefined {
  const closed = CLOSED_UP.exec(text);
  if (closed !== null) return closed.slice(1).join(" ");
  const citation = CITATION.exec(text)?.[1];
  const reporter = citation?.replace(/^\d+ | \d+$/g, "");
  if (reporter === undefined || CODES.test(reporter) || NO_REPORTER.test(reporter)) return undefined;
  return /[A-Z.]/.test(reporter) || SMALL_REPORTERS.test(reporter) ? citation : undefined;
}

const STATUTE =
  /^(\d{1,3} (?:u\.? ?s\.? ?c\.? ?(?:[as]\.?)?|c\.? ?f\.? ?r\.?)),? ?(?:§+|secs?\.?|sections?)? ?(\d[\w.-]*(?:\([A-Za-z0-9]{1,5}\))*)$/i;

export type StatuteReference = { readonly code: string; readonly section: string };

/** A section of the federal codes with nothing around it: `42 U.S.C. § 1983`, `42 usc 1983`, `17 CFR 240.10b-5`. */
export function readStatute(typed: string): StatuteReference | undefined {
  const match = STATUTE.exec(collapseSpace(foldTypography(typed)));
  const [, code, section] = match ?? [];
  return code === undefined || section === undefined ? undefined : { code, section };
}
