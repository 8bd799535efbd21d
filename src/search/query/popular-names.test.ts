import { describe, expect, test } from "vitest";
import { citationKey } from "#citations/citation-key.ts";
import { normaliseCitation } from "#citations/normalise.ts";
import { popularNameIn, popularNames } from "./popular-names.ts";

describe("popular names", () => {
  test("the table is whole: a name, its case, and citations to reporters that are known", () => {
    const rows = popularNames();
    expect(rows.length).toBeGreaterThanOrEqual(80);
    for (const { name, cases, citations } of rows) {
      expect([name, cases, citations].every((cell) => cell.length > 0)).toBe(true);
      for (const citation of citations) {
        expect([citation, normaliseCitation(citation)?.key]).toEqual([citation, citationKey(citation)]);
      }
    }
  });

  test.each([
    ["Slaughter-House Cases", "83 U.S. 36"],
    ["the slaughter-house cases", "83 U.S. 36"],
    ["Slaughterhouse Cases", "83 U.S. 36"],
    ["Civil Rights Cases", "109 U.S. 3"],
    ["MGM v. Grokster", "545 U.S. 913"],
    ["mgm v grokster", "545 U.S. 913"],
    ["Steel Seizure Case", "343 U.S. 579"],
    ["Dred Scott", "60 U.S. 393"],
    ["dred scott citizenship", "60 U.S. 393"],
    ["Insular Cases territories", "182 U.S. 244"],
    ["Brown v. Board", "347 U.S. 483"],
    ["Amistad", "40 U.S. 518"],
    ["The Paquete Habana", "175 U.S. 677"],
    ["NFIB v. Sebelius", "567 U.S. 519"],
  ])("%s", (typed, citation) => expect(popularNameIn(typed)?.citations[0]).toBe(citation));

  test.each([
    "attorney fees in civil rights cases",
    "civil rights cases burden of proof",
    "license cases",
    "prize cases of wine",
    "lottery case law",
    "fox case study",
    "Brown v. Board of Elections",
    "amistad dam",
    "seizure of steel",
    "the",
    "",
  ])("%s among other words, or otherwise, is no popular name", (typed) => {
    const found = popularNameIn(typed);
    expect(found === undefined || found.name.toLowerCase() === typed).toBe(true);
  });
});
