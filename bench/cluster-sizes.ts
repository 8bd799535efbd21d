/**
 * What the records and the indexes of the real corpus take on PostgreSQL and OpenSearch, and what filling them costs:
 * the constants behind the sizes of docs/operating/cluster.md.
 *
 *     node bench/cluster-sizes.ts --dir DIR [--out bench/results/cluster-sizes.json]
 *
 * `DIR` is kept, and is what bench/cluster.ts asks. Where it is filled already the times of filling, and the indexes'
 * sizes after it, are those of before. Times are of one import, one follower and one node on this machine, each after the other;
 * processor time says what they cost.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Client } from "pg";
import { silentLogger } from "#base/log.ts";
import { CASE_TABLES } from "#cases/tables.ts";
import { CITATOR_TABLES } from "#citator/tables.ts";
import { DOCKET_TABLES } from "#dockets/tables.ts";
import type { IndexDocument } from "#index/index.ts";
import { openOpenSearchIndex } from "#index/opensearch/opensearch.ts";
import { LAW_TABLES } from "#laws/tables.ts";
import { OPINION_TABLES } from "#opinions/store/tables.ts";
import { randomFrom, schemaOf, vectorNear } from "#test/conformance/vector-index.ts";
import { requireSharedData } from "../test/real/shared-data.ts";
import { childrenCpu_s } from "./clock.ts";
import { ClusterServers, HEAP_GB } from "./cluster-servers.ts";
import { DECISION_IMPORTS, docketImports, lawImports } from "./real-corpus.ts";
import type { Imports } from "./real-corpus.ts";
import { onpoint, Served } from "./served.ts";

const ROOT = resolve(import.meta.dirname, "..");
/** Documents of the index of vectors, and passages of each, as many as a real opinion has. */
const [DOCUMENTS, PASSAGES, DIMENSIONS, AT_ONCE] = [500, 27, 256, 100];

/** The tables of each kind of record, as in the folders that declare them. */
const PARTS = {
  opinions: OPINION_TABLES,
  cases: CASE_TABLES,
  citator: CITATOR_TABLES,
  laws: LAW_TABLES,
  dockets: DOCKET_TABLES,
} as const;

const COUNTS = {
  decisions: "select count(*) from clusters",
  opinions: "select count(*) from opinions",
  text_chars: "select sum(length(text)) from opinion_texts",
  law_sections: "select count(*) from law_versions where node_type = 'LEAF'",
  law_rows: "select count(*) from law_versions",
  law_text_chars: "select sum(length(text)) from law_texts",
  dockets: "select count(*) from dockets",
  docket_entries: "select count(*) from docket_entries",
  docket_filings: "select count(*) from filings",
} as const;

type Spent = {
  readonly wall_s: number;
  /** Of processes of the program. */
  readonly program_cpu_s: number;
  readonly postgres_cpu_s: number;
  readonly opensearch_cpu_s: number;
};

/** OpenSearch believes for ten seconds what it has read of an index's size (`index.store.stats_refresh_interval`). */
const SIZES_BELIEVED_MS = 12_000;

const { values } = parseArgs({ options: { dir: { type: "string" }, out: { type: "string" } } });
if (values.dir === undefined) throw new Error("--dir names where the servers keep their data");
requireSharedData();
const dir = resolve(values.dir);
const servers = await ClusterServers.start(dir);
try {
  const before = values.out !== undefined && existsSync(values.out) ? readFileSync(values.out, "utf8") : "{}";
  const result = {
    ...(JSON.parse(before) as object),
    node: process.version,
    cores: availableParallelism(),
    heap_gb: HEAP_GB,
    ...(existsSync(join(dir, "filled"))
      ? {}
      : { filling: await fill(), load_average: loadavg()[0], indexes_as_filled: await sizesOf("onpoint-*") }),
    records: await recordSizes(),
    indexes_merged: await mergedSizes(),
    vectors: await vectorSizes(),
    heap_used_mb: await heapUsed_mb(),
  };
  console.log(JSON.stringify(result, null, 2));
  if (values.out !== undefined) writeFileSync(values.out, `${JSON.stringify(result, null, 2)}\n`);
} finally {
  await servers.stop();
}

/** Runs something and tells what it took everywhere; what runs in processes must have ended with it. */
async function spent(run: () => Promise<unknown>): Promise<Spent> {
  const [before, began_ms, began_s] = [await servers.cpu(), performance.now(), programCpu_s()];
  await run();
  const after = await servers.cpu();
  return {
    wall_s: tenths((performance.now() - began_ms) / 1000),
    program_cpu_s: tenths(programCpu_s() - began_s),
    postgres_cpu_s: tenths((after.postgres_ms - before.postgres_ms) / 1000),
    opensearch_cpu_s: tenths((after.opensearch_ms - before.opensearch_ms) / 1000),
  };
}

/** Of this process, and of those that it started and that have ended. */
function programCpu_s(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + childrenCpu_s();
}

