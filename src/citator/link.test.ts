import { expect, test } from "vitest";
import { linkTo } from "./link.ts";
import type { Candidate, CitedAs } from "./link.ts";

const ALDER: Candidate = {
  clusterId: "a",
  workId: "A",
  courtId: "ca9",
  years: { first: 1950, last: 1950 },
  caseName: "Alder v. Birch",
};
const CEDAR: Candidate = {
  clusterId: "c",
  workId: "C",
  courtId: "ca2",
  years: { first: 1960, last: 1960 },
  caseName: "Cedar Lumber Co. v. Dogwood",
};
const COPY: Candidate = { ...ALDER, clusterId: "0" };
const printed = (given: Partial<CitedAs>): CitedAs => ({
  keys: ["k"],
  year: 1950,
  courtId: null,
  name: null,
  ...given,
});

test.each<[string, CitedAs, Record<string, readonly Candidate[]>, string]>([
  ["nothing is held under the citation", printed({}), {}, "not_held"],
  ["one decision is", printed({}), { k: [ALDER] }, "a"],
  ["copies are one decision, the smallest id stands for it", printed({}), { k: [ALDER, COPY] }, "0"],
  [
    "one that a misprinted year contradicts is still meant",
    printed({ name: "Alder v. Birch", year: 1905 }),
    { k: [ALDER] },
    "a",
  ],
  ["another name alone does not unmake a citation", printed({ name: "Elm v. Fir" }), { k: [ALDER] }, "a"],
  ["name and year both contradict", printed({ name: "Elm v. Fir", year: 1905 }), { k: [ALDER] }, "mismatch"],
  [
    "two decisions share a page, the name tells",
    printed({ name: "Cedar Lumber Company v. Dogwood", year: null }),
    { k: [ALDER, CEDAR] },
    "c",
  ],
  ["two share a page, the court tells", printed({ courtId: "ca2", year: null }), { k: [ALDER, CEDAR] }, "c"],
  ["two share a page, the year tells", printed({ year: 1960 }), { k: [ALDER, CEDAR] }, "c"],
  ["no decision is of the year after", printed({ year: 1961 }), { k: [ALDER, CEDAR] }, "ambiguous"],
  [
    "a record that is good for two years is of either",
    printed({ year: 1961, name: "Elm v. Fir" }),
    { k: [{ ...CEDAR, years: { first: 1960, last: 1961 } }] },
    "c",
  ],
  [
    "an old decision of the Supreme Court may be cited by its term",
    printed({ year: 1870, name: "Elm v. Fir" }),
    { k: [{ ...CEDAR, courtId: "scotus", years: { first: 1871, last: 1871 } }] },
    "c",
  ],
  [
    "two decisions of one plaintiff share a page, the defendant tells",
    printed({ name: "Cedar v. Elm", year: null }),
    { k: [{ ...ALDER, caseName: "Cedar v. Elm" }, CEDAR] },
    "a",
  ],
  ["nothing tells two apart", printed({ year: null }), { k: [ALDER, CEDAR] }, "ambiguous"],
  ["a parallel citation tells", printed({ keys: ["k", "l"], year: null }), { k: [ALDER, CEDAR], l: [CEDAR] }, "c"],
  [
    "a department of a court is that court",
    printed({ courtId: "calctapp2d", year: null }),
    { k: [{ ...ALDER, courtId: "calctapp" }, CEDAR] },
    "a",
  ],
])("%s", (_, cited, held, wanted) => {
  const link = linkTo(cited, new Map(Object.entries(held)));
  expect(link.clusterId ?? link.resolution).toBe(wanted);
});
