import { copyFileSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import { once } from "node:events";
import { Kysely, sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { NodeSqliteDialect } from "./dialect.ts";
import { filesOf, refuseReplaced } from "./files-in-place.ts";
import { SqliteHandle } from "./handle.ts";

type Words = Kysely<{ words: { word: string } }>;

async function opened(): Promise<{ readonly path: string; readonly db: Words }> {
  const dir = mkdtempSync(join(tmpdir(), "onpoint-test-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const path = join(dir, "records.sqlite");
  const db: Words = new Kysely({ dialect: new NodeSqliteDialect(path) });
  onTestFinished(async () => db.destroy());
  await sql`create table words (word text)`.execute(db);
  await write(db, "estoppel");
  return { path, db };
}

async function write(db: Words, word: string): Promise<void> {
  await db.insertInto("words").values({ word }).execute();
}

async function words(db: Words): Promise<string[]> {
  return (await db.selectFrom("words").select("word").execute()).map(({ word }) => word);
}

function replace(file: string): void {
  copyFileSync(file, `${file}.copy`);
  renameSync(`${file}.copy`, file);
}

const HARMS: readonly (readonly [string, string, (file: string) => void])[] = ["", "-wal", "-shm"].flatMap((suffix) => [
  [suffix, "deleted", (file: string) => rmSync(file)] as const,
  [suffix, "replaced", replace] as const,
]);

describe.skipIf(process.platform === "win32")("a file of the records under a process that has it open", () => {
  test.each(HARMS)("records.sqlite%s %s: writes are refused and reads go on", async (suffix, how, harm) => {
    const { path, db } = await opened();
    expect(await words(db)).toEqual(["estoppel"]);
    expect(() => refuseReplaced(path)).not.toThrow();
    harm(`${path}${suffix}`);
    const refused = {
      code: "unavailable",
      message: `records.sqlite${suffix} was ${how} while it was open, so this process refuses to write`,
    };
    expect(() => refuseReplaced(path)).toThrow(expect.objectContaining(refused));
    await expect(write(db, "laches")).rejects.toMatchObject(refused);
    const whole = db.transaction().execute(async (trx) => trx.insertInto("words").values({ word: "waiver" }).execute());
    await expect(whole).rejects.toMatchObject(refused);
    expect(await words(db)).toEqual(["estoppel"]);
    expect(() => SqliteHandle.openReader(path)).toThrow(expect.objectContaining(refused));
  });

  test("a write is not told to be kept when its file went away before the end of it", async () => {
    const { path, db } = await opened();
    const done = db.transaction().execute(async (trx) => {
      await trx.insertInto("words").values({ word: "laches" }).execute();
      rmSync(`${path}-wal`);
    });
    await expect(done).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("-wal was deleted"),
    });
  });

  test("a thread that comes later is told too", async () => {
    const { path } = await opened();
    for (const file of filesOf(path).slice(1)) replace(file);
    const module = new URL("handle.ts", import.meta.url).href;
    const open = `import(${JSON.stringify(module)}).then(({ SqliteHandle }) => SqliteHandle.openWriter(${JSON.stringify(path)}))
      .then(() => "opened", ({ message }) => message).then((said) => require("node:worker_threads").parentPort.postMessage(said));`;
    const worker = new Worker(open, { eval: true });
    onTestFinished(async () => void (await worker.terminate()));
    expect((await once(worker, "message"))[0]).toContain("records.sqlite-wal was replaced");
  });
});

describe("what SQLite itself does with its files is no replacement", () => {
  test("checkpoints of every kind, a log begun again, and other connections that come and go", async () => {
    const { path, db } = await opened();
    for (const mode of ["PASSIVE", "FULL", "RESTART", "TRUNCATE"]) {
      const other = new DatabaseSync(path);
      other.exec(`PRAGMA wal_checkpoint(${mode}); insert into words values ('${mode}')`);
      other.close();
      await write(db, `after ${mode}`);
      await sql`vacuum`.execute(db);
    }
    expect(await words(db)).toHaveLength(9);
  });

  test("nor is a log deleted by the last to close the file, and made by the next to open it", async () => {
    const { path, db } = await opened();
    await db.destroy();
    rmSync(`${path}-wal`, { force: true });
    const again: Words = new Kysely({ dialect: new NodeSqliteDialect(path) });
    onTestFinished(async () => again.destroy());
    await write(again, "laches");
    expect(await words(again)).toEqual(["estoppel", "laches"]);
  });

  test("nor that one of several connections of a process is closed", async () => {
    const { path, db } = await opened();
    SqliteHandle.openWriter(path).close();
    rmSync(`${path}-wal`);
    await expect(write(db, "laches")).rejects.toThrow("-wal was deleted");
  });
});
