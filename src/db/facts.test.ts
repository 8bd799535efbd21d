import { expect, test } from "vitest";
import { describeEachDatabase } from "#test/postgres.ts";
import { databaseFacts } from "./facts.ts";

describeEachDatabase("what the records are kept in", (store) => {
  test("is named with its version and size", async () => {
    const { product, size_bytes } = await databaseFacts(await store.open());
    expect(product).toMatch(store.dialect === "sqlite" ? /^SQLite 3\.\d+/u : /^PostgreSQL \d+/u);
    expect(size_bytes).toBeGreaterThan(50_000);
  });
});
