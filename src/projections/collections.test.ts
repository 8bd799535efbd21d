import { expect, test } from "vitest";
import { DERIVATIONS } from "#derivations/derivations.ts";
import { COLLECTION_NAMES, COLLECTIONS, followedCollections, forEachCollection } from "./collections.ts";
import { requestOfIndex, isRequested, clearRequest, REPORTED } from "./requests.ts";
import { describeEachDatabase } from "#test/postgres.ts";

const clock = (): Date => new Date("2026-01-01T00:00:00Z");

test("each collection is named as its schema is, and has a row of its own among projections and derivations", () => {
  expect(COLLECTION_NAMES.length).toBeGreaterThan(2);
  const rows = Object.values(COLLECTIONS);
  for (const { name, schema, followed, projection } of rows) {
    expect(COLLECTIONS[name].name).toBe(name);
    expect(schema.name).toBe(name);
    if (followed !== undefined) expect([followed.name, followed.projection]).toEqual([name, projection]);
  }
  for (const of of ["projection", "documents", "index"] as const)
    expect(new Set(rows.map((row) => row[of])).size).toBe(rows.length);
  const documents = Object.keys(DERIVATIONS).filter((name) => name.endsWith("_documents"));
  expect(rows.map((row) => row.documents as string).toSorted()).toEqual(documents.toSorted());
});

test("the loops over them leave none out", () => {
  expect(Object.keys(forEachCollection(({ name }) => name))).toEqual(COLLECTION_NAMES);
  expect(["opinions", ...followedCollections().map(({ name }) => name)]).toEqual(COLLECTION_NAMES);
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
    for (const one of REPORTED) {
      expect(await isRequested(db, "verify", one)).toBe(true);
      await clearRequest(db, "verify", one);
      expect(await isRequested(db, "verify", one)).toBe(false);
    }
    expect(await isRequested(db, "verify")).toBe(false);
    expect(await isRequested(db, "rebuild", "laws")).toBe(true);
  });
});
