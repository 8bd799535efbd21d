import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { DroppingProxy } from "#test/dropping-proxy.ts";
import { describePostgres } from "#test/postgres.ts";
import type { TestStore } from "#test/postgres.ts";
import { addDecision } from "#test/records.ts";
import { attachDatabase, transaction } from "../connection.ts";
import type { Db } from "../connection.ts";
import { addressForWork, boundedAddress, connectionBounds } from "./bounds.ts";
import { LeaseSeeker } from "./lease.ts";

const BOUNDS = { connect_ms: 500, statement_ms: 700, idleInTransaction_ms: 1_000, keepAlive_ms: 1_000 };
const UNAVAILABLE = { code: "unavailable" };
const NAME = { name: "Alder v. Birch" };

test("an address has its bounds as parameters, and keeps what it names itself", () => {
  const url = new URL(boundedAddress("postgres://u:p%40@h:1/d?query_timeout=7&sslmode=disable", BOUNDS));
  expect(Object.fromEntries(url.searchParams)).toEqual({
    query_timeout: "7",
    sslmode: "disable",
    connectionTimeoutMillis: "500",
    keepAliveInitialDelayMillis: "1000",
    idle_in_transaction_session_timeout: "1000",
    statement_timeout: "700",
  });
  expect([url.username, url.password, url.pathname]).toEqual(["u", "p%40", "/d"]);
  expect(connectionBounds(url.href)).toEqual({
    connectionTimeoutMillis: 500,
    keepAlive: true,
    keepAliveInitialDelayMillis: 1_000,
  });
});

test("work has an hour for a statement, whatever requests have", () => {
  const { searchParams } = new URL(addressForWork(boundedAddress("postgres:///d?host=%2Frun", BOUNDS)));
  expect([searchParams.get("statement_timeout"), searchParams.get("query_timeout")]).toEqual(["3600000", "3602000"]);
  expect([searchParams.get("connectionTimeoutMillis"), searchParams.get("host")]).toEqual(["500", "/run"]);
});

describePostgres("a connection with bounds", (store) => {
  const opened = async (): Promise<Opened> => openThrough(store);

  test("a statement that takes longer is ended by the server, and said so; work has its time", async () => {
    const { db } = await opened();
    await expect(sql`select pg_sleep(20)`.execute(db)).rejects.toMatchObject({
      ...UNAVAILABLE,
      message: expect.stringContaining("took too long") as string,
    });
    await sql`select 1`.execute(db);
    await sql`select pg_sleep(1)`.execute(attached(db, addressForWork(db.databaseUrl ?? "")));
  });

  test("a transaction whose next statement does not come is ended, and nothing of it is kept", async () => {
    const { db } = await opened();
    const idle = transaction(db, async (trx) => {
      await addDecision(trx, NAME);
      await sleep(2_000);
      await addDecision(trx, { name: "Cedar v. Dogwood" });
    });
    await expect(idle).rejects.toMatchObject(UNAVAILABLE);
    expect(await db.selectFrom("clusters").select("id").execute()).toEqual([]);
  });

  test("in a network that drops packets every statement fails in time, and the next ones sooner", async () => {
    const { db, proxy } = await opened();
    await Promise.all(Array.from({ length: 6 }, async () => sql`select pg_sleep(0.1)`.execute(db)));
    proxy.drop();
    const asked = Array.from({ length: 12 }, async () => sql`select 1`.execute(db));
    for (const outcome of await Promise.allSettled(asked)) {
      expect(outcome).toMatchObject({ status: "rejected", reason: UNAVAILABLE });
    }
    // No connection of before is tried: what is waited for is a new one alone.
    await expect(sql`select 1`.execute(db)).rejects.toMatchObject({
      message: expect.stringContaining("timeout") as string,
    });
    proxy.open();
    await transaction(db, async (trx) => addDecision(trx, NAME));
    expect(await db.selectFrom("clusters").select("id").execute()).toHaveLength(1);
  });

  test("a transaction that falls into such a hole fails as a whole, and the server lets go of its rows", async () => {
    const { db, proxy } = await opened();
    const writing = transaction(db, async (trx) => {
      await addDecision(trx, NAME);
      proxy.drop();
      await addDecision(trx, { name: "Elm v. Fir" });
    });
    await expect(writing).rejects.toMatchObject(UNAVAILABLE);
    proxy.open();
    await vi.waitFor(async () => transaction(db, async (trx) => addDecision(trx, NAME)), { timeout: 20_000 });
    expect(await db.selectFrom("clusters").select("id").execute()).toHaveLength(1);
  });

  test("closing does not wait for a server that does not answer", async () => {
    const { db, proxy } = await opened();
    await sql`select 1`.execute(db);
    proxy.drop();
    await db.close();
  });

  test("a lease in such a hole is lost to its holder before another has it, and can be sought anew", async () => {
    const lives = { renew_ms: 50, life_ms: 600, silence_ms: 1_200 };
    const { db, direct, proxy } = await opened();
    const seek = (databaseUrl: string): LeaseSeeker => {
      const seeker = new LeaseSeeker({ databaseUrl, purpose: "index", lives });
      onTestFinished(async () => seeker.close());
      return seeker;
    };
    const cutOff = seek(db.databaseUrl ?? "");
    const other = seek(direct.databaseUrl ?? "");
    const held = await cutOff.seek();
    held?.check();
    proxy.drop();
    const next = await vi.waitFor(
      async () => {
        const found = await other.seek();
        expect(found).toBeDefined();
        return found;
      },
      { timeout: 20_000 },
    );
    expect(held?.lost.aborted).toBe(true);
    expect(() => held?.check()).toThrow("lost touch");
    expect(next?.epoch).toBe((held?.epoch ?? 0) + 1);
    await expect(cutOff.seek()).rejects.toMatchObject(UNAVAILABLE);
    proxy.open();
    expect(await cutOff.seek()).toBeUndefined();
    await next?.release();
    expect((await cutOff.seek())?.epoch).toBe((next?.epoch ?? 0) + 1);
  });
});

function attached({ dataDir }: Db, databaseUrl: string): Db {
  const db = attachDatabase({ dataDir, databaseUrl });
  onTestFinished(async () => db.close());
  return db;
}

type Opened = { readonly db: Db; readonly direct: Db; readonly proxy: DroppingProxy };

/** A new database behind a proxy that can drop what is said. */
async function openThrough(store: TestStore): Promise<Opened> {
  const direct = await store.open();
  const address = direct.databaseUrl ?? "";
  const proxy = await DroppingProxy.before(address);
  onTestFinished(() => proxy.close());
  return { db: attached(direct, boundedAddress(proxy.addressOf(address), BOUNDS)), direct, proxy };
}
