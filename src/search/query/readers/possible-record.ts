import type { NamedReference } from "#search/query/direct.ts";
import type { QueryReader } from "#search/query/reading.ts";
import { recordReading } from "#search/query/record-reading.ts";
import { mayBeReporter } from "#search/query/reporter-shape.ts";

/** Longer runs are no number of a case. */
const NUMBER_CHARS_MAX = 30;

/** What may be a record's name and may be plain words: both are searched for. */
export const readPossibleRecord: QueryReader = (text, { bare, folded }) => {
  const found = bare === undefined ? undefined : possibleRecordIn(folded);
  return found === undefined ? undefined : recordReading(text, found);
};

/**
 * One word or two in which a hyphen or a letter stands by a digit may be how some court numbers its cases; words
 * between two numbers may be a reporter in small letters (`12 wall 34`).
 */
export function possibleRecordIn(folded: string): NamedReference | undefined {
  const reporter = /^\d{1,4} ([a-z][a-z\d .']{0,30}) \d{1,5}$/u.exec(folded)?.[1];
  if (reporter !== undefined && mayBeReporter(reporter)) {
    return { reference: { kind: "citation", citation: folded, guessed: true } };
  }
  const looksNumbered = /^(?:[A-Za-z]{0,5}[-.]?|[A-Za-z]{1,2} )\d[\w:./-]*$/u.test(folded) && /[A-Za-z-]/u.test(folded);
  if (!looksNumbered || folded.length > NUMBER_CHARS_MAX) return undefined;
  return { reference: { kind: "docket", docket: folded, guessed: true } };
}
