import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { once } from "node:events";
import { describe, expect, onTestFinished, test } from "vitest";
import { canTellLocks, holdersOf } from "#test/file-locks.ts";
import { SqliteHandle } from "./handle.ts";

/** A path in a new directory that is open to all. */
function newPath(): string {
  const dir = mkdtempSync(join(tmpdir(), "onpoint-test-"));
  chmodSync(dir, 0o755);
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return join(dir, "records.sqlite");
}

function openWriter(path: string): SqliteHandle {
  const handle = SqliteHandle.openWriter(path);
  onTestFinished(() => handle.close());
  return handle;
}

function withRows(path: string): void {
  const handle = SqliteHandle.openWriter(path);
  handle.raw.exec("create table words (word text); insert into words values ('estoppel')");
  handle.close();
}

const OPEN_ON_A_THREAD = `
  const { workerData, parentPort } = require("node:worker_threads");
  import(workerData.module).then(({ SqliteHandle }) => {
    const handle = SqliteHandle.openWriter(workerData.path);
    handle.raw.prepare("select * from words").all();
    parentPort.once("message", () => { handle.close(); parentPort.close(); });
    parentPort.postMessage("open");
  });`;

async function openOnAThread(path: string): Promise<Worker> {
  const module = new URL("handle.ts", import.meta.url).href;
  const worker = new Worker(OPEN_ON_A_THREAD, { eval: true, workerData: { path, module } });
  onTestFinished(async () => void (await worker.terminate()));
  await once(worker, "message");
  return worker;
}

describe("the file of a connection", () => {
  test.skipIf(!canTellLocks).each(["new", "existing"])("is locked while it is open: %s", async (which) => {
    const path = newPath();
    if (which === "existing") withRows(path);
    const first = openWriter(path);
    if (which === "new") first.raw.exec("create table words (word text)");
    expect(holdersOf(path)).toEqual([process.pid]);
    openWriter(path);
    expect(holdersOf(path)).toEqual([process.pid]);
    const thread = await openOnAThread(path);
    expect(holdersOf(path)).toEqual([process.pid]);
    thread.postMessage("close");
    await once(thread, "exit");
    expect(holdersOf(path)).toEqual([process.pid]);
  });

  test.skipIf(process.platform === "win32")("is its owner's alone, and so is what stands beside it", () => {
    const path = newPath();
    const writer = openWriter(path);
    writer.raw.exec("create table words (word text)");
    for (const file of [path, `${path}-wal`, `${path}-shm`]) expect([file, modeOf(file)]).toEqual([file, 0o600]);
  });

  test.skipIf(process.platform === "win32")("that others could read is taken from them; a group's is left", () => {
    const path = newPath();
    withRows(path);
    const before = SqliteHandle.openWriter(path);
    for (const file of [path, `${path}-wal`, `${path}-shm`]) chmodSync(file, 0o644);
    openWriter(path);
    for (const file of [path, `${path}-wal`, `${path}-shm`]) expect([file, modeOf(file)]).toEqual([file, 0o600]);
    chmodSync(path, 0o640);
    openWriter(path);
    expect(modeOf(path)).toBe(0o640);
    before.close();
  });

  test("that is none is neither made nor changed", () => {
    const path = newPath();
    writeFileSync(path, "No database at all, though long enough to look like one. ".repeat(40));
    expect(() => SqliteHandle.openWriter(path)).toThrow("not a database");
    expect(existsSync(`${path}-wal`)).toBe(false);
  });
});

function modeOf(file: string): number {
  return statSync(file).mode & 0o777;
}
