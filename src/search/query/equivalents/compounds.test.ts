import { describe, expect, test } from "vitest";
import { err } from "#base/result.ts";
import { parseQuery } from "#search/query/parse.ts";
import { printQuery } from "#search/query/print.ts";
import { compoundsIn, compoundTable } from "./compounds.ts";

function readAs(query: string): string {
  const read = parseQuery(query, { resolveCourt: () => err([]) });
  if (!read.ok) throw new Error(query);
  return printQuery(read.value.tree);
}

/** What stands in a text with the other ways to write it. */
function found(text: string): Record<string, readonly string[]> {
  return Object.fromEntries(
    compoundsIn(text).map(({ start, end, others }) => [text.slice(start, end), others.map((words) => words.join(" "))]),
  );
}

test("the table: two parts that make the word, no word twice", () => {
  const rows = [...compoundTable()];
  expect(rows.length).toBeGreaterThan(500);
  for (const [joined, { parts }] of rows) {
    expect(parts.join("")).toBe(joined);
    expect(parts.every((part) => /^[a-z]+$/u.test(part))).toBe(true);
  }
});

describe("what else a compound is written", () => {
  test.each([
    ["email", { email: ["e mail"] }],
    ["E-Mails", { "E-Mails": ["emails"] }],
    ["e mail", { "e mail": ["email"] }],
    ["cyber security breach", { "cyber security": ["cybersecurity"] }],
    ["postconviction", { postconviction: ["post conviction"] }],
    ["post-conviction", { "post-conviction": ["postconviction"] }],
    ["non-zorbled", { "non-zorbled": ["nonzorbled"] }],
    ["401k", { "401k": ["401 k"] }],
    ["401(k) plan", { "401(k)": ["401k"] }],
    ["401-k", { "401-k": ["401k"] }],
    ["W-2 form", { "W-2": ["w2"] }],
    ["w2 form", { w2: ["w 2"] }],
    ["H1B visa", { H1B: ["h 1b"] }],
    ["an EB-5 investor", { "EB-5": ["eb5"] }],
    ["10b5", { "10b5": ["10 b 5", "10b 5"] }],
    ["Rule 10b-5", { "10b-5": ["10 b 5", "10b5"] }],
    ["12(b)(6)", { "12(b)(6)": ["12b 6", "12b6"] }],
    ["501c3", { "501c3": ["501 c 3", "501c 3"] }],
    // Apart these are two words.
    ["on line 5", {}],
    ["online", {}],
    ["on-line", { "on-line": ["online"] }],
    ["set off", {}],
    // Other words, ordinals, sections of codes, parts of longer words.
    ["re-sign", {}],
    ["a co-op", {}],
    ["42d Congress", {}],
    ["550 f3d 1", {}],
    ["2254(d)(1)", {}],
    ["17 CFR 240.10b-5", {}],
    ["self-help-related", {}],
    ["decision-making-process", {}],
  ])("%s", (text, others) => expect(found(text)).toEqual(others));
});

describe("a query", () => {
  test.each([
    ["email AND notice", "(email OR e-mail) AND notice"],
    ["email W/5 notice", "(email OR e-mail) W/5 notice"],
    ['"e-mail message"', '"e mail message" OR "email message"'],
    ['"pretrial e-mail"', '"pretrial e mail" OR "pre trial e mail" OR "pretrial email" OR "pre trial email"'],
    ["email OR e-mail", "email OR e-mail"],
    ["e-mail OR email OR letter", "e-mail OR email OR letter"],
    ["name:email", "name:email OR name:e-mail"],
    ["docket:10b", "docket:10b"],
    ["e*mail AND x", "e*mail AND x"],
    ["cyber security", "((cyber-security OR (cybersecurity) OR (cyber AND security))) OR cyber-security"],
  ])("%s", (query, read) => expect(readAs(query)).toBe(read));

  test("no word is dropped beside a compound", () => {
    expect(readAs("non-obvious-ness of e-mail filters")).toContain("non-obvious-ness");
    expect(readAs("e-mail/fax header")).toContain("fax");
  });

  test("a reading, read again, is the same", () => {
    for (const query of ["e-mail AND 10b-5", '"cyber security" OR emails', "401(k) W/3 pretrial"])
      expect(readAs(readAs(query))).toBe(readAs(query));
  });
});
