import { describe, expect, test } from "vitest";
import { citationKey, parallelCitation } from "./citation-key.ts";

describe("citations as look-ups compare them", () => {
  test.each([
    ["410 U.S. 113", ["410 u.s. 113", "410 U. S. 113", "410 US 113", " 410  U.S.  113 ", "410U.S.113"]],
    ["12 F. App\u2019x 34", ["12 F. App'x 34", "12 F.App'x 34", "12 Fappx 34"]],
    ["2012-Ohio-1234", ["2012-OHIO-1234", "2012\u2013Ohio\u20131234"]],
    ["1 N.Y.S.2d 5", ["1 N. Y. S. 2d 5", "1 NYS2d 5"]],
  ])("%s", (citation, spellings) => {
    for (const spelling of spellings) expect(citationKey(spelling)).toBe(citationKey(citation));
  });

  test("volume, reporter and page stay apart", () => {
    expect(citationKey("41 U.S. 113")).not.toBe(citationKey("410 U.S. 113"));
    expect(citationKey("41 F. 113")).not.toBe(citationKey("41 F.2d 113"));
  });
});

describe("a citation in its parts", () => {
  test.each([
    ["619 F. Supp. 727", { volume: "619", reporter: "F. Supp.", page: "727" }],
    ["88  F. 2d\n12", { volume: "88", reporter: "F. 2d", page: "12" }],
    ["2012-Ohio-1234", { volume: "2012", reporter: "Ohio", page: "1234" }],
    ["14 Samp. 3", { volume: "14", reporter: "Samp.", page: "3" }],
    ["1 Cal. Unrep. xii", { volume: "1", reporter: "Cal. Unrep.", page: "xii" }],
    ["1999 ND 5", { volume: "1999", reporter: "ND", page: "5" }],
  ])("%j", (text, parts) => expect(parallelCitation(text)).toMatchObject(parts));

  test.each(["", "12", "F. Supp. 727", "12 34 56", "see the record"])("%j is none", (text) =>
    expect(parallelCitation(text)).toBeUndefined(),
  );
});
