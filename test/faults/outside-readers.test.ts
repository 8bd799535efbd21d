import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { onpoint, search, serve, temporaryDirectory, until } from "#test/e2e/program.ts";
import type { Environment, ServerProcess } from "#test/e2e/program.ts";
import { canTellLocks, holdersOf } from "#test/file-locks.ts";

// Each test starts several processes, slowly on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

const WAIT_MS_MAX = 60_000;

/** Reads again and again until its input ends, as a backup agent or a viewer does, by an SQLite that is not Node's. */
const READ_ON = `
import select, sqlite3, sys
reads = 0
while not select.select([sys.stdin], [], [], 0.005)[0]:
    db = sqlite3.connect(sys.argv[1], timeout=10)
    db.execute("select count(*) from clusters").fetchone()
    db.close()
    reads += 1
print(reads)`;

function hasPython(): boolean {
  try {
    execFileSync("python3", ["-c", "import sqlite3"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** How many reads it was, when it is told to end. */
function readOutside(path: string): { readonly end: () => Promise<number> } {
  const child = spawn("python3", ["-c", READ_ON, path], { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
  const closed = once(child, "close");
  return {
    end: async () => {
      child.stdin.end();
      await closed;
      return Number(said);
    },
  };
}

/** All processes of a server, first the one that was started, which answers only when it is alone. */
function processesOf(dataDir: string): number[] {
  const { pid } = JSON.parse(readFileSync(join(dataDir, "server.pid"), "utf8")) as { readonly pid: number };
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
  return [pid, ...children];
}

/** Started so that a test that fails leaves none of its processes. */
async function serveHere(settings: Environment & { readonly ONPOINT_DATA_DIR: string }): Promise<ServerProcess> {
  const server = await serve(settings);
  const pids = processesOf(settings.ONPOINT_DATA_DIR);
  onTestFinished(() => {
    for (const pid of pids) if (isRunning(pid)) process.kill(pid, "SIGKILL");
  });
  return server;
}

async function killAll(dataDir: string, server: ServerProcess): Promise<void> {
  const pids = processesOf(dataDir);
  for (const pid of pids) process.kill(pid, "SIGKILL");
  await server.stop("SIGKILL");
  await until(() => (pids.every((pid) => !isRunning(pid)) ? true : undefined), WAIT_MS_MAX);
}

function isRunning(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(" ")[2] !== "Z";
  } catch {
    return false;
  }
}

/** Rows that nothing but people and imports write, by table. */
const TABLES = ["cases", "clusters", "opinions", "cluster_citations", "outbox", "api_keys", "imports"];

function rowsOf(path: string): Record<string, string> {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    const tables = db.prepare("select name from sqlite_schema where type = 'table'").all();
    const known = new Set(tables.map(({ name }) => name));
    const told = TABLES.filter((table) => known.has(table)).map((table) => {
      const hash = createHash("sha256");
      let rows = 0;
      for (const row of db.prepare(`select * from ${table} order by 1, 2`).iterate()) {
        // When a key was last used is written aside.
        const { last_used_at: _, ...kept } = row;
        hash.update(JSON.stringify(kept));
        rows += 1;
      }
      return [table, `${rows} ${hash.digest("hex")}`] as const;
    });
    return Object.fromEntries(told);
  } finally {
    db.close();
  }
}

async function newKey(settings: Environment): Promise<string> {
  const { code, stdout, stderr } = await onpoint(settings, ["keys", "create", "--name", "Outside"]);
  expect(code, stderr).toBe(0);
  return /op_live_\w+/u.exec(stdout)?.[0] ?? "";
}

const SHAPES = ["1", "2"].flatMap((processes) =>
  ["new", "existing"].map((directory) => [directory, processes] as const),
);

describe.skipIf(!canTellLocks || !hasPython())("the records while they are served", () => {
  test.each(SHAPES)(
    "a %s directory, %s processes: locked, read from outside, killed, whole",
    async (directory, processes) => {
      const dataDir = join(await temporaryDirectory(), "data");
      const settings = { ONPOINT_DATA_DIR: dataDir };
      const file = join(dataDir, "records.sqlite");
      if (directory === "existing") {
        const { code, stderr } = await onpoint(settings, ["sample", "load"]);
        expect(code, stderr).toBe(0);
      }
      const server = await serveHere({ ...settings, ONPOINT_PROCESSES: processes });
      const everybody = (): void => {
        const [first, ...members] = processesOf(dataDir);
        expect(members).toHaveLength(processes === "1" ? 0 : 2);
        expect(holdersOf(file)).toEqual(expect.arrayContaining(members.length === 0 ? [first] : members));
      };
      everybody();
      const log = statSync(`${file}-wal`).ino;

      const outside = [readOutside(file), readOutside(file)];
      const keys = [await newKey(settings), await newKey(settings)];
      for (const key of keys) expect((await search(server, key, "negligence")).status).toBe(200);
      everybody();
      for (const reader of outside) expect(await reader.end()).toBeGreaterThan(5);
      expect(statSync(`${file}-wal`).ino).toBe(log);
      everybody();
      const late = await newKey(settings);
      expect((await search(server, late, "negligence")).status).toBe(200);
      const before = rowsOf(file);
      expect(Object.keys(before).length).toBeGreaterThan(4);

      await killAll(dataDir, server);
      expect(rowsOf(file)).toEqual(before);
      const again = await serveHere({ ...settings, ONPOINT_PROCESSES: processes });
      for (const key of [...keys, late]) expect((await search(again, key, "negligence")).status).toBe(200);
      expect(rowsOf(file)).toEqual(before);
      expect((await again.stop()).code).toBe(0);
    },
  );

  test("a log that is deleted under the server is told, nothing more is written, and a restart has all", async () => {
    const dataDir = join(await temporaryDirectory(), "data");
    const settings = { ONPOINT_DATA_DIR: dataDir };
    const file = join(dataDir, "records.sqlite");
    const server = await serveHere(settings);
    const key = await newKey(settings);
    const before = rowsOf(file);
    expect((await fetch(`${server.origin}/readyz`)).status).toBe(200);
    rmSync(`${file}-wal`);
    const words = "records.sqlite-wal was deleted while it was open";
    const ready = await fetch(`${server.origin}/readyz`);
    expect([ready.status, await ready.text()]).toEqual([503, expect.stringContaining(words)]);
    await until(() => (server.said.stderr.includes(words) ? true : undefined), WAIT_MS_MAX);
    // A thread that has not read before is not let at the files any more.
    expect([200, 503]).toContain((await search(server, key, "negligence")).status);
    const doctor = await onpoint({ ...settings, ONPOINT_PORT: new URL(server.origin).port }, ["doctor"]);
    // It opened the records itself, so there is a new log beside the one that the server has.
    expect([doctor.code, doctor.stdout]).toEqual([
      1,
      expect.stringMatching(/records: records\.sqlite-wal was \w+ while/u),
    ]);
    await server.stop();
    const again = await serveHere(settings);
    expect((await search(again, key, "negligence")).status).toBe(200);
    expect(rowsOf(file)).toEqual(before);
    expect((await again.stop()).code).toBe(0);
  });
});
