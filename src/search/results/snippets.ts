import type { Reader } from "#db/connection.ts";
import type { Excerpt } from "#index/index.ts";
import type { QueryNode } from "#index/tree.ts";
import { readPlainTexts, readStretches } from "#opinions/store/texts.ts";
import { Snippets } from "./snippet.ts";

/** An opinion, and where in its text the engine found what was asked for, if it tells. */
export type Place = { readonly id: string; readonly excerpt?: Excerpt | undefined };

/** The best passage of each of these opinions for the query, as safe HTML; one that is gone has no entry. */
export type SnippetsOf = (places: readonly Place[], tree: QueryNode) => Promise<ReadonlyMap<string, string>>;

/**
 * Reads of each text the stretch that the engine names. Where that does not hold what it should, since the text was
 * written anew and the index does not follow yet, the whole text is read and searched.
 */
export function snippetsFrom(db: Reader): SnippetsOf {
  return async (places, tree) => {
    const told = places.flatMap(({ id, excerpt }) => (excerpt === undefined ? [] : [{ id, ...excerpt }]));
    const stretches = await readStretches(db, told);
    const made = new Snippets(tree);
    const snippets = new Map<string, string>();
    for (const { id, from, bytes, match } of told) {
      const text = stretches.get(id);
      if (text === undefined) continue;
      const snippet = made.ofStretch({ text, isStart: from === 0, isEnd: bytes === undefined, match });
      if (snippet !== undefined) snippets.set(id, snippet);
    }
    const others = places.map(({ id }) => id).filter((id) => !snippets.has(id));
    for (const [id, text] of await readPlainTexts(db, others)) snippets.set(id, made.ofText(text));
    return snippets;
  };
}
