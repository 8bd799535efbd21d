import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { ROOT, sourceFiles } from "./source-files.ts";

/** Paths from the root between backticks; with `{a,b}` for several and `*` for any. What has a gap to fill in is none. */
const PATH = /`(?<path>(?:bench|bin|contracts|deploy|docs|eval|sample|scripts|src|test|\.ci)\/[^`\s<>:$=…]+)`/gu;

function pathsIn(text: string): string[] {
  return [...text.matchAll(PATH)].map(({ groups }) => groups?.["path"] ?? "");
}

function isThere(path: string): boolean {
  const [, before, list, behind] = /^([^{]*)\{([^}]*)\}(.*)$/u.exec(path) ?? [];
  const each = list === undefined ? [path] : list.split(",").map((one) => `${before}${one}${behind}`);
  return each.every((one) => globSync(one.replace(/\/$/u, ""), { cwd: ROOT }).length > 0);
}

test("a path of the project in a document leads to something", () => {
  const documents = sourceFiles(/^(?:docs\/.*|ARCHITECTURE|CONTRIBUTING|README)\.md$/u);
  const told = documents.flatMap(({ path, text }) => pathsIn(text).map((named) => ({ path, named })));
  expect(told.length).toBeGreaterThan(150);
  expect(told.filter(({ named }) => !isThere(named)).map(({ path, named }) => `${path}: ${named}`)).toEqual([]);
});

test.each([
  ["see `src/nothing.ts`", false],
  ["see `src/{text,nothing}`", false],
  ["see `src/text/*.nothing`", false],
  ["see `src/{text,index}/` and `test/house/*.test.ts`", true],
])("%s", (text, isGood) => {
  expect(pathsIn(text).every(isThere)).toBe(isGood);
});
