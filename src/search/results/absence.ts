import type { SearchEngine } from "#index/index.ts";
import type { QueryNode } from "#index/tree.ts";
import type { ReadSearch } from "#search/read/read.ts";
import { probe } from "#search/retrieve/probe.ts";
import type { Question } from "#search/retrieve/question.ts";
import type { Retrieved } from "#search/retrieve/retriever.ts";
import { corrected } from "#search/retrieve/spelling.ts";
import { explainEmptyAnswer } from "./empty-answer.ts";

/** What is told of that which is not in an answer. An answer that is not whole says nothing of what is missing. */
export async function absenceNotes(
  engine: SearchEngine,
  { question, namesake }: ReadSearch,
  { total, isWhole, corrections }: Retrieved,
): Promise<readonly string[]> {
  if (!isWhole) return [];
  if (total === 0) return explainEmptyAnswer(engine, question);
  return namesake === undefined ? [] : nameNotHeldNote(engine, question, corrected(namesake, corrections));
}

/** Opinions that cite a case look like the case itself to whoever asked for it by name. */
async function nameNotHeldNote(
  engine: SearchEngine,
  question: Question,
  namesake: QueryNode,
): Promise<readonly string[]> {
  const bearing = await engine.search({ ...probe(question, namesake), total: false });
  return bearing.hits.length > 0 ? [] : ["No decision of that name is held; opinions that speak of it are shown."];
}
