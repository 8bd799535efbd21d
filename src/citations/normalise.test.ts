import { assert, constantFrom, property, tuple } from "fast-check";
import { describe, expect, test } from "vitest";
import { normaliseCitation, parseLawCitation } from "./normalise.ts";

describe("normaliseCitation", () => {
  test.each([
    ["410 us 113", "410 U.S. 113", "410us113"],
    ["410 U. S. 113", "410 U.S. 113", "410us113"],
    ["Roe v. Wade, 410 U.S. 113 (1973)", "410 U.S. 113", "410us113"],
    ["12 f. 3d 34", "12 F.3d 34", "12f3d34"],
    ["12 fed rep 34", "12 F. 34", "12f34"],
    ["134 s ct 2347", "134 S. Ct. 2347", "134sct2347"],
    ["2006-ohio-856", "2006-Ohio-856", "2006-ohio-856"],
    ["2014 il app (1st) 120583-u", "2014 IL App (1st) 120583-u", "2014ilapp(1st)120583-u"],
    ["3 samp. 4", "3 Samp. 4", "3samp4"],
  ])("%s", (typed, citedAs, key) => expect(normaliseCitation(typed)).toMatchObject({ citedAs, key, known: true }));

  test("an unknown reporter keeps its form and is said to be unknown", () => {
    expect(normaliseCitation("9 Xyl. Rep. 3")).toMatchObject({
      citedAs: "9 Xyl. Rep. 3",
      key: "9xylrep3",
      known: false,
    });
  });

  test.each(["", "hello", "410", "410 U.S.", "x".repeat(5000)])("%j is no citation", (typed) => {
    expect(normaliseCitation(typed)).toBeUndefined();
  });

  test("periods, spaces and case never change the key", () => {
    const forms = tuple(
      constantFrom("U.S.", "U. S.", "US", "us", "u.s."),
      constantFrom("1", "22", "410"),
      constantFrom("3", "113"),
      constantFrom(" ", "  "),
    );
    assert(
      property(forms, ([reporter, volume, page, gap]) => {
        expect(normaliseCitation(`${volume}${gap}${reporter}${gap}${page}`)?.key).toBe(`${volume}us${page}`);
      }),
    );
  });
});

test.each([
  ["42 usc 1983", "U.S.C.", "1983"],
  ["17 cfr 240.10b-5", "C.F.R.", "240.10b-5"],
  ["fla stat 120.68", "Fla. Stat.", "120.68"],
  ["28 U.S.C. § 1331(a)", "U.S.C.", "1331"],
  ["Cal. Penal Code § 187", "Cal. Penal Code", "187"],
])("parseLawCitation reads %s", (typed, correctedCode, number) => {
  expect(parseLawCitation(typed)).toMatchObject({ correctedCode, sections: [{ number }] });
});
