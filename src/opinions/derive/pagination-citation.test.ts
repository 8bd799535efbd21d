import { describe, expect, it } from "vitest";
import type { ParallelCitation } from "../model.ts";
import { paginationCitation } from "./pagination-citation.ts";

function cited(...citations: readonly string[]): ParallelCitation[] {
  return citations.map((citedAs) => {
    const [volume = "", ...rest] = citedAs.split(" ");
    return { volume, reporter: rest.slice(0, -1).join(" "), page: rest.at(-1) ?? "", citedAs };
  });
}

/** Markers of these pages, each holding so many characters. */
function marked(
  pages: readonly (number | string)[],
  pageChars: number,
): { label: string; reporter: number; offset: number }[] {
  return pages.map((page, at) => ({ label: String(page), reporter: 1, offset: 100 + at * pageChars }));
}

describe("the citation whose pages the markers follow", () => {
  const cases: readonly (readonly [
    why: string,
    pages: readonly (number | string)[],
    pageChars: number,
    cites: readonly string[],
    found: string | null,
  ])[] = [
    ["the only one in range", [101, 102], 1800, ["9 Samp. 100", "40 S. Ct. 700"], "9 Samp. 100"],
    ["one column, not two", [380, 381, 382], 1800, ["195 U.S. 375", "25 S. Ct. 50", "49 L. Ed. 242"], "195 U.S. 375"],
    ["two columns, not one", [380, 381, 382], 4500, ["195 U.S. 375", "25 F.2d 370"], "25 F.2d 370"],
    ["no database page", [5, 6, 7], 1800, ["195 U.S. 3", "1904 U.S. LEXIS 4", "1904 WL 2"], "195 U.S. 3"],
    ["two names of one book", [214, 215], 1800, ["13 Pet. 209", "38 U.S. 209"], "38 U.S. 209"],
    ["two books fit", [300, 301, 302], 1800, ["9 Samp. 290", "10 Ill. 250"], null],
    ["two books fit and no page is whole", [446], 0, ["371 U.S. 415", "83 S. Ct. 380"], null],
    ["the page holds too much", [101, 102, 103], 9000, ["9 Samp. 100"], null],
    ["before its first page", [99, 100], 1800, ["9 Samp. 100"], null],
    ["too far behind its first page", [900, 901], 1800, ["9 Samp. 100"], null],
    ["going back", [101, 102, 101], 1800, ["9 Samp. 100"], null],
    ["no markers", [], 1800, ["9 Samp. 100"], null],
    ["no citations", [101], 1800, [], null],
    ["a page without its number is passed over", [101, "?", 103], 1800, ["9 Samp. 100"], "9 Samp. 100"],
    ["lettered pages", ["486A", "486B", "487"], 1800, ["9 Samp. 480"], "9 Samp. 480"],
    ["roman pages have no place in a range", ["iv", "v"], 1800, ["9 Samp. 1"], null],
  ];
  it.each(cases)("%s", (_why, pages, pageChars, cites, found) => {
    expect(paginationCitation(marked(pages, pageChars), cited(...cites))?.citedAs ?? null).toBe(found);
  });

  it("may begin late in a separate opinion, not in the court's", () => {
    const markers = marked([250, 251, 252], 1800);
    expect(paginationCitation(markers, cited("9 Samp. 100"))).toBeNull();
    expect(paginationCitation(markers, cited("9 Samp. 100"), true)?.citedAs).toBe("9 Samp. 100");
  });

  it("is none where markers of two reporters stand in one text", () => {
    const markers = marked([101, 102], 1800).map((marker, at) => Object.assign(marker, { reporter: at + 1 }));
    expect(paginationCitation(markers, cited("9 Samp. 100"))).toBeNull();
  });

  it("does not heed markers in footnotes, which stand behind the text", () => {
    const markers = [...marked([101, 102], 1800), { label: "101", reporter: 1, offset: 9000, inFootnote: true }];
    expect(paginationCitation(markers, cited("9 Samp. 100"))?.citedAs).toBe("9 Samp. 100");
  });
});
