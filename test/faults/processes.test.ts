import { readFile, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { onpoint, serve, temporaryDirectory, until } from "#test/e2e/program.ts";
import type { Environment, ServerProcess } from "#test/e2e/program.ts";

// Each test starts several processes, slowly on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const PROCESSES = 3;
const SEEN_MS_MAX = 60_000;

/** Processes that outlive the one that started them. */
const orphans: number[] = [];
afterAll(() => {
  for (const pid of orphans) if (isRunning(pid)) process.kill(pid, "SIGKILL");
});

type Answer = { readonly status: number; readonly body: string };

let dataDir: string;
let settings: Environment;
let server: ServerProcess;
let key: string;

beforeAll(async () => {
  dataDir = join(await temporaryDirectory(), "data");
  settings = { ONPOINT_DATA_DIR: dataDir, ONPOINT_PROCESSES: String(PROCESSES) };
  server = await serve({ ...settings, ONPOINT_RATE_LIMIT_BURST: "100000", ONPOINT_RATE_LIMIT_PER_MINUTE: "100000" });
  key = /op_live_\w+/u.exec(server.said.stdout)?.[0] ?? "";
});

/** A request on a connection of its own, so that any of the processes may get it. */
async function ask(path: string, body?: unknown, { origin }: ServerProcess = server, bearer = key): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const headers = { Authorization: `Bearer ${bearer}`, "Content-Type": "application/json", Connection: "close" };
  const asked = request(
    `${origin}${path}`,
    { method: body === undefined ? "GET" : "POST", headers, agent: false },
    (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => (text += part));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body: text }));
      response.on("error", reject);
    },
  );
  asked.on("error", reject);
  asked.end(body === undefined ? "" : JSON.stringify(body));
  return promise;
}

const found = async (query: string): Promise<number> => {
  const { status, body } = await ask("/v1/search", { query, mode: "keyword" });
  expect(status).toBe(200);
  return (JSON.parse(body) as { pagination: { total_results: number } }).pagination.total_results;
};

/** So many requests in a row that each process has had one, but for an accident of one in many millions. */
const EVERY_PROCESS = 40;

async function foundEverywhere(query: string): Promise<ReadonlySet<number>> {
  const totals = new Set<number>();
  for (let count = 0; count < EVERY_PROCESS; count++) totals.add(await found(query));
  return totals;
}

async function seenEverywhere(query: string, total: number): Promise<void> {
  await until(async () => {
    const totals = await foundEverywhere(query);
    return totals.size === 1 && totals.has(total) ? true : undefined;
  }, SEEN_MS_MAX);
}

async function importOwn(word: string): Promise<void> {
  const file = join(await temporaryDirectory(), "own.jsonl");
  const text = `The ${word} doctrine does not reach bailees.`;
  await writeFile(
    file,
    JSON.stringify({ id: word, court: "nysd", case_name: "Marlow v. Denby", opinions: [{ type: "lead", text }] }),
  );
  const { code, stderr } = await onpoint({ ONPOINT_DATA_DIR: dataDir }, ["import", "jsonl", file]);
  expect(stderr).toContain("running server");
  expect(code).toBe(0);
}

async function pidOf(purpose: "server" | "index"): Promise<number> {
  return (JSON.parse(await readFile(join(dataDir, `${purpose}.pid`), "utf8")) as { pid: number }).pid;
}

/** The processes that answer, as the measurements of all of them count them. */
async function processesAnswering(): Promise<number> {
  const { body } = await ask("/metrics");
  return Number(/^onpoint_processes (?<count>\d+)$/mu.exec(body)?.groups?.["count"]);
}

/** Every request of a stretch of time, and how many failed for lack of an answer. */
async function askedDuring(work: () => Promise<void>): Promise<{ readonly answers: Answer[]; readonly lost: number }> {
  const answers: Answer[] = [];
  let lost = 0;
  const over = new AbortController();
  const asking = (async () => {
    while (!over.signal.aborted) {
      await ask("/v1/search", { query: "negligence", mode: "keyword" }).then(
        (answer) => answers.push(answer),
        () => lost++,
      );
    }
  })();
  await work().finally(() => over.abort());
  await asking;
  return { answers, lost };
}

