import { createHash } from "node:crypto";

/** A JSON Schema (2020-12) without the words that only explain. */
export type Schema = Readonly<Record<string, unknown>>;

/** A body, by media type; a protocol without media types says `application/json`. */
export type Body = Readonly<Record<string, Schema>>;

export type OperationShape = {
  readonly id: string;
  /** What is asked beside the body (in the address, in headers), as one object. */
  readonly parameters: Schema;
  readonly request: { readonly isRequired: boolean; readonly body: Body } | null;
  /** By status, or by what a tool's result is called. */
  readonly answers: Readonly<Record<string, Body>>;
  /** Ways to prove who asks; any of them opens it. */
  readonly security: readonly string[];
  /** Text that callers act upon, such as a tool's description to a model; null where text only explains. */
  readonly words: string | null;
};

/** What callers of a contract rely on. Schemas refer to `schemas` by `#/components/schemas/<name>`. */
export type Shape = {
  /** By address: `POST /search`, or a tool's name. */
  readonly operations: Readonly<Record<string, OperationShape>>;
  readonly schemas: Readonly<Record<string, Schema>>;
};

export const REFERENCE = "#/components/schemas/";

const EXPLAINING = new Set(["title", "description", "summary", "example", "examples", "deprecated", "$comment"]);
const SCHEMA = new Set(["items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"]);
const SCHEMA_LIST = new Set(["anyOf", "oneOf", "allOf", "prefixItems"]);
const SCHEMA_MAP = new Set(["properties", "patternProperties", "dependentSchemas", "$defs"]);
/** Lists in which order says nothing. */
const SET = new Set(["anyOf", "oneOf", "allOf", "enum", "required", "type"]);

/** The normal form of a schema: nothing that only explains, and one order of everything whose order says nothing. */
export function normalSchema(schema: unknown): Schema {
  if (schema === true) return {};
  if (schema === false) return { not: {} };
  const entries = Object.entries(schema as Schema)
    .filter(([keyword]) => !EXPLAINING.has(keyword))
    .map(([keyword, value]) => [keyword, normalKeyword(keyword, value)] as const);
  return sorted(Object.fromEntries(entries)) as Schema;
}

function normalKeyword(keyword: string, value: unknown): unknown {
  if (keyword === "additionalProperties" && typeof value === "boolean") return value;
  if (SCHEMA.has(keyword)) return normalSchema(value);
  if (SCHEMA_MAP.has(keyword)) {
    return Object.fromEntries(Object.entries(value as Schema).map(([name, part]) => [name, normalSchema(part)]));
  }
  const list = SCHEMA_LIST.has(keyword) ? (value as unknown[]).map(normalSchema) : value;
  return SET.has(keyword) && Array.isArray(list)
    ? list.toSorted((left, right) => (canonical(left) < canonical(right) ? -1 : 1))
    : list;
}

/** JSON with the members of every object in one order: equal texts are equal values. */
export function canonical(value: unknown): string {
  return JSON.stringify(sorted(value)) ?? "";
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, part]) => [name, sorted(part)] as const);
  return Object.fromEntries(entries.toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

export function hashOf(shape: Shape): string {
  return `sha256-${createHash("sha256").update(canonical(shape)).digest("hex")}`;
}
