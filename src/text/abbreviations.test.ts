import { describe, expect, test } from "vitest";
import { ABBREVIATIONS, abbreviationAt } from "./abbreviations.ts";
import type { AbbreviationKind } from "./abbreviations.ts";

const kindOf = (word: string): AbbreviationKind | undefined => abbreviationAt(word, 0, word.length)?.kind;

describe("the table of abbreviations", () => {
  test("each form stands in it once, with a kind", () => {
    expect(ABBREVIATIONS.length).toBeGreaterThan(450);
    expect(new Set(ABBREVIATIONS.map(({ form }) => form)).size).toBe(ABBREVIATIONS.length);
    for (const { form, kind } of ABBREVIATIONS)
      expect([form, kind]).toEqual([form, expect.stringMatching(/^[a-z]+$/u)]);
  });

  test.each([
    ["Ass'n", "name"],
    ["ASSN", "name"],
    ["Ass’n", "name"],
    ["Prof", "title"],
    ["Sept", "month"],
    ["Wall", "nominative"],
    ["no", "number"],
    ["Id", "closing"],
    ["art", "document"],
  ])("%s is a %s", (word, kind) => expect(kindOf(word)).toBe(kind));

  test.each(["Ohio", "us", "alder", "", "a", "xxxxxxxxxxxxxxxxxxxxxxxx"])("%j is none", (word) =>
    expect(kindOf(word)).toBeUndefined(),
  );

  test("only a part of a text is looked at", () => expect(abbreviationAt("See Corp. here", 4, 8)?.form).toBe("Corp."));
});
