import { expect, test } from "vitest";
import type { CollectionSchema } from "#index/schema.ts";
import { collectionVectors } from "#search/collection-vectors.ts";
import { FILINGS } from "#search/filings.ts";
import { LAWS } from "#search/laws.ts";
import { OPINIONS } from "#search/opinions.ts";
import { aliasOf, vectorsPrefix } from "./mapping.ts";

const [body, ...otherFields] = OPINIONS.fields;
if (body === undefined) throw new Error("opinions have no fields");
/** As a version with one field less, or a column more has them. */
const OTHERS: readonly CollectionSchema[] = [
  { ...OPINIONS, fields: otherFields },
  { ...OPINIONS, columns: [...OPINIONS.columns, { name: "pages", kind: "number" }] },
];
const vectorsOf = (dimensions: number): CollectionSchema => collectionVectors(OPINIONS, { id: "model", dimensions });

test("versions with other fields have indexes of their own, side by side; the same version has the same", () => {
  const names = [OPINIONS, LAWS, FILINGS, ...OTHERS].map((schema) => aliasOf("onpoint", schema));
  expect(new Set(names).size).toBe(names.length);
  expect(aliasOf("onpoint", structuredClone(OPINIONS))).toBe(names[0]);
  const otherwiseWeighed = { ...OPINIONS, k1: 1, fields: [{ ...body, weight: 3, b: body.b / 2 }, ...otherFields] };
  expect(aliasOf("onpoint", otherwiseWeighed), "scores are made when they are asked for").toBe(names[0]);
  for (const name of names) expect(name).toMatch(/^onpoint-(?:opinions|laws|filings)-[0-9a-f]{12}$/u);
});

test("each version of the vectors has an index, and all of a collection are found by one beginning", () => {
  const names = [64, 128].map((dimensions) => aliasOf("onpoint", vectorsOf(dimensions)));
  expect(new Set(names).size).toBe(2);
  for (const name of names) expect(name.startsWith(vectorsPrefix("onpoint", vectorsOf(64)))).toBe(true);
});
