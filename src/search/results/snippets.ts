import type { Reader } from "#db/connection.ts";
import type { QueryNode } from "#index/tree.ts";
import { readPlainTexts } from "#opinions/store/texts.ts";
import { createSnippet } from "./snippet.ts";

/** The best passage of each of these opinions for the query, as safe HTML; one that is gone has no entry. */
export type SnippetsOf = (opinionIds: readonly string[], tree: QueryNode) => Promise<ReadonlyMap<string, string>>;

/** Reads the plain texts alone: neither the HTML nor the map between them is needed to show a passage. */
export function snippetsFrom(db: Reader): SnippetsOf {
  return async (opinionIds, tree) => {
    const texts = await readPlainTexts(db, opinionIds);
    return new Map([...texts].map(([id, text]) => [id, createSnippet(text, tree)]));
  };
}
