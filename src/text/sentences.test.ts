import { array, assert, constantFrom, property } from "fast-check";
import { describe, expect, test } from "vitest";
import { SENTENCES } from "./sentences.fixture.ts";
import { isWhite, splitSentences } from "./sentences.ts";
import { tokenize } from "./tokenize.ts";

const split = (text: string): string[] => splitSentences(text).map(({ start, end }) => text.slice(start, end));

describe("splitSentences", () => {
  test.each([
    ["We affirm. The rule is old.", ["We affirm.", "The rule is old."]],
    [
      "See Alder v. Birch, 12 F. 2d 34, 36 (2d Cir. 1950). We agree.",
      ["See Alder v. Birch, 12 F. 2d 34, 36 (2d Cir. 1950).", "We agree."],
    ],
    [
      "In Cedar Mfg. Co. v. Elm, Inc., the court held so.1 It was wrong.",
      ["In Cedar Mfg. Co. v. Elm, Inc., the court held so.1", "It was wrong."],
    ],
    ["He asked “Why?” The court did not say.", ["He asked “Why?”", "The court did not say."]],
    [
      "Justice J. Fir wrote for the Court. Mr. Oak dissented.",
      ["Justice J. Fir wrote for the Court.", "Mr. Oak dissented."],
    ],
    ["First\n\nSecond. Third", ["First", "Second.", "Third"]],
    ["42 U.S.C. § 1983. Section 5 applies.", ["42 U.S.C. § 1983.", "Section 5 applies."]],
    ["", []],
  ])("%j", (text, wanted) => expect(split(text)).toEqual(wanted));

  test("sentences are in order, do not overlap, and leave out nothing but white space", () => {
    const word = constantFrom(
      "We",
      "affirm",
      "v.",
      "Co.",
      "id.",
      "“",
      "”",
      ".",
      "?",
      "\n\n",
      "123",
      "U.S.",
      "Inc.",
      "The",
      "x".repeat(5000),
    );
    assert(
      property(array(word, { maxLength: 40 }), (words) => {
        const text = words.join(" ");
        let end = 0;
        for (const sentence of splitSentences(text)) {
          expect(text.slice(end, sentence.start)).toMatch(/^\s*$/u);
          expect(sentence.end).toBeGreaterThan(sentence.start);
          end = sentence.end;
        }
        expect(text.slice(end)).toMatch(/^\s*$/u);
      }),
    );
  });
});

describe("sentences as marked by hand", () => {
  test("there are enough", () => expect(SENTENCES.length).toBeGreaterThan(90));

  test.each(SENTENCES)("%s", (line) => {
    const text = line
      .replaceAll("|", "")
      .replaceAll("¶¶", "\n\n")
      .replaceAll(/(?<=\S)¶(?=\S)/gu, "\n");
    const marked = line.split("|").map((part) => part.replaceAll(/¶¶|(?<=\S)¶(?=\S|$)/gu, " ").trim());
    expect(split(text).map((sentence) => sentence.replaceAll(/\s+/gu, " "))).toEqual(
      marked.map((part) => part.replaceAll(/\s+/gu, " ")),
    );
  });
});

/** The words that begin a sentence or paragraph, by their number; the first word of a text begins nothing. */
const byTokens = (text: string): number[] =>
  tokenize(text).flatMap(({ begins, position }) => (begins === "none" ? [] : [position]));
const bySpans = (text: string): number[] => {
  const words = tokenize(text);
  const firsts = splitSentences(text).flatMap(({ start }) => words.find((word) => word.start >= start)?.position ?? []);
  return [...new Set(firsts)].filter((position) => position > 0);
};

describe("the index breaks where the citator does", () => {
  test.each(SENTENCES)("%s", (line) => {
    const text = line.replaceAll("|", "").replaceAll("¶", "\n");
    expect(byTokens(text)).toEqual(bySpans(text));
  });

  test("on any text of words, abbreviations, citations, quotation marks and notes", () => {
    const pieces = constantFrom(
      ..."We affirm rule No. no. Co. Inc. Wall. Cong. Prof. Id. id. etc. U.S. F.2d F. 2d 410 12 1. 12. IV. I. A. v. § ¶ 5 . ? ! , ; : — - ( ) [ ] “ ” ‘ ’ \" ' ... .... * é É ﬁ so.1 so.[2] (a) (iv) $5 1990 1990.3 3.5 J.A.J. O’Dell’s 1,234".split(
        " ",
      ),
      "\n",
      "\n\n",
      " \n \n ",
      "\u00a0",
      "\u2003",
      ". ",
      ".”",
      ".’ ”",
    );
    assert(
      property(array(pieces, { maxLength: 40 }), constantFrom(" ", ""), (parts, glue) => {
        const text = parts.join(glue);
        expect(byTokens(text)).toEqual(bySpans(text));
      }),
      { numRuns: 3000 },
    );
  });
});

test("white space is what a regular expression takes for it, of every unit", () => {
  const differing = Array.from({ length: 65_536 }, (_, code) => code).filter(
    (code) => isWhite(code) !== /\s/u.test(String.fromCharCode(code)),
  );
  expect(differing).toEqual([]);
});
