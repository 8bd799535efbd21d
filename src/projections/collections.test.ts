import { expect, test } from "vitest";
import { DERIVATIONS } from "#derivations/derivations.ts";
import {
  collectionCalled,
  collectionNames,
  collections,
  embeddedCollections,
  forEachCollection,
  plainCollections,
} from "./collections.ts";
import { requestOfIndex, isRequested, clearRequest, reportedIndexes } from "./requests.ts";
import { describeEachDatabase } from "#test/postgres.ts";

const clock = (): Date => new Date("2026-01-01T00:00:00Z");

test("each collection is named as its schema is, and has a row of its own among projections and derivations", () => {
  const rows = collections();
  expect(rows.length).toBeGreaterThan(2);
  for (const { name, schema, followed, projection, rules } of rows) {
    expect(collectionCalled(name).name).toBe(name);
    expect(schema.name).toBe(name);
    // By this name the check of the records finds it (`checks.ts`).
    expect(projection).toMatch(/^(?:.+-)?index$/u);
    if (followed !== undefined)
      expect([followed.name, followed.projection, followed.rules]).toEqual([name, projection, rules]);
  }
  expect(new Set(rows.map(({ projection }) => projection)).size).toBe(rows.length);
  expect(new Set(rows.map(({ words }) => words.index)).size).toBe(rows.length);
  const documents = Object.keys(DERIVATIONS).filter((name) => name.endsWith("_documents"));
  expect(rows.map((row): string => row.derivation ?? "").toSorted()).toEqual(documents.toSorted());
});

test("the loops over them leave none out", () => {
  expect(Object.keys(forEachCollection(({ name }) => name))).toEqual(collectionNames());
  expect(["opinions", ...plainCollections().map(({ name }) => name)]).toEqual(collectionNames());
  const embedded = collections().filter(({ vectors }) => vectors !== undefined);
  expect(embeddedCollections()).toEqual(embedded);
  expect(embedded.length).toBeGreaterThan(1);
});

describeEachDatabase("what is asked of indexes", (store) => {
  test("is asked of each collection's by a mark of its own, and of vectors what they can do", async () => {
    const db = await store.open();
    await requestOfIndex(db, "verify", clock);
    await requestOfIndex(db, "rebuild", clock);
    const marks = await db.selectFrom("projections").select("name").orderBy("name").execute();
    expect(marks.map(({ name }) => name)).toEqual([
      "filing-index-rebuild-request",
      "filing-index-verify-request",
      "index-rebuild-request",
      "index-verify-request",
      "law-index-rebuild-request",
      "law-index-verify-request",
      "vectors-verify-request",
    ]);
    for (const one of reportedIndexes()) {
      expect(await isRequested(db, "verify", one)).toBe(true);
      await clearRequest(db, "verify", one);
      expect(await isRequested(db, "verify", one)).toBe(false);
    }
    expect(await isRequested(db, "verify")).toBe(false);
    expect(await isRequested(db, "rebuild", "laws")).toBe(true);
  });
});
