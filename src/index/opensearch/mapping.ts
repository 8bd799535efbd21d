import { createHash } from "node:crypto";
import { PASSAGE_GAP } from "#index/embedded/positions/passages.ts";
import type { CollectionSchema, Column } from "#index/schema.ts";
import { PART_PATTERN } from "./words/marks.ts";

/** JSON as OpenSearch takes it. */
export type Json = { readonly [member: string]: unknown };

/** Raised when indexes of an earlier program cannot be read. */
const FORMAT = 2;

/** Where a document's parts are kept, as paths in the mapping. */
export const PATHS = {
  id: "id",
  words: "words",
  passages: "passages",
  text: (field: string): string => `text.${field}`,
  source: (field: string): string => `source.${field}`,
  value: (column: string): string => `value.${column}`,
  year: (column: string): string => `year.${column}`,
} as const;

/** What an index tells of itself: one that was made anew lacks what the records have until somebody has filled it. */
export type IndexMeta = { readonly isFilled: boolean };

export type IndexShape = { readonly shards: number; readonly replicas: number };

/** What distinguishes indexes that one program can write and read from all others of the collection. */
export function fingerprintOf(schema: CollectionSchema): string {
  return createHash("sha256")
    .update(JSON.stringify([FORMAT, mappingOf(schema), similaritiesOf(schema)]))
    .digest("hex")
    .slice(0, 12);
}

/** The body that makes an index of a collection, empty as yet. */
export function indexBody(schema: CollectionSchema, { shards, replicas }: IndexShape, isFilled: boolean): Json {
  return {
    settings: {
      index: {
        number_of_shards: shards,
        number_of_replicas: replicas,
        refresh_interval: "-1",
        similarity: similaritiesOf(schema),
        ...(schema.vectors !== undefined && { knn: true }),
      },
      analysis: {
        filter: { parts: { type: "pattern_capture", preserve_original: false, patterns: [PART_PATTERN] } },
        analyzer: { onpoint: { type: "custom", tokenizer: "whitespace", filter: ["parts"] } },
      },
    },
    mappings: { ...mappingOf(schema), _meta: { isFilled } satisfies IndexMeta },
  };
}

function similaritiesOf({ k1, fields }: CollectionSchema): Json {
  return Object.fromEntries(fields.map(({ name, b }) => [name, { type: "BM25", k1, b }]));
}

function mappingOf({ fields, columns, vectors }: CollectionSchema): Json {
  const keyword = { type: "keyword" };
  const texts = fields.map(({ name }) => [
    name,
    { type: "text", analyzer: "onpoint", similarity: name, position_increment_gap: PASSAGE_GAP },
  ]);
  const sources = fields.flatMap(({ name, hasSources }) => (hasSources === true ? [[name, keyword]] : []));
  const dates = columns.filter(({ kind }) => kind === "date");
  return {
    dynamic: "strict",
    _source: { enabled: false },
    properties: {
      [PATHS.id]: keyword,
      [PATHS.words]: { type: "binary", store: true },
      text: { properties: Object.fromEntries(texts) },
      source: { properties: Object.fromEntries(sources) },
      value: { properties: Object.fromEntries(columns.map((column) => [column.name, valueType(column)])) },
      year: { properties: Object.fromEntries(dates.map(({ name }) => [name, keyword])) },
      ...(vectors !== undefined && { [PATHS.passages]: passagesOf(vectors.dimensions) }),
    },
  };
}

function valueType({ kind }: Column): Json {
  if (kind === "date") return { type: "integer" };
  return { type: kind === "number" ? "double" : "keyword" };
}

function passagesOf(dimension: number): Json {
  const method = { name: "hnsw", engine: "lucene", space_type: "cosinesimil" };
  return {
    type: "nested",
    properties: {
      vector: { type: "knn_vector", dimension, method },
      from: { type: "integer" },
      to: { type: "integer" },
      source: { type: "keyword" },
    },
  };
}
