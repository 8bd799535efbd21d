import type { VectorVersion } from "#embedding/embedder.ts";
import type { IndexDocument, IndexPassage } from "#index/index.ts";
import type { CollectionSchema } from "#index/schema.ts";
import { OPINIONS } from "./opinions.ts";

/**
 * The opinions as an index of their vectors holds them: what filters and collapses read, and no words. It is an index
 * apart, so that words are searchable before they are embedded, and another version is made beside the one in use.
 */
export function opinionVectors({ id, dimensions }: Pick<VectorVersion, "id" | "dimensions">): CollectionSchema {
  return {
    name: OPINIONS.name,
    k1: 1,
    fields: [{ name: "body", weight: 1, b: 0, isMain: true }],
    columns: OPINIONS.columns,
    vectors: { model: id, dimensions },
  };
}

/** An opinion's document with its passages in place of its texts. */
export function vectorDocument({ id, values }: IndexDocument, passages: readonly IndexPassage[]): IndexDocument {
  return { id, texts: {}, values, passages };
}
