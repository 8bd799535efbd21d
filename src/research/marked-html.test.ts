import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanOpinion } from "#opinions/clean/clean-opinion.ts";
import { unbalancedIn } from "#test/opinions/clean-html.ts";
import { markedHtml } from "./marked-html.ts";

function marked(source: string, ...words: readonly string[]): string {
  const { text } = cleanOpinion({ html: source });
  const marks = words.map((one) => {
    const start = text.text.indexOf(one);
    return { start, end: start + one.length, open: "[", close: "]" };
  });
  return markedHtml(text, marks).trim().replaceAll("\n", "");
}

describe("a mark in the HTML of a text", () => {
  const ELM = "Elm v. Fir, 12 F.3d 34";
  const cases: readonly (readonly [source: string, words: string, html: string])[] = [
    [`<p>See ${ELM}.</p>`, ELM, `<p>See [${ELM}].</p>`],
    ["<p>See <em>Elm v. Fir</em>, 12 F.3d 34.</p>", ELM, "<p>See [<em>Elm v. Fir</em>, 12 F.3d 34].</p>"],
    ["<p>12 F.3d 34 <em>(per curiam)</em>.</p>", "34 (per curiam)", "<p>12 F.3d [34 <em>(per curiam)</em>].</p>"],
    ["<p><em>See Elm v. Fir</em>, 12 F.3d 34.</p>", ELM, "<p><em>See Elm v. Fir</em>[, 12 F.3d 34].</p>"],
    ["<p>Elm &amp; Fir, 9 A. 1</p>", "Elm & Fir", "<p>[Elm &amp; Fir], 9 A. 1</p>"],
  ];
  test.each(cases)("%s", (source, words, html) => {
    expect(marked(source, words)).toBe(html);
  });

  test("ends at the end of a paragraph and at a note's number", () => {
    const note = `<p>Elm v. Fir,<sup><a href="#n1">1</a></sup> 12 F.3d 34</p><aside id="n1">One.</aside>`;
    expect(marked(note, "Elm v. Fir").match(/\[[^\]]*\]/gu)).toEqual(["[Elm v. Fir]"]);
    expect(marked("<p>Elm v.</p><p>Firbank</p>", "Elm v.\n\nFirbank")).toBe("<p>Elm v.</p><p>[Firbank]</p>");
  });

  test("of two that overlap the first is shown", () => {
    expect(marked("<p>one two three</p>", "one two", "two three")).toBe("<p>[one two] three</p>");
  });

  test("leaves every element whole and every word as it was", () => {
    const piece = fc.constantFrom(
      "<em>",
      "</em>",
      "<b>",
      "</b>",
      "<p>",
      "</p>",
      "<sup>",
      "</sup>",
      "one ",
      "v. ",
      "&amp; ",
      "2 F. 3 ",
    );
    const place = fc.nat(60);
    fc.assert(
      fc.property(
        fc.array(piece, { minLength: 1, maxLength: 30 }),
        fc.array(place, { maxLength: 8 }),
        (pieces, places) => {
          const { text } = cleanOpinion({ html: pieces.join("") });
          const sorted = places.map((at) => Math.min(at, text.text.length)).toSorted((one, other) => one - other);
          const marks = sorted
            .slice(1)
            .map((end, at) => ({ start: sorted[at] ?? 0, end, open: "<strong>", close: "</strong>" }));
          const html = markedHtml(text, marks);
          expect(unbalancedIn(html)).toEqual(unbalancedIn(text.html));
          expect(html.replace(/<[^>]*>/gu, "")).toBe(text.html.replace(/<[^>]*>/gu, ""));
        },
      ),
    );
  });
});
