import type { Principal } from "#accounts/principal.ts";
import type { Analysis, Analyst } from "../analyst.ts";
import { answerOfLaw } from "./answer-of-law.ts";
import type { LawAnswer, LawAsked } from "./get.ts";

export type LawQuestion = LawAsked & { readonly question: string };

/** The law with what it says to the question: null for one without words of its own, `failed` where nobody could read it. */
export type LawRead = { readonly answer: LawAnswer; readonly analysis: Analysis | "failed" | null };

/** @throws as a look-up does, and `invalid_input` for a question that cannot be read */
export async function analyseLaw(
  {
    get,
    analyst,
  }: { readonly get: (principal: Principal, asked: LawAsked) => Promise<LawAnswer>; readonly analyst: Analyst },
  principal: Principal,
  { question, ...asked }: LawQuestion,
  signal?: AbortSignal,
): Promise<LawRead> {
  const answer = await get(principal, asked);
  if (answer.status !== "found" || answer.text.text.trim() === "") return { answer, analysis: null };
  const { id } = answer.law.version;
  const part = { id, text: answer.text.text, section: null, url: null, pages: [] };
  const analysis = await answerOfLaw(analyst, question, { kind: "law", parts: [part] }, signal);
  return { answer, analysis: analysis ?? "failed" };
}
