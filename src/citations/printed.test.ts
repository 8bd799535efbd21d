import { describe, expect, test } from "vitest";
import { extractCitations } from "./citations.ts";

const printed = (text: string): string[] =>
  extractCitations(text).map(({ span }) => text.slice(span.start, span.end).replace(/\s+/gu, " "));

describe("no citation reaches over a blank line", () => {
  test.each<[text: string, citations: readonly string[]]>([
    ["the rule of the FERC.\n\n3 F.3d 22 is cited", ["3 F.3d 22"]],
    ["as held by the FERC.\n\n3\n\nSee Elm v. Fir, 12 F.3d 34.", ["12 F.3d 34"]],
    ["See 12 F.3d\n \n34 Elm Street", []],
    ["See 12\n\nF.3d 34", []],
    ["Elm v. Fir, 12 F.3d\n34 (2d Cir. 1994)", ["12 F.3d 34"]],
  ])("%j", (text, citations) => expect(printed(text)).toEqual(citations));
});

describe("laws of New York are read as its opinions shorten them", () => {
  test.each([
    ["N.Y. Pen. Law § 1847", ["N.Y. Pen. Law § 1847"]],
    ["under N. Y. Pen. Law § 125.25 and after", ["N. Y. Pen. Law § 125.25"]],
    ["N.Y. Penal Law § 125.25", ["N.Y. Penal Law § 125.25"]],
    ["CPLR 3212(b) and RPAPL 711", ["CPLR 3212(b)", "RPAPL 711"]],
    ["Domestic Relations Law § 236", ["Domestic Relations Law § 236"]],
    ["Gen. Bus. Law § 349; Executive Law § 296", ["Gen. Bus. Law § 349", "Executive Law § 296"]],
    ["EPTL 5-1.1; SCPA 1404; VTL § 1192", ["EPTL 5-1.1", "SCPA 1404", "VTL § 1192"]],
    ["the VTL 7 times", []],
  ])("%j", (text, citations) => expect(printed(text)).toEqual(citations));
});
