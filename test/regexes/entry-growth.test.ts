import { describe, expect, test } from "vitest";
import { DEGREE_MAX, growthOfEntry } from "./entries/entry-growth.ts";
import { TEXT_ENTRIES } from "./entries/text-entries.ts";

describe("work on a text of somebody else's grows as the text does", () => {
  test.each(TEXT_ENTRIES)("$name", async (entry) => {
    expect(await entry.read("Tolls of bridges.")).toBeDefined();
    const { text, at, degree } = await growthOfEntry(entry);
    expect(degree, `${text}: ${JSON.stringify(at)}`).toBeLessThan(DEGREE_MAX);
  });

  test.each([
    ["spaces in brackets", /^\[\s*(?<from>.*?)\s*to\s*(?<until>.*?)\s*\]/iu],
    ["words behind a number", /\d+ (?:[A-Z][a-z]* ?)+\d/gu],
    ["remarks at the end", /(?:\s*\([^)]*\)\s*)+$/u],
  ])("an expression of the obvious shape is found: %s", async (_name, expression) => {
    const { degree } = await growthOfEntry({ name: "planted", read: (text) => text.replace(expression, "") });
    expect(degree).toBeGreaterThan(DEGREE_MAX);
  });
});
