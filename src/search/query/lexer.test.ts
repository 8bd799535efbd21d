import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { lexQuery } from "./lexer.ts";
import { printFilter } from "./print-filter.ts";
import { printQuery } from "./print.ts";
import type { QueryToken } from "./tokens.ts";

/** Tokens in a short form: words as they are, operators in brackets. */
function sketch(token: QueryToken): string {
  switch (token.kind) {
    case "word":
      return token.text;
    case "statute":
      return `${token.code} § ${token.section}`;
    case "equivalent":
      return printQuery(token.node);
    case "quoted":
      return token.closed ? `"${token.text}"` : `"${token.text}`;
    case "open":
    case "close":
      return token.kind === "open" ? "(" : ")";
    case "field":
      return `${token.prefix}:`;
    case "authorOf":
      return `[author of ${token.opinions}]`;
    case "condition":
      return `[${token.filters.map(printFilter).join(" ")}]`;
    case "atLeast":
      return `[atleast ${token.count}]`;
    case "near":
      return `[${token.ordered ? "pre" : "w"} ${token.unit === "word" ? String(token.distance) : token.unit}]`;
    case "and":
    case "or":
    case "not":
    case "andNot":
      return `[${token.kind}]`;
  }
}

const CUT: readonly (readonly [query: string, ...tokens: string[]])[] = [
  ["fraud and deceit", "fraud", "and", "deceit"],
  ["fraud AND deceit", "fraud", "[and]", "deceit"],
  ["fraud BUT NOT deceit", "fraud", "[andNot]", "deceit"],
  ["fraud AND NOT NOT deceit", "fraud", "[andNot]", "[not]", "deceit"],
  ["BUT fraud", "BUT", "fraud"],
  ["fraud % deceit", "fraud", "[andNot]", "deceit"],
  ["fraud w/5 deceit +s intent", "fraud", "[w 5]", "deceit", "[pre sentence]", "intent"],
  ["(fraud)", "(", "fraud", ")"],
  ["date:2010 fraud", "[date:>=2010-01-01 date:<=2010-12-31]", "fraud"],
  ["da(aft 2010)", "[date:>=2011-01-01]"],
  ["DATE AFT 2010 AND fraud", "[date:>=2011-01-01]", "[and]", "fraud"],
  ["(date:2010)", "(", "[date:>=2010-01-01 date:<=2010-12-31]", ")"],
  ["cited:>50", "[cited:>=51]"],
  ["citeCount:[50 TO *]", "[cited:>=50]"],
  ["ti(iqbal)", "name:", "(", "iqbal", ")"],
  ["DISSENTBY(stevens)", "[author of dissent]", "(", "stevens", ")"],
  ["atleast5(fraud)", "[atleast 5]", "(", "fraud", ")"],
  ["ATL5 (fraud)", "[atleast 5]", "(", "fraud", ")"],
  ["statute(s) and co (partnership)", "statute", "(", "s", ")", "and", "co", "(", "partnership", ")"],
  ["court (martial)", "court", "(", "martial", ")"],
  ["sold to(gether)", "sold", "to", "(", "gether", ")"],
  ["#contract", '"contract"'],
  ["fraud AROUND(5) deceit", "fraud", "[w 5]", "deceit"],
  ["fraud w/sent deceit w/para intent", "fraud", "[w sentence]", "deceit", "[w paragraph]", "intent"],
  ["fraud ONEAR/5 deceit N/3 intent", "fraud", "[pre 5]", "deceit", "[w 3]", "intent"],
  ["fraud n/5 deceit", "fraud", "n/5", "deceit"],
  ["12(b)(6)", "12(b)(6)"],
  ["2254(d)(1) (habeas)", "2254(d)(1)", "(", "habeas", ")"],
  ["contracts(oral)", "contracts", "(", "oral", ")"],
  ["W/5(fraud)", "[w 5]", "(", "fraud", ")"],
  ["fraud,deceit;intent", "fraud,", "deceit;", "intent"],
  ["1,000,000", "1,000,000"],
  ["U. S. treaty", "U. S.", "treaty"],
  ["F. 3d", "F. 3d"],
  ["J. Smith", "J.", "Smith"],
  ["name:smith", "name:", "smith"],
  ["NAME:smith", "name:", "smith"],
  ["re:smith", "re:smith"],
  ["court:", "court:"],
  ["“due process”", '"due process"'],
  ['say "due process', "say", '"due process'],
  ['"a""b"', '"a"', '"b"'],
  [""],
  [" \t\n"],
];

describe("a query is cut into tokens", () => {
  test.each(CUT)("%j", (query, ...tokens) => {
    expect(lexQuery(query).tokens.map(sketch)).toEqual(tokens);
  });

  test("a prefix with a space behind it is a word", () => {
    expect(lexQuery("name: smith").tokens.map(({ kind }) => kind)).toEqual(["word", "word"]);
    expect(lexQuery("name:smith").tokens.map(({ kind }) => kind)).toEqual(["field", "word"]);
  });
});

test("every character belongs to one token or is white space", () => {
  const piece = fc.constantFrom(
    ...'( ) " “ ” « * ? ! & % | AND OR NOT BUT W/5 /s +3 name: court: fraud § U. S. F. 3d 12(b) , ; v. « 😀 ﬁ'.split(
      " ",
    ),
    " ",
    "\u00a0",
    "\ud800",
  );
  const typed = fc.oneof(
    fc.string({ unit: "binary", maxLength: 80 }),
    fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join("")),
    fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(" ")),
  );
  fc.assert(
    fc.property(typed, (text) => {
      let end = 0;
      for (const { at } of lexQuery(text).tokens) {
        expect(text.slice(end, at.start).trim()).toBe("");
        expect(at.end).toBeGreaterThan(at.start);
        end = at.end;
      }
      expect(text.slice(end).trim()).toBe("");
    }),
    { numRuns: 1000 },
  );
});
