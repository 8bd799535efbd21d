import { describe, expect, test } from "vitest";
import { beginReading, consider, finishReading } from "../read-opinion.ts";
import { proposalsOf } from "../reading/treat.ts";
import type { Considered } from "../reading/features.ts";
import { signsOf } from "./signs.ts";
import { assents, gramsOf, treatmentVerifier, verify } from "./verifier.ts";
import type { Verifier } from "./verifier.ts";
import { gramsNear, sentenceAt, wordsOfSpan } from "./words.ts";

const ELM = "Elm v. Fir, 12 F.3d 34 (9th Cir. 1994)";
const ASH = "Ash v. Oak, 15 F.3d 99 (9th Cir. 1995)";
const opinionOf = (text: string) => ({ text, type: "lead", courtId: "ca9", caseName: "Birch v. Rowan", year: 1996 });

function elmIn(text: string): Considered {
  const elm = consider(beginReading(opinionOf(text)), () => undefined).considered.find(
    ({ authority }) => authority.caseName === "Elm v. Fir",
  );
  if (elm === undefined) throw new Error("nothing is cited");
  return elm;
}

const of = (bias: number): Verifier => ({ words: { Negative: {}, Caution: {} }, signs: { bias } });

describe("what rules propose", () => {
  test("is shown only with the verifier's assent, and without it as what remains", () => {
    const begun = beginReading(opinionOf(`We decline to follow ${ELM}.`));
    const read = (verifier: Verifier | null) => finishReading(begun, () => undefined, undefined, verifier)[0];
    expect(read(of(9))).toMatchObject({ treatment: "Declined to follow", chance: 100 });
    expect(read(of(-9))).toMatchObject({ treatment: "Cited", chance: null });
    expect(read(null)).toMatchObject({ treatment: "Declined to follow" });
  });

  test.each([
    [`We overrule ${ELM}.`, 92],
    [`We therefore overrule ${ELM}, and reverse.`, 92],
    [`We might overrule ${ELM}.`, null],
    [`We are asked whether we overrule ${ELM}.`, null],
  ])("whatever is usual, %s", (text, chance) => {
    const [read] = finishReading(beginReading(opinionOf(text)), () => undefined, undefined, of(-9));
    expect(read).toMatchObject({ chance });
  });

  test("is weighed by the words around it", () => {
    const elm = elmIn(`Had we been asked, we might overrule it. We distinguish ${ELM}.`);
    const proposals = proposalsOf(elm);
    const [proposal] = proposals;
    if (proposal === undefined) throw new Error("nothing is proposed");
    const { group } = proposal;
    const grams = gramsOf(elm, proposals);
    const against = { ...of(0), words: { Negative: { "w been asked": -50 }, Caution: { "w been asked": -50 } } };
    const weighing = { ...against, signs: { words: 1 } };
    expect(verify(proposal, grams, weighing).chance).toBeLessThan(0.01);
    expect(verify(proposal, grams, { ...weighing, words: of(0).words }).chance).toBe(0.5);
    expect(group).toBe("Caution");
  });

  test.each([
    ["Caution", 0.6, false, false],
    ["Caution", 0.6, true, true],
    ["Caution", 0.7, false, true],
    ["Negative", 0.55, false, true],
    ["Negative", 0.4, true, false],
  ] as const)("%s with chance %s, outright %s: %s", (group, chance, isOutright, isAssented) =>
    expect(assents(group, chance, isOutright)).toBe(isAssented),
  );
});

function signsIn(text: string): string[] {
  return proposalsOf(elmIn(text)).flatMap((proposal) => [...signsOf(proposal).keys()]);
}

describe("signs", () => {
  test.each([
    [`We decline to follow ${ELM}.`, "outright"],
    [`${ELM}, is irreconcilable with ${ASH}, and we overrule ${ASH}.`, "overrules another"],
    [`${ELM}, came first. Nothing more was said. That decision is distinguishable.`, "sentences back 2"],
    [`${ELM}, was decided upon other facts. We think that decision is inapposite here.`, "points back"],
  ])("%s: %s", (text, sign) => expect(signsIn(text)).toContain(sign));

  test("what is said of it by the way is not outright", () => {
    expect(signsIn(`We decline to follow ${ASH}, as ${ELM}, which is distinguishable, did.`)).not.toContain("outright");
  });
});

describe("words near a decision", () => {
  const text = `Much was said in 1994. We overrule ${ELM}, and follow ${ASH}. Nothing else is left.`;
  const { around, authority, mentions } = elmIn(text);

  test("the decision is T, others are O, numbers are 0", () => {
    const span = around.sentences[sentenceAt(around.sentences, text.indexOf("overrule"))] ?? { start: 0, end: 0 };
    const words = wordsOfSpan(around, span, authority.number).map(({ word }) => word);
    expect(words.slice(0, 3)).toEqual(["we", "overrule", "T"]);
    expect(words).toContain("O");
    const grams = gramsNear(around, authority.number, mentions, []);
    expect([...grams]).toEqual(expect.arrayContaining(["overrule T", "in 0", "follow O"]));
  });
});

test("the weights that are kept are numbers and few enough to be read at once", () => {
  const { words, signs } = treatmentVerifier();
  const all = [words.Negative, words.Caution, signs].flatMap((weights) => Object.values(weights));
  expect(all.length).toBeGreaterThan(1000);
  expect(all.length).toBeLessThan(10_000);
  expect(all.every((weight) => Number.isFinite(weight))).toBe(true);
});
