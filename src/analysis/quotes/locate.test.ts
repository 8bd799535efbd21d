import { assert, integer, nat, property } from "fast-check";
import { describe, expect, test } from "vitest";
import { OPINION_TEXT, partOf } from "../invented.fixture.ts";
import { QuotedSource } from "./locate.ts";

const source = new QuotedSource([partOf(OPINION_TEXT)]);
const shown = (quote: string): string | undefined => {
  const found = source.locate(quote);
  return found === undefined ? undefined : OPINION_TEXT.slice(found.start, found.end);
};

describe("a quotation is found in the source's own words", () => {
  test.each([
    ["no other tenant had asked for the store", "exact", "no other tenant had\nasked for the store"],
    [
      "a letter that asks for the keys gives up nothing",
      "normalised",
      "a letter that asks for the keys gives\nup nothing",
    ],
    ["The Court’s rule punishes forgetfulness", "normalised", "The Court's rule punishes forgetfulness"],
    [
      "“a tenant who keeps the keys after the terrn has ended must pay for each month”",
      "repaired",
      "a tenant who keeps the keys after the term has ended must pay for each month",
    ],
    [
      "Fir v. Oak isn not to the contrary because there the landlord changed the locks",
      "repaired",
      "Fir v. Oak is not to the\ncontrary, because there the landlord had changed the locks",
    ],
  ])("%s", (quote, _how, words) => expect(shown(quote)?.replaceAll("\n", " ")).toBe(words.replaceAll("\n", " ")));
});

describe("a quotation is dropped that says another thing than what is nearest to it", () => {
  test.each([
    "The trial court awarded the bank $4,500 in rent and denied its request for interest.",
    "We hold that a tenant who keeps the keys after the term has ended need not pay for each month",
    "Fir v. Oak is to the contrary, because there the landlord had changed the locks",
    "The judgment of the Court of Appeals is reversed.",
    "We hold that the moon is made of the finest green cheese in the county.",
    "rent",
    "",
  ])("%j", (quote) => {
    const words = shown(quote);
    if (words !== undefined) expect(words.toLowerCase()).toBe(quote.toLowerCase());
  });
});

/** Damage of the kinds that models and scanners do: letters changed, left out or doubled, white space, typography. */
function damaged(text: string, seed: number, times: number): string {
  let state = seed;
  const draw = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state % below;
  };
  let words = text;
  for (let time = 0; time < times; time += 1) {
    const at = draw(words.length);
    const kinds = ["", words[at] + (words[at] ?? ""), "e", " ", "\n", "\u2019"];
    words = words.slice(0, at) + (kinds[draw(kinds.length)] ?? "") + words.slice(at + 1);
  }
  return words;
}

test("of 200 damaged quotations each is repaired into words of the source or dropped", () => {
  let repaired = 0;
  for (let seed = 1; seed <= 200; seed += 1) {
    const start = (seed * 37) % (OPINION_TEXT.length - 260);
    const quote = damaged(OPINION_TEXT.slice(start, start + 60 + ((seed * 13) % 180)), seed, 1 + (seed % 5));
    const found = source.locate(quote);
    if (found === undefined) continue;
    repaired += 1;
    const words = OPINION_TEXT.slice(found.start, found.end);
    expect(OPINION_TEXT).toContain(words);
    expect(Math.abs(words.length - quote.length)).toBeLessThan(60);
  }
  expect(repaired).toBeGreaterThan(150);
});

test("every run of the source's words is found, and what is found is a run of the source", () => {
  assert(
    property(nat(OPINION_TEXT.length - 2), integer({ min: 1, max: 400 }), (start, length) => {
      const quote = OPINION_TEXT.slice(start, start + length);
      const found = source.locate(quote);
      const words = found === undefined ? "" : OPINION_TEXT.slice(found.start, found.end);
      expect(words).toBe(quote.trim());
    }),
    { numRuns: 300 },
  );
});
