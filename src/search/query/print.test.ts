import * as fc from "fast-check";
import { expect, test } from "vitest";

import { err, ok } from "#base/result.ts";
import { parseQuery } from "./parse.ts";
import { printQuery } from "./print.ts";
import { READERS } from "./read-query.ts";
import { ReadContext } from "./reading.ts";
import type { Reading, ResolveCourt } from "./reading.ts";

const resolveCourt: ResolveCourt = (text) => (/^(?:ca\d+|scotus)$/u.test(text) ? ok([text]) : err([]));

/** What the operators of a text are read as; undefined for a text that is read otherwise or refused. */
function readByOperators(text: string): Reading | undefined {
  const context = new ReadContext(text, resolveCourt);
  if (READERS.some(([, reader]) => reader(text, context) !== undefined)) return undefined;
  const parsed = parseQuery(text, { resolveCourt });
  return parsed.ok ? parsed.value : undefined;
}

function withoutPlaces(tree: unknown): unknown {
  return JSON.parse(JSON.stringify(tree, (key, value: unknown) => (key === "at" ? undefined : value)));
}

const operand = fc.constantFrom(
  "fraud",
  "deceit",
  "contracts",
  "self-incrim!",
  "negligen!",
  "*feasance",
  "reli?nce",
  "12(b)(6)",
  "§",
  "U. S.",
  '"due process of law"',
  '"due proc*"',
  '"U.S."',
  "410 U.S. 113",
  "42 U.S.C. § 1983",
  "18 USCA 1001",
  "550 F. 3d 1",
  "name:smith",
  'name:"roe v. wade"',
  "judge:Cardozo",
  "docket:2:19-cv-01234",
  "docket:No. 70-18",
  "cite:410 U.S. 113",
  "court:ca9",
  "court:(ca9 OR scotus)",
  "date:>2010",
  "da(aft 2001 & bef 2005)",
  "cited:>50",
  "cites:410 U.S. 113",
  "author:Breyer",
  "WRITTENBY(breyer)",
  "dissent:fraud",
  "kind:concurrence",
  "atleast3(fraud)",
  'atleast3("bad faith" OR deceit)',
  '"purposeful! avail!"',
  "cross-examination",
  "O’Connor",
  "García",
  "d/b/a",
  "$1,000,000",
  "and",
);
const operator = fc.constantFrom(
  "AND",
  "OR",
  "NOT",
  "AND NOT",
  "BUT NOT",
  "&",
  "||",
  "%",
  "W/5",
  "/s",
  "PRE/3",
  "+p",
  " ",
  " ",
  "AND",
  "OR",
);

/** Operands and operators in a row, with groups: much of it is a query, the rest is refused. */
function typed(depth: number): fc.Arbitrary<string> {
  const inner = depth === 0 ? operand : fc.oneof({ weight: 2, arbitrary: operand }, grouped(depth - 1));
  return fc
    .tuple(inner, fc.array(fc.tuple(operator, inner), { minLength: 1, maxLength: 4 }))
    .map(([first, rest]) => [first, ...rest.flat()].join(" "));
}

function grouped(depth: number): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom("", "", "", "NOT ", "name:"), typed(depth))
    .map(([before, text]) => `${before}(${text})`);
}

test("what a query is read as, printed and read again, is the same tree", () => {
  let read = 0;
  fc.assert(
    fc.property(typed(2), (text) => {
      const reading = readByOperators(text);
      if (reading === undefined) return;
      read += 1;
      const printed = printQuery(reading.tree);
      const again = readByOperators(printed);
      expect(withoutPlaces(again?.tree), `${text} printed as ${printed}`).toEqual(withoutPlaces(reading.tree));
    }),
    { numRuns: 3000 },
  );
  expect(read).toBeGreaterThan(300);
}, 90_000);
