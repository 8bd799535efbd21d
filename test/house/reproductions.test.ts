import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

const ROWS = readFileSync(join(import.meta.dirname, "reproductions.tsv"), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => line.split("\t"));

test("the list of what was found wrong is read", () => {
  expect(ROWS.length).toBeGreaterThan(40);
  expect(ROWS.filter((row) => row.length !== 5)).toEqual([]);
  const outcomes = ROWS.map(([, , , , outcome = ""]) => outcome);
  expect(outcomes.filter((outcome) => !/^fails$| is not there$| has no /u.test(outcome))).toEqual([]);
});

test.each(ROWS)("%s: %s", (_part, _finding, file = "", words = "") => {
  const path = join(ROOT, file);
  expect(existsSync(path), file).toBe(true);
  expect(readFileSync(path, "utf8")).toContain(words);
});
