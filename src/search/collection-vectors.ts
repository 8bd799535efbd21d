import type { VectorVersion } from "#embedding/embedder.ts";
import type { IndexDocument, IndexPassage } from "#index/index.ts";
import type { CollectionSchema } from "#index/schema.ts";

/**
 * A collection as an index of its vectors holds it: what filters and collapses read, and no words. It is an index
 * apart, so that words are searchable before they are embedded, and another version is made beside the one in use.
 */
export function collectionVectors(
  { name, columns }: Pick<CollectionSchema, "name" | "columns">,
  { id, dimensions }: Pick<VectorVersion, "id" | "dimensions">,
): CollectionSchema {
  return {
    name,
    k1: 1,
    fields: [{ name: "body", weight: 1, b: 0, isMain: true }],
    columns,
    vectors: { model: id, dimensions },
  };
}

/** A document with its passages in place of its texts. */
export function vectorDocument({ id, values }: IndexDocument, passages: readonly IndexPassage[]): IndexDocument {
  return { id, texts: {}, values, passages };
}
