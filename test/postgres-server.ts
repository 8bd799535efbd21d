/**
 * A real PostgreSQL for the store tests, from Debian's packages (`apt-get install postgresql`). One server for
 * the whole run, started by the first test file that asks, in a directory of its own on a free port of
 * 127.0.0.1, and stopped when the run ends. PostgreSQL refuses to run as root, so root hands it to the user
 * `postgres`.
 */
import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rm, rmdir, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    postgresDir: string;
  }
}

const PACKAGES = "/usr/lib/postgresql";
const NOT_INSTALLED = `no PostgreSQL server under ${PACKAGES}; apt-get install postgresql`;
const INITDB = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"];
/** What a crash of the machine would lose is of no use to a test. */
const FORGETFUL = ["-c fsync=off", "-c synchronous_commit=off", "-c full_page_writes=off"];
const START_WAIT_MS = 60_000;
export const isRoot: boolean = process.getuid?.() === 0;
const run = promisify(execFile);

/** Vitest's global set-up: names the place, and stops what was started there. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dir = await mkdtemp(join(tmpdir(), "onpoint-postgres-"));
  project.provide("postgresDir", dir);
  return async () => {
    await stopPostgres(dir, "immediate");
    await rm(dir, { recursive: true, force: true });
  };
}

/** Why no server can be had here, or undefined when one can. */
export function whyNoPostgres(): string | undefined {
  if (process.env["ONPOINT_TEST_POSTGRES_URL"] !== undefined) return undefined;
  if (process.env["ONPOINT_TEST_POSTGRES"] !== "require") return "with npm run test:postgres";
  return binariesDir() === undefined ? NOT_INSTALLED : undefined;
}

/** The address of the run's server, as a superuser; starts it when nobody has. */
export async function postgresUrl(dir: string): Promise<string> {
  const given = process.env["ONPOINT_TEST_POSTGRES_URL"];
  if (given !== undefined) return given;
  const addressFile = join(dir, "address");
  const lock = join(dir, "starting");
  for (let waited_ms = 0; waited_ms < START_WAIT_MS; waited_ms += 50) {
    if (existsSync(addressFile)) return readFile(addressFile, "utf8");
    if (await taken(lock)) {
      try {
        if (!existsSync(addressFile)) await writeFile(addressFile, await startPostgres(dir, FORGETFUL));
      } finally {
        await rmdir(lock);
      }
    } else {
      await sleep(50);
    }
  }
  throw new Error(`PostgreSQL did not start within ${START_WAIT_MS} ms; see ${join(dir, "log")}`);
}

async function taken(lock: string): Promise<boolean> {
  return mkdir(lock).then(
    () => true,
    () => false,
  );
}

/**
 * What was kept in the directory before, or the files of a new server, which any user may enter; and the directory of
 * the server's programs.
 */
export async function createServerFiles(dir: string): Promise<{ readonly binaries: string; readonly data: string }> {
  const binaries = binariesDir();
  if (binaries === undefined) throw new Error(NOT_INSTALLED);
  await chmod(dir, 0o777);
  const data = join(dir, "data");
  if (!existsSync(data)) await runUnprivileged(join(binaries, "initdb"), INITDB.concat("-D", data));
  return { binaries, data };
}

/** Starts a server with what was kept in the directory before, or an empty one; tells the address of its superuser. */
export async function startPostgres(dir: string, settings: readonly string[] = []): Promise<string> {
  const { binaries, data } = await createServerFiles(dir);
  const port = await freePort();
  const always = [`-p ${port} -k ''`, "-c listen_addresses=127.0.0.1", "-c max_connections=200"];
  const options = [...always, ...settings].join(" ");
  const log = join(dir, "log");
  await runUnprivileged(join(binaries, "pg_ctl"), ["-D", data, "-w", "-l", log, "-o", options, "start"]);
  return `postgres://postgres@127.0.0.1:${port}/postgres`;
}

/** Ends the server of a directory, if one runs there: at once, or when it has written down what it holds. */
export async function stopPostgres(dir: string, mode: "immediate" | "fast"): Promise<void> {
  const binaries = binariesDir();
  const data = join(dir, "data");
  if (binaries === undefined || !existsSync(join(data, "postmaster.pid"))) return;
  await runUnprivileged(join(binaries, "pg_ctl"), ["-D", data, "-m", mode, "-w", "stop"]);
}

function binariesDir(): string | undefined {
  if (!existsSync(PACKAGES)) return undefined;
  const versions = readdirSync(PACKAGES).toSorted((left, right) => Number(right) - Number(left));
  return versions.map((version) => join(PACKAGES, version, "bin")).find((bin) => existsSync(join(bin, "initdb")));
}

/** The server must not inherit our pipes, or a command that starts it would never be seen to end. */
async function runUnprivileged(command: string, parameters: readonly string[]): Promise<void> {
  const line = [...(isRoot ? ["runuser", "-u", "postgres", "--"] : []), command, ...parameters];
  await run("sh", ["-c", 'exec "$@" >/dev/null 2>&1 </dev/null', "sh", ...line], { cwd: tmpdir() });
}

/** A port of 127.0.0.1 that nobody listens on. */
export async function freePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const probe = createServer();
  probe.once("error", reject);
  probe.listen(0, "127.0.0.1", () => {
    const address = probe.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    probe.close(() => resolve(port));
  });
  return promise;
}
