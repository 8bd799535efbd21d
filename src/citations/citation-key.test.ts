import { describe, expect, test } from "vitest";
import { citationKey } from "./citation-key.ts";

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

  // Stored databases hold these: a change of the rule would lose them.
  test.each([
    ["410 U. S. 113", "410us113"],
    ["12 F.3d 34", "12f3d34"],
    ["2006-Ohio-856", "2006-ohio-856"],
    ["2014 IL App (1st) 120583-U", "2014ilapp(1st)120583-u"],
    ["5 L\u2019Acadie 3", "5lacadie3"],
    ["1 Ohio St.3d 12", "1ohiost3d12"],
    ["1 F.\u00a02d \uff12", "1f2d2"],
    ["12\u2013CV\u20113", "12-cv-3"],
    ["", ""],
  ])("the stored key of %j", (citedAs, key) => expect(citationKey(citedAs)).toBe(key));
});
