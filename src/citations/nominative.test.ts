import { describe, expect, test } from "vitest";
import { samePage } from "./nominative.ts";

describe("early volumes under both of their names", () => {
  test.each([
    ["1 Cranch 137", "5 U.S. 137"],
    ["5 U.S. 137", "1 Cranch 137"],
    ["5 us 137", "1 Cranch 137"],
    ["5 U. S. 137", "1 Cranch 137"],
    ["5 U.S. (1 Cranch) 137", "1 Cranch 137"],
    ["2 Dall. 419", "2 U.S. 419"],
    ["9 cranch 43", "13 U.S. 43"],
    ["4 Wheat. 316", "17 U.S. 316"],
    ["4 Wheaton 316", "17 U.S. 316"],
    ["12 Wheat. 213", "25 U.S. 213"],
    ["1 Pet. 1", "26 U.S. 1"],
    ["16 Peters 539", "41 U.S. 539"],
    ["1 How. 1", "42 U.S. 1"],
    ["19 How. 393", "60 U.S. 393"],
    ["24 How. 66", "65 U.S. 66"],
    ["2 Black 635", "67 U.S. 635"],
    ["1 Wall. 1", "68 U.S. 1"],
    ["16 Wall. 36", "83 U.S. 36"],
    ["23 Wall. 1", "90 U.S. 1"],
    ["90 U.S. 1", "23 Wall. 1"],
    ["24 Pick. 1", "41 Mass. 1"],
    ["5 Met. 1", "46 Mass. 1"],
    ["12 Cush. 1", "66 Mass. 1"],
    ["16 Gray 1", "82 Mass. 1"],
    ["14 Allen 1", "96 Mass. 1"],
    ["4 Scam. 1", "5 Ill. 1"],
    ["5 Gilm. 1", "10 Ill. 1"],
    ["14 Bush 1", "77 Ky. 1"],
    ["12 Heisk. 1", "59 Tenn. 1"],
    ["33 Gratt. 1", "74 Va. 1"],
    ["12 Leigh 1", "39 Va. 1"],
  ])("%s is %s", (one, other) => expect(samePage(one)[0]).toBe(other));

  test("other forms of the reporter's name follow", () => {
    expect(samePage("60 U.S. 393")).toEqual(["19 How. 393", "19 Howard 393"]);
    expect(samePage("19 Howard 393")).toEqual(["60 U.S. 393", "19 How. 393"]);
  });

  test.each([
    ["the series has its own name from here on", "91 U.S. 1"],
    ["no such volume", "24 Wall. 1"],
    ["no such volume", "10 Cranch 1"],
    ["Kentucky has a Metcalf of that volume too", "4 Met. 1"],
    ["another reporter", "410 F.3d 1"],
    ["a volume numbered otherwise", "97 Mass. 1"],
    ["no citation", "Marbury"],
    ["a page is missing", "5 U.S."],
    ["", ""],
  ])("%s: %s", (_why, citation) => expect(samePage(citation)).toEqual([]));
});
