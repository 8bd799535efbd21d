import { sql } from "kysely";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import type { Db } from "#db/connection.ts";
import { describePostgres } from "#test/postgres.ts";
import { holderOfLease, LeaseSeeker } from "./lease.ts";
import type { LeaseLives } from "./lease.ts";

const LIVES: LeaseLives = { renew_ms: 50, life_ms: 400, silence_ms: 800 };

const seekers: LeaseSeeker[] = [];
afterEach(async () => {
  for (const one of seekers.splice(0)) await one.close();
});

function seeker({ databaseUrl = "" }: Db, lives = LIVES): LeaseSeeker {
  const one = new LeaseSeeker({ databaseUrl, purpose: "index", lives });
  seekers.push(one);
  return one;
}

/** Ends every session but the one that asks, as a restart of the server would. */
async function cutSessions(db: Db): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db);
}

describePostgres("a lease", (store) => {
  test("is held by one, and by the next when it is given back; its number rises", async () => {
    const db = await store.open();
    const [first, second] = [seeker(db), seeker(db)];
    const held = await first.seek();
    expect(await second.seek()).toBeUndefined();
    expect((await holderOfLease(db, "index"))?.name).toContain(`process ${process.pid}`);
    held?.check();
    await held?.release();
    expect(await holderOfLease(db, "index")).toBeUndefined();
    expect(() => held?.check()).toThrow("lost touch");
    const next = await second.seek();
    expect(next?.epoch).toBe((held?.epoch ?? 0) + 1);
  });

  test("for an import stands beside that of the index", async () => {
    const db = await store.open();
    expect(await seeker(db).seek()).toBeDefined();
    const other = new LeaseSeeker({ databaseUrl: db.databaseUrl ?? "", purpose: "import" });
    seekers.push(other);
    expect(await other.seek()).toBeDefined();
  });

  test("is held as long as its holder lives, however long that is", async () => {
    const db = await store.open();
    const [first, second] = [seeker(db), seeker(db)];
    const held = await first.seek();
    for (let count = 0; count < 15; count++) {
      await sleep(100);
      expect(await second.seek()).toBeUndefined();
      held?.check();
    }
  });

  test("whose connection ends is lost at once, and found by the next", async () => {
    const db = await store.open();
    const [first, second] = [seeker(db), seeker(db)];
    const held = await first.seek();
    await cutSessions(db);
    await vi.waitFor(() => expect(held?.lost.aborted).toBe(true));
    expect(() => held?.check()).toThrow("lost touch");
    const next = await vi.waitFor(async () => {
      const found = await second.seek();
      expect(found).toBeDefined();
      return found;
    });
    expect(next?.epoch).toBe((held?.epoch ?? 0) + 1);
    expect(await first.seek()).toBeUndefined();
  });

  test("of a holder that says nothing any more, though its connection stands, goes to the next", async () => {
    const db = await store.open();
    const silent = await seeker(db, { renew_ms: 60_000, life_ms: 400, silence_ms: 800 }).seek();
    const second = seeker(db);
    expect(await second.seek()).toBeUndefined();
    await sleep(450);
    // Before anybody else may have it.
    expect(() => silent?.check()).toThrow("lost touch");
    const next = await vi.waitFor(
      async () => {
        const found = await second.seek();
        expect(found).toBeDefined();
        return found;
      },
      { timeout: 5_000 },
    );
    expect(next?.epoch).toBe((silent?.epoch ?? 0) + 1);
  });

  test("is told to be out of reach where there is no server", async () => {
    const nowhere = new LeaseSeeker({ databaseUrl: "postgres://127.0.0.1:9/none", purpose: "index" });
    await expect(nowhere.seek()).rejects.toMatchObject({ code: "unavailable" });
  });
});
