import fc from "fast-check";

import { deriveId } from "#base/ids.ts";
import type { PlainDocument, PlainText } from "#test/oracle/model.ts";

/** A few words are far more frequent than the others, as in any language. */
const FREQUENT = "contract contracts court fraud the of".split(" ");
const WORDS = (
  "contracted contracting courts frauds fraudulent fraudulently run runs running ofs and to in a duty breach due " +
  "process 1983 1028A F.3d U.S. § no. Smith's peña tax taxes taxed taxing estoppel liable relation relate relating"
).split(" ");
/** What may stand between two words. */
const BETWEEN = [" ", ". The ", ".\n\n", "; "];

export const COURTS: readonly string[] = ["scotus", "ca9", "nysd", "cal", "txapp"];
export const JURISDICTIONS: readonly string[] = ["Federal Appellate", "Federal District", "State Supreme", ""];
export const STATES: readonly string[] = ["California", "Texas", "Federal"];
export const AUTHORS: readonly string[] = ["finch", "wren", "jay"];
export const KINDS: readonly string[] = ["lead", "dissent", "concurrence", ""];
export const SOURCES: readonly string[] = ["citer-0", "citer-1", "citer-2"];

const word = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(...FREQUENT) },
  { weight: 1, arbitrary: fc.constantFrom(...WORDS) },
);
const between = fc.oneof(
  { weight: 30, arbitrary: fc.constant(" ") },
  { weight: 4, arbitrary: fc.constantFrom(...BETWEEN) },
);

/** Prose of at most so many words. */
export function prose(words_max: number): fc.Arbitrary<string> {
  return fc
    .array(fc.tuple(word, between), { maxLength: words_max, size: "max" })
    .map((words) => words.map((pair) => pair.join("")).join(""));
}

/** Now and then two occurrences of a word so far apart that their distance takes more than sixteen bits. */
function body(words_max: number): fc.Arbitrary<string> {
  const wide = fc.tuple(prose(6), prose(6)).map((halves) => halves.join(`${" filler".repeat(9000)} `));
  return fc.oneof({ weight: 200, arbitrary: prose(words_max) }, { weight: 1, arbitrary: wide });
}

function only(text: fc.Arbitrary<string>): fc.Arbitrary<readonly PlainText[]> {
  return text.map((typed) => (typed === "" ? [] : [{ text: typed }]));
}

/** The ids of a corpus: so few that documents replace one another. */
export function ids(kind: "uuid" | "plain"): fc.Arbitrary<string> {
  return fc
    .integer({ min: 0, max: 59 })
    .map((number) => (kind === "plain" ? `document ${number}` : deriveId("opinion", "random", String(number))));
}

export function documents(id: fc.Arbitrary<string>, words_max: number): fc.Arbitrary<PlainDocument> {
  const date = fc
    .tuple(fc.integer({ min: 1990, max: 1993 }), fc.integer({ min: 1, max: 9 }), fc.integer({ min: 10, max: 19 }))
    .map(([year, month, day]) => `${year}-0${month}-${day}`);
  return fc.record({
    id,
    texts: fc.record({
      name: only(prose(4)),
      body: only(body(words_max)),
      citing: fc.array(fc.record({ source: fc.constantFrom(...SOURCES), text: prose(8) }), { maxLength: 3 }),
      docket: only(fc.nat(19).map((number) => `No. ${number % 3}:19-cv-0${number}`)),
      cite: fc.array(
        fc.record({ text: fc.tuple(fc.nat(8), fc.nat(29)).map(([volume, page]) => `${volume} U.S. ${page}`) }),
        { maxLength: 2 },
      ),
      judge: only(prose(2)),
      cites: fc.array(fc.record({ text: fc.nat(9).map((page) => `12us${page}`) }), { maxLength: 3 }),
    }),
    values: fc.record({
      courtId: fc.constantFrom(...COURTS),
      courtAbbreviation: fc.constantFrom("U.S.", "9th Cir.", ""),
      jurisdiction: fc.constantFrom(...JURISDICTIONS),
      state: fc.constantFrom(...STATES),
      publishStatus: fc.constantFrom("published", "unpublished", "unknown", ""),
      dateFiled: fc.option(date, { freq: 6 }),
      decision: fc.option(fc.nat(9), { freq: 3 }),
      placeInDecision: fc.nat(3),
      repeats: fc.constantFrom("yes", "", ""),
      timesCited: fc.nat(4),
      opinionType: fc.constantFrom(...KINDS),
      author: fc.uniqueArray(fc.constantFrom(...AUTHORS), { maxLength: 2 }),
    }),
  });
}
