import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { extractCitations } from "#citations/citations.ts";
import { isFormer } from "#citations/laws/former.ts";
import { constitutionalName, usualNames } from "#citations/laws/usual-names.ts";

function linesOf(file: string): readonly unknown[] {
  const lines = readFileSync(new URL(`./${file}.jsonl`, import.meta.url), "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as unknown);
}

/** Provisions by the names that people use for them; null: a name that means none. */
test.each(linesOf("laws-by-usual-names") as { name: string; citation: string | null }[])(
  "$name",
  ({ name, citation }) => {
    const [first = null] = [...constitutionalName(name).map((one) => one.citation), ...usualNames(name)];
    expect(first).toBe(citation);
  },
);

/** Whether a text says of a section that it is gone, so that its number may be another's now. */
test.each(linesOf("former-sections") as { text: string; former: boolean }[])("$text", ({ text, former }) => {
  const law = extractCitations(text).find((one) => one.kind === "law");
  expect(law !== undefined && isFormer(text, law)).toBe(former);
});
