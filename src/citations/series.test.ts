import { describe, expect, test } from "vitest";
import { extractCitations } from "./citations.ts";
import { allSeries, seriesFault } from "./series.ts";
import { tables } from "./tables.ts";
import { foldReporter } from "./trie.ts";

const NOW = new Date("2026-11-22");

function faultOf(text: string, now = NOW): string | null | undefined {
  const citation = extractCitations(text).find(({ kind }) => kind === "case" || kind === "short");
  return citation?.kind === "case" || citation?.kind === "short" ? seriesFault(citation, now) : undefined;
}

describe("what a series cannot have", () => {
  test.each([
    ["Elm v. Fir, 700 U.S. 22 (2001)", "U.S. has no volume 700: it had reached 606 in 2025-06"],
    ["Elm v. Fir, 9999 F.3d 22 (2d Cir. 1999)", "F.3d ended with volume 999 in 2021"],
    ["Elm v. Fir, 12 F.4th 22 (5th Cir. 1999)", "F.4th begins in 2021"],
    ["Elm v. Fir, 55 Cal. 3d 22 (1990)", "Cal. 3d ended with volume 54 in 1991"],
    ["Elm v. Fir, 12 F.2d 22 (2d Cir. 2005)", "F.2d ended in 1993"],
    ["Elm v. Fir, 12 F.4th 22 (2d Cir. 2031)", "the year 2031 is still to come"],
    ["Elm v. Fir, 0 U.S. 22 (1990)", "U.S. has no volume 0"],
  ])("%s", (text, fault) => expect(faultOf(text)).toBe(fault));

  test.each([
    "Elm v. Fir, 606 U.S. 22 (2025)",
    "Elm v. Fir, 612 U.S. 22 (2026)",
    "Elm v. Fir, 999 F.3d 22 (2d Cir. 2021)",
    "Elm v. Fir, 1 F.3d 22 (2d Cir. 1993)",
    "Elm v. Fir, 1 F.2d 22 (2d Cir. 1924)",
    "Elm v. Fir, 1 U.S. 22 (1779)",
    "Elm v. Fir, 12 Samp. 340 (9th Cir. 1998)",
  ])("%s may be", (text) => expect(faultOf(text)).toBeNull());

  test("a series that goes on may have grown", () => {
    expect(faultOf("Elm v. Fir, 700 U.S. 22 (2044)", new Date("2045-01-01"))).toBeNull();
  });

  test("every series of the table is a reporter's, with years and volumes that can be", () => {
    expect(allSeries().length).toBeGreaterThan(60);
    for (const one of allSeries()) {
      expect(tables().byKey.has(foldReporter(one.reporter)), one.reporter).toBe(true);
      expect(one.firstYear).toBeLessThanOrEqual(one.lastYear ?? 9999);
      expect(one.volume).toBeGreaterThan(0);
      expect((one.lastYear === null) === (one.asOf !== null), one.reporter).toBe(true);
      if (one.asOf !== null) expect(one.volumesPerYear_max).toBeGreaterThan(0);
    }
  });
});
