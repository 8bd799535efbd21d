import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { describeEachDatabase } from "#test/postgres.ts";
import { addDecision } from "#test/records.ts";
import { checkDatabase, countRows } from "../check.ts";
import { transaction } from "../connection.ts";
import type { Db } from "../connection.ts";
import { openRecords } from "#schema/open.ts";
import { SCHEMA } from "#schema/schema.ts";
import { tablesOf } from "../schema.ts";
import { backupDatabase } from "./backup.ts";
import { MANIFEST_NAME } from "./manifest.ts";
import type { CopyProgress } from "./manifest.ts";
import { restoreDatabase } from "./restore.ts";

let root = "";
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "onpoint-test-"));
});
afterEach(async () => rm(root, { recursive: true }));

const addMany = async (db: Db, from: number, to: number): Promise<void> => {
  for (let at = from; at < to; at++) {
    const name = `Alder ${at} v. Birch \u{1f3db} 'quoted' "twice"`;
    await transaction(db, async (trx) =>
      addDecision(trx, { name, texts: [`text ${at} `.repeat(200), ""], citedAs: [`${at} Samp. 2`] }),
    );
  }
};

const everything = async (db: Db): Promise<unknown> => {
  const rows: Record<string, unknown> = {};
  for (const table of tablesOf(SCHEMA)) {
    const all = await db.selectFrom(table).selectAll().execute();
    rows[table] = all.map((row) => JSON.stringify(row)).toSorted();
  }
  return rows;
};

describeEachDatabase("backup and restore", (store) => {
  const filled = async (): Promise<Db> => {
    const db = await store.open();
    await addMany(db, 0, 30);
    await db
      .insertInto("import_runs")
      .values({ source: "test", input: "x", started_at: "2026-01-01", finished_at: null, counts: "{}" })
      .execute();
    return db;
  };

  test("a file that is no record is taken along, checked, and put where it belongs", async () => {
    const db = await filled();
    const model = join(root, "corpus-0a1b2c3d4e5f60718293.model");
    await writeFile(model, "weights");
    const dir = join(root, "copy");
    const { besides } = await backupDatabase(db, SCHEMA, dir, { besides: [model] });
    expect(besides).toMatchObject([{ name: "corpus-0a1b2c3d4e5f60718293.model", size_bytes: 7 }]);
    const place = await store.place();
    const besidesTo = join(place.dataDir, "embedding");
    await restoreDatabase(SCHEMA, dir, { ...place, besidesTo });
    expect(await readdir(besidesTo)).toEqual(["corpus-0a1b2c3d4e5f60718293.model"]);
    expect(await readFile(join(besidesTo, "corpus-0a1b2c3d4e5f60718293.model"), "utf8")).toBe("weights");

    await writeFile(join(dir, "corpus-0a1b2c3d4e5f60718293.model"), "weighty");
    const again = restoreDatabase(SCHEMA, dir, { ...(await store.place()), besidesTo });
    await expect(again).rejects.toMatchObject({ code: "corrupt", message: expect.stringContaining("corpus-0a1b") });
    const manifest = JSON.parse(await readFile(join(dir, MANIFEST_NAME), "utf8")) as object;
    const outside = { ...manifest, besides: [{ name: "../escape", size_bytes: 1, sha256: "" }] };
    await writeFile(join(dir, MANIFEST_NAME), JSON.stringify(outside));
    await expect(restoreDatabase(SCHEMA, dir, await store.place())).rejects.toThrow("a file outside the backup");
  });

  test("what was backed up comes back row for row and can be written to", async () => {
    const db = await filled();
    const steps: CopyProgress[] = [];
    const manifest = await backupDatabase(db, SCHEMA, join(root, "copy"), { onProgress: (step) => steps.push(step) });
    expect(manifest).toMatchObject({ kind: store.dialect === "sqlite" ? "file" : "tables", counts: { opinions: 60 } });
    expect(steps.length).toBeGreaterThan(0);

    const place = await store.place();
    expect(await restoreDatabase(SCHEMA, join(root, "copy"), place)).toEqual(manifest);
    const restored = await store.reopen(place);
    expect(await everything(restored)).toEqual(await everything(db));
    await addMany(restored, 30, 31);
    await restored
      .insertInto("import_runs")
      .values({ source: "test", input: "y", started_at: "2026-01-02", finished_at: null, counts: "{}" })
      .execute();
    expect((await checkDatabase(restored, SCHEMA)).findings).toEqual([]);
  });

  test("what new records hold is what the schema says that migrations write", async () => {
    const counts = Object.entries(await countRows(await store.open(), SCHEMA));
    expect(counts.filter(([, count]) => count > 0).map(([name]) => name)).toEqual(SCHEMA.seeded);
  });

  test("a copy made while others write is whole: the records of one moment", async () => {
    const db = await filled();
    const writer = await store.reopen(db);
    const [manifest] = await Promise.all([backupDatabase(db, SCHEMA, join(root, "copy")), addMany(writer, 30, 90)]);
    const place = await store.place();
    await restoreDatabase(SCHEMA, join(root, "copy"), place);
    const restored = await store.reopen(place);
    const report = await checkDatabase(restored, SCHEMA);
    expect(report.findings).toEqual([]);
    expect(report.counts).toEqual(manifest.counts);
  });

  test("tables go into either database, the SQLite file into SQLite alone", async () => {
    const db = await filled();
    await backupDatabase(db, SCHEMA, join(root, "copy"));
    const dataDir = join(root, "sqlite");
    await restoreDatabase(SCHEMA, join(root, "copy"), { dataDir });
    const restored = await openRecords({ dataDir });
    expect(await everything(restored)).toEqual(await everything(db));
    expect((await checkDatabase(restored, SCHEMA)).findings).toEqual([]);
    await restored.close();
    if (store.dialect === "sqlite") {
      const elsewhere = { dataDir: join(root, "other"), databaseUrl: "postgres://nobody@127.0.0.1:1/none" };
      await expect(restoreDatabase(SCHEMA, join(root, "copy"), elsewhere)).rejects.toMatchObject({
        code: "unsupported",
      });
    }
  });

  test("a target that holds something is refused, and nothing is touched", async () => {
    const db = await filled();
    await backupDatabase(db, SCHEMA, join(root, "copy"));
    const before = await everything(db);
    await expect(restoreDatabase(SCHEMA, join(root, "copy"), db)).rejects.toMatchObject({ code: "conflict" });
    expect(await everything(db)).toEqual(before);
    await expect(backupDatabase(db, SCHEMA, join(root, "copy"))).rejects.toMatchObject({ code: "conflict" });
  });

  test("a damaged, cut or foreign backup is refused before anything is written", async () => {
    const db = await filled();
    const dir = join(root, "copy");
    const manifest = await backupDatabase(db, SCHEMA, dir);
    const [victim] = manifest.files.toSorted((left, right) => right.size_bytes - left.size_bytes);
    const path = join(dir, victim!.name);
    const bytes = await readFile(path);
    const place = await store.place();
    const refused = async (code: string): Promise<void> => {
      await expect(restoreDatabase(SCHEMA, dir, place)).rejects.toMatchObject({ code });
      expect(await readdir(place.dataDir)).toEqual([]);
    };
    const flipped = Buffer.from(bytes);
    flipped[Math.floor(bytes.length / 2)]! ^= 1;
    await writeFile(path, flipped);
    await refused("corrupt");
    await writeFile(path, bytes.subarray(0, -1));
    await refused("corrupt");
    await rm(path);
    await refused("corrupt");
    await writeFile(path, bytes);

    const text = await readFile(join(dir, MANIFEST_NAME), "utf8");
    await writeFile(join(dir, MANIFEST_NAME), text.replace("0001-records", "9999-later"));
    await refused("schema_too_new");
    await writeFile(join(dir, MANIFEST_NAME), text.replace("backup-1", "backup-9"));
    await refused("unsupported");
    await writeFile(join(dir, MANIFEST_NAME), text.replace(victim!.name, "../elsewhere.sqlite"));
    await refused("corrupt");
    await writeFile(join(dir, MANIFEST_NAME), "{");
    await refused("corrupt");
    await rm(join(dir, MANIFEST_NAME));
    await refused("not_found");
    await writeFile(join(dir, MANIFEST_NAME), text);
    await restoreDatabase(SCHEMA, dir, place);
  });
});

