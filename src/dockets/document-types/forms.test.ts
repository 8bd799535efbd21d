import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { firstAmong, firstNamed, FORMS } from "./forms.ts";
import { neededBy } from "./needed-words.ts";
import { beginningsIn } from "./word-beginnings.ts";

const ALL = new Uint8Array(FORMS.length).fill(1);
/** Words of the examples, in any order: much of it is named by some form, and much nearly is. */
const WORDS = FORMS.flatMap(({ example }) => example.split(/(?<=\s)/u));
const line = fc
  .array(fc.oneof(fc.constantFrom(...WORDS), fc.constantFrom("ſ", "K", "/", "-", "(", "§", "é", "\n")), {
    maxLength: 12,
  })
  .map((words) => words.join(""));

describe("the form that is named first", () => {
  test("is that which is found by trying them all", () => {
    let named = 0;
    fc.assert(
      fc.property(line, fc.boolean(), (text, isLoud) => {
        const asked = isLoud ? text.toUpperCase() : text;
        const found = firstAmong(ALL, asked);
        expect(firstNamed(asked)).toEqual(found);
        if (found !== undefined) named += 1;
      }),
      { numRuns: 3000 },
    );
    expect(named).toBeGreaterThan(1000);
  });

  test("is looked for by a part of the forms", () => {
    const formsIn = beginningsIn(FORMS.map(({ pattern }) => neededBy(pattern.source)));
    const tried = FORMS.map(({ example }) => formsIn(example).reduce((sum, mark) => sum + mark, 0));
    expect(tried.reduce((sum, count) => sum + count, 0) / FORMS.length).toBeLessThan(FORMS.length / 4);
  });
});

describe("what a pattern cannot match without", () => {
  test.each<[pattern: string, needed: readonly string[] | null]>([
    ["\\bnotice and motion\\b", ["notice and motion"]],
    ["\\bstatements? of decision\\b", [" of decision"]],
    ["\\bmotions?\\b", ["motion"]],
    ["^(?:open|opened(?: case)?) \\w+", ["open", "opened"]],
    ["\\b(?:proof|(?:order )?form)\\b", ["proof", "form"]],
    ["\\b(?:proof|\\d+)\\b x", [" x"]],
    ["(?:proof)? held", [" held"]],
    ["a(?:bc){0,2}", ["a"]],
    ["(?:abc){1,2}d", ["abc"]],
    ["[a-z]+(?! motion)(?<=order)", null],
    ["abc|\\w+", null],
    ["cja[- ]?(?:20|30)\\b(?! voucher)", ["cja"]],
  ])("%s", (pattern, needed) => {
    expect(neededBy(pattern)).toEqual(needed);
  });
});
