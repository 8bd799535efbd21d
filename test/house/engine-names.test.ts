import { expect, test } from "vitest";
import { OPINIONS } from "#search/opinions.ts";
import { sourceFiles } from "./source-files.ts";

/** Of the schema's words, those that mean something else as well. */
const ORDINARY: ReadonlySet<string> = new Set(["name", "state", "called"]);
/** What a collection may be about. */
const SUBJECTS = ["opinion", "court", "docket", "filing", "statute", "law", "judge", "citation"];

const names = [...OPINIONS.fields, ...OPINIONS.columns].map(({ name }) => name).filter((name) => !ORDINARY.has(name));
const SPOKEN = new RegExp(String.raw`\b(?:${[...names, ...SUBJECTS].join("|")})(?:s|Id|Ids)?\b`, "iu");

/** Lines that name what an index holds. */
function namesIn(text: string): string[] {
  return text.split("\n").filter((line) => SPOKEN.test(line));
}

test("the engine names no field, no column and nothing that a collection is about", () => {
  const files = sourceFiles(/^src\/index\/embedded\/.*\.ts$/u).filter(({ path }) => !path.endsWith(".test.ts"));
  expect(files.length).toBeGreaterThan(40);
  const breaches = files.flatMap(({ path, text }) => namesIn(text).map((line) => `${path}: ${line.trim()}`));
  expect(breaches).toEqual([]);
});

test.each([
  ["a field", 'const MAIN = FIELDS.indexOf("body");'],
  ["a column", "    courtAbbreviation: facet,"],
  ["a member", "if (filters.courtIds !== undefined) keep(filters.courtIds);"],
  ["a message", "throw new Error(`${count} opinions are missing`);"],
  ["a comment", "/** Words of the citing field. */"],
])("%s by name would be seen", (_, planted) => {
  expect(namesIn(`const a = 1;\n${planted}\n`)).toEqual([planted]);
});
