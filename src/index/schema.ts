import { OnpointError } from "#base/errors.ts";

/** What a collection of documents is made of. An engine knows nothing of it but this. */
export type CollectionSchema = {
  /** What its documents are called, in the plural and as a folder: `opinions`. */
  readonly name: string;
  /** BM25's k1: how soon more occurrences of a word stop counting. */
  readonly k1: number;
  /** What an occurrence of another form of a typed word counts, where one of the form typed counts 1. Default 1. */
  readonly formWeight?: number;
  readonly fields: readonly TextField[];
  readonly columns: readonly Column[];
  /** Without it its documents have no passages. */
  readonly vectors?: VectorSpace;
};

/** Vectors that can be compared with each other: those that one version of one embedder makes. */
export type VectorSpace = {
  /** Names the embedder and its version. */
  readonly model: string;
  /** At most DIMENSIONS_MAX. */
  readonly dimensions: number;
};

/** More than any embedder makes today. */
export const DIMENSIONS_MAX = 8192;

/** A text whose words are searched. */
export type TextField = {
  readonly name: string;
  /** BM25F: multiplies a word's count in this field. */
  readonly weight: number;
  /** BM25F: how much the field's length tempers it, 0 not at all, 1 fully. */
  readonly b: number;
  /** The field that nearly all words are in, which formats favour. Every schema has one. */
  readonly isMain?: true;
  /** Searched only where a query names it. */
  readonly isOnlyNamed?: true;
  /** Its texts say who said them, and a search may pass over those of one source. */
  readonly hasSources?: true;
};

/**
 * A value that filters and facets read. `keyword`: equal or not. `path`: labels with periods between, from the most
 * general to the most special (`usc.42.ch21`). `date`: `YYYY-MM-DD`. Of a keyword or path a document may have several.
 */
export type Column =
  | { readonly kind: "keyword" | "path"; readonly name: string; readonly isList?: true }
  | { readonly kind: "date" | "number"; readonly name: string };

/** Masks of fields are 32-bit words. */
export const FIELDS_MAX = 32;

/** Throws `internal` where a schema contradicts itself. */
export function checkSchema({ name, fields, columns, vectors }: CollectionSchema): void {
  const names = [...fields, ...columns].map((part) => part.name);
  const twice = names.find((part, at) => names.indexOf(part) !== at);
  const refuse = (what: string): never => {
    throw new OnpointError("internal", `the schema of ${name} ${what}`);
  };
  if (!/^[a-z][a-z-]*$/u.test(name)) refuse("has a name that cannot be a folder's");
  if (twice !== undefined) refuse(`names ${twice} twice`);
  if (fields.length > FIELDS_MAX) refuse(`has more than ${FIELDS_MAX} fields`);
  if (fields.filter((field) => field.isMain === true).length !== 1) refuse("must have one main field");
  const { dimensions } = vectors ?? { dimensions: 1 };
  if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > DIMENSIONS_MAX)
    refuse(`has vectors of ${dimensions} dimensions`);
}

/** The place of a field in its schema. Throws `invalid_input` for one it has not. */
export function fieldIndex({ name, fields }: CollectionSchema, field: string): number {
  const index = fields.findIndex((known) => known.name === field);
  if (index >= 0) return index;
  const hint = `Fields of ${name}: ${fields.map((known) => known.name).join(", ")}.`;
  throw new OnpointError("invalid_input", `${name} have no field "${field}"`, { hint });
}

/** The column of this name. Throws `invalid_input` where there is none. */
export function columnOf({ name, columns }: CollectionSchema, column: string): Column {
  const found = columns.find((known) => known.name === column);
  if (found !== undefined) return found;
  const hint = `Columns of ${name}: ${columns.map((known) => known.name).join(", ")}.`;
  throw new OnpointError("invalid_input", `${name} have no column "${column}"`, { hint });
}