describe("several processes on one data directory", () => {
  test("all answer on one port, from one corpus", async () => {
    expect(await processesAnswering()).toBe(PROCESSES);
    const totals = await foundEverywhere("negligence");
    expect(totals.size).toBe(1);
    expect([...totals][0]).toBeGreaterThan(0);
  });

  test("an import is searched in every one of them", async () => {
    expect([...(await foundEverywhere("zorblattian"))]).toEqual([0]);
    await importOwn("zorblattian");
    await seenEverywhere("zorblattian", 1);
  });

  test("one that writes the index and is killed: the rest answer, another takes over, nothing is lost", async () => {
    const leader = await pidOf("index");
    const { answers, lost } = await askedDuring(async () => {
      await sleep(200);
      process.kill(leader, "SIGKILL");
      await until(async () => ((await pidOf("index").catch(() => leader)) === leader ? undefined : true), SEEN_MS_MAX);
    });
    // A request that the killed process had taken is lost with it; no other one is, and none is answered wrongly.
    expect(lost).toBeLessThanOrEqual(2);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await importOwn("quibblesome");
    await seenEverywhere("quibblesome", 1);
    await seenEverywhere("zorblattian", 1);
    await until(async () => ((await processesAnswering()) === PROCESSES ? true : undefined), SEEN_MS_MAX);
  });

  test("one that reads and is killed is replaced", async () => {
    const leader = await pidOf("index");
    const reader = (await memberPids()).find((pid) => pid !== leader)!;
    const { answers, lost } = await askedDuring(async () => {
      process.kill(reader, "SIGKILL");
      await until(async () => {
        const pids = await memberPids();
        return pids.length === PROCESSES && !pids.includes(reader) ? true : undefined;
      }, SEEN_MS_MAX);
    });
    expect(lost).toBeLessThanOrEqual(2);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await pidOf("index")).toBe(leader);
  });

  test("a port that other processes share is refused to another installation", async () => {
    const other = { ONPOINT_DATA_DIR: join(await temporaryDirectory(), "other"), ONPOINT_SAMPLE: "no" };
    const port = new URL(server.origin).port;
    const { code, stderr } = await onpoint({ ...other, ONPOINT_PORT: port }, ["serve", "--processes", "2"]);
    expect(stderr).toMatch(/port \d+ on 127\.0\.0\.1 is taken/u);
    expect(code).toBe(3);
  });

  test("the one that started them is killed: they answer, and the next start takes over without a gap", async () => {
    const before = await memberPids();
    orphans.push(...before);
    let next: ServerProcess | undefined;
    const { answers, lost } = await askedDuring(async () => {
      process.kill(await pidOf("server"), "SIGKILL");
      await sleep(500);
      await importOwn("brindlewick");
      next = await serve({ ...settings, ONPOINT_PORT: new URL(server.origin).port });
      await until(() => (before.every((pid) => !isRunning(pid)) ? true : undefined), SEEN_MS_MAX);
    });
    expect(lost).toBeLessThanOrEqual(2);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await seenEverywhere("brindlewick", 1);
    expect((await next!.stop()).code).toBe(0);
    await expect(ask("/healthz")).rejects.toThrow("ECONNREFUSED");
  });

  test("a key's limit and an address's wrong keys are counted over all of them", async () => {
    const limited = await serve({ ...settings, ONPOINT_RATE_LIMIT_BURST: "10", ONPOINT_RATE_LIMIT_PER_MINUTE: "1" });
    const asked = Array.from({ length: 40 }, async () => ask("/v1/court/list", undefined, limited));
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30);
    const guesses: number[] = [];
    for (let count = 0; count < 40; count++) {
      guesses.push((await ask("/v1/me", undefined, limited, `op_live_${"x".repeat(43)}`)).status);
    }
    // Twenty are looked at; each process may then look at one more before it knows.
    expect(guesses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(20);
    expect(guesses.filter((status) => status === 401).length).toBeLessThanOrEqual(20 + PROCESSES);
    expect((await limited.stop("SIGINT")).code).toBe(0);
  });
});

async function memberPids(): Promise<number[]> {
  const starter = await pidOf("server");
  const children = await readFile(`/proc/${starter}/task/${starter}/children`, "utf8");
  return children.split(" ").filter(Boolean).map(Number);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
