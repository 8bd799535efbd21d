import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll } from "vitest";

const ENTRY = resolve(import.meta.dirname, "../../bin/onpoint.mjs");
const NODE = resolve(import.meta.dirname, "../../node_modules/.bin/node");
/** Long, because a busy machine starts processes slowly; a failure shows at once, not by this. */
const START_MS_MAX = 240_000;

/** Threads of a killed server may write a last file while its directory goes. */
const REMOVED = { recursive: true, force: true, maxRetries: 10, retryDelay: 200 };

/** What a server takes for a hang of its own is more where tests run side by side; programs of before know no such setting. */
const BUSY_MACHINE: Environment = { ONPOINT_STALL_LIMIT_MS: "20000" };

const servers = new Set<ChildProcess>();
const directories = new Set<string>();
const undoing: (() => Promise<void>)[] = [];

// Registered when a test file imports this one: inside a running test a hook would come too late and be dropped.
afterAll(async () => {
  const running = [...servers].filter((child) => child.exitCode === null && child.signalCode === null);
  const ended = running.map(async (child) => once(child, "close"));
  for (const child of running) child.kill("SIGKILL");
  await Promise.all(ended);
  for (const undo of undoing.splice(0)) await undo();
  for (const directory of directories) await rm(directory, REMOVED);
});

/** Done when the tests of the file and all servers have ended. */
export function afterServers(undo: () => Promise<void>): void {
  undoing.push(undo);
}

/** A directory that is removed when the tests of the file have ended. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "onpoint-e2e-"));
  directories.add(directory);
  return directory;
}

export type Environment = Readonly<Record<string, string>>;
export type Finished = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

/** `onpoint …` as a person runs it, away from the repository, with these settings alone; `entry` is that of another version. */
export async function onpoint(
  settings: Environment,
  args: readonly string[],
  input = "",
  entry = ENTRY,
): Promise<Finished> {
  return finished(start(settings, args, input, entry));
}

export type Begun = {
  readonly pid: number | undefined;
  /** What it printed so far. */
  readonly said: { readonly stdout: string; readonly stderr: string };
  readonly ended: Promise<Finished>;
  readonly kill: () => void;
};

/** The same, to be killed at work. */
export function begun(settings: Environment, args: readonly string[]): Begun {
  const running = start(settings, args);
  return {
    pid: running.child.pid,
    said: running.said,
    ended: finished(running),
    kill: () => void running.child.kill("SIGKILL"),
  };
}

/** The same, and what it printed as JSON; fails with what it said when it did not end well. */
export async function onpointJson<Answer>(settings: Environment, args: readonly string[]): Promise<Answer> {
  const { code, stdout, stderr } = await onpoint(settings, [...args, "--json"]);
  if (code !== 0) throw new Error(`onpoint ${args.join(" ")} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout) as Answer;
}

type Running = { readonly child: ChildProcess; readonly said: { stdout: string; stderr: string } };

function start(settings: Environment, args: readonly string[], input = "", entry = ENTRY): Running {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("ONPOINT_"));
  const child = spawn(NODE, [entry, ...args], {
    cwd: tmpdir(),
    env: { ...Object.fromEntries(inherited), NO_COLOR: "1", ...(entry === ENTRY && BUSY_MACHINE), ...settings },
  });
  const said = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said.stderr += text));
  child.stdin.end(input);
  return { child, said };
}

async function finished({ child, said }: Running): Promise<Finished> {
  const [code] = (await once(child, "close")) as [number | null];
  return { code, ...said };
}

export type ServerProcess = {
  readonly pid: number;
  readonly origin: string;
  /** What it printed so far. */
  readonly said: { readonly stdout: string; readonly stderr: string };
  /** Sends the signal and tells how it ended. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<Finished>;
};

/** `onpoint serve` on a free port; answers once it listens. Stopped after the tests of the file if it still runs. */
export async function serve(settings: Environment, entry = ENTRY): Promise<ServerProcess> {
  return served(settings, originInGreeting, entry);
}

function originInGreeting({ stdout }: ServerProcess["said"]): string | undefined {
  return stdout.endsWith("\n\n") ? /listens on (?<origin>http:\S+)/u.exec(stdout)?.groups?.["origin"] : undefined;
}

/** The same in a group, to which all counts that it takes: what a process had before it came to one does not. */
export async function serveIn(group: { readonly add: (pid: number) => void }, settings: Environment) {
  return served(settings, originInGreeting, ENTRY, (pid) => group.add(pid));
}

/** The same, of a server that waits for its records: answers once it answers probes. */
export async function serveWaiting(settings: Environment): Promise<ServerProcess> {
  return served(settings, ({ stderr }) => /"address":"(?<origin>http:[^"]+)"/u.exec(stderr)?.groups?.["origin"]);
}

async function served(
  settings: Environment,
  originIn: (said: ServerProcess["said"]) => string | undefined,
  entry = ENTRY,
  onBegun: (pid: number) => void = () => undefined,
): Promise<ServerProcess> {
  const running = start({ ONPOINT_PORT: "0", ...settings }, ["serve"], "", entry);
  const { child, said } = running;
  onBegun(child.pid ?? 0);
  const ended = finished(running);
  servers.add(child);
  const origin = await until(() => {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}: ${said.stderr}`);
    return originIn(said);
  }, START_MS_MAX);
  return {
    pid: child.pid ?? 0,
    origin,
    said,
    stop: async (signal = "SIGTERM") => {
      child.kill(signal);
      return ended;
    },
  };
}

/** Asks again until there is an answer. */
export async function until<Value>(
  ask: () => Value | undefined | Promise<Value | undefined>,
  limit_ms: number,
): Promise<Value> {
  const end_ms = performance.now() + limit_ms;
  for (;;) {
    const value = await ask();
    if (value !== undefined) return value;
    if (performance.now() > end_ms) throw new Error(`nothing came within ${limit_ms} ms`);
    await sleep(50);
  }
}

export type Searched = {
  readonly status: number;
  /** Of the first page. */
  readonly total: number;
  /** Of all pages; undefined with an answer that is no list. */
  readonly totalOfAll: number | undefined;
  readonly names: readonly string[];
  readonly results: readonly { readonly opinion_id: string; readonly score: number }[];
};

export async function search(server: Pick<ServerProcess, "origin">, key: string, query: string): Promise<Searched> {
  const response = await fetch(`${server.origin}/v1/search`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: JSON.stringify({ query, mode: "keyword" }),
  });
  const body = (await response.json()) as {
    readonly results?: readonly { readonly opinion_id: string; readonly score: number; readonly case_name: string }[];
    readonly pagination?: { readonly total_results?: number };
  };
  const results = body.results ?? [];
  return {
    status: response.status,
    total: results.length,
    totalOfAll: body.pagination?.total_results,
    names: results.map(({ case_name }) => case_name),
    results: results.map(({ opinion_id, score }) => ({ opinion_id, score })),
  };
}
