import { assert, constantFrom, integer, property, record } from "fast-check";
import { expect, test } from "vitest";
import { citationKey } from "#citations/citation-key.ts";
import { checkBrief, readBrief } from "#citations/check.ts";
import type { CheckRow } from "#citations/check.ts";
import type { HeldDecision } from "#citations/store.ts";

/**
 * Whatever stands around a citation is read or told as not read: a page or a year that is wrong, in any form and between
 * any words, is never passed over with "found".
 */
const HELD: HeldDecision = {
  clusterId: "c1",
  workId: "c1",
  caseName: "Quarry v. Millrace Canal Co.",
  courtId: "cal",
  dateFiled: "1987-03-18",
  yearsFiled: { first: 1987, last: 1987 },
  citations: ["44 Samp. 500"],
};
const KEY = citationKey("44 Samp. 500");

function rowOf(text: string): CheckRow | undefined {
  const rows = checkBrief(readBrief(text), (key) => (key === KEY ? [HELD] : []), {
    pages: (_decision, key) => (key === KEY ? { first: 500, last: 507 } : undefined),
  });
  return rows.find((row) => row.text.startsWith("44 Samp. 500"));
}

/** Forms in which a page is pointed at; `#` is the page. */
const PINS = [
  ", #",
  ", at #",
  " at #",
  ", at p. #",
  ", at page #",
  ", p. #",
  ", pp. #-#",
  ", #-#",
  ", # - #",
  ", # n.8",
  ", #n8",
  ", # & n.3",
  ", ¶ #",
  ", *#",
  ", at *#",
  ", # et seq.",
  ", #, #",
  ", # and #",
  ", #–#",
  ", # fn. 2",
  ", 501, #",
  ", 501; #",
  ", ~#",
  ", #~#",
  ", [#]",
  " (#)",
  ": #",
  " p #",
  ", see #",
  ", #ff.",
  ", # f.",
];
/** Forms in which a year is told; `#` is the year. */
const YEARS = [
  " (#)",
  " [#]",
  " (Cal. #)",
  " (decided #)",
  " (decided March 18, #)",
  " (Cal. decided Mar. 18, #)",
  ", decided March 18, #",
  " (#, 5-4)",
  " (Cal. 3/18/#)",
  " (Cal., filed Dec. 1, #)",
  " (en banc) (#)",
  " (Cal. #) (per curiam)",
  " (March #)",
  " (18 March #)",
  ", #",
  " of #",
  " {#}",
  " — #",
  " (Cal.) (#)",
  " (filed #)",
];
const NAMES = [
  "Quarry v. Millrace Canal Co., ",
  "See Quarry v. Millrace Canal Co., ",
  "In Quarry v. Millrace Canal Co., ",
  "",
];
const AFTER = [
  ".",
  ". The rule holds.",
  "; see also the brief.",
  " and so it is.",
  ", which governs here.",
  "\n\nNext.",
];
const BEFORE = ["", "The court so held. ", "That is settled. ", "(", "We agree; "];

const parts = record({
  before: constantFrom(...BEFORE),
  name: constantFrom(...NAMES),
  pin: constantFrom("", ...PINS),
  year: constantFrom("", ...YEARS),
  after: constantFrom(...AFTER),
});
type Parts = Readonly<Record<"before" | "name" | "pin" | "year" | "after", string>>;

const textOf = ({ before, name, pin, year, after }: Parts, page: number, filed: number): string =>
  `${before}${name}44 Samp. 500${pin.replaceAll("#", String(page))}${year.replaceAll("#", String(filed))}${after}`;

const RUNS = { numRuns: 600 };

test("a wrong page is told, or told as not read", () => {
  assert(
    property(parts, integer({ min: 700, max: 899 }), (one, page) => {
      if (one.pin === "") return;
      const text = textOf(one, page, 1987);
      expect(rowOf(text)?.verdictText, text).not.toBe("found");
    }),
    RUNS,
  );
});

test("a wrong year is told, or told as not read", () => {
  assert(
    property(parts, integer({ min: 1990, max: 2015 }), (one, year) => {
      if (one.year === "") return;
      const text = textOf(one, 502, year);
      expect(rowOf(text)?.verdictText, text).not.toBe("found");
    }),
    RUNS,
  );
});
