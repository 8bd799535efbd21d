import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countedSteps } from "./counted-work.ts";
import { countingExec } from "./counting-matcher.ts";

/** Patterns of all that ours are made of, over a small alphabet so that they meet their texts. */
const atom = fc.constantFrom("a", "b", "[ab]", "[^a]", ".", String.raw`\d`, String.raw`\s`, String.raw`\p{L}`);
const { pattern } = fc.letrec<{ pattern: string; term: string }>((tie) => ({
  pattern: fc.array(fc.array(tie("term"), { maxLength: 3 }), { minLength: 1, maxLength: 3 }).map((ways) => {
    return ways.map((terms) => terms.join("")).join("|");
  }),
  term: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    atom,
    fc.constantFrom("^", "$", String.raw`\b`, String.raw`\B`),
    fc
      .tuple(atom, fc.constantFrom("*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{0,2}?"))
      .map((all) => all.join("")),
    fc
      .tuple(tie("pattern"), fc.constantFrom("", "*", "+?", "{1,2}"), fc.constantFrom("(", "(?:"))
      .map(([inner, times, open]) => `${open}${inner})${times}`),
    fc.tuple(tie("pattern"), fc.constantFrom("(?=", "(?!", "(?<=", "(?<!")).map(([inner, open]) => `${open}${inner})`),
  ),
}));
/** No pairs of code units: V8 finds what is empty between the halves of one too, which the standard does not. */
const text = fc.string({ unit: fc.constantFrom("a", "b", "A", "1", " ", "\n", "é"), maxLength: 9 });
const flags = fc.constantFrom("u", "iu", "mu", "su", "gu", "uy");

describe("the counting matcher", () => {
  test("finds what the engine finds", () => {
    fc.assert(
      fc.property(pattern, flags, text, (source, flag, subject) => {
        const regex = new RegExp(source, flag);
        const { match } = countingExec(regex, subject, 0);
        const found = regex.exec(subject);
        expect(match === null ? null : [match.index, ...match]).toEqual(
          found === null ? null : [found.index, ...found],
        );
      }),
      { numRuns: 3_000 },
    );
  });

  test("names its groups", () => {
    const { match } = countingExec(/(?<year>\d{4})(?:-(?<month>\d\d))?/u, "in 2001", 0);
    expect({ ...match?.groups }).toEqual({ year: "2001", month: undefined });
  });

  test.each([
    ["linear", /a*b/uy, 2, 2.1],
    ["quadratic", /a*b/u, 3.5, 4.1],
    ["cubic", /a*a*b/u, 7, 8.1],
  ])("counts %s growth as such", (_name, regex, least, most) => {
    const steps = (length: number): number => countingExec(regex, "a".repeat(length), 0).steps;
    const ratio = steps(200) / steps(100);
    expect(ratio).toBeGreaterThan(least - 0.1);
    expect(ratio).toBeLessThan(most);
  });

  test("counts in whatever asks a regular expression", () => {
    const text = "a, b, c";
    const uses: readonly (() => unknown)[] = [
      () => text.replace(/b/u, "x"),
      () => text.replaceAll(/\w/gu, "x"),
      () => text.split(/, /u),
      () => text.match(/c/u),
      () => [...text.matchAll(/\w/gu)],
      () => text.search(/c/u),
      () => /c/u.test(text),
    ];
    for (const use of uses) {
      const plain = use();
      let counted: unknown;
      expect(countedSteps(() => (counted = use()))).toBeGreaterThan(4);
      expect(JSON.stringify(counted)).toBe(JSON.stringify(plain));
    }
  });
});