test("what an interrupted restore left is written over", async () => {
  const db = await openRecords({ dataDir: join(root, "one") });
  await addMany(db, 0, 3);
  await backupDatabase(db, SCHEMA, join(root, "copy"));
  const dataDir = join(root, "two");
  await restoreDatabase(SCHEMA, join(root, "copy"), { dataDir });
  await rm(dataDir, { recursive: true });
  await openRecords({ dataDir: join(dataDir, "records.sqlite.restoring") }).then(async (half) => half.close());
  await restoreDatabase(SCHEMA, join(root, "copy"), { dataDir });
  const restored = await openRecords({ dataDir });
  expect(await everything(restored)).toEqual(await everything(db));
  await restored.close();
  await db.close();
});

test("damage in the file is found by the check, and such a file is not backed up", async () => {
  const dataDir = join(root, "one");
  const db = await openRecords({ dataDir });
  await addMany(db, 0, 40);
  await db.close();
  const path = join(dataDir, "records.sqlite");
  const bytes = await readFile(path);
  bytes.fill(0xee, 8192 * 6, 8192 * 9);
  await writeFile(path, bytes);
  const damaged = await openRecords({ dataDir, migrations: "leave" });
  const report = await checkDatabase(damaged, SCHEMA).catch((thrown: unknown) => ({ ok: false, findings: [thrown] }));
  expect(report.ok).toBe(false);
  await expect(backupDatabase(damaged, SCHEMA, join(root, "copy"))).rejects.toMatchObject({ code: "corrupt" });
  expect(await readdir(root)).toEqual(["one"]);
  await damaged.close();
});
