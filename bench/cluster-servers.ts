/** PostgreSQL and OpenSearch for benches of the cluster, on one machine and set up as an operator has them. */
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { startNode } from "#test/opensearch/node.ts";
import type { SearchNode } from "#test/opensearch/node.ts";
import { startPostgres, stopPostgres } from "#test/postgres-server.ts";
import { TICKS_PER_S } from "./clock.ts";
import type { Settings } from "./served.ts";

/** With the collector and the compilers that Java chooses by itself. */
export const HEAP_GB = 2;
const MACHINE = [`-Xms${HEAP_GB}g`, `-Xmx${HEAP_GB}g`];

const BUFFERS = ["-c shared_buffers=1GB"];

/** Processor time so far. */
export type ServersCpu = { readonly postgres_ms: number; readonly opensearch_ms: number };

export class ClusterServers {
  readonly #dir: string;
  readonly #node: SearchNode;
  readonly databaseUrl: string;
  #nodePid: string | undefined;

  private constructor(dir: string, databaseUrl: string, node: SearchNode) {
    this.#dir = dir;
    this.databaseUrl = databaseUrl;
    this.#node = node;
  }

  /** Starts both with what was kept in the directory before. PostgreSQL writes as durably as it does by default. */
  static async start(dir: string): Promise<ClusterServers> {
    const [postgres, opensearch] = [join(dir, "postgres"), join(dir, "opensearch")];
    for (const home of [postgres, opensearch]) mkdirSync(home, { recursive: true });
    const databaseUrl = await startPostgres(postgres, BUFFERS);
    try {
      return new ClusterServers(postgres, databaseUrl, await startNode(opensearch, MACHINE));
    } catch (error) {
      await stopPostgres(postgres, "fast");
      throw error;
    }
  }

  get searchUrl(): string {
    return this.#node.url;
  }

  /** Of a process of the program on both. */
  settings(role: "all" | "api" | "follower"): Settings {
    return {
      ONPOINT_DATABASE_URL: this.databaseUrl,
      ONPOINT_SEARCH_URL: this.searchUrl,
      ONPOINT_SEARCH_REPLICAS: "0",
      ONPOINT_ROLE: role,
    };
  }

  async ask<Answer>(path: string, body?: object): Promise<Answer> {
    const response = await fetch(`${this.searchUrl}/${path}`, {
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
      headers: { "content-type": "application/json" },
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  }

  async cpu(): Promise<ServersCpu> {
    this.#nodePid ??= await this.#askNodePid();
    const [postmaster = ""] = readFileSync(join(this.#dir, "data/postmaster.pid"), "utf8").split("\n");
    return { postgres_ms: familyCpu_ms(postmaster), opensearch_ms: familyCpu_ms(this.#nodePid) };
  }

  /** What OpenSearch tells of its own processor time is up to a second old; the kernel knows it. */
  async #askNodePid(): Promise<string> {
    type Nodes = { readonly nodes: Readonly<Record<string, { readonly process: { readonly id: number } }>> };
    const [node] = Object.values((await this.ask<Nodes>("_nodes/process")).nodes);
    return String(node?.process.id);
  }

  async stop(): Promise<void> {
    await this.#node.stop();
    await stopPostgres(this.#dir, "fast");
  }
}

/** Of a process, its children that run, and those that have ended. */
function familyCpu_ms(pid: string): number {
  let ticks = 0;
  for (const one of readdirSync("/proc").filter((name) => /^\d+$/u.test(name))) {
    const fields = statOf(one);
    // Fields 4, 14 to 17 of proc(5): parent, user, system, and both of the children that were waited for.
    if (one === pid) ticks += sum(fields.slice(11, 15));
    else if (fields[1] === pid) ticks += sum(fields.slice(11, 13));
  }
  return (ticks * 1000) / TICKS_PER_S;
}

/** The fields behind the name; none of a process that has ended meanwhile. */
function statOf(pid: string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /su, "")
      .split(" ");
  } catch {
    return [];
  }
}

function sum(fields: readonly string[]): number {
  return fields.reduce((total, field) => total + Number(field), 0);
}
