import { describe, expect, test } from "vitest";
import { readBrief } from "#citations/check.ts";
import { isToldByBrief } from "./told-by-brief.ts";

const CITE = "Elm v. Fir, 12 F.3d 34 (2d Cir. 1994)";

function told(text: string): boolean {
  const brief = readBrief(text);
  return isToldByBrief(
    brief,
    brief.citations.findIndex(({ text: words }) => words === "12 F.3d 34"),
  );
}

describe("a text says itself that a decision has lost its force", () => {
  test.each([
    `${CITE}, overruled by Oak v. Ash, 14 F.3d 5 (2d Cir. 1995).`,
    `${CITE}, rev'd, 510 U.S. 7 (1994).`,
    `The court has since overruled ${CITE}.`,
    `Plaintiff relies on ${CITE}. The case goes on. ${CITE} was abrogated in 1999.`.replace(
      `${CITE}. The`,
      "Larch. The",
    ),
    `But see ${CITE}.`,
    `${CITE} (overruled on other grounds).`,
    `${CITE}, is no longer good law.`,
  ])("%s", (text) => expect(told(text)).toBe(true));
});

describe("or does not", () => {
  test.each([
    `The rule is settled. ${CITE}. It governs here.`,
    `The judgment was reversed. ${CITE}. It governs here.`,
    `See ${CITE} (holding that the tenant must pay).`,
    `${CITE}. The court below should be reversed.`,
  ])("%s", (text) => expect(told(text)).toBe(false));
});
