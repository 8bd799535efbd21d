import { describe, expect, test } from "vitest";
import { extractCitations } from "./citations.ts";
import type { Citation, FullCaseCitation, Span } from "./model.ts";
import { findReferences, partiesOf, pointsAtOneCase, ReferenceFinder } from "./references.ts";

const FIR = "Elm v. Hawthorn, 12 F.3d 34 (2d Cir. 1994)";

function caseIn(text: string): FullCaseCitation {
  const [citation] = extractCitations(text);
  if (citation?.kind !== "case") throw new Error("no case was read");
  return citation;
}

/** The references read in a text: party, name and pin cite. */
function referencesIn(text: string): string[] {
  return extractCitations(text).flatMap((one) =>
    one.kind === "reference" ? [`${one.party} ${one.name} @ ${one.pin?.text ?? "nothing"} ${one.pin?.page ?? ""}`] : [],
  );
}

describe("a case called by a party's name before a page", () => {
  test.each<[text: string, read: string[]]>([
    [`${FIR}. In Hawthorn at 36 it was held.`, ["defendant Hawthorn @ 36 36"]],
    [`${FIR}. In Hawthorn, at 36, it was held.`, []],
    [`${FIR}. In Elm at 36 it was held.`, ["plaintiff Elm @ 36 36"]],
    [`${FIR}. In Hawthorne at 36 it was held.`, []],
    [`${FIR}. In Whitehawthorn at 36 it was held.`, []],
    [`${FIR}. In McHawthorn at 36 it was held.`, []],
    [`${FIR}. In 3Hawthorn at 36 it was held.`, []],
    ["Elm v. Hawthorn Mills, 12 F.3d 34 (2d Cir. 1994). In McHawthorn Mills at 36 it was held.", []],
    [`${FIR}. In Larch at 36 it was held.`, []],
    [`In Hawthorn at 36 it was held. ${FIR}.`, []],
    [`${FIR}. Hawthorn at 36; Elm at 37.`, ["defendant Hawthorn @ 36 36", "plaintiff Elm @ 37 37"]],
    [`In re Juniper, 12 F.3d 34 (2d Cir. 1994). In Juniper at 36 it was held.`, ["defendant Juniper @ 36 36"]],
    [`United States v. Hawthorn, 12 F.3d 34 (2d Cir. 1994). In United States at 36 it was held.`, []],
    [`${FIR}. In Hawthorn at *5 it was held.`, ["defendant Hawthorn @ *5 5"]],
    [`${FIR}. In Hawthorn at ¶ 5 it was held.`, ["defendant Hawthorn @ ¶ 5 "]],
    [`${FIR}. Hawthorn at 36 Judge Linden said so.`, ["defendant Hawthorn @ 36 36"]],
    [`${FIR}. Hawthorn at *36 Judge Linden said so.`, ["defendant Hawthorn @ *36 "]],
    [`${FIR}. Hawthorn at p. 36 Judge Linden said so.`, ["defendant Hawthorn @ p. 36 "]],
    [`${FIR}. Hawthorn at pp. 36 Judge Linden said so.`, ["defendant Hawthorn @ pp. 36 "]],
    [`${FIR}. Hawthorn at pp.36 Judge Linden said so.`, ["defendant Hawthorn @ pp.36 "]],
    [`${FIR}. Hawthorn at ¶36 Judge Linden said so.`, ["defendant Hawthorn @ ¶36 "]],
    [`${FIR}. Hawthorn at ¶¶ 36 Judge Linden said so.`, ["defendant Hawthorn @ ¶¶ 36 "]],
    [`${FIR}. Hawthorn at 12345 Judge Linden said so.`, ["defendant Hawthorn @ 12345 12345"]],
    [`${FIR}. Hawthorn at 123456 Judge Linden said so.`, []],
    [`${FIR}. Hawthorn at 36th Street Judge Linden said so.`, []],
    [`${FIR}. Hawthorn at Page 36 said so.`, []],
  ])("%j", (text, read) => expect(referencesIn(text)).toEqual(read));
});

describe("names that point at one case", () => {
  test.each<[name: string, points: boolean]>([
    ["Hawthorn", true],
    ["Elm", true],
    ["El", false],
    ["12 34", false],
    ["1,234.", false],
    ["3 Oaks", true],
    ["hawthorn", false],
    ["State", false],
    ["United States", false],
    ["City of Hawthorn", true],
    ["Ohio", false],
  ])("%s", (name, points) => expect(pointsAtOneCase(name)).toBe(points));
});

test("the parties of a case, by what they are in it", () => {
  expect(partiesOf(caseIn(FIR))).toEqual([
    ["plaintiff", "Elm"],
    ["defendant", "Hawthorn"],
  ]);
  expect(partiesOf(caseIn("In re Juniper, 12 F.3d 34 (2d Cir. 1994)"))).toEqual([["defendant", "Juniper"]]);
  expect(partiesOf(caseIn("12 F.3d 34 (2d Cir. 1994)"))).toEqual([]);
  const alone = {
    ...caseIn(FIR),
    name: { text: "Gum", span: { start: 0, end: 3 }, plaintiff: null, defendant: null, matter: null, short: "Gum" },
  };
  expect(partiesOf(alone)).toEqual([["short", "Gum"]]);
});

/** The references that the emphasised words are, in a text in which Hawthorn is known. */
function said(text: string, marked: readonly string[], citations: readonly Citation[] = []): string[] {
  const finder = new ReferenceFinder(text);
  finder.add("Hawthorn", "defendant", 10);
  finder.add("Hawthorn", "plaintiff", 0);
  let from = 0;
  const spans = marked.map((words): Span => {
    const start = text.indexOf(words, from);
    from = start + words.length;
    return { start, end: from };
  });
  return finder.emphasised(spans, citations).map((one) => `${one.party} ${one.text} ${one.span.start}`);
}

