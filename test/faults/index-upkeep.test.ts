import { execFile, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";

const PROGRAM = fileURLToPath(new URL("../../bin/onpoint.ts", import.meta.url));
const run = promisify(execFile);

let dataDir = "";
let server: Served | undefined;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "onpoint-test-"));
});
afterEach(async () => {
  await server?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

type Served = { readonly address: string; readonly log: () => string; readonly stop: () => Promise<void> };

const environment = (): NodeJS.ProcessEnv => ({ ...process.env, ONPOINT_DATA_DIR: dataDir, ONPOINT_PORT: "0" });

const onpoint = async (...parameters: string[]): Promise<string> =>
  (await run(process.execPath, [PROGRAM, ...parameters], { env: environment() })).stdout;

/** Starts the service, with the sample corpus when the directory is new. */
async function serve(): Promise<Served> {
  const child = spawn(process.execPath, [PROGRAM, "serve"], { env: environment(), stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  child.stdout.on("data", (part: Buffer) => (text += part.toString()));
  child.stderr.on("data", (part: Buffer) => (text += part.toString()));
  await expect.poll(() => text + (child.exitCode ?? ""), { timeout: 60_000 }).toMatch(/listens on http/u);
  return { address: /listens on (\S+)/u.exec(text)?.[1] ?? "", log: () => text, stop: async () => stopped(child) };
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, "close");
  child.kill("SIGTERM");
  await closed;
}

async function totalOf(address: string, key: string): Promise<number> {
  const answer = await fetch(`${address}/v1/search`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ query: "court", mode: "keyword" }),
  });
  expect(answer.status).toBe(200);
  const { pagination } = (await answer.json()) as { pagination: { total_results: number } };
  return pagination.total_results;
}

test(
  "a running server rebuilds its index when asked, and one that starts on a damaged index repairs it",
  { timeout: 180_000 },
  async () => {
    server = await serve();
    const key = /op_live_\w+/u.exec(server.log())?.[0] ?? "";
    const total = await totalOf(server.address, key);
    expect(total).toBeGreaterThan(20);
    expect(JSON.parse(await onpoint("index", "rebuild", "--json"))).toEqual({ documents: expect.any(Number) });
    expect(await totalOf(server.address, key)).toBe(total);
    await server.stop();

    const files = (await readdir(join(dataDir, "index"))).filter((name) => name.startsWith("segment-"));
    expect(files.length).toBeGreaterThan(0);
    for (const name of files) {
      const bytes = await readFile(join(dataDir, "index", name));
      if (bytes.length === 0) continue;
      bytes[bytes.length >> 1]! ^= 1;
      await writeFile(join(dataDir, "index", name), bytes);
    }
    const { address, log } = (server = await serve());
    await expect.poll(async () => totalOf(address, key), { timeout: 30_000 }).toBe(total);
    await expect.poll(log, { timeout: 30_000 }).toContain("repaired from the records");
    await server.stop();
    const report = JSON.parse(await onpoint("index", "verify", "--json")) as { blocks: unknown; records: unknown };
    expect(report).toMatchObject({ blocks: { faults: [] }, records: { ok: true } });
  },
);
