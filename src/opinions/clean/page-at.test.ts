import { describe, expect, it } from "vitest";
import { cleanOpinion } from "./clean-opinion.ts";
import { pageAt, pagesOf } from "./page-at.ts";

const SOURCE =
  '<p>Opening words <page-number label="11">*11</page-number>eleventh<footnotemark>1</footnotemark> page.</p>' +
  '<p><page-number label="12">*12</page-number>Twelfth <span class="star-pagination">*?</span> torn <page-number label="14">*14</page-number>last.</p>' +
  '<footnote label="1"><p>Note begun <page-number label="12">*12</page-number>note ended.</p></footnote>' +
  '<footnote label="2"><p>Orphan.</p></footnote>';

const PLACES: readonly (readonly [words: string, page: string | null])[] = [
  ["Opening", null],
  ["eleventh", "11"],
  ["page.", "11"],
  ["Twelfth", "12"],
  ["torn", null],
  ["last.", "14"],
  ["Note begun", "11"],
  ["note ended.", "12"],
  ["Orphan.", null],
];

describe("the page of a place in the text", () => {
  const cleaned = cleanOpinion({ html: SOURCE });
  it.each(PLACES)("%s", (words, page) => {
    expect(pageAt(cleaned, cleaned.text.text.indexOf(words))).toBe(page);
  });

  it("is found again from the stored HTML and map", () => {
    const { markers, footnotes } = pagesOf(cleaned.text);
    expect(markers).toEqual(cleaned.markers.map(({ label, offset, inFootnote }) => ({ label, offset, inFootnote })));
    expect(footnotes).toEqual(
      cleaned.footnotes.map(({ start, end, referenceOffset }) => ({ start, end, referenceOffset })),
    );
  });
});
