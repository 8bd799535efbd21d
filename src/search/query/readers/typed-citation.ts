import { mayBeReporter } from "#search/query/reporter-shape.ts";
import type { NamedReference } from "#search/query/direct.ts";
import type { QueryReader } from "#search/query/reading.ts";
import { recordReading } from "#search/query/record-reading.ts";

/** `410 us 113`: as people type them, with a pin cite or a court and year in parentheses behind. */
const CITATION =
  /^(\d{1,4} [A-Z](?:[A-Za-z0-9.'&]| (?=[A-Za-z0-9(&])|\((?=[A-Za-z])|\)(?= \d))*? \d{1,5})(?:,? (?:at )?\*?\d+(?:-\d+)?(?: n\.? ?\d+)?)?(?: \([^()]*\d{4}\))?\.?$/iu;
/** The same behind a case name: `roe v. wade, 410 u.s. 113 (1973)`. */
const NAMED_CITATION = /^(.*[a-z.]),? (\d{1,4} [a-z][^,()]*? \d{1,5}(?:,.*)?(?: \([^()]*\d{4}\))?\.?)$/iu;
/** `384us436`, `384 U.S.436`: nothing between the parts. */
const CLOSED_UP = /^(\d{1,3}) ?(u\.?s\.?|s\.?ct\.?|f\.?[23]d|f\.?4th|f\.?supp\.?[23]?d?) ?(\d{1,4})$/iu;
/** Reporters people type in small letters without periods; any other needs a capital or a period to be one. */
const SMALL_REPORTERS = /^(?:us|s ?ct|l ?ed|f|f ?supp|f ?app x|.*[2-9](?:d|th)(?: \([a-z& ]+\))?)$/u;

/** A citation by its shape alone; whether such a reporter exists is for the records to say. */
export const readTypedCitation: QueryReader = (text, { bare }) => {
  const found = bare === undefined ? undefined : typedCitationIn(bare);
  return found === undefined ? undefined : recordReading(text, found);
};

export function typedCitationIn(bare: string): NamedReference | undefined {
  const alone = citationShape(bare);
  if (alone !== undefined) return { reference: { kind: "citation", citation: alone } };
  const match = NAMED_CITATION.exec(bare);
  const citation = match?.[2] === undefined ? undefined : citationShape(match[2]);
  if (citation === undefined || match?.[1] === undefined) return undefined;
  return /\sv(?:s?\.?|ersus)\s|^(?:in re|ex parte|matter of)\s/iu.test(match[1])
    ? { reference: { kind: "citation", citation }, name: match[1] }
    : undefined;
}

function citationShape(text: string): string | undefined {
  const closed = CLOSED_UP.exec(text);
  if (closed !== null) return closed.slice(1).join(" ");
  const citation = CITATION.exec(text)?.[1];
  const reporter = citation?.replace(/^\d+ | \d+$/gu, "");
  if (reporter === undefined || !mayBeReporter(reporter)) return undefined;
  return /[A-Z.]/u.test(reporter) || SMALL_REPORTERS.test(reporter) ? citation : undefined;
}
