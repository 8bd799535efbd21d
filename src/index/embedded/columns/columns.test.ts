import { array, assert, boolean, constantFrom, integer, nat, oneof, option, property, record, tuple } from "fast-check";
import { expect, test } from "vitest";

import type { Filter } from "#index/filter.ts";
import type { CollectionSchema } from "#index/schema.ts";
import { Layout } from "#index/embedded/layout.ts";
import { countValues, passes } from "#test/oracle/filters.ts";
import type { PlainDocument } from "#test/oracle/model.ts";

import { Columns, ColumnsWriter } from "./columns.ts";
import { FacetCounter } from "./facet-counts.ts";

const SCHEMA: CollectionSchema = {
  name: "samples",
  k1: 1,
  fields: [
    { name: "title", weight: 1, b: 0.5 },
    { name: "text", weight: 1, b: 0.5, isMain: true },
  ],
  columns: [
    { name: "kind", kind: "keyword" },
    { name: "subjects", kind: "keyword", isList: true },
    { name: "path", kind: "path" },
    { name: "filed", kind: "date" },
    { name: "pages", kind: "number" },
  ],
};
const LAYOUT = new Layout(SCHEMA);

const day = tuple(integer({ min: 1995, max: 1998 }), integer({ min: 1, max: 12 })).map(
  ([year, month]) => `${year}-${String(month).padStart(2, "0")}-15`,
);
const path = array(constantFrom("usc", "42", "4", "ch21"), { minLength: 1, maxLength: 3 }).map((labels) =>
  labels.join("."),
);
const values = record({
  kind: constantFrom("deed", "will", "", null),
  subjects: array(constantFrom("land", "death", "tax", ""), { maxLength: 4 }),
  path: option(path),
  filed: option(day),
  pages: option(integer({ min: -3, max: 9 })),
});
const documents = array(tuple(values, nat(9), boolean()), { minLength: 1, maxLength: 40, size: "max" });
const filter = oneof(
  array(constantFrom("deed", "will", "", "none"), { maxLength: 2 }).map((anyOf): Filter => ({ column: "kind", anyOf })),
  array(constantFrom("land", "tax", ""), { maxLength: 2 }).map((anyOf): Filter => ({ column: "subjects", anyOf })),
  path.map((prefix): Filter => ({ column: "path", prefix })),
  path.map((own): Filter => ({ column: "path", anyOf: [own] })),
  day.map((from): Filter => ({ column: "filed", from })),
  tuple(day, day).map(([from, to]): Filter => ({ column: "filed", from, to })),
  integer({ min: -4, max: 9 }).map((to): Filter => ({ column: "pages", to })),
);

function written(writer: ColumnsWriter, lengths: readonly number[]): Columns {
  const ones = Int32Array.from(lengths, () => 1);
  const parts = writer.parts([ones, Int32Array.from(lengths)]);
  const bytes = Buffer.concat(parts.map((part) => new Uint8Array(part.buffer, part.byteOffset, part.byteLength)));
  return new Columns(new Uint8Array(bytes).buffer, LAYOUT);
}

function assertHolds(
  columns: Columns,
  held: readonly PlainDocument[],
  lengths: readonly number[],
  asked: Filter,
): void {
  expect(columns.documents).toBe(held.length);
  expect(held.map((_, document) => columns.ids.at(document))).toEqual(held.map(({ id }) => id));
  expect(held.map(({ id }) => columns.ids.find(id, () => true))).toEqual(held.map((_, document) => document));
  expect(columns.ids.find("nobody", () => true)).toBe(-1);
  expect([...(columns.lengths[1] ?? [])]).toEqual(lengths);
  const test = columns.tester(asked);
  expect(held.map((_, document) => test(document))).toEqual(held.map((document) => passes(document, asked)));
  const facets = [
    { column: "kind" },
    { column: "subjects" },
    { column: "path" },
    { column: "filed", by: "year" },
  ] as const;
  const counter = new FacetCounter(facets);
  const found = held.flatMap((_, document) => (test(document) ? [document] : []));
  counter.open(columns);
  counter.add(0, Int32Array.from(found), found.length);
  counter.close();
  const matching = held.filter((document) => passes(document, asked));
  expect(counter.facets()).toEqual(facets.map((facet) => countValues(matching, facet)));
}

test("columns of every kind hold, filter and count what was written, and what lived of it when it was merged", () => {
  assert(
    property(documents, filter, (drawn, asked) => {
      const held = drawn.map(([own], i): PlainDocument => ({ id: `document ${i}`, texts: {}, values: own }));
      const lengths = drawn.map(([, length]) => length);
      const writer = new ColumnsWriter(LAYOUT);
      for (const document of held) writer.add({ ...document, texts: {} });
      const columns = written(writer, lengths);
      assertHolds(columns, held, lengths, asked);
      const lives = drawn.map(([, , isAlive]) => isAlive);
      const merged = new ColumnsWriter(LAYOUT);
      merged.copy(columns, (document) => lives[document] === true);
      merged.copy(columns, (document) => lives[document] !== true);
      const order = [...held.keys()].toSorted((a, b) => Number(lives[b]) - Number(lives[a]) || a - b);
      const inOrder = <Item>(items: readonly Item[]): Item[] => order.flatMap((i) => items.slice(i, i + 1));
      assertHolds(written(merged, inOrder(lengths)), inOrder(held), inOrder(lengths), asked);
    }),
  );
});
