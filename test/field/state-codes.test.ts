import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { extractCitations } from "#citations/citations.ts";

/** Codes as opinions of their states print them, with invented sections: the code each is read as, and its sections. */
type CodeCase = { readonly text: string; readonly code: string; readonly sections: readonly string[] };

const CASES = readFileSync(new URL("./state-codes.jsonl", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as CodeCase);

test("there is a table", () => expect(CASES.length).toBeGreaterThan(60));

test.each(CASES)("$text", ({ text, code, sections }) => {
  const read = extractCitations(text).map((one) =>
    one.kind === "law" ? [one.correctedCode, one.sections.map(({ number }) => number)] : [one.kind],
  );
  expect(read).toEqual([[code, sections]]);
});
