import { createHash } from "node:crypto";
import { PASSAGE_GAP } from "#index/embedded/positions/passages.ts";
import type { CollectionSchema, Column } from "#index/schema.ts";
import { PART_PATTERN } from "./words/marks.ts";

/** JSON as OpenSearch takes it. */
export type Json = { readonly [member: string]: unknown };

/** Raised when indexes of an earlier program cannot be read. */
const FORMAT = 4;

/** Where a document's parts are kept, as paths in the mapping. */
export const PATHS = {
  id: "id",
  words: "words",
  /** The same of every document of an index of vectors: a filter that names it is of documents, not of their passages. */
  kind: "kind",
  /** Who said anything of a document: asked for inside its passages, it would be asked of each of them. */
  sayers: "sayers",
  /** Passages of a document's own text, and of what others say of it. */
  own: "own",
  said: "said",
  /** What there is of a passage. */
  vector: (passages: Passages): string => `${passages}.vector`,
  from: "own.from",
  to: "own.to",
  saidBy: "said.source",
  text: (field: string): string => `text.${field}`,
  /** Words of a field, where there are any. */
  length: (field: string): string => `length.${field}`,
  source: (field: string): string => `source.${field}`,
  value: (column: string): string => `value.${column}`,
  year: (column: string): string => `year.${column}`,
} as const;

export type Passages = "own" | "said";
export const DOCUMENT_KIND = "document";
/** Of one document. A cluster's default is 10,000. */
const PASSAGES_MAX = 100_000;

/** What an index tells of itself. */
export type IndexMeta = {
  /** One that was made anew lacks what the records have until somebody has filled it. */
  readonly isFilled: boolean;
  /** The identity of the records it is made of; one of an older program has none. */
  readonly owner?: string | undefined;
  /** What ties it to a place in these records (`IndexStamp`); none in one that was made anew. */
  readonly stamps?: readonly number[] | undefined;
};

export type IndexShape = { readonly shards: number; readonly replicas: number };

/**
 * The name by which an index is known. Programs with other fields have an index of their own, so that both can run while
 * one takes over from the other; vectors have one beside that of the words, and a version of them has its own.
 */
export function aliasOf(prefix: string, schema: CollectionSchema): string {
  const { name, vectors } = schema;
  if (vectors === undefined) return `${prefix}-${name}-${fingerprintOf(schema)}`;
  return `${vectorsPrefix(prefix, schema)}-${hashOf(vectors)}`;
}

/** Begins the names of the indexes of all versions of a collection's vectors that this program can read. */
export function vectorsPrefix(prefix: string, schema: CollectionSchema): string {
  return `${prefix}-vectors-${schema.name}-${fingerprintOf({ ...schema, vectors: NO_SPACE })}`;
}

const NO_SPACE = { model: "", dimensions: 1 };

/** What distinguishes indexes that one program can write and read from all others of the collection. */
function fingerprintOf(schema: CollectionSchema): string {
  return hashOf([FORMAT, mappingOf(schema), SIMILARITIES]);
}

function hashOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 12);
}

/** The body that makes an index of a collection, empty as yet. */
export function indexBody(schema: CollectionSchema, { shards, replicas }: IndexShape, meta: IndexMeta): Json {
  return {
    settings: {
      index: {
        number_of_shards: shards,
        number_of_replicas: replicas,
        refresh_interval: "-1",
        similarity: SIMILARITIES,
        ...(schema.vectors !== undefined && { knn: true, "mapping.nested_objects.limit": PASSAGES_MAX }),
      },
      analysis: {
        filter: { parts: { type: "pattern_capture", preserve_original: false, patterns: [PART_PATTERN] } },
        analyzer: { onpoint: { type: "custom", tokenizer: "whitespace", filter: ["parts"] } },
      },
    },
    mappings: { ...mappingOf(schema), _meta: meta },
  };
}

/**
 * How often a word stands in a field. Lucene's own lengths keep four bits and its averages are those of a shard, so what
 * tempers a count is reckoned where it is asked (`compile/unit-scores.ts`).
 */
const COUNT = "count";
const SIMILARITIES: Json = { [COUNT]: { type: "scripted", script: { source: "return query.boost * doc.freq;" } } };

function mappingOf({ fields, columns, vectors }: CollectionSchema): Json {
  const keyword = { type: "keyword" };
  const texts = fields.map(({ name }) => [
    name,
    { type: "text", analyzer: "onpoint", similarity: COUNT, norms: false, position_increment_gap: PASSAGE_GAP },
  ]);
  const lengths = fields.map(({ name }) => [name, { type: "integer", index: false }]);
  const sources = fields.flatMap(({ name, hasSources }) => (hasSources === true ? [[name, keyword]] : []));
  const dates = columns.filter(({ kind }) => kind === "date");
  return {
    dynamic: "strict",
    _source: { enabled: false },
    properties: {
      [PATHS.id]: keyword,
      [PATHS.words]: { type: "binary", store: true },
      text: { properties: Object.fromEntries(texts) },
      length: { properties: Object.fromEntries(lengths) },
      source: { properties: Object.fromEntries(sources) },
      value: { properties: Object.fromEntries(columns.map((column) => [column.name, valueType(column)])) },
      year: { properties: Object.fromEntries(dates.map(({ name }) => [name, keyword])) },
      ...(vectors !== undefined && passagesOf(vectors.dimensions)),
    },
  };
}

function valueType({ kind }: Column): Json {
  if (kind === "date") return { type: "integer" };
  return { type: kind === "number" ? "double" : "keyword" };
}

function passagesOf(dimension: number): Json {
  const method = { name: "hnsw", engine: "lucene", space_type: "cosinesimil" };
  const vector = { type: "knn_vector", dimension, method };
  const place = { type: "integer", index: false };
  return {
    [PATHS.kind]: { type: "keyword" },
    [PATHS.sayers]: { type: "keyword" },
    [PATHS.own]: { type: "nested", properties: { vector, from: place, to: place } },
    [PATHS.said]: { type: "nested", properties: { vector, source: { type: "keyword" } } },
  };
}
