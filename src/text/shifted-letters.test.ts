import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lettersOf, withPrintedLetters } from "./shifted-letters.ts";

const TEXT = [
  "The court held that the owner of the pier had let it to the town for a term of ten years,",
  "and that the rent was to be paid by the keeper of the harbor on the first day of each month.",
  "It is not said in the lease what is to be done with the goods that are left on the pier when",
  "the term has ended; but the statute of 1958 gives them to the owner, as 9 Samp. 310 has it.",
].join("\n");

function movedBy(text: string, by: number): string {
  return Array.from(text, (sign) => (sign === "\n" ? sign : String.fromCharCode(sign.charCodeAt(0) + by))).join("");
}

function rotated(text: string, by: number): string {
  return text.replace(/[a-z]/gu, (letter) => String.fromCharCode(((letter.charCodeAt(0) - 97 + by) % 26) + 97));
}

describe("letters that are moved by a constant are put back", () => {
  test.each([-29, -31, -3, 1, 5])("by %i places of the table of signs", (by) => {
    expect(withPrintedLetters(movedBy(TEXT, by))).toBe(TEXT);
  });

  test.each([1, 3, 13, 25])("by %i places of the alphabet", (by) => {
    expect(withPrintedLetters(rotated(TEXT.toLowerCase(), by))).toBe(TEXT.toLowerCase());
  });

  test("in those lines alone that are", () => {
    const mixed = `${TEXT}\n${movedBy(TEXT, -29)}\n${TEXT}`;
    expect(withPrintedLetters(mixed)).toBe(`${TEXT}\n${TEXT}\n${TEXT}`);
  });
});

const SPANISH = Array.from(
  { length: 6 },
  (_, at) =>
    `El tribunal resuelve que el contrato de arrendamiento del muelle ${at} fue celebrado entre las partes conforme con la ley vigente.`,
).join("\n");
const NAMES = Array.from({ length: 60 }, (_, at) => `Ostrander Heron Packing Ltd, Quarry Millrace ${at}`).join("\n");
const FIGURES = Array.from({ length: 60 }, (_, at) => `${at * 317} $${at * 12}.50 ${at % 7}% ${at * 9}`).join("\n");

describe("left as it is, is", () => {
  test.each([
    ["English", TEXT],
    ["Spanish", SPANISH],
    ["a list of names", NAMES],
    ["a table of figures", FIGURES],
    ["a short caption", "7KH FRXUW"],
    ["Greek", "Ὁ νόμος τῆς πόλεως περὶ τῶν λιμένων καὶ τῶν πλοίων ".repeat(20)],
  ])("%s", (_what, text) => expect(withPrintedLetters(text)).toBe(text));

  test("any text of common words", () => {
    const words = fc.array(fc.constantFrom(...TEXT.split(/\s+/u)), { minLength: 5, maxLength: 200 });
    fc.assert(
      fc.property(words, (all) => {
        const text = all.join(" ");
        expect(withPrintedLetters(text)).toBe(text);
      }),
    );
  });
});

test("letters put for others by no rule cannot be read", () => {
  const order = "qzjxkvbwpyfmgculdrhsntioae";
  const swapped = TEXT.toLowerCase().replace(/[a-z]/gu, (letter) => order.charAt(letter.charCodeAt(0) - 97));
  expect(lettersOf(swapped).are).toBe("unreadable");
  expect(withPrintedLetters(swapped)).toBeUndefined();
});
