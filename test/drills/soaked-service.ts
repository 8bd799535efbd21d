import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { until } from "#test/e2e/program.ts";
import type { Environment } from "#test/e2e/program.ts";

const ENTRY = resolve(import.meta.dirname, "../../bin/onpoint.mjs");
const NODE = resolve(import.meta.dirname, "../../node_modules/.bin/node");
const START_MS_MAX = 300_000;
/** Of what a service says, to tell why it ended. */
const SAID_CHARS_MAX = 200_000;

async function freePort(): Promise<number> {
  const holder = createServer().listen(0, "127.0.0.1");
  await once(holder, "listening");
  const { port } = holder.address() as AddressInfo;
  holder.close();
  await once(holder, "close");
  return port;
}

/** A service of several processes at one address, any of which may be killed; it is started again at once. */
export class SoakedService {
  readonly origin: string;
  readonly #settings: Environment;
  #child: ChildProcess | undefined;
  #isOver = false;
  said = "";
  starts = 0;

  private constructor(settings: Environment, port: number) {
    this.origin = `http://127.0.0.1:${port}`;
    this.#settings = { ...settings, ONPOINT_PORT: String(port) };
  }

  static async start(settings: Environment): Promise<SoakedService> {
    const service = new SoakedService(settings, await freePort());
    service.#begin();
    await service.answers();
    return service;
  }

  /** The process that was started and those that it started, as they are at present. */
  pids(): readonly number[] {
    const pid = this.#child?.pid;
    return pid === undefined ? [] : [pid, ...childrenOf(pid)];
  }

  /** Answers requests: not yet that it is ready. */
  async answers(): Promise<void> {
    await until(async () => {
      const answer = await fetch(`${this.origin}/healthz`, { signal: AbortSignal.timeout(5000) }).catch(
        () => undefined,
      );
      await answer?.arrayBuffer();
      return answer?.ok === true ? true : undefined;
    }, START_MS_MAX);
  }

  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
    this.#isOver = true;
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
    return child.exitCode;
  }

  #begin(): void {
    this.starts++;
    const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("ONPOINT_"));
    const child = spawn(NODE, [ENTRY, "serve"], {
      cwd: tmpdir(),
      env: { ...Object.fromEntries(inherited), NO_COLOR: "1", ...this.#settings },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child = child;
    const keep = (text: string): void => void (this.said = (this.said + text).slice(-SAID_CHARS_MAX));
    child.stdout.setEncoding("utf8").on("data", keep);
    child.stderr.setEncoding("utf8").on("data", keep);
    // Not when its pipes close: processes that it started go on with them until another start has taken over.
    child.once("exit", () => {
      if (!this.#isOver) void sleep(200).then(() => this.#begin());
    });
  }
}

/** On Linux; elsewhere only the process that was started is known. */
export function childrenOf(pid: number): readonly number[] {
  try {
    const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
    return listed === "" ? [] : listed.split(" ").map(Number);
  } catch {
    return [];
  }
}

/** Memory that belongs to a process alone or is its share of what it has in common with others, in bytes. */
export function memoryOf(pid: number): number {
  try {
    const kib = /^Pss:\s+(?<kib>\d+)/mu.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.groups?.["kib"];
    return Number(kib ?? 0) * 1024;
  } catch {
    return 0;
  }
}
