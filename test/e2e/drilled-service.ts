/** A whole service of several processes whose servers are its own, so that each of them can be killed. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { DroppingProxy } from "#test/dropping-proxy.ts";
import { Door } from "#test/opensearch/door.ts";
import { startNode } from "#test/opensearch/node.ts";
import type { SearchNode } from "#test/opensearch/node.ts";
import { PostgresNode } from "#test/postgres-node.ts";
import { begun, onpoint, onpointJson, search, serve, temporaryDirectory, until } from "./program.ts";
import type { Begun, Environment, Finished, ServerProcess } from "./program.ts";

const READY_MS_MAX = 240_000;
/** A silent network is noticed by these; shorter than their defaults, so that a drill is short. */
const BOUNDS_OF_WAITING: Environment = {
  ONPOINT_DATABASE_CONNECT_TIMEOUT_MS: "2000",
  ONPOINT_DATABASE_TIMEOUT_MS: "3000",
  ONPOINT_DATABASE_KEEPALIVE_MS: "2000",
  ONPOINT_SEARCH_CONNECT_TIMEOUT_MS: "2000",
  ONPOINT_SEARCH_TIMEOUT_MS: "4000",
};

export type Role = "api" | "follower";

export class DrilledService {
  readonly postgres: PostgresNode;
  /** The way to PostgreSQL, and to OpenSearch. */
  readonly toDatabase: DroppingProxy;
  readonly toCluster: DroppingProxy;
  /** Sees what is asked of OpenSearch. */
  readonly door: Door;
  readonly #searchHome: string;
  #searchNode: SearchNode;
  #isSearchKilled = false;
  #key = "";

  private constructor(
    postgres: PostgresNode,
    search: { readonly home: string; readonly node: SearchNode; readonly door: Door },
    ways: { readonly toDatabase: DroppingProxy; readonly toCluster: DroppingProxy },
  ) {
    this.postgres = postgres;
    this.#searchHome = search.home;
    this.#searchNode = search.node;
    this.door = search.door;
    this.toDatabase = ways.toDatabase;
    this.toCluster = ways.toCluster;
  }

  /** The servers, an empty database, and a key; no process of the service yet. */
  static async start(): Promise<DrilledService> {
    const postgres = await PostgresNode.startIn(await temporaryDirectory());
    const searchHome = await temporaryDirectory();
    const node = await startNode(searchHome);
    const door = await Door.open(node.url);
    const toDatabase = await DroppingProxy.before(postgres.url);
    const toCluster = await DroppingProxy.before(door.url);
    const service = new DrilledService(postgres, { home: searchHome, node, door }, { toDatabase, toCluster });
    await service.administer("create database onpoint template template0");
    const { key } = await onpointJson<{ key: string }>(await service.settings(), ["keys", "create", "--name", "drill"]);
    service.#key = key;
    return service;
  }

  /** After the processes of the service. */
  async close(): Promise<void> {
    this.toDatabase.close();
    this.toCluster.close();
    this.door.close();
    await Promise.all([this.#searchNode.kill(), this.postgres.kill()]);
  }

  get key(): string {
    return this.#key;
  }

  /** Of another machine than before: nothing is shared but the two servers. */
  async settings(role: Role = "api"): Promise<Environment> {
    const databaseUrl = new URL(this.toDatabase.addressOf(this.postgres.url));
    databaseUrl.pathname = "/onpoint";
    return {
      ...BOUNDS_OF_WAITING,
      ONPOINT_ROLE: role,
      ONPOINT_DATABASE_URL: databaseUrl.href,
      ONPOINT_SEARCH_URL: `http://127.0.0.1:${this.toCluster.port}`,
      ONPOINT_SEARCH_REPLICAS: "0",
      ONPOINT_BASE_URL: "https://law.example.org",
      ONPOINT_RATE_LIMIT_PER_MINUTE: "1000000",
      ONPOINT_DATA_DIR: join(await temporaryDirectory(), "data"),
    };
  }

  async serve(role: Role, port = 0): Promise<ServerProcess> {
    return serve({ ...(await this.settings(role)), ONPOINT_PORT: String(port) });
  }

  /** `onpoint …` on a machine of its own. */
  async run(...args: readonly string[]): Promise<Finished> {
    return onpoint(await this.settings(), args);
  }

  /** The same, to be killed at work. */
  async begun(...args: readonly string[]): Promise<Begun> {
    return begun(await this.settings(), args);
  }

  async killSearch(): Promise<void> {
    this.#isSearchKilled = true;
    await this.#searchNode.kill();
  }

  async startSearch(): Promise<void> {
    this.#searchNode = await startNode(this.#searchHome);
    this.door.target = this.#searchNode.url;
    this.#isSearchKilled = false;
  }

  /** A drill that failed in between leaves the next one whole. */
  async startWhatIsDown(): Promise<void> {
    this.toCluster.open();
    this.toDatabase.open();
    if (this.#isSearchKilled) await this.startSearch();
    await this.postgres.start();
  }

  /** Calls when OpenSearch is asked for such a path the given time; then its request goes on. */
  atRequest(path: RegExp, time: number, call: () => void): void {
    let seen = 0;
    this.door.onRequest = ({ url = "" }) => {
      if (!path.test(url) || ++seen !== time) return;
      this.door.onRequest = () => undefined;
      call();
    };
  }

  /** When OpenSearch is asked for such a path the given time. */
  async asked(path: RegExp, time: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.atRequest(path, time, resolve);
    return promise;
  }

  /** The indexes whose names begin so, on the node itself. */
  async indexes(beginning: string): Promise<readonly string[]> {
    const response = await fetch(`${this.#searchNode.url}/_cat/indices/${beginning}*?format=json&h=index`);
    return ((await response.json()) as readonly { readonly index: string }[]).map(({ index }) => index);
  }

  /** In PostgreSQL as a superuser, not by the way that the service takes; tells the rows. */
  async administer<Row extends object>(statement: string, database = "postgres"): Promise<Row[]> {
    const url = new URL(this.postgres.url);
    url.pathname = `/${database}`;
    const client = new Client({ connectionString: url.href });
    await client.connect();
    try {
      return (await client.query<Row>(statement)).rows;
    } finally {
      await client.end();
    }
  }

  /** When the process answers that all is well with it, and nothing is left to follow. */
  async ready({ origin }: ServerProcess): Promise<void> {
    await until(async () => {
      const response = await fetch(`${origin}/readyz`);
      const text = await response.text();
      return response.status === 200 && !text.includes("behind the records") ? true : undefined;
    }, READY_MS_MAX);
  }

  /** When the process finds so many. */
  async finds(server: ServerProcess, query: string, total: number): Promise<void> {
    await until(async () => {
      const found = await search(server, this.#key, query);
      return found.status === 200 && found.totalOfAll === total ? true : undefined;
    }, READY_MS_MAX);
  }
}

/** A file of so many decisions of 2024 that all have the word, with the ids 1 to `count`. */
export async function decisionsWith(word: string, count: number, sentences = 20): Promise<string> {
  const file = join(await temporaryDirectory(), `${word}.jsonl`);
  const lines = Array.from({ length: count }, (_, at) =>
    JSON.stringify({
      id: `${word}-${at + 1}`,
      court: "nysd",
      date_filed: "2024-05-06",
      case_name: `Marlow v. Denby ${at + 1}`,
      opinions: [{ type: "lead", text: `The ${word} doctrine is of no use to bailee ${at + 1}. `.repeat(sentences) }],
    }),
  );
  await writeFile(file, `${lines.join("\n")}\n`);
  return file;
}
