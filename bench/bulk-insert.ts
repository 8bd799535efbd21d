import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sqlitePath, transaction } from "#db/connection.ts";
import type { Trx } from "#db/connection.ts";
import { openRecords } from "#schema/open.ts";
import { insertRows } from "#db/rows.ts";

/**
 * Rows of nine columns a second of processor time into SQLite, in one transaction, the ways interleaved so that
 * other work on the machine falls on all alike: `node bench/bulk-insert.ts`. The last is the floor: a prepared
 * statement in a loop, without Kysely.
 */
const ROWS = 40_000;
const ROUNDS = 5;

const caseRow = (number: number) => ({
  id: `case-${number}`,
  source: "bench",
  source_id: String(number),
  matter_id: `case-${number}`,
  court_id: "ca9",
  source_court_id: "ca9",
  source_docket_number: `99-${number}`,
  docket_number: `99-${number}`,
  docket_key: `99${number}`,
  caption: "Alder v. Birch",
  date_filed: "2001-02-03",
  date_terminated: null,
});
const rows = Array.from({ length: ROWS }, (_, number) => caseRow(number));

const THROUGH_KYSELY: Readonly<Record<string, (trx: Trx) => Promise<unknown>>> = {
  insertRows: async (trx) => insertRows(trx, "cases", rows),
  "query builder, 200 rows a statement": async (trx) => {
    for (let at = 0; at < ROWS; at += 200) {
      await trx
        .insertInto("cases")
        .values(rows.slice(at, at + 200))
        .execute();
    }
  },
  "query builder, row by row": async (trx) => {
    for (const row of rows) await trx.insertInto("cases").values(row).execute();
  },
};
const FLOOR = "prepared statement, no Kysely";

function preparedLoop(path: string): void {
  const raw = new DatabaseSync(path);
  raw.exec("PRAGMA synchronous = FULL");
  raw.exec("BEGIN");
  const statement = raw.prepare(
    `insert into cases (${Object.keys(caseRow(0)).join(", ")}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const row of rows) statement.run(...Object.values(row));
  raw.exec("COMMIT");
  raw.close();
}

/** Milliseconds of processor time. */
async function cost_ms(work: () => unknown): Promise<number> {
  const began = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

async function round(way: string): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), "onpoint-bench-"));
  const db = await openRecords({ dataDir });
  try {
    const insert = THROUGH_KYSELY[way];
    if (insert !== undefined) return await cost_ms(async () => transaction(db, insert));
    return await cost_ms(() => preparedLoop(sqlitePath(dataDir)));
  } finally {
    await db.close();
    await rm(dataDir, { recursive: true });
  }
}

const ways = [...Object.keys(THROUGH_KYSELY), FLOOR];
const best = new Map<string, number>();
for (let at = 0; at < ROUNDS; at++) {
  for (const way of ways) best.set(way, Math.min(best.get(way) ?? Infinity, await round(way)));
}
for (const [way, spent_ms] of best) console.log(`${way}: ${Math.round((ROWS / spent_ms) * 1000)} rows/s`);
