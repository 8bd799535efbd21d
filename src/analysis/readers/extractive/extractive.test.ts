import { array, assert, asyncProperty, constantFrom, tuple } from "fast-check";
import { describe, expect, test } from "vitest";
import { openAnalyst } from "#analysis/analysis.ts";
import { OPINION, OPINION_TEXT, partOf } from "#analysis/invented.fixture.ts";
import type { Analysis } from "#analysis/model.ts";
import { countWords } from "#analysis/quotes/truncate.ts";
import { NO_MODEL_WARNING } from "./extractive.ts";

const ask = async (question: string): Promise<Analysis> => openAnalyst().analyse(question, OPINION);

const quotations = ({ answer }: Analysis): number => answer.match(/\u201c/gu)?.length ?? 0;

describe("an opinion is asked", () => {
  test.each([
    ["Must a tenant who keeps the keys pay rent after the term?", "We hold that a tenant who keeps the keys"],
    ["Who bears the burden of showing that the rooms could not be let?", "The burden is on the landlord"],
    ["How much rent did the trial court award?", "$4,200"],
    ["What was the disposition of the judgment of the Court of Appeals?", "Court of Appeals is affirmed"],
    ["Why does Justice Ash disagree?", "punishes forgetfulness"],
  ])("%s", async (question, words) => {
    const { propositions } = await ask(question);
    expect(propositions.map(({ quote }) => quote.text.replaceAll(/\s+/gu, " ")).join("\n")).toContain(words);
  });

  test("what is quoted is a run of the source, short and once", async () => {
    const { propositions } = await ask("Did the letter waive the rent, and what did the agent say?");
    expect(propositions.length).toBeGreaterThan(0);
    expect(propositions.length).toBeLessThanOrEqual(6);
    for (const { quote } of propositions) {
      expect(OPINION_TEXT.slice(quote.start, quote.end)).toBe(quote.text);
      expect(countWords(quote.text)).toBeLessThanOrEqual(80);
    }
  });

  test("a dissent's words are told to be the dissent's", async () => {
    const { propositions } = await ask("What does the dissent say about a new lock?");
    const lock = propositions.find(({ quote }) => quote.text.includes("nine dollars"));
    expect(lock).toMatchObject({ section: "dissent (Ash)" });
    expect(lock?.proposition).toMatch(/^Ash, dissenting, states: /u);
  });

  test("what nothing answers is named, and that no model was used is said", async () => {
    const analysis = await ask(
      "What interest rate did the lease state, and how many photographs of whales were shown?",
    );
    expect(analysis.doesNotAddress).toContain("how many photographs of whales were shown");
    expect(analysis.answer).toContain("No language model was used");
    expect(analysis.warnings).toEqual([NO_MODEL_WARNING]);
    expect(analysis.quotesDropped).toBe(0);
  });

  test("what the opinion does not speak of gets no sentence and no proposition", async () => {
    const { answer, propositions, doesNotAddress } = await ask("What is the airspeed of an unladen swallow?");
    expect(propositions).toEqual([]);
    expect(doesNotAddress).toEqual(["What is the airspeed of an unladen swallow"]);
    expect(answer).toMatch(/^The opinion does not appear to answer: /u);
    expect(answer).not.toContain("\u201c");
  });

  test("what is held is told in the court's words with the outcome, and a dissent's only where it is asked for", async () => {
    const holding = await ask("What is the holding?");
    expect(holding.answer).toMatch(/^Elm|^The court states: \u201cWe hold that a tenant who keeps the keys/u);
    expect(holding.answer).toContain("Outcome: \u201cThe judgment of the Court of Appeals is affirmed.\u201d");
    expect(holding.answer).not.toContain("forgetfulness");
    const dissent = await ask("What does the dissent say?");
    expect(dissent.answer).toMatch(/^Ash, dissenting, states: /u);
    expect(dissent.answer).not.toContain("We hold");
    expect(dissent.propositions[0]?.section).toBe("dissent (Ash)");
  });

  test("an opinion that is asked for and is not in the text is told to be lacking", async () => {
    const lacking = "could be told apart in the text that is held";
    expect((await ask("Why would Justice Hazel reverse?")).warnings.join(" ")).toContain(lacking);
    expect((await ask("What does the concurrence say of the lock?")).warnings.join(" ")).toContain(lacking);
    for (const held of ["Why does Justice Ash disagree?", "What did Judge Hazel award at trial?", "Who wins?"])
      expect((await ask(held)).warnings).toEqual([NO_MODEL_WARNING]);
  });

  test("a sentence that only puts the issue is no answer, unless the issue is asked for", async () => {
    const asked =
      "Does a tenant who keeps the keys after the term owe rent for the time in which the rooms stand empty?";
    expect((await ask(asked)).answer).not.toContain("The question is whether");
    expect((await ask("What is the question on rent for the time in which the rooms stand empty?")).answer).toContain(
      "The question is whether",
    );
  });

  test("the line that opens a separate opinion is no answer", async () => {
    const { answer } = await ask("Why does Justice Ash disagree?");
    expect(answer).toMatch(/^Ash, dissenting, states: \u201cThe Court's rule punishes forgetfulness\./u);
    expect(answer).not.toContain("with whom");
  });

  test("a sentence that is clearly best stands alone, and three at most where none is", async () => {
    expect(quotations(await ask("Who bears the burden of showing that the rooms could not be let?"))).toBe(1);
    const unsure = quotations(await ask("What did the agent say in the letter?"));
    expect(unsure).toBeGreaterThan(1);
    expect(unsure).toBeLessThanOrEqual(3);
  });

  test("its disposition is told in its own words", async () => {
    expect((await ask("Who wins?")).disposition).toBe("The judgment of the Court of Appeals is affirmed.");
  });
});

test("no question and no end are refused in words", async () => {
  await expect(ask(" ")).rejects.toMatchObject({ code: "invalid_input", faults: [{ path: "question" }] });
  await expect(ask("why ".repeat(1_000))).rejects.toMatchObject({ code: "invalid_input" });
});

test("a document without a word has no answer and no fault", async () => {
  const analysis = await openAnalyst().analyse("What is held?", { kind: "opinion", parts: [partOf(" \n ")] });
  expect(analysis).toMatchObject({ propositions: [], doesNotAddress: ["What is held"], disposition: null });
});

test("whatever is asked of whatever text, what is quoted stands there, short and apart from the rest", async () => {
  const word = constantFrom(
    "tenant",
    "keys",
    "rent",
    "bank",
    "the",
    "of",
    "not",
    "Birch",
    "$40",
    "1975,",
    "held;",
    "v.",
  );
  const end = constantFrom(". ", "? ", ".\n\n", " ", "\n", "; ", " — ", ".\u201d ");
  const piece = array(word, { minLength: 1, maxLength: 30 }).map((words) => words.join(" "));
  const text = array(tuple(piece, end), { maxLength: 30 }).map((pieces) => pieces.flat().join(""));
  await assert(
    asyncProperty(text, piece, async (words, question) => {
      const { propositions } = await openAnalyst().analyse(`${question}?`, { kind: "opinion", parts: [partOf(words)] });
      expect(propositions.length).toBeLessThanOrEqual(6);
      const places = propositions.map(({ quote }) => quote).toSorted((one, other) => one.start - other.start);
      for (const [at, quote] of places.entries()) {
        expect(words.slice(quote.start, quote.end)).toBe(quote.text);
        expect(quote.text.trim()).not.toBe("");
        expect(countWords(quote.text)).toBeLessThanOrEqual(80);
        expect(quote.start).toBeGreaterThanOrEqual(places[at - 1]?.end ?? 0);
      }
    }),
    { numRuns: 150 },
  );
});
