import { array, assert, constantFrom, nat, property } from "fast-check";
import { describe, expect, test } from "vitest";
import { comparableForm } from "./comparable.ts";

describe("the form in which quotations are compared", () => {
  test.each([
    ["“A tenant”\n  who — \u00a0keeps", '"A tenant" who - keeps'],
    ["the juris-\ndiction of the court", "the jurisdiction of the court"],
    ["the ﬁrst oﬃce", "the first office"],
    ["  edges go \n", "edges go"],
    ["plain words", "plain words"],
  ])("%j", (given, form) => expect(comparableForm(given).text).toBe(form));

  test("a span of it is a span of the text", () => {
    const given = "They  kept\n\nthe “juris-\ndiction” of   it.";
    const { text, spanOf } = comparableForm(given);
    const start = text.indexOf('"jurisdiction"');
    const { start: from, end: to } = spanOf({ start, end: start + '"jurisdiction"'.length });
    expect(given.slice(from, to)).toBe("“juris-\ndiction”");
  });

  test("every span leads to words that have the same form", () => {
    const piece = constantFrom(
      "elm",
      "fir",
      " ",
      "  ",
      "\n\n",
      "-\n",
      "ﬁ",
      "“",
      "’",
      "—",
      "\u00a0",
      "\u00ad",
      "a",
      "oak-\nash",
    );
    assert(
      property(array(piece, { maxLength: 30 }), nat(), nat(), (pieces, one, other) => {
        const given = pieces.join("");
        const { text, spanOf } = comparableForm(given);
        const [start, end] = [one % (text.length + 1), other % (text.length + 1)].toSorted(
          (left, right) => left - right,
        );
        const words = text.slice(start, end);
        if (start === undefined || end === undefined || words.trim() !== words || words === "") return;
        const span = spanOf({ start, end });
        expect(span.start).toBeGreaterThanOrEqual(0);
        expect(span.end).toBeLessThanOrEqual(given.length);
        expect(letters(given.slice(span.start, span.end))).toContain(letters(words));
      }),
      { numRuns: 500 },
    );
  });
});

const letters = (text: string): string => comparableForm(text).text.replaceAll(/[^\p{L}]+/gu, "");
