import { describe, expect, test } from "vitest";
import { extractCitations } from "./citations.ts";

describe("extractCitations", () => {
  test.each([
    ["Alder v. Birch, 12 F.3d 34, 36 (2d Cir. 1994)", "12 F.3d 34", 1994, "ca2"],
    ["Alder v Birch, 12 F Supp 2d 34 (D Kan 2001)", "12 F. Supp. 2d 34", 2001, "ksd"],
    ["In re Cedar, 2014 IL App (1st) 120583-U", "2014 IL App (1st) 120583-U", 2014, null],
    ["Dogwood v. Elm, 5 U.S. (1 Cranch) 137 (1803)", "5 U.S. 137", 1803, "scotus"],
  ])("%s", (text, corrected, year, court) => {
    const [citation] = extractCitations(text);
    expect(citation).toMatchObject({ kind: "case", corrected, year, court });
  });
});
