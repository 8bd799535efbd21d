import { OnpointError } from "#base/errors.ts";
import type { SearchEngine } from "#index/index.ts";
import type { SearchMode } from "#search/request.ts";
import { keywordRetriever } from "./keyword.ts";
import type { Question } from "./question.ts";
import type { Retrieved, Retriever, Window } from "./retriever.ts";

/** How deep several lists are read, or one that is put into another order: an answer found below is no good one. */
export const CANDIDATES = 100;

/** One at least. */
type Several<Value> = readonly [Value, ...Value[]];

/**
 * The retrievers a mode asks; `documents` is what those of the collection are called, in the plural. Throws
 * `unsupported` for a mode that has none here.
 */
export function retrieversFor(mode: SearchMode, engine: SearchEngine, documents: string): Several<Retriever> {
  if (mode === "keyword") return [keywordRetriever(engine, documents)];
  const message = `search mode ${mode} is not available on this server`;
  throw new OnpointError("unsupported", message, {
    hint: "Ask for a keyword search.",
    faults: [{ path: "mode", message, reason: { code: "not_offered", offered: "keyword" } }],
  });
}

/** Asks every retriever at once. */
export function retrieve(retrievers: Several<Retriever>, question: Question): Promise<Several<Retrieved>> {
  const window = windowFor(question, retrievers.length);
  const [first, ...others] = retrievers;
  return Promise.all([
    first.retrieve(question, window),
    ...others.map(async (retriever) => retriever.retrieve(question, window)),
  ]);
}

/** The page that is asked for, as a stretch of the ranking. */
export function pageOf({ page, pageSize }: Pick<Question, "page" | "pageSize">): Window {
  return { offset: (page - 1) * pageSize, limit: pageSize };
}

/** One list that stays in its order is asked for the page itself; any other must be seen from its top. */
export function windowFor(question: Pick<Question, "page" | "pageSize" | "rerank">, lists: number): Window {
  const page = pageOf(question);
  if (lists === 1 && !question.rerank) return page;
  return { offset: 0, limit: Math.max(CANDIDATES, page.offset + page.limit) };
}
