import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { citedAmong } from "./cited-among.ts";

describe("citations among other words", () => {
  test.each([
    ["Heron 304 US 64 federal common law", ["304 US 64"], "Heron federal common law"],
    ["heron v marsh 410 us 113 pier fire", ["410 us 113"], "heron v marsh pier fire"],
    ["Heron 384 U.S. 436 and Crane 451 U.S. 477 custody", ["384 U.S. 436", "451 U.S. 477"], "Heron and Crane custody"],
    ["pier fire 410 U.S. 113-114", ["410 U.S. 113"], "pier fire"],
    ["410 U.S. 113-114", ["410 U.S. 113"], ""],
    ["duty of care, 123 f3d 456", ["123 f3d 456"], "duty of care,"],
  ] as const)("%s", (text, citations, rest) => {
    const found = citedAmong(text);
    expect(found?.citations).toEqual(citations);
    expect(found?.rest.replaceAll(/\s+/gu, " ").trim()).toBe(rest);
  });

  test.each([
    "negligence",
    "when may police search a car 4 times in 2 days",
    "42 U.S.C. 1983 and 1988 fees",
    "section 2 of the 14th amendment in 1868",
    "10 days notice 30 days cure",
    `${"pasted words ".repeat(20)} 410 U.S. 113`,
  ])("none in %s", (text) => expect(citedAmong(text)).toBeUndefined());

  test("every word of the text is in a citation or in what is left, where it was typed", () => {
    const word = fc.constantFrom(
      "fire",
      "pier",
      "v.",
      "410 U.S. 113",
      "12 f3d 3",
      "1999",
      "and",
      "§",
      "5-4",
      "(1994)",
      ",",
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (words) => {
        const text = words.join(" ");
        const found = citedAmong(text);
        if (found === undefined) return;
        expect(found.rest).toHaveLength(text.length);
        for (let at = 0; at < text.length; at++) expect([" ", text[at]]).toContain(found.rest[at]);
        for (const one of ["fire", "pier", "v.", "and"]) {
          expect(found.rest.split(" ").filter((left) => left === one)).toHaveLength(
            text.split(" ").filter((typed) => typed === one).length,
          );
        }
      }),
    );
  });
});
