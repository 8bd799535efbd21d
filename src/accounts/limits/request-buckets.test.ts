import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { describePostgres } from "#test/postgres.ts";
import type { Db } from "#db/connection.ts";
import { drawRequests, forgetFullBuckets } from "./request-buckets.ts";

/** So slow that nothing comes while a test runs. */
const SLOW = { perMinute: 0.001, burst: 10 };

const heldBy = async (db: Db): Promise<number> =>
  (await db.selectFrom("request_buckets").select("name").execute()).length;

describePostgres("buckets of requests that machines share", (store) => {
  test("however requests fall on processes, together they get what is in the bucket", async () => {
    const one = await store.open();
    const processes = [one, await store.reopen(one)];
    let turn = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 3 }), { maxLength: 8 }),
        async (batches) => {
          const names = [0, 1, 2].map((at) => `${at} of turn ${turn}`);
          turn++;
          const drawn = await Promise.all(
            batches.map(async (wanted, at) =>
              drawRequests(
                processes[at % 2]!,
                wanted.map((count, name) => ({ name: names[name]!, limit: SLOW, wanted: count })),
              ),
            ),
          );
          for (const name of names.keys()) {
            const wanted = batches.reduce((sum, batch) => sum + (batch[name] ?? 0), 0);
            const granted = drawn.reduce((sum, batch) => sum + (batch[name]?.granted ?? 0), 0);
            expect(granted).toBe(Math.min(wanted, SLOW.burst));
          }
        },
      ),
      { numRuns: 30 },
    );
    const kept = await one.selectFrom("request_buckets").select("name").limit(1).executeTakeFirstOrThrow();
    expect(kept.name).toMatch(/^[0-9a-f]{64}$/u);
  });

  test("what was drawn comes back with time, up to the whole bucket", async () => {
    const db = await store.open();
    const fast = { perMinute: 600, burst: 3 };
    const draw = async (wanted: number) => (await drawRequests(db, [{ name: "one", limit: fast, wanted }]))[0]!;
    expect(await draw(5)).toEqual({ granted: 3, tokens: 0, name: expect.any(String) as string });
    await sleep(150);
    expect((await draw(1)).granted).toBe(1);
    await sleep(500);
    expect((await draw(0)).tokens).toBe(3);
    // A limit that was changed holds at once.
    expect((await drawRequests(db, [{ name: "one", limit: { ...fast, burst: 1 }, wanted: 3 }]))[0]?.granted).toBe(1);
  });

  test("those that have long been full are forgotten", async () => {
    const db = await store.open();
    await drawRequests(db, [
      { name: "old", limit: { perMinute: 1, burst: 1 }, wanted: 1 },
      { name: "slow", limit: SLOW, wanted: 1 },
    ]);
    await forgetFullBuckets(db);
    expect(await heldBy(db)).toBe(2);
    await db
      .updateTable("request_buckets")
      .set((row) => ({ drawn_at_ms: row("drawn_at_ms", "-", 2 * 3_600_000) }))
      .execute();
    await forgetFullBuckets(db);
    expect(await heldBy(db)).toBe(1);
  });
});
