import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { stemOf } from "./stem.ts";
import { foldWildcard, hashTerm, TokenScanner, tokenize } from "./tokenize.ts";

const WORDS: readonly (readonly [typed: string, words: string])[] = [
  ["The U.S. Government", "the us government"],
  ["410 U. S. 113", "410 us 113"],
  ["123 F.3d 456", "123 f3d 456"],
  ["123 F. 3d 456", "123 f3d 456"],
  ["12 N.E.2d 3; 12 N. E. 2d 3; 12 N.E. 2d 3", "12 ne2d 3 12 ne2d 3 12 ne2d 3"],
  ["9 F. Supp. 2d 8 and 9 F.Supp.2d 8", "9 f supp 2d 8 and 9 f supp 2d 8"],
  ["5 S. Ct. 6, 5 S.Ct. 6", "5 s ct 6 5 s ct 6"],
  ["7 L.Ed.2d 8", "7 l ed 2d 8"],
  ["S.D.N.Y. 2019", "sdny 2019"],
  ["42 U.S.C. § 1983", "42 usc § 1983"],
  ["§§1981, 1983 and ¶ 12", "§ 1981 1983 and ¶ 12"],
  ["18 U.S.C. § 1028A(a)(1)", "18 usc § 1028a a 1"],
  ["Rule 10b-5, 17 C.F.R. 240.10b-5", "rule 10b 5 17 cfr 240 10b 5"],
  ["No. 2:19-cv-01234-ABC", "no 2 19 cv 1234 abc"],
  ["the plaintiff's and plaintiffs' claims; O’Connor’s", "the plaintiff and plaintiffs claims oconnor"],
  ["aff'd, rev’d, Int'l", "affd revd intl"],
  ["'quoted' words", "quoted words"],
  ["$1,234,567.00 and 1,23 and 12,345", "1234567 0 and 1 23 and 12345"],
  ["Peña v. Müller, ﬁnancé, Straße, Ægis", "pena v muller finance strasse aegis"],
  ["co\u00adoperate", "cooperate"],
  ["cross-examination", "cross examination"],
  ["No. 007, 000", "no 7 0"],
  ["J.R. Smith, J. R. Smith, J.Smith", "jr smith jr smith j smith"],
  ["e.g., i.e., a.m. p.5", "eg ie am p 5"],
  ["Θεός и право", "θεος и право"],
  ["AT&T and/or R&D", "at t and or r d"],
  ["in the U.S. A reader", "in the us a reader"],
  ["42 U.S. C. § 5, 42 U. S.C. § 5, U. S. C. A., U.S.C. A., U.S. C.A.", "42 usc § 5 42 usc § 5 usca usca usca"],
  ["17 C.F. R. 240; 5 F. R.D. 6; S.D. N.Y.; D. N.J.", "17 cfr 240 5 frd 6 sdny dnj"],
  ["12 N.Y. S.2d 3, 12 N.Y.S. 2d 3, 12 N. W.2d 3", "12 nys2d 3 12 nys2d 3 12 nw2d 3"],
  ["the U.S. C. Smith; U.S.C.I.S. and D. C. Bar", "the usc smith uscis and dc bar"],
  ["N.Y. C. Smith, U.S. J. Doe", "ny c smith us j doe"],
  ["juris-\ndiction, juris- \n  diction, cross-\nexamine", "jurisdiction jurisdiction cross examine"],
  [
    "Plaintiff-\nAppellant, x-\nray, § 5-\na, juris- diction, of-\n\nthe",
    "plaintiff appellant x ray § 5 a juris diction of the",
  ],
  ["", ""],
  ["... -- '' ’", ""],
];

describe("words", () => {
  test.each(WORDS)("%s", (typed, words) => {
    expect(
      tokenize(typed)
        .map((token) => token.text)
        .join(" "),
    ).toBe(words);
  });

  test("offsets point at the word, without its possessive", () => {
    const text = "The court’s opinion in 42 U.S.C. § 1983.";
    const spans = tokenize(text).map((token) => text.slice(token.start, token.end));
    expect(spans).toEqual(["The", "court", "opinion", "in", "42", "U.S.C", "§", "1983"]);
  });

  test("a word longer than any is cut, not split", () => {
    const tokens = tokenize(`${"a".repeat(500)} b`);
    expect(tokens.map((token) => token.text.length)).toEqual([64, 1]);
  });
});

const BREAKS: readonly (readonly [text: string, marked: string])[] = [
  ["It is so. We hold.", "it is so|we hold"],
  ["See Smith v. Jones, No. 5. The rule.", "see smith v jones no 5|the rule"],
  ["Mr. Smith sued Acme Co. The court", "mr smith sued acme co the court"],
  ["in the U.S. The", "in the us the"],
  ["He said “stop.” Then he left.", "he said stop|then he left"],
  ["Why? Because! so", "why|because so"],
  ["one\n\ntwo\nthree\n \nfour", "one/two three/four"],
  ["one.\n\nTwo", "one/two"],
  ["ends (here). Next", "ends here|next"],
];

describe("boundaries", () => {
  test.each(BREAKS)("%j", (text, marked) => {
    const glue = { none: " ", sentence: "|", paragraph: "/" };
    const joined = tokenize(text).map((token, i) => (i === 0 ? "" : glue[token.begins]) + token.text);
    expect(joined.join("")).toBe(marked);
  });
});

describe("wildcards and stems", () => {
  test.each([
    ["Fraud*", ["fraud*"]],
    ["*Ñor?", ["*nor?"]],
    ["O'Conn*", ["oconn*"]],
    ["cross-exam*", ["cross", "exam*"]],
    ["U.S*", ["us*"]],
  ])("%s", (typed, parts) => {
    expect(foldWildcard(typed)).toEqual(parts);
  });

  test("forms share a stem; words with digits stand alone", () => {
    expect(new Set(["contract", "contracts", "contracted", "contracting"].map(stemOf)).size).toBe(1);
    expect(["us", "1028a", "f3d", "§"].map(stemOf)).toEqual(["us", "1028a", "f3d", "§"]);
  });
});

test("any text: offsets rise, words are folded once and for all, the hash is the bytes' hash", () => {
  const pieces = fc.constantFrom(
    "U",
    ".",
    " ",
    "S",
    "3d",
    "’",
    "s",
    ",",
    "123",
    "§",
    "\n",
    "-",
    "é",
    "a",
    "B",
    "ﬁ",
    "0",
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
      const text = parts.join("");
      const scanner = new TokenScanner();
      scanner.reset(text);
      let last = 0;
      while (scanner.next()) {
        expect(scanner.start).toBeGreaterThanOrEqual(last);
        expect(scanner.end).toBeGreaterThan(scanner.start);
        last = scanner.end;
        expect(scanner.termHash).toBe(hashTerm(scanner.term, scanner.termLength));
        const word = Buffer.from(scanner.term.subarray(0, scanner.termLength)).toString();
        expect(tokenize(word).map((token) => token.text)).toEqual([word]);
      }
    }),
    { numRuns: 2000 },
  );
});
