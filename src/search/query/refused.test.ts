import { describe, expect, test } from "vitest";

import { err, ok } from "#base/result.ts";
import type { QueryFault, QueryFaultCode } from "./fault.ts";
import { parseQuery } from "./parse.ts";
import type { ResolveCourt } from "./reading.ts";

const resolveCourt: ResolveCourt = (text) =>
  /^(?:ca\d+|scotus)$/u.test(text) ? ok([text]) : text === "9th Cir." ? ok(["ca9"]) : err(["ca9"]);

function faults(text: string): readonly QueryFault[] {
  const result = parseQuery(text, { resolveCourt });
  return result.ok ? [] : result.error;
}

const REFUSED: readonly (readonly [query: string, code: QueryFaultCode, marked: string, suggestion: string])[] = [
  ["", "empty", "", "Type words"],
  ["   ", "empty", "   ", "Type words"],
  ["... — !", "empty", "... — !", "Type words"],
  ['"due process', "unbalanced_quote", '"', 'Did you mean: "due process"'],
  ["(fraud OR deceit", "unbalanced_parenthesis", "(", "Did you mean: (fraud OR deceit)"],
  ["fraud) OR deceit", "unbalanced_parenthesis", ")", "Did you mean: fraud OR deceit"],
  ["fraud ()", "empty_group", "()", "Did you mean: fraud"],
  ["§", "empty", "§", "Type words"],
  ['("fraud)', "unbalanced_quote", '"', 'Did you mean: ("fraud")'],
  ['("fraud OR deceit)) ', "unbalanced_quote", '"', 'Did you mean: ("fraud OR deceit)")'],
  ["(fraud OR) deceit", "dangling_operator", "OR", "Did you mean: (fraud) deceit"],
  ["(OR fraud)", "dangling_operator", "OR", "Did you mean: (fraud)"],
  ["court:(ca9 OR ca2", "unbalanced_parenthesis", "(", "Did you mean: court:(ca9 OR ca2)"],
  ['fraud AND ""', "empty_group", '""', "Did you mean: fraud"],
  ["fraud AND", "dangling_operator", "AND", "Did you mean: fraud"],
  ["OR fraud", "dangling_operator", "OR", "Did you mean: fraud"],
  ["AND fraud", "dangling_operator", "AND", "Did you mean: fraud"],
  ["fraud AND OR deceit", "dangling_operator", "AND", "Did you mean: fraud OR deceit"],
  ["fraud W/5", "dangling_operator", "W/5", "Did you mean: fraud"],
  ["/s fraud", "dangling_operator", "/s", "Did you mean: fraud"],
  ["fraud NOT", "dangling_operator", "NOT", "Did you mean: fraud"],
  ["fraud AND (name:)", "dangling_operator", "name:", "Did you mean: fraud"],
  ["*", "bare_wildcard", "*", "Type words"],
  ["fraud AND ?", "bare_wildcard", "?", "Did you mean: fraud"],
  ['"due *"', "bare_wildcard", "*", 'Did you mean: "due "'],
  ["fraud W/0 deceit", "proximity_distance", "W/0", "Did you mean: fraud W/1 deceit"],
  ["fraud W/999 deceit", "proximity_distance", "W/999", "Did you mean: fraud W/255 deceit"],
  ["fraud W/ deceit", "proximity_distance", "W/", "Did you mean: fraud W/5 deceit"],
  ["fraud W/ 5 deceit", "proximity_distance", "W/ 5", "Did you mean: fraud W/5 deceit"],
  ["fraud W / 5 deceit", "proximity_distance", "W / 5", "Did you mean: fraud W/5 deceit"],
  ["fraud W/5deceit", "proximity_distance", "W/5deceit", "Did you mean: fraud W/5 deceit"],
  ["fraud /3deceit", "proximity_distance", "/3deceit", "Did you mean: fraud /3 deceit"],
  ["fraud W/-1 deceit", "proximity_distance", "W/-1", "Did you mean: fraud W/5 deceit"],
  ["fraud W/x deceit", "proximity_distance", "W/x", "Did you mean: fraud W/5 deceit"],
  ["fraud w/n deceit", "proximity_distance", "w/n", "Did you mean: fraud W/5 deceit"],
  ["fraud /n deceit", "proximity_distance", "/n", "Did you mean: fraud W/5 deceit"],
  ['"fraud deceit"~5', "foreign_operator", "~5", "Did you mean: fraud W/5 deceit"],
  ['"fraud and deceit"~5', "foreign_operator", "~5", 'Did you mean: "fraud and deceit"'],
  ["fraud~2 deceit", "foreign_operator", "~2", "Did you mean: fraud deceit"],
  ["fraud^4 deceit", "foreign_operator", "^4", "Did you mean: fraud deceit"],
  ["name:", "dangling_operator", "name:", "Type words"],
  ["fraud name:", "dangling_operator", "name:", "Did you mean: fraud"],
  ["name:()", "empty_group", "()", "Type words"],
  ["date:soon fraud", "bad_value", "date:soon", "date:>2010-01-31"],
  ["date:2010-02-30 AND fraud", "bad_value", "date:2010-02-30", "date:>2010-01-31"],
  ["date:2005..2001 AND fraud", "bad_value", "date:2005..2001", "lower end first"],
  ["da(last 5 years) & fraud", "bad_value", "da", "date:>2010-01-31"],
  ["year:x", "bad_value", "year:x", "date:>2010-01-31"],
  ["cited:often AND fraud", "bad_value", "cited:often", 'cites:"384 U.S. 436"'],
  ["cites:miranda AND fraud", "bad_value", "miranda", 'cites:"384 U.S. 436"'],
  ["kind:majority AND fraud", "bad_value", "majority", "kind:dissent"],
  ["atleast0(fraud)", "bad_value", "atleast0", "Did you mean: atleast1(fraud)"],
  ["atleast5 fraud", "foreign_operator", "atleast5", "Did you mean: atleast5(fraud)"],
  ["atleast5(fraud AND deceit)", "proximity_operand", "(fraud AND deceit)", "atleast5(fraud) AND atleast5(deceit)"],
  ["atleast5(fraud W/3 deceit)", "proximity_operand", "(fraud W/3 deceit)", "atleast5(estoppel OR laches)"],
  ["atleast5()", "empty_group", "()", "Type words"],
  ["fraud W/5 atleast5(deceit)", "proximity_operand", "atleast5(deceit)", "Ask for it beside"],
  ["fraud /s date:2010", "proximity_operand", "date:2010", "Ask for it beside"],
  ["dissent:fraud W/3 deceit", "proximity_operand", "dissent:", "Ask for it beside"],
  ["sy,di(negligence)", "unknown_field", "sy,di", "Did you mean: (negligence)"],
  ["HEADNOTE(negligence) AND fraud", "unknown_field", "HEADNOTE", "Did you mean: (negligence) AND fraud"],
  ["attorney:jones AND fraud", "unknown_field", "attorney:", "Did you mean: jones AND fraud"],
  ["caps(aids) AND fraud", "foreign_operator", "caps", "Did you mean: (aids) AND fraud"],
  ["singular(contract)", "foreign_operator", "singular", "Did you mean: (contract)"],
  ["fraud NOT W/5 deceit", "foreign_operator", "NOT W/5", "fraud NOT (fraud W/5 deceit)"],
  ["fraud w/seg deceit", "foreign_operator", "w/seg", "Did you mean: fraud w/p deceit"],
  ["site:law.example AND fraud", "unknown_field", "site:", "Did you mean: law.example AND fraud"],
  ["state:california fraud", "unknown_field", "state:", "filter by state"],
  ["fraud W/5 NOT deceit", "proximity_operand", "NOT", "Exclude beside"],
  ["fraud W/5 (a AND NOT b)", "proximity_operand", "AND NOT b", "Did you mean: (fraud W/5 (a)) AND NOT b"],
  ["(a OR (b % (c d))) W/5 e OR f", "proximity_operand", "% (c d)", "Did you mean: ((a OR (b)) W/5 e) % (c d) OR f"],
  ["name:smith W/3 jones", "proximity_operand", "W/3", "Did you mean: name:(smith W/3 jones)"],
  ["fraud (smith OR poe) PRE/3 name:jones", "proximity_operand", "PRE/3", "name:((smith OR poe) PRE/3 jones)"],
  ["name:smith W/3 judge:jones", "proximity_operand", "W/3", "Put the prefix before"],
  ["court:ca9 W/3 jones", "proximity_operand", "court:ca9", "Ask for it beside"],
  ["a /s b /s NOT c", "proximity_operand", "NOT", "Exclude beside"],
  ["a /s (b NOT c) /s d", "proximity_operand", "NOT c", "Did you mean: (a /s (b)) NOT c /s d"],
  ["name:a /s b /s c", "proximity_operand", "/s", "Did you mean: name:((a /s b) /s c)"],
  ["a /s b /s c /s d /s e /s f /s g /s h /s i", "too_many_words", "/s", "Ask for fewer"],
  ["NOT fraud", "only_exclusions", "NOT fraud", "Name what to find"],
  ["NOT fraud AND NOT deceit", "only_exclusions", "NOT fraud AND NOT deceit", "Name what to find"],
  ["fraud OR NOT deceit", "only_exclusions", "NOT deceit", "Name what to find"],
  ["court:9th Cir. fraud", "unknown_court", "9th", 'Did you mean: court:"9th Cir." fraud'],
  ["court:(ca9 AND fraud)", "unknown_court", "AND", "List courts with OR"],
  ["court:mars fraud", "unknown_court", "mars", "Did you mean: court:ca9 fraud"],
  ["a".repeat(5000), "too_long", "a".repeat(904), "Shorten it"],
  [`${"(".repeat(40)}a${")".repeat(40)}`, "too_deep", "(", "Take out"],
  [`"${"a ".repeat(600)}"`, "too_many_words", "", "Ask for fewer"],
  [Array.from({ length: 100 }, () => "a").join(" W/1 "), "too_deep", "", "Split it"],
];

describe("refused, with the place and what would work", () => {
  test.each(REFUSED.map((row) => [row[0].slice(0, 40), ...row] as const))(
    "%s",
    (_name, query, code, marked, suggestion) => {
      const [fault] = faults(query);
      expect(fault?.code).toBe(code);
      if (fault === undefined) return;
      if (marked !== "") expect(query.slice(fault.at.start, fault.at.end)).toBe(marked);
      expect(fault.suggestion).toContain(suggestion);
      expect(fault.message.length).toBeGreaterThan(10);
    },
  );
});

test("however many faults there are, few are told and one is repaired", () => {
  const many = faults(`${"fraud~1 AND ".repeat(300)}deceit`);
  expect(many).toHaveLength(20);
  expect(many.every(({ suggestion }) => suggestion === "Take it out.")).toBe(true);
  const [first, second] = faults("fraud~1 AND deceit~1");
  expect(first?.suggestion).toBe("Did you mean: fraud AND deceit");
  expect(second?.suggestion).toBe("Take it out.");
});
