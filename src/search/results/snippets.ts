import type { Reader } from "#db/connection.ts";
import type { Excerpt } from "#index/index.ts";
import type { QueryNode } from "#index/tree.ts";
import type { DocumentTexts } from "#search/collections/collection.ts";
import { Snippets } from "./snippet.ts";

/** A document, and where in its text the engine found what was asked for, if it tells. */
export type Place = {
  readonly id: string;
  readonly excerpt?: Excerpt | undefined;
  /** The stretch that answers by its meaning, in bytes of UTF-8: what is shown is of it. */
  readonly passage?: { readonly from: number; readonly bytes: number } | undefined;
};

/** The best passage of each of these documents for the query, as safe HTML; one that is gone has no entry. */
export type SnippetsOf = (places: readonly Place[], tree: QueryNode) => Promise<ReadonlyMap<string, string>>;

/**
 * Reads of each text the stretch that the engine names. Where that does not hold what it should, since the text was
 * written anew and the index does not follow yet, the whole text is read and searched.
 */
export function snippetsFrom(
  db: Reader,
  { stretches: readStretches, whole }: Pick<DocumentTexts, "stretches" | "whole">,
): SnippetsOf {
  return async (places, tree) => {
    const told = places.flatMap(({ id, excerpt, passage }): Told[] => {
      if (passage !== undefined)
        return [{ id, from: passage.from, bytes: passage.bytes + 1, passage_bytes: passage.bytes }];
      return excerpt === undefined ? [] : [{ id, ...excerpt }];
    });
    const stretches = await readStretches(db, told);
    const made = new Snippets(tree);
    const snippets = new Map<string, string>();
    for (const { id, from, bytes, match, passage_bytes } of told) {
      const text = stretches.get(id);
      if (text === undefined) continue;
      const isStart = from === 0;
      const snippet =
        passage_bytes === undefined
          ? made.ofStretch({ text, isStart, isEnd: bytes === undefined, match })
          : made.ofPassage(passageIn(text, passage_bytes), isStart);
      if (snippet !== undefined) snippets.set(id, snippet);
    }
    const others = places.map(({ id }) => id).filter((id) => !snippets.has(id));
    for (const [id, text] of await whole(db, others)) snippets.set(id, made.ofText(text));
    return snippets;
  };
}

/** A stretch to be read: one around a match, or a passage with the byte behind it. */
type Told = { readonly id: string } & Excerpt & { readonly passage_bytes?: number };

/** The passage, and whether the text ends with it: then there is no byte behind it. */
function passageIn(text: string, passage_bytes: number): { readonly text: string; readonly isEnd: boolean } {
  const isEnd = Buffer.byteLength(text) <= passage_bytes;
  return { text: isEnd ? text : text.slice(0, -1), isEnd };
}
