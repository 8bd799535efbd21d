import { statSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { listKeys } from "#accounts/keys.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { openRecords } from "#schema/open.ts";
import { addDecision } from "#test/records.ts";
import { developmentKey, networkInWords } from "./first-start.ts";

const DAY_MS = 86_400_000;

let dataDir: string;
let db: Db;
beforeEach(async () => {
  dataDir = join(await mkdtemp(join(tmpdir(), "onpoint-start-")), "data");
  await mkdir(dataDir, { mode: 0o755 });
  db = await openRecords({ dataDir });
});
afterEach(async () => {
  await db.close();
  await rm(dataDir, { recursive: true, force: true });
});

const add = async (source: string): Promise<void> => {
  await transaction(db, async (trx) => addDecision(trx, { name: `A case of ${source}`, source }));
};
test.each([
  ["127.0.0.1", []],
  ["::1", []],
  ["0.0.0.0", ["  network  open to every network this machine is on (ONPOINT_HOST=0.0.0.0)"]],
  ["::", ["  network  open to every network this machine is on (ONPOINT_HOST=::)"]],
  ["10.1.2.3", ["  network  open to the network of that address (ONPOINT_HOST=10.1.2.3)"]],
])("who else reaches a server at %s is said", (host, words) => {
  expect(networkInWords({ host })).toEqual(words);
});

const HERE = { host: "127.0.0.1" };

test("over invented decisions a first start makes one key, which ends in a week", async () => {
  await add("sample");
  expect(await developmentKey(HERE, db, {})).toMatch(/^op_live_/u);
  const [record] = await listKeys(db);
  const life_ms = Date.parse(record?.expiresAt ?? "") - Date.parse(record?.createdAt ?? "");
  expect(Math.round(life_ms / DAY_MS)).toBe(7);
  expect(await developmentKey(HERE, db, {})).toBeUndefined();
  expect(await listKeys(db)).toHaveLength(1);
});

test("none is made over real decisions, where others reach it, or where the output goes into a journal", async () => {
  await add("sample");
  expect(await developmentKey({ host: "0.0.0.0" }, db, {})).toBeUndefined();
  expect(await developmentKey(HERE, db, { INVOCATION_ID: "5f" })).toBeUndefined();
  await add("courtlistener");
  expect(await developmentKey(HERE, db, {})).toBeUndefined();
  expect(await listKeys(db)).toEqual([]);
});

test("the records are their owner's alone, also in a directory that others may read", () => {
  for (const file of ["records.sqlite", "records.sqlite-wal"]) {
    expect(statSync(join(dataDir, file)).mode & 0o777).toBe(0o600);
  }
});
