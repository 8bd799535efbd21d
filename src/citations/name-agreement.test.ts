import { assert, property, string, constantFrom } from "fast-check";
import { describe, expect, test } from "vitest";
import { lettersApart } from "#test/oracle/letters-apart.ts";
import { nameAgreement } from "./name-agreement.ts";

describe("nameAgreement", () => {
  test.each<[cited: string, held: string, agreed: number]>([
    ["Alder v. Birch", "Alder v. Birch", 1],
    ["Alder v. Birch", "Alder v. Cedar", 0.5],
    ["Alder v. Birch", "Cedar v. Elm", 0],
    ["In re the", "Cedar v. Elm", 1],
    ["Hawthorn", "Hawthorne", 1],
    ["Haz", "Hazelton", 1],
    ["Hz", "Hzelton", 0],
    ["Alder", "Elder", 1],
    ["Alder", "Aldre", 0],
    ["Hazl", "Hazt", 0],
    ["Larch", "Larches", 1],
    ["Archs", "Larches", 0],
    ["Marple", "Maple", 1],
  ])("%s, held as %s", (cited, held, agreed) => expect(nameAgreement(cited, held)).toBe(agreed));

  test("a word agrees with itself, with one it begins, and with one a letter apart", () => {
    const word = string({ unit: constantFrom("x", "y", "z"), minLength: 1, maxLength: 8 }).map(
      (letters) => `q${letters}`,
    );
    assert(
      property(word, word, (one, other) => {
        const [short = "", long = ""] = [one, other].toSorted((a, b) => a.length - b.length);
        const begins = short.length >= 3 && long.startsWith(short);
        // Two letters swapped are two letters changed.
        const changed = short.split("").filter((letter, at) => letter !== long[at]).length;
        const apart = lettersApart(short, long) + (short.length === long.length && changed > 1 ? 1 : 0);
        const agrees = one === other || begins || (short.length >= 5 && apart <= 1);
        expect(nameAgreement(one, other)).toBe(agrees ? 1 : 0);
        expect(nameAgreement(other, one)).toBe(agrees ? 1 : 0);
      }),
      { numRuns: 2000 },
    );
  });
});
