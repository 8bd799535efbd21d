import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import type { Db } from "#db/connection.ts";
import { DERIVATIONS } from "#derivations/derivations.ts";
import { outboxEnd, projectionPositions } from "#db/outbox.ts";
import { followsToday, rulesHeld } from "#projections/rules-held.ts";
import { openRecords } from "#schema/open.ts";
import { citatorRows } from "#test/citator-rows.ts";
import { createDatabase } from "#test/postgres-database.ts";
import { whyNoPostgres } from "#test/postgres-server.ts";
import { onpoint, onpointJson, serve, temporaryDirectory, until } from "./program.ts";
import type { Environment, ServerProcess } from "./program.ts";

// Each test starts several processes, slowly on a busy machine.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const DONE_MS_MAX = 240_000;
const QUIET = {
  ONPOINT_RATE_LIMIT_BURST: "100000",
  ONPOINT_RATE_LIMIT_PER_MINUTE: "100000",
  ONPOINT_SAMPLE: "no",
  ONPOINT_EMBEDDING_TRAINING: "no",
};

type Line = { readonly what: string; readonly state: string; readonly ok: boolean };

/** What `doctor` says of derived data and of the index. */
async function told(settings: Environment): Promise<string> {
  const { stdout } = await onpoint(settings, ["doctor", "--json"]);
  const lines = JSON.parse(stdout) as readonly Line[];
  return lines
    .flatMap(({ what, state }) => (/^(?:derived data|index)$/u.test(what) ? [`${what}: ${state}`] : []))
    .join("\n");
}

async function withRecords<Value>(settings: Environment, use: (db: Db) => Promise<Value>): Promise<Value> {
  const { ONPOINT_DATA_DIR: dataDir = "", ONPOINT_DATABASE_URL: databaseUrl } = settings;
  const db = await openRecords({ dataDir, databaseUrl });
  try {
    return await use(db);
  } finally {
    await db.close();
  }
}

/** The standings and readings as a program left them that lacked the verb *overrule*, and an index of other words. */
async function makeOld(db: Db): Promise<void> {
  const rules = { treatments: DERIVATIONS.treatments.number - 1, standings: DERIVATIONS.standings.number - 1 };
  const edges = await db
    .updateTable("citing_edges")
    .set({ treatment: "Cited", counts_as: "cited", place: null })
    .where("treatment", "=", "Overruled")
    .executeTakeFirstOrThrow();
  expect(Number(edges.numUpdatedRows)).toBeGreaterThan(0);
  await db.updateTable("citing_opinions").set({ rules: rules.treatments }).execute();
  await db
    .updateTable("treatment_summaries")
    .set({ status: "Neutral", negative: 0, ended: 0, history: "[]" })
    .where("status", "=", "Negative")
    .execute();
  await db.updateTable("treatment_summaries").set({ rules: rules.standings }).execute();
  await db.updateTable("projections").set({ position: 0 }).where("name", "in", ["index terms", "works"]).execute();
}

/** Everything follows today's rules, and index and citator the records. */
async function isDone(db: Db): Promise<boolean> {
  const positions = await projectionPositions(db);
  const end = await outboxEnd(db);
  return (await rulesHeld(db)).every(followsToday) && ["index", "citator"].every((name) => positions.get(name) === end);
}

async function find({ origin }: ServerProcess, key: string): Promise<{ total: number; warnings: string }> {
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  const body = JSON.stringify({ query: '"negligence"', mode: "keyword" });
  const response = await fetch(`${origin}/v1/search`, { method: "POST", headers, body });
  expect(response.status).toBe(200);
  const { pagination, warnings = [] } = (await response.json()) as {
    readonly pagination: { readonly total_results: number };
    readonly warnings?: readonly string[];
  };
  return { total: pagination.total_results, warnings: warnings.join(" ") };
}

describe.each([["SQLite"], ["PostgreSQL"]])("what a program with older rules left on %s", (database) => {
  const why = database === "PostgreSQL" ? whyNoPostgres() : undefined;

  test.skipIf(why !== undefined)("is told of, served meanwhile, and made anew by itself", async () => {
    const settings: Environment = {
      ...QUIET,
      ONPOINT_DATA_DIR: join(await temporaryDirectory(), "data"),
      ...(database === "PostgreSQL" && { ONPOINT_DATABASE_URL: (await createDatabase()).url }),
    };
    expect((await onpoint(settings, ["sample", "load"])).code).toBe(0);
    const { key } = await onpointJson<{ key: string }>(settings, ["keys", "create", "--name", "rules"]);
    const before = await serve(settings);
    await until(async () => ((await withRecords(settings, isDone)) ? true : undefined), DONE_MS_MAX);
    const { total } = await find(before, key);
    expect(total).toBeGreaterThan(0);
    await before.stop();
    const wanted = await withRecords(settings, citatorRows);

    await withRecords(settings, makeOld);
    const old = await told(settings);
    expect(old).toMatch(/derived data: \d+ standings of decisions made by older rules/u);
    expect(old).toMatch(/derived data: \d+ treatments made by older rules/u);
    expect(old).toMatch(/^index: was built by the rules of another version/mu);
    const verified = await onpoint(settings, ["index", "verify"]);
    expect(verified.code).not.toBe(0);
    expect(verified.stdout).toContain("The index was built by the rules of another version");

    const server = await serve({ ...settings, ONPOINT_READY_WHEN: "answering" });
    await until(async () => {
      const found = await find(server, key);
      expect(found.total).toBe(total);
      return (await withRecords(settings, isDone)) ? true : undefined;
    }, DONE_MS_MAX);
    await server.stop();
    expect(await withRecords(settings, citatorRows)).toEqual(wanted);
    expect((await onpoint(settings, ["index", "verify"])).code).toBe(0);
  });
});
