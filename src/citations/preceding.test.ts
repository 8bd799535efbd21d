import { describe, expect, test } from "vitest";
import { extractCitations } from "./citations.ts";
import { Preceding } from "./preceding.ts";

const FIR = "Elm v. Fir, 12 F.3d 34 (2d Cir. 1994)";

function after(text: string, citations = 1): Preceding {
  const preceding = new Preceding(text);
  for (const citation of extractCitations(text).slice(0, citations)) preceding.push(citation);
  return preceding;
}

describe("where a name may reach back to", () => {
  const text = `${FIR} (holding that the deed stands). Then more.`;
  const opening = text.indexOf("(holding");
  const end = text.indexOf(". Then");

  test("the end of the citation before, or the beginning of its words in parentheses", () => {
    const preceding = after(text);
    expect(preceding.floorAt(opening - 1)).toBe(0);
    expect(preceding.floorAt(end - 1)).toBeGreaterThanOrEqual(opening);
    expect(preceding.floorAt(end - 1)).toBeLessThanOrEqual(opening + 1);
    expect(preceding.floorAt(end)).toBe(end);
    expect(preceding.floorAt(text.length)).toBe(end);
  });

  test("the nearest of several; none before the first", () => {
    const two = `${FIR}; Oak v. Pine, 13 F.3d 35 (2d Cir. 1994). The end.`;
    const preceding = after(two, 2);
    expect(preceding.floorAt(0)).toBe(0);
    expect(preceding.floorAt(FIR.length)).toBe(FIR.length);
    expect(preceding.floorAt(FIR.length + 3)).toBe(FIR.length);
    expect(preceding.floorAt(two.length)).toBe(two.indexOf(". The end"));
  });
});

describe("history", () => {
  test.each<[text: string, told: string | null]>([
    [`${FIR}, aff'd, 510 U.S. 12 (1995)`, "aff'd"],
    [`${FIR}, rev'd on other grounds, 510 U.S. 12 (1995)`, "rev'd"],
    [`${FIR}; 510 U.S. 12 (1995)`, null],
    [`510 U.S. 12 (1995)`, null],
  ])("%j", (text, told) => {
    const history = extractCitations(text).at(-1)?.history ?? null;
    if (told === null) expect(history).toBeNull();
    else {
      expect(history?.of).toBe(0);
      expect(text.slice(history?.span.start, history?.span.end)).toContain(told);
    }
  });
});
