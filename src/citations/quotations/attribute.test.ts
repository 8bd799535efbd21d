import { describe, expect, test } from "vitest";
import { extractCitations } from "../citations.ts";
import { attributeQuotations } from "./attribute.ts";

const CITE = "Elm v. Fir, 12 F.3d 34, 36 (2d Cir. 1994)";

function quoted(text: string): [text: string, citation: string, tie: string][] {
  const citations = extractCitations(text);
  return attributeQuotations(text, citations).map((one) => [
    one.text,
    citations[one.citations[0] ?? -1]?.text ?? "",
    one.tie,
  ]);
}

const FIVE = "one two three four five";

describe("a quotation belongs to", () => {
  test.each<[string, [string, string][]]>([
    [`“${FIVE}.” ${CITE}.`, [["12 F.3d 34", "cited"]]],
    [`"${FIVE}." ${CITE}.`, [["12 F.3d 34", "cited"]]],
    [`"${FIVE}," see ${CITE}.`, [["12 F.3d 34", "cited"]]],
    [`"${FIVE}" (emphasis added). ${CITE}.`, [["12 F.3d 34", "cited"]]],
    [`${CITE} ("${FIVE}").`, [["12 F.3d 34", "cited"]]],
    [`${CITE} (holding that "${FIVE}").`, [["12 F.3d 34", "cited"]]],
    [`${CITE}. "${FIVE}." Id. at 37.`, [["Id. at 37", "cited"]]],
    [`In ${CITE}, the Court held that "${FIVE}" for all.`, [["12 F.3d 34", "told"]]],
    [`"${FIVE}." Elm, 12 F.3d at 36; Oak v. Ash, 13 F.3d 1.`, [["12 F.3d at 36", "cited"]]],
  ])("%s", (text, wanted) => {
    expect(quoted(text).map(([, citation, tie]) => [citation, tie])).toEqual(wanted);
  });

  test("its words stand without the marks, marks inside it kept", () => {
    expect(quoted(`“one two ‘three’ “four” five.” ${CITE}`)[0]?.[0]).toBe("one two ‘three’ “four” five.");
  });
});

describe("nothing is said of", () => {
  test.each([
    `“one two three.” ${CITE}.`,
    `"${FIVE}." Cf. ${CITE}.`,
    `"${FIVE}." The rule is otherwise in the Second Circuit. ${CITE}.`,
    `The statute says "${FIVE}." 42 U.S.C. § 1983. ${CITE}.`,
    `"${FIVE}."\n\n${CITE}.`,
    `In ${CITE}, the tenant wrote that "${FIVE}" for all.`,
    `In ${CITE}. The Court held that "${FIVE}" for all.`,
    `${CITE} (the tenant wrote "${FIVE}").`,
    `"${FIVE} ${CITE}.`,
  ])("%s", (text) => expect(quoted(text)).toEqual([]));
});
