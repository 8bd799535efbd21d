import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { cleanOpinion } from "#opinions/clean/clean-opinion.ts";

/**
 * Opinions as public sources hold them, with what a page bears beside its text: each has phrases that the cleaned text
 * must hold, over pages and lines, and words that it must not. The words are invented.
 */
type FieldCase = {
  readonly what: string;
  readonly html?: string;
  readonly plain?: string;
  readonly has: readonly string[];
  readonly lacks?: readonly string[];
};

const cases = readFileSync(new URL("./page-furniture.jsonl", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as FieldCase);

test("there are enough of them", () => expect(cases.length).toBeGreaterThanOrEqual(25));

test.each(cases)("$what", ({ html, plain, has, lacks = [] }) => {
  const { text, account } = cleanOpinion(html === undefined ? { plain: plain ?? "" } : { html });
  for (const words of has) expect(text.text).toContain(words);
  for (const words of lacks) expect(text.text).not.toContain(words);
  expect(account.lost).toEqual({});
});
