import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { Agent } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ask } from "./asking.ts";
import { DECISION_IMPORTS } from "./real-corpus.ts";

const START_MS_MAX = 240_000;
const FOLLOW_MS_MAX = 1_800_000;

/** `cpu_ms` is processor time of the whole process, which other work on the machine changes less than the clock's. */
export type Spent = { readonly ms: number; readonly cpu_ms: number };

/** Runs `onpoint` with these arguments on the server's data directory, and tells what it said. */
type Run = (args: readonly string[]) => Promise<string>;

/** Settings of the program by their names, beside those that every server here has. */
export type Settings = Readonly<Record<string, string>>;

/** Of a program that is measured, beside what it inherits. */
export function environmentOf(dataDir: string, settings: Settings = {}): NodeJS.ProcessEnv {
  return {
    ...process.env,
    ONPOINT_SAMPLE: "no",
    ...settings,
    ONPOINT_DATA_DIR: dataDir,
    ONPOINT_PORT: "0",
    // It would take a core for minutes beside what is measured.
    ONPOINT_EMBEDDING_TRAINING: "no",
    ONPOINT_LOG_LEVEL: "error",
    ONPOINT_RATE_LIMIT_BURST: "1000000",
    ONPOINT_RATE_LIMIT_PER_MINUTE: "1000000",
  };
}

/**
 * A checkout's server as users start it, on a data directory of its own that holds the real corpus; its own code
 * imports that where it is not there yet.
 */
export class Served {
  readonly #child: ChildProcess;
  readonly origin: string;
  readonly key: string;
  readonly #agent = new Agent({ keepAlive: true });

  private constructor(child: ChildProcess, origin: string, key: string) {
    this.#child = child;
    this.origin = origin;
    this.key = key;
  }

  static async start(
    root: string,
    dataDir: string,
    fill: (run: Run) => Promise<void> = decisions,
    settings: Settings = {},
  ): Promise<Served> {
    const environment = environmentOf(dataDir, settings);
    const imported = join(dataDir, "bench-imported");
    if (!existsSync(imported)) {
      mkdirSync(dataDir, { recursive: true });
      await fill(async (args) => onpoint(root, environment, args));
      writeFileSync(imported, "");
    }
    const said = await onpoint(root, environment, ["keys", "create", "--name", "bench"]);
    const key = /op_live_\w+/u.exec(said)?.[0];
    if (key === undefined) throw new Error(`no key was made: ${said}`);
    const child = spawn(process.execPath, [join(root, "bin/onpoint.mjs"), "serve"], {
      cwd: root,
      env: environment,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const origin = await originOf(child);
    await followed(origin);
    return new Served(child, origin, key);
  }

  /** Sends a question and reads its whole answer; tells what that took, the server's processor time among it. */
  async ask(path: string, body: object): Promise<Spent & { readonly text: string }> {
    const before_ms = await this.cpu_ms();
    const url = this.origin + path;
    const {
      status,
      body: text,
      ms,
    } = await ask({ agent: this.#agent, url, key: this.key, body: JSON.stringify(body) });
    if (status !== 200) throw new Error(`${path}: ${status} ${text.slice(0, 400)}`);
    return { text, ms, cpu_ms: (await this.cpu_ms()) - before_ms };
  }

  async stop(): Promise<void> {
    this.#child.kill("SIGTERM");
    await once(this.#child, "close");
  }

  /** Of all threads of the process so far, as the kernel counts it. Linux only. */
  async cpu_ms(): Promise<number> {
    const dir = `/proc/${this.#child.pid}/task`;
    const ran_ms = await Promise.all(
      (await readdir(dir)).map(async (task) => {
        const [ran_ns = "0"] = (await readFile(join(dir, task, "schedstat"), "utf8").catch(() => "0")).split(" ");
        return Number(ran_ns) / 1e6;
      }),
    );
    return ran_ms.reduce((sum, ms) => sum + ms, 0);
  }
}

async function decisions(run: Run): Promise<void> {
  for (const args of Object.values(DECISION_IMPORTS)) await run(["import", ...args]);
}

/** What a command says. */
export async function onpoint(root: string, environment: NodeJS.ProcessEnv, args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [join(root, "bin/onpoint.mjs"), ...args], {
    cwd: root,
    env: environment,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`onpoint ${args.join(" ")} ended with ${code}`);
  return said;
}

async function originOf(child: ChildProcess): Promise<string> {
  let said = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (said += text));
  for (const began = performance.now(); performance.now() - began < START_MS_MAX; await sleep(100)) {
    const origin = /listens on (\S+)/u.exec(said)?.[1];
    if (origin !== undefined) return origin;
  }
  throw new Error(`the server does not listen: ${said}`);
}

/**
 * Waits until it is ready, and its indexes and the citator have followed everything; a process that only follows the
 * records has no such checks.
 */
async function followed(origin: string): Promise<void> {
  for (const began = performance.now(); performance.now() - began < FOLLOW_MS_MAX; await sleep(500)) {
    const response = await fetch(`${origin}/readyz`);
    const { checks } = (await response.json()) as {
      readonly checks: readonly { readonly name: string; readonly detail: string }[];
    };
    const following = checks.filter(({ name }) => name.startsWith("index") || name === "citator");
    if (response.ok && following.every(({ detail }) => detail === "up to date")) return;
  }
  throw new Error("the index does not come up to date");
}
