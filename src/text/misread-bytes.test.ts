import { describe, expect, it } from "vitest";
import { mendMisreadBytes } from "./misread-bytes.ts";

const texts: readonly (readonly [source: string, meant: string])[] = [
  ["Zeta\u0097the maker\u0097under", "Zeta—the maker—under"],
  ["the \u0093taking\u0094 clause\u0092s", "the “taking” clause’s"],
  ["subp\u009cnas", "subpœnas"],
  ["PH\u008cNIX IRON", "PHŒNIX IRON"],
  ["\u0086 Briefs of amici", "† Briefs of amici"],
  ["1959\u009661", "1959–61"],
  ["price \u0080 5\u0085", "price € 5…"],
  ["the Act \u0e42\u0080\u0094 a question", "the Act — a question"],
  ["the Act \u00e2\u0080\u0094 a question, \u00e2\u0080\u009cso\u00e2\u0080\u009d", "the Act — a question, “so”"],
  ["\u0081\u008d\u008f\u0090\u009d", "\u0081\u008d\u008f\u0090\u009d"],
  ["Châtelet \u0097 \u0e42\u0e1a", "Châtelet — \u0e42\u0e1a"],
  ["â¿¿ and â€” are left", "â¿¿ and â€” are left"],
  ["â¿¿ beside \u0097", "â¿¿ beside —"],
  ["nothing to mend", "nothing to mend"],
  ["", ""],
];

describe("mendMisreadBytes", () => {
  it.each(texts)("%j", (source, meant) => expect(mendMisreadBytes(source)).toBe(meant));

  it("agrees with the decoder of the platform on every byte that means something", () => {
    const decoder = new TextDecoder("windows-1252");
    for (let byte = 0x80; byte < 0xa0; byte++) {
      const here = mendMisreadBytes(String.fromCharCode(byte));
      expect(here).toBe(decoder.decode(Uint8Array.of(byte)));
    }
  });

  it("takes nothing away and leaves no code that means something", () => {
    const all = String.fromCharCode(...Array.from({ length: 0x200 }, (_, code) => code));
    expect(mendMisreadBytes(all)).toHaveLength(all.length);
  });
});