async function fill(): Promise<Record<string, Spent>> {
  const dataDir = join(dir, "importer");
  mkdirSync(dataDir, { recursive: true });
  const settings = { ...process.env, ...servers.settings("all"), ONPOINT_DATA_DIR: dataDir, ONPOINT_SAMPLE: "no" };
  const input = join(dir, "input");
  const commands = {
    decisions: DECISION_IMPORTS,
    laws: await lawImports(input),
    dockets: await docketImports(input),
  } satisfies Record<string, Imports>;
  const took: Record<string, Spent> = {};
  for (const [kind, imports] of Object.entries(commands)) {
    took[`importing ${kind}`] = await spent(async () => {
      for (const args of Object.values(imports)) await onpoint(ROOT, settings, ["import", ...args, "--no-index"]);
    });
    console.error(kind, took[`importing ${kind}`]);
  }
  took["following all"] = await spent(async () => {
    const server = await Served.start(ROOT, dataDir, async () => undefined, servers.settings("all"));
    await server.stop();
  });
  console.error("followed", took["following all"]);
  took["indexing again"] = await spent(async () => onpoint(ROOT, settings, ["index", "rebuild"]));
  writeFileSync(join(dir, "filled"), "");
  return took;
}

/** Bytes of the tables with their indexes, as importing and following have left them. */
async function recordSizes(): Promise<object> {
  const client = new Client({ connectionString: servers.databaseUrl });
  await client.connect();
  try {
    await client.query("checkpoint");
    const { rows } = await client.query<{ name: string; bytes: string }>(
      "select relname as name, pg_total_relation_size(oid) as bytes from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
    );
    const bytesOf = new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
    const named = Object.entries(PARTS).map(([part, tables]) => [
      part,
      Object.fromEntries(Object.keys(tables).map((table) => [table, bytesOf.get(table) ?? 0])),
    ]);
    const counts: Record<string, number> = {};
    for (const [name, query] of Object.entries(COUNTS)) {
      counts[name] = Number(Object.values((await client.query<Record<string, string>>(query)).rows[0] ?? {})[0]);
    }
    const all = await client.query<{ bytes: string }>("select pg_database_size(current_database()) as bytes");
    return {
      counts,
      bytes: Object.fromEntries(named) as object,
      outbox_bytes: bytesOf.get("outbox") ?? 0,
      database_bytes: Number(all.rows[0]?.bytes),
    };
  } finally {
    await client.end();
  }
}

type IndexSize = { readonly documents: number; readonly bytes: number };

/** Of each index in one segment. */
async function mergedSizes(): Promise<Record<string, IndexSize>> {
  await servers.ask("onpoint-*/_forcemerge?max_num_segments=1", {});
  return sizesOf("onpoint-*");
}

async function sizesOf(indexes: string): Promise<Record<string, IndexSize>> {
  await servers.ask(`${indexes}/_flush`, {});
  await sleep(SIZES_BELIEVED_MS);
  const rows = await servers.ask<readonly Readonly<Record<string, string>>[]>(
    `_cat/indices/${indexes}?format=json&bytes=b&h=index,docs.count,pri.store.size`,
  );
  return Object.fromEntries(
    rows.map((row) => {
      const size = { documents: Number(row["docs.count"]), bytes: Number(row["pri.store.size"]) };
      return [/-(?<name>[a-z]+)-/u.exec(row["index"] ?? "")?.groups?.["name"] ?? row["index"], size];
    }),
  );
}

/** Random vectors: a graph's size depends on how many there are and how long they are, not on what they say. */
async function vectorSizes(): Promise<object> {
  const prefix = "sizes";
  const engine = await openOpenSearchIndex({
    urls: [servers.searchUrl],
    schema: schemaOf(DIMENSIONS),
    prefix,
    shape: { shards: 1, replicas: 0 },
    readers: 1,
    log: silentLogger,
  });
  try {
    const took = await spent(async () => engine.replaceAll(vectorDocuments()));
    const [filled] = Object.values(await sizesOf(`${prefix}-*`));
    await servers.ask(`${prefix}-*/_forcemerge?max_num_segments=1`, {});
    const [merged] = Object.values(await sizesOf(`${prefix}-*`));
    const passages = DOCUMENTS * PASSAGES;
    return { dimensions: DIMENSIONS, passages, filled_bytes: filled?.bytes, merged_bytes: merged?.bytes, took };
  } finally {
    await engine.close();
    await fetch(`${servers.searchUrl}/${prefix}-*`, { method: "DELETE" });
  }
}

async function* vectorDocuments(): AsyncGenerator<readonly IndexDocument[]> {
  const random = randomFrom(11);
  const nowhere = new Float32Array(DIMENSIONS);
  for (let from = 0; from < DOCUMENTS; from += AT_ONCE) {
    yield Array.from({ length: AT_ONCE }, (_, at) => ({
      id: String(from + at).padStart(8, "0"),
      texts: {},
      values: { court: "scotus", decision: from + at, repeats: "" },
      passages: Array.from({ length: PASSAGES }, (_, passage) => ({
        vector: vectorNear(nowhere, 1, random),
        from: passage,
        to: passage + 1,
      })),
    }));
  }
}

async function heapUsed_mb(): Promise<number> {
  type Stats = { readonly nodes: Readonly<Record<string, { jvm: { mem: { heap_used_in_bytes: number } } }>> };
  const { nodes } = await servers.ask<Stats>("_nodes/stats/jvm");
  return Math.round(Object.values(nodes).reduce((sum, { jvm }) => sum + jvm.mem.heap_used_in_bytes, 0) / 1e6);
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
