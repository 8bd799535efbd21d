import { expect, test } from "vitest";
import { openAnalyst } from "#analysis/analysis.ts";
import { answerOfLaw } from "./answer-of-law.ts";

const TEXT = `(a) The Registrar keeps the roll of ferries.

(b) An owner shall file the notice of transfer within 30 days after the sale, as required by section 12-104.

(c) In this section, “owner” means a person in whose name a ferry is enrolled.

(d) A person who violates subsection (b) shall be fined not more than $500.`;

const ask = async (question: string) =>
  answerOfLaw(
    openAnalyst(),
    question,
    { kind: "law", parts: [{ id: "law", text: TEXT, section: null, url: null, pages: [] }] },
    undefined,
  );

test("the operative words answer, with what they refer to and the terms they use", async () => {
  const told = await ask("Within how many days must an owner file the notice of transfer?");
  expect(told?.answer).toContain("shall file the notice of transfer within 30 days after the sale");
  expect(told?.answer).toContain("These words refer to section 12-104");
  expect(told?.doesNotAddress).toEqual([]);
});

test("of a penalty the words that set it", async () => {
  const told = await ask("What fine may a person who violates subsection (b) pay?");
  expect(told?.answer).toContain("shall be fined not more than $500");
});

test("what it does not answer is said, with no passage beside it", async () => {
  const told = await ask("Which volcano erupted during the reign of Tiberius?");
  expect(told?.answer).toBe("The provision does not answer: Which volcano erupted during the reign of Tiberius.");
  expect(told?.propositions).toEqual([]);
});
