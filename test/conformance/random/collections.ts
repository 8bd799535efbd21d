import fc from "fast-check";

import type { FacetRequest, Filter } from "#index/filter.ts";
import type { ColumnValue, EngineRequest, IndexDocument, SortKey } from "#index/index.ts";
import type { CollectionSchema, Column } from "#index/schema.ts";
import type { QueryNode } from "#index/tree.ts";
import { OPINIONS } from "#search/opinions.ts";

import { prose } from "./documents.ts";
import { trees } from "./requests.ts";

const LABELS = ["alder", "birch", "cedar"];
const PATHS = ["usc", "usc.42", "usc.42.ch21", "usc.42.ch2", "usc.4", "cfr.8"];
const DAYS = ["0001-01-01", "1990-05-15", "1991-01-01", "1991-12-31", "2010-02-28", "9999-12-31"];

function valueOf(column: Column): fc.Arbitrary<ColumnValue> {
  if (column.kind === "number") return fc.option(fc.nat(9), { freq: 3 });
  if (column.kind === "date") return fc.option(fc.constantFrom(...DAYS), { freq: 5 });
  const one = fc.constantFrom(...(column.kind === "path" ? PATHS : [...LABELS, ""]));
  return "isList" in column ? fc.uniqueArray(one, { maxLength: 2 }) : one;
}

/** Documents of any collection: in every field some prose, in every column a value or none. */
export function documentsOf(schema: CollectionSchema): fc.Arbitrary<IndexDocument> {
  const texts = schema.fields.map(({ name, isMain }): [string, fc.Arbitrary<string>] => [
    name,
    prose(isMain === true ? 30 : 5),
  ]);
  return fc.record({
    id: fc.nat(59).map((number) => `document ${number}`),
    texts: fc.record(Object.fromEntries(texts)),
    values: fc.record(Object.fromEntries(schema.columns.map((column) => [column.name, valueOf(column)]))),
  });
}

function filterOf(column: Column): fc.Arbitrary<Filter> {
  const { name, kind } = column;
  const amongst = (values: readonly string[]): fc.Arbitrary<Filter> =>
    fc
      .uniqueArray(fc.constantFrom(...values, ""), { minLength: 1, maxLength: 3 })
      .map((anyOf) => ({ column: name, anyOf }));
  const between = (ends: fc.Arbitrary<string | number>): fc.Arbitrary<Filter> =>
    fc
      .tuple(fc.option(ends), fc.option(ends))
      .map(([from, to]) => ({ column: name, ...(from !== null && { from }), ...(to !== null && { to }) }));
  if (kind === "number") return between(fc.nat(9));
  if (kind === "date") return between(fc.constantFrom(...DAYS));
  if (kind === "keyword") return amongst(LABELS);
  return fc.oneof(
    amongst(PATHS),
    fc.constantFrom(...PATHS).map((prefix) => ({ column: name, prefix })),
  );
}

/** Requests of any collection, of trees as opinions are asked with, their fields and filters put for those of the collection. */
export function requestsOf(schema: CollectionSchema): fc.Arbitrary<EngineRequest> {
  const { columns } = schema;
  const filter = fc.constantFrom(...columns).chain(filterOf);
  const ordered = columns.filter(({ kind }) => kind === "date" || kind === "number").map(({ name }) => name);
  const sort = fc.uniqueArray(
    fc.record({ column: fc.constantFrom(...ordered), order: fc.constantFrom<SortKey["order"]>("rising", "falling") }),
    { minLength: 1, maxLength: 2, selector: ({ column }) => column },
  );
  const request = fc.record({
    tree: fc.constantFrom(0, 1, 2).chain(trees),
    inTree: filter,
    filters: fc.array(filter, { maxLength: 2 }),
    sort: fc.option(sort, { freq: 1 }),
    offset: fc.constantFrom(0, 0, 7),
    limit: fc.integer({ min: 1, max: 40 }),
  });
  const facets = columns.flatMap(({ name, kind }): FacetRequest[] => {
    if (kind === "number") return [];
    return [kind === "date" ? { column: name, by: "year" } : { column: name }];
  });
  return request.map(({ tree, inTree, sort: keys, offset, ...asked }) => ({
    ...asked,
    // Pages of a list by score are each engine's own.
    offset: keys === null ? 0 : offset,
    tree: inCollection(tree, schema, inTree),
    ...(keys !== null && { sort: keys }),
    facets,
    total: true,
    explain: false,
  }));
}

function placeOf(name: string): number {
  return OPINIONS.fields.findIndex((field) => field.name === name);
}

/** A tree of opinions with the collection's own fields; what asks columns asks the filter. */
function inCollection(node: QueryNode, schema: CollectionSchema, filter: Filter): QueryNode {
  const replaced = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replaced);
    if (typeof value !== "object" || value === null) return value;
    if ("kind" in value && (value.kind === "filter" || value.kind === "prior")) return { kind: "filter", filter };
    return Object.fromEntries(
      Object.entries(value).map(([member, inner]) => {
        if (member === "within") return [member, [[filter]]];
        return member === "field" && typeof inner === "string"
          ? [member, schema.fields[placeOf(inner) % schema.fields.length]?.name]
          : [member, replaced(inner)];
      }),
    );
  };
  return replaced(node) as QueryNode;
}
