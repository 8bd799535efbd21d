import { OnpointError } from "#base/errors.ts";
import { wrongValue } from "#index/embedded/columns/column.ts";
import type { ColumnValue, IndexDocument, IndexPassage } from "#index/index.ts";
import { columnOf, fieldIndex } from "#index/schema.ts";
import type { CollectionSchema, Column } from "#index/schema.ts";
import { DOCUMENT_KIND, PATHS } from "#index/opensearch/mapping.ts";
import type { Json } from "#index/opensearch/mapping.ts";
import { unitVector } from "#index/vectors.ts";
import { packed, readTexts } from "#index/opensearch/words/kept-words.ts";
import { analyzable, wordsIn } from "#index/opensearch/words/word-stream.ts";

/** A document as OpenSearch is given it. Throws `invalid_input` for what the schema has not or cannot hold. */
export function sourceOf(schema: CollectionSchema, { id, texts, values, passages = [] }: IndexDocument): Json {
  for (const field of Object.keys(texts)) fieldIndex(schema, field);
  const kept = readTexts(texts, schema.fields.find(({ isMain }) => isMain === true)?.name ?? "");
  const text = Object.entries(kept).map(([field, list]) => [field, list.map(({ words }) => analyzable(words))]);
  const lengths = Object.entries(kept).flatMap(([field, list]) => {
    const length = list.reduce((sum, { words }) => sum + wordsIn(words), 0);
    return length === 0 ? [] : [[field, length]];
  });
  const sources = schema.fields.flatMap(({ name: field, hasSources }) => {
    if (hasSources !== true) return [];
    const list = kept[field] ?? [];
    const said = list.flatMap(({ source }) => source ?? []);
    return said.length === 0 ? [] : [[field, [...new Set(said)]]];
  });
  const held = Object.entries(values).flatMap(([name, value]) => {
    const column = columnOf(schema, name);
    const own = heldValue(column, value);
    return own === undefined ? [] : [{ column, own }];
  });
  const years = held.flatMap(({ column, own }) =>
    column.kind === "date" ? [[column.name, String(Math.floor(Number(own) / 10_000)).padStart(4, "0")]] : [],
  );
  return {
    [PATHS.id]: id,
    [PATHS.words]: packed(kept),
    text: Object.fromEntries(text),
    length: Object.fromEntries(lengths),
    source: Object.fromEntries(sources),
    value: Object.fromEntries(held.map(({ column, own }) => [column.name, own])),
    year: Object.fromEntries(years),
    ...passagesOf(schema, id, passages),
  };
}

/** `YYYY-MM-DD` as the number YYYYMMDD, which keeps the order of dates; undefined for anything else. */
export function dateNumber(date: unknown): number | undefined {
  return typeof date === "string" && /^\d{4}-\d{2}-\d{2}$/u.test(date) ? Number(date.replaceAll("-", "")) : undefined;
}

function heldValue(column: Column, value: ColumnValue): number | string | readonly string[] | undefined {
  if (value === null || value === "") return undefined;
  if (column.kind === "number") {
    if (typeof value !== "number" || !Number.isFinite(value)) throw wrongValue(column, value);
    return value;
  }
  if (column.kind === "date") {
    const date = dateNumber(value);
    if (date === undefined) throw wrongValue(column, value);
    return date;
  }
  if (typeof value === "string") return value;
  if (!("isList" in column) || typeof value === "number") throw wrongValue(column, value);
  const list = [...new Set(value)].filter((one) => one !== "");
  return list.length === 0 ? undefined : list;
}

/** A float's digits. */
const DIGITS = 8;

function passagesOf({ vectors }: CollectionSchema, id: string, passages: readonly IndexPassage[]): Json {
  const refuse = (what: string): OnpointError =>
    new OnpointError("invalid_input", `a passage of ${id} has a vector ${what}`);
  const read = passages.map(({ vector, ...place }) => {
    if (vectors === undefined) throw refuse("and its collection has none");
    const { dimensions } = vectors;
    if (vector.length !== dimensions) throw refuse(`of ${vector.length} dimensions where ${dimensions} are kept`);
    const unit = unitVector(vector);
    if (unit === undefined) throw refuse("without a direction");
    return { vector: Array.from(unit, (value) => Number(value.toPrecision(DIGITS))), ...place };
  });
  if (vectors === undefined) return {};
  return {
    [PATHS.kind]: DOCUMENT_KIND,
    [PATHS.sayers]: [...new Set(read.flatMap(({ source }) => source ?? []))],
    [PATHS.own]: read.flatMap(({ source, ...own }) => (source === undefined ? [own] : [])),
    [PATHS.said]: read.flatMap(({ vector, source }) => (source === undefined ? [] : [{ vector, source }])),
  };
}
