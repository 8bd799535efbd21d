/**
 * Store tests run on both databases:
 *
 *     describeEachDatabase("the opinion store", (store) => {
 *       test("keeps what it is given", async () => {
 *         const db = await store.open();      // a new, empty, migrated database of this test's own
 *         ...                                 // closed and dropped after the test
 *       });
 *     });
 *
 * `store.dialect` tells which one it is, for the rare expectation that differs; `store.reopen(db)` is a second
 * connection to the same records, as another process would have. They run on PostgreSQL with
 * `npm run test:postgres` (ONPOINT_TEST_POSTGRES=require) or where ONPOINT_TEST_POSTGRES_URL names a server; else they
 * are passed over with a message. Where it is required and not installed the test fails.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { Db } from "#db/connection.ts";
import { openRecords } from "#schema/open.ts";
import { createDatabase } from "./postgres-database.ts";
import { whyNoPostgres } from "./postgres-server.ts";

export type TestStore = {
  readonly dialect: "sqlite" | "postgres";
  open(): Promise<Db>;
  reopen(place: Place): Promise<Db>;
  /** An address and a directory of the test's own, for a test that opens the database itself. */
  place(): Promise<Place>;
};

/** Where records are; an open database tells its own. */
export type Place = { readonly dataDir: string; readonly databaseUrl: string | undefined };

export function describeEachDatabase(name: string, tests: (store: TestStore) => void): void {
  describe(`${name} (sqlite)`, () => tests(testStore("sqlite")));
  describePostgres(name, tests);
}

/** What only PostgreSQL can show. */
export function describePostgres(name: string, tests: (store: TestStore) => void): void {
  const missing = whyNoPostgres();
  if (missing === undefined) {
    describe(`${name} (postgres)`, () => tests(testStore("postgres")));
  } else if (isRequired()) {
    test(`${name} (postgres)`, () => expect.fail(missing));
  } else {
    describe.skip(`${name} (postgres): ${missing}`, () => tests(testStore("postgres")));
  }
}

function isRequired(): boolean {
  return process.env["ONPOINT_TEST_POSTGRES"] === "require";
}

function testStore(dialect: TestStore["dialect"]): TestStore {
  const undo: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const step of undo.splice(0).toReversed()) await step();
  });
  const place = async (): Promise<Place> => {
    const dataDir = await mkdtemp(join(tmpdir(), "onpoint-test-"));
    undo.push(async () => rm(dataDir, { recursive: true, force: true }));
    if (dialect === "sqlite") return { dataDir, databaseUrl: undefined };
    const { url, drop } = await createDatabase();
    undo.push(drop);
    return { dataDir, databaseUrl: url };
  };
  const opened = async ({ dataDir, databaseUrl }: Place): Promise<Db> => {
    const db = await openRecords({ dataDir, databaseUrl });
    undo.push(async () => db.close());
    return db;
  };
  return { dialect, place, open: async () => opened(await place()), reopen: opened };
}
