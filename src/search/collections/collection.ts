import type { CollectionName, VectorsName } from "#completeness/completeness.ts";
import type { Reader } from "#db/connection.ts";
import type { ReadStretches } from "#db/stretches.ts";
import type { FacetRequest } from "#index/filter.ts";
import type { SortKey } from "#index/index.ts";
import type { CollectionSchema } from "#index/schema.ts";
import type { PriorNode, QueryNode } from "#index/tree.ts";
import type { FieldsOf } from "#search/read/collection-fields.ts";
import type { QueryRead } from "#search/query/parse.ts";

/** Where the documents of a collection have their texts and names among the records; what is not held is left out. */
export type DocumentTexts = {
  readonly stretches: ReadStretches;
  readonly whole: (db: Reader, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  readonly names: (db: Reader, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
};

/** A collection as it is held in an index and read from the records, whatever is asked of it. */
export type IndexedCollection = {
  readonly name: CollectionName;
  /** What its index holds of a document. */
  readonly schema: CollectionSchema;
  readonly texts: DocumentTexts;
  /** What its index of vectors is called: `filing vectors`; without it there is none. */
  readonly vectors?: VectorsName;
};

/** How queries of a collection are read, by the name of each way, which goes to another thread as no function does. */
export type QueryForms = Readonly<Record<string, (text: string) => QueryRead>>;

/** One that is searched in the plain way: by words, by meaning, or both, without looking names of records up first. */
export type SearchedCollection = IndexedCollection & {
  /** How its queries are read; the way has the collection's name. */
  readonly read: (text: string) => QueryRead;
  readonly fields: FieldsOf;
  /** What an answer counts, in this order. */
  readonly facets: readonly FacetRequest[];
  /** Whether a query names documents outright: then nothing like them is looked for. */
  readonly namesOne?: (query: string) => boolean;
  /** What else a query asks for than its words say; nothing without it. */
  readonly beside?: (tree: QueryNode) => QueryNode;
  /** Of longer queries no word is taken for one out of place: neighbours in a whole question are no terms of art. */
  readonly hintWords_max?: number;
  /** Orders other than by relevance, by name. */
  readonly sorts?: Readonly<Record<string, readonly SortKey[]>>;
  /** What a document counts for plain words whatever they ask; nothing without it. */
  readonly prior?: PriorNode;
};
