import type { CollectionSchema } from "#index/schema.ts";
import { FILINGS } from "#search/filings.ts";
import { LAWS } from "#search/laws.ts";
import { OPINIONS } from "#search/opinions.ts";
import { FOLLOWED_FILINGS } from "./filings/filing-indexing.ts";
import type { FollowedCollection } from "./followed-collection.ts";
import type { DocumentsDerivation } from "./index-rules.ts";
import { followedLaws } from "./laws/law-indexing.ts";
import { INDEX_PROJECTIONS } from "./tables.ts";
import type { IndexName } from "./tables.ts";

/** Records of a kind that an index of their own holds: how that is built, and what it is called. */
export type Collection = {
  readonly name: IndexName;
  /** What its index holds of a document. */
  readonly schema: CollectionSchema;
  /** Its index among the projections. */
  readonly projection: string;
  /** Its row in the table of derivations. */
  readonly documents: DocumentsDerivation;
  /** Its index, to people: `index of laws`. */
  readonly index: string;
  /** What its index holds, in the plural: `laws`. */
  readonly held: string;
  /** How its index follows; undefined of the opinions, whose documents hold words of others and follow in a way of their own. */
  readonly followed?: FollowedCollection;
};

/** Every collection. Whatever has to be done for each is a loop over these. */
export const COLLECTIONS: { readonly [Name in IndexName]: Collection & { readonly name: Name } } = {
  opinions: {
    name: "opinions",
    schema: OPINIONS,
    projection: INDEX_PROJECTIONS.opinions,
    documents: "opinion_documents",
    index: "index",
    held: "documents",
  },
  laws: {
    name: "laws",
    schema: LAWS,
    projection: INDEX_PROJECTIONS.laws,
    documents: "law_documents",
    index: "index of laws",
    held: "laws",
    followed: followedLaws(),
  },
  filings: {
    name: "filings",
    schema: FILINGS,
    projection: INDEX_PROJECTIONS.filings,
    documents: "filing_documents",
    index: "index of filings",
    held: "filings",
    followed: FOLLOWED_FILINGS,
  },
};

export const COLLECTION_NAMES = Object.keys(COLLECTIONS) as readonly IndexName[];

/** Those whose indexes follow the records unit by unit. */
export function followedCollections(): readonly FollowedCollection[] {
  return Object.values(COLLECTIONS).flatMap(({ followed }) => followed ?? []);
}

/** Something for each collection. */
export function forEachCollection<Value>(make: (collection: Collection) => Value): Readonly<Record<IndexName, Value>> {
  const made = Object.values(COLLECTIONS).map((collection) => [collection.name, make(collection)]);
  return Object.fromEntries(made) as Record<IndexName, Value>;
}
