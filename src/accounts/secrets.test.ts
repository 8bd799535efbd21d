import { expect, test } from "vitest";
import { describeEachDatabase } from "#test/postgres.ts";
import { serviceSecret } from "./secrets.ts";

describeEachDatabase("secrets of the service", (store) => {
  test("are made once, also for those who ask at the same time", async () => {
    const db = await store.open();
    const asked = [serviceSecret(db, "search-cursors"), serviceSecret(db, "search-cursors")];
    const [first, other] = await Promise.all(asked);
    expect(first).toHaveLength(32);
    expect(other).toEqual(first);
    expect(await serviceSecret(await store.reopen(db), "search-cursors")).toEqual(first);
  });
});
