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
    [`In ${CITE}, the Court held that "${FIVE}" for all.`, [["12 F.3d 34", "cited"]]],
    [`The rule was set in ${CITE}, where the Court plainly held that "${FIVE}".`, [["12 F.3d 34", "told"]]],
    [`${CITE}: "${FIVE}" So here.`, [["12 F.3d 34", "cited"]]],
    [`See Elm v. Fir, 12 F.3d 34, 36, 99 S. Ct. 5 (2d Cir. 1994): "${FIVE}."`, [["12 F.3d 34", "cited"]]],
    [`In ${CITE}, the Court said that "${FIVE}." Oak v. Ash, 13 F.3d 1 (1994).`, [["12 F.3d 34", "cited"]]],
    [`${CITE}. In Elm, the Court said that "${FIVE}." Oak v. Ash, 13 F.3d 1 (1994).`, [["12 F.3d 34", "cited"]]],
    [`${CITE}. In Larch, the Court said that "${FIVE}." Oak v. Ash, 13 F.3d 1 (1994).`, [["13 F.3d 1", "cited"]]],
    [`"${FIVE}." 11 U.S.C. § 523(a). ${CITE}.`, [["11 U.S.C. § 523(a)", "cited"]]],
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
    `The statute says "${FIVE}." 42 Harv. L. Rev. 1983 (1930). ${CITE}.`,
    `"${FIVE}."\n\n${CITE}.`,
    `In ${CITE}, the tenant wrote that "${FIVE}" for all.`,
    `In ${CITE}. The Court held that "${FIVE}" for all.`,
    `${CITE} (the tenant wrote "${FIVE}").`,
    `"${FIVE} ${CITE}.`,
  ])("%s", (text) => expect(quoted(text)).toEqual([]));
});

const BLOCK =
  "A tenant who keeps the keys after the term has ended must pay for each month in which the rooms stand empty.";

describe("a block without quotation marks belongs to the citation behind it", () => {
  test.each<[string, string]>([
    [`The court explained:\n\n${BLOCK}\n\n${CITE}. The tenant disagrees.`, BLOCK],
    [`The court explained:\n\n${BLOCK}\n\nSee ${CITE}.`, BLOCK],
    [`The court explained:\n\n${BLOCK} ${CITE}.\n\nThe tenant disagrees.`, `${BLOCK} `],
    [`In ${CITE}, the court said:\n\n${BLOCK}\n\n${BLOCK}\n\nId. at 36. So here.`, `${BLOCK}\n\n${BLOCK}`],
  ])("%s", (text, wanted) => {
    expect(quoted(text).map(([found, , tie]) => [found, tie])).toEqual([[wanted, "told"]]);
  });

  test.each([
    `The court explained.\n\n${BLOCK}\n\n${CITE}.`,
    `The court explained:\n\n${BLOCK}\n\nThe rule is old. ${CITE}.`,
    `The statute says:\n\n${BLOCK}\n\n42 U.S.C. § 1983. ${CITE}.`,
    `The court explained:\n\nToo short.\n\n${CITE}.`,
  ])("but not: %s", (text) => expect(quoted(text)).toEqual([]));
});
