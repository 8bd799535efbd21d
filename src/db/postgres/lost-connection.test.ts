import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { silentLogger } from "#base/log.ts";
import { CITATOR_PROJECTION, createCitator } from "#citator/citator.ts";
import { outboxEnd, projectionPosition } from "#db/outbox.ts";
import { describePostgres } from "#test/postgres.ts";
import { addDecision } from "#test/records.ts";
import { transaction } from "../connection.ts";
import type { Db } from "../connection.ts";

/** Ends every other session on this database, as a restart of the server would; returns how many. */
async function endOtherSessions(db: Db): Promise<number> {
  const { rows } = await sql<{ ended: boolean }>`
    select pg_terminate_backend(pid) as ended from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`.execute(db);
  return rows.length;
}

describePostgres("a connection that the server ends", (store) => {
  test("fails the queries in flight as unavailable; the next ones work", async () => {
    const db = await store.open();
    const other = await store.reopen(db);
    for (let round = 0; round < 3; round += 1) {
      const inFlight = Array.from({ length: 4 }, async () => sql`select pg_sleep(30)`.execute(db));
      const settled = Promise.allSettled(inFlight);
      await vi.waitFor(async () => expect(await sleepers(other)).toBe(4), { timeout: 10_000 });
      expect(await endOtherSessions(other)).toBeGreaterThanOrEqual(4);
      for (const outcome of await settled) {
        expect(outcome).toMatchObject({ status: "rejected", reason: { code: "unavailable" } });
      }
      await transaction(db, async (trx) => addDecision(trx, { name: `Alder ${round} v. Birch` }));
    }
    expect(await db.selectFrom("clusters").select("id").execute()).toHaveLength(3);
  });

  test("fails a transaction between two of its statements, and nothing of it is kept", async () => {
    const db = await store.open();
    const other = await store.reopen(db);
    const writing = transaction(db, async (trx) => {
      await addDecision(trx, { name: "Cedar v. Dogwood" });
      await endOtherSessions(other);
      await sleep(50);
      await addDecision(trx, { name: "Elm v. Fir" });
    });
    await expect(writing).rejects.toMatchObject({ code: "unavailable" });
    expect(await db.selectFrom("clusters").select("id").execute()).toEqual([]);
  });

  test("is tried again by what follows the records", async () => {
    const db = await store.open();
    const other = await store.reopen(db);
    const ending = new AbortController();
    const following = createCitator({ db, log: silentLogger }).follow(ending.signal);
    for (let round = 0; round < 8; round += 1) {
      await transaction(other, async (trx) => addDecision(trx, { name: `Gorse ${round} v. Hazel` }));
      await endOtherSessions(other);
      await sleep(20);
    }
    // What it finds it announces too, so the end moves on once more.
    const behind = async (): Promise<number> =>
      (await outboxEnd(other)) - ((await projectionPosition(other, CITATOR_PROJECTION)) ?? 0);
    await vi.waitFor(async () => expect(await behind()).toBe(0), { timeout: 20_000, interval: 100 });
    ending.abort();
    await following;
  });
});

async function sleepers(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and query like '%pg_sleep%' and pid <> pg_backend_pid()
      and state = 'active'`.execute(db);
  return rows[0]?.count ?? 0;
}
