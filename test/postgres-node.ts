/** A PostgreSQL of a test's own, which can be killed as by a failure and started again over what it has written. */
import { execFile, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { Client } from "pg";
import { createServerFiles, freePort, isRoot } from "./postgres-server.ts";

const run = promisify(execFile);
const START_WAIT_MS = 60_000;
/** Ends with the process that started it, however that ends. */
const WITH_US = ["--pdeathsig=KILL"];
/** PostgreSQL refuses to run as root. */
const AS_POSTGRES = isRoot ? ["--reuid=postgres", "--regid=postgres", "--init-groups"] : [];
/**
 * A commit is written when it is confirmed; that it outlasts the machine (fsync) is not asked, since processes are
 * killed here and machines are not.
 */
const SETTINGS = [
  "--listen_addresses=127.0.0.1",
  "--unix_socket_directories=",
  "--max_connections=200",
  "--synchronous_commit=on",
  "--fsync=off",
];

export class PostgresNode {
  /** As a superuser; the same after every start. */
  readonly url: string;
  readonly #command: readonly string[];
  #postmaster: ChildProcess | undefined;

  private constructor(url: string, command: readonly string[]) {
    this.url = url;
    this.#command = command;
  }

  /** A running server whose files are in this directory. */
  static async startIn(dir: string): Promise<PostgresNode> {
    const { binaries, data } = await createServerFiles(dir);
    const port = await freePort();
    const server = [`${binaries}/postgres`, "-D", data, "-p", String(port), ...SETTINGS];
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    const node = new PostgresNode(url, [...WITH_US, ...AS_POSTGRES, ...server]);
    await node.start();
    return node;
  }

  /** Answers when it takes connections; what was killed before is recovered by then. */
  async start(): Promise<void> {
    const end_ms = performance.now() + START_WAIT_MS;
    while (!(await this.#isAnswering())) {
      if (performance.now() > end_ms) throw new Error(`PostgreSQL did not start within ${START_WAIT_MS} ms`);
      // It refuses to start while a process of the one before lives.
      if (this.#postmaster === undefined || this.#postmaster.exitCode !== null) this.#spawn();
      await sleep(100);
    }
  }

  /** All of its processes at once. */
  async kill(): Promise<void> {
    const postmaster = this.#postmaster;
    if (postmaster === undefined) return;
    this.#postmaster = undefined;
    // None is there where it has just ended.
    const { stdout } = await run("ps", ["-o", "pid=", "--ppid", String(postmaster.pid)]).catch(() => ({ stdout: "" }));
    const ended = once(postmaster, "close");
    postmaster.kill("SIGKILL");
    for (const pid of stdout.split(/\s+/u).filter(Boolean)) {
      try {
        process.kill(Number(pid), "SIGKILL");
      } catch {
        // It saw that its postmaster has gone.
      }
    }
    await ended;
  }

  #spawn(): void {
    this.#postmaster = spawn("setpriv", this.#command, { cwd: "/", stdio: "ignore" });
  }

  async #isAnswering(): Promise<boolean> {
    if (this.#postmaster === undefined) return false;
    const client = new Client({ connectionString: this.url, connectionTimeoutMillis: 1000 });
    client.on("error", () => undefined);
    try {
      await client.connect();
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
