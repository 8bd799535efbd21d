import type { VectorVersion } from "#embedding/embedder.ts";
import type { VectorIndex } from "#projections/vectors/vector-calls.ts";
import { collectionCalled, embeddedCollections } from "#projections/collections.ts";
import { collectionVectors } from "#search/collection-vectors.ts";
import type { CollectionSchema } from "#index/schema.ts";
import type { FollowedIndex } from "../index-files.ts";

/** Where the indexes of vectors are kept, and which version of them answers. */
export type VectorStore = {
  /** Undefined before there is one. */
  current(): Promise<VectorVersion | undefined>;
  /** This version answers from now on; the indexes of others are removed. `forget` ends their use by this process. */
  use(version: VectorVersion, forget: (before: VectorVersion) => Promise<void>): Promise<void>;
  /** Whether it was begun. */
  holds(index: VectorIndex): Promise<boolean>;
  open(index: VectorIndex, isWriter: boolean): Promise<OpenedVectors>;
  close(): Promise<void>;
};

export type OpenedVectors = { readonly engine: FollowedIndex; readonly isWriter: boolean };

/** Of a collection's vectors of one version. */
export function schemaOf({ version, collection }: VectorIndex): CollectionSchema {
  return collectionVectors(collectionCalled(collection).schema, version);
}

/** The indexes of a version. */
export function indexesOf(version: VectorVersion): readonly VectorIndex[] {
  return embeddedCollections().map(({ name: collection }) => ({ version, collection }));
}

/** The name of an index; that of the opinions is called by the version alone, no id of which has an underscore. */
export function nameOf({ version: { id }, collection }: VectorIndex): string {
  return collection === "opinions" ? id : `${id}_${collection}`;
}
