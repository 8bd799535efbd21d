import { expect, test } from "vitest";
import { partsOfQuestion } from "./question.ts";

test.each([
  ["Of the panel finally seated, how many were women?", ["Of the panel finally seated, how many were women"]],
  ["After the correction, what was the rent?", ["After the correction, what was the rent"]],
  ["Who paid the rent, and when did she leave?", ["Who paid the rent", "when did she leave"]],
  ["Is the lease void, and was notice given; who signed?", ["Is the lease void", "was notice given", "who signed"]],
  ["Must she pay, and what did the agent say?", ["Must she pay", "what did the agent say"]],
  ["waiver of rent by letter", ["waiver of rent by letter"]],
])("%s", (question, parts) => expect(partsOfQuestion(question)).toEqual(parts));
