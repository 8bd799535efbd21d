import { extractCitations } from "#citations/citations.ts";
import type { Citation, FullCaseCitation, ShortCaseCitation } from "#citations/model.ts";
import type { DirectReference, NamedReference } from "#search/query/direct.ts";
import type { QueryReader } from "#search/query/reading.ts";
import { recordReading } from "#search/query/record-reading.ts";

/** What is left of a text that is nothing but a citation, once the citation is taken out. */
const REMAINDER = /^[\s,;]*(?:nn?\.? ?\d+)?[\s,;]*$/u;

const SIGNAL = /^(?:(?:but )?(?:see|cf\.?|accord|compare|contra)(?: also)?(?:,? e\. ?g\.)?,?)?$/iu;

/** A citation as opinions print it: with pin cite, court and year, parallel citations, name and signal. */
export const readPrintedCitation: QueryReader = (text, { bare }) => {
  const found = bare === undefined ? undefined : printedCitationIn(bare);
  return found === undefined ? undefined : recordReading(text, found);
};

export function printedCitationIn(bare: string): NamedReference | undefined {
  const found = extractCitations(bare);
  const [first] = found;
  if (first?.kind !== "case" && first?.kind !== "short") return undefined;
  const sameCase = found.every((one) => one.kind === first.kind && one.group === first.group);
  if (!sameCase || !covers(bare, first, found)) return undefined;
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