describe("emphasised names", () => {
  test("are taken where they are nothing but the name, behind the citation", () => {
    const text = "Hawthorn. We follow Hawthorn; and Hawthorn Mills, and Hawthorn again.";
    expect(said(text, ["Hawthorn", " Hawthorn; ", "Hawthorn Mills", "Hawthorn again"])).toEqual([
      "defendant Hawthorn 20",
    ]);
    expect(said("It was so held. ..., ", [" ..., "])).toEqual([]);
  });

  test("are left alone where a citation stands over them", () => {
    const text = "It was held. Elm v. Hawthorn, 12 F.3d 34. See Hawthorn and Hawthorn.";
    const citations = extractCitations(text);
    expect(said(text, ["Hawthorn", "Hawthorn", "Hawthorn"], citations)).toEqual([
      "defendant Hawthorn 46",
      "defendant Hawthorn 59",
    ]);
    expect(said(text, ["Hawthorn", "Hawthorn"], citations.toReversed())).toEqual(["defendant Hawthorn 46"]);
    const first = text.indexOf("Hawthorn, 12");
    const cited = citations.map((one): Citation => ({ ...one, fullSpan: { start: first + 8, end: first + 20 } }));
    expect(said(text, ["Hawthorn"], cited)).toEqual([`defendant Hawthorn ${first}`]);
  });
});

test("of names with one last word the latest eight are compared", () => {
  const names = Array.from({ length: 9 }, (_, i) => `Party${"abcdefghi"[i]} Hawthorn`);
  const text = `${FIR}. ${names.map((name) => `In ${name} at 36.`).join(" ")}`;
  const finder = new ReferenceFinder(text);
  for (const name of names) finder.add(name, "short", 0);
  const found = names.map((name) => {
    const start = text.indexOf(`${name} at`) + name.length + 1;
    return finder.at({ type: "anchor", start, end: start + 2 }, 0, () => false)?.name;
  });
  expect(found).toEqual([undefined, ...names.slice(1)]);
});

test("a name that is cited again and again crowds out no other with its last word", () => {
  const text = "In Acme Hawthorn at 36 it was held.";
  const finder = new ReferenceFinder(text);
  finder.add("Acme Hawthorn", "plaintiff", 0);
  for (let again = 0; again < 20; again++) finder.add("Delta Hawthorn", "plaintiff", 0);
  const start = text.indexOf("at 36");
  expect(finder.at({ type: "anchor", start, end: start + 2 }, 0, () => false)?.name).toBe("Acme Hawthorn");
});

test("a name is known from where it is cited on", () => {
  const text = "In Hawthorn at 36 and Hawthorn at 37.";
  const finder = new ReferenceFinder(text);
  finder.add("Hawthorn", "defendant", text.indexOf("and"));
  const ask = (words: string): string | undefined => {
    const start = text.indexOf(words);
    return finder.at({ type: "anchor", start, end: start + 2 }, 0, () => false)?.text;
  };
  expect([ask("at 36"), ask("at 37")]).toEqual([undefined, "Hawthorn at 37"]);
});

test("the place of a reference is a word's beginning behind its floor, a little before its page", () => {
  const text = "In Hawthorn    at 36 and Hawthorn at 37.";
  const finder = new ReferenceFinder(text);
  finder.add("Hawthorn", "defendant", 0);
  const ask = (start: number, floor: number): string | undefined =>
    finder.at({ type: "anchor", start, end: start + 2 }, floor, () => false)?.text;
  expect(ask(15, 0)).toBeUndefined();
  const second = text.indexOf("at 37");
  expect(ask(second, 0)).toBe("Hawthorn at 37");
  expect(ask(second, second - 9)).toBe("Hawthorn at 37");
  expect(ask(second, second - 8)).toBeUndefined();
  expect(ask(second - 1, 0)).toBeUndefined();
});

describe("findReferences", () => {
  const citation = caseIn(FIR);
  test.each<[after: string, found: string[]]>([
    ["The Mill Case at 36 says so.", ["Mill Case at 36"]],
    ["The Mill Case p. 36 and the Mill Case pp. 37 say so.", ["Mill Case p. 36", "Mill Case pp. 37"]],
    ["The Mill Case 36 says so.", []],
    ["The Mill Case at last says so.", []],
    ["The Treadmill Case at 36 says so.", []],
    ["The Mill Cases at 36 say so.", []],
    ["The Mill Caseat 36 says so.", []],
    ["The Mill Case at ¶ 36 says so.", ["Mill Case at ¶ 36"]],
    ["The Mill Case at ¶¶36 says so.", ["Mill Case at ¶¶36"]],
    ["The Mill Case.", []],
  ])("%j", (after, found) => {
    const text = `${FIR}. ${after}`;
    const references = findReferences(text, citation, "Mill Case");
    expect(references.map((one) => one.text)).toEqual(found);
    for (const one of references) {
      expect(one).toMatchObject({ kind: "reference", name: "Mill Case", party: "short", fullSpan: one.span });
      expect(text.slice(one.span.start, one.span.end)).toBe(one.text);
    }
  });

  test("begins behind the citation", () => {
    const text = `Mill Case at 3. ${FIR}. Mill Case at 36.`;
    const own = extractCitations(text).find((one) => one.kind === "case");
    expect(own?.kind === "case" && findReferences(text, own, "Mill Case").map((one) => one.text)).toEqual([
      "Mill Case at 36",
    ]);
  });
});
