import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { startEndpoint } from "#test/embedding/endpoint-server.ts";
import type { EndpointServer } from "#test/embedding/endpoint-server.ts";
import { hashedWords } from "#test/embedding/hashed-words.ts";
import { whyNoOpenSearch } from "#test/opensearch-server.ts";
import { onpoint, serve, temporaryDirectory } from "./program.ts";
import type { Environment, ServerProcess } from "./program.ts";

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const reason = whyNoOpenSearch();
const KEY = /op_live_\w+/u;

const QUERIES = [
  "contract",
  '"due process"',
  "court AND NOT jury",
  "negligen! W/10 duty",
  "(contract OR breach) /s damages",
  "(court W/5 held) W/20 (jury OR judge)",
  "*tion PRE/3 the",
  "atleast3(court)",
  "name:v",
  "date:>1990 AND court",
  "who is liable for a breach of contract",
] as const;

const DIMENSIONS = 64;

type Answer = {
  readonly results: readonly { readonly opinion_id: string }[];
  readonly metadata: { readonly warnings?: readonly string[] };
  readonly pagination: { readonly total_results?: number };
  readonly facets?: unknown;
};

/** The same program and the same records, with the indexes beside it and on a cluster, in three shards each. */
describe.skipIf(reason !== undefined)(`onpoint serve on OpenSearch${reason === undefined ? "" : `: ${reason}`}`, () => {
  let embedded: ServerProcess;
  let cluster: ServerProcess;
  let endpoint: EndpointServer;
  let settings: Environment;
  beforeAll(async () => {
    const dir = await temporaryDirectory();
    endpoint = await startEndpoint(DIMENSIONS, embedded64);
    const embedding = {
      ONPOINT_EMBEDDING_URL: endpoint.url,
      ONPOINT_EMBEDDING_MODEL: "hashed",
      ONPOINT_EMBEDDING_DIMENSIONS: String(DIMENSIONS),
      ONPOINT_EMBEDDING_REQUESTS_PER_MINUTE: "100000",
    };
    settings = {
      ...embedding,
      ONPOINT_DATA_DIR: join(dir, "cluster"),
      ONPOINT_SEARCH_URL: inject("openSearchUrl"),
      ONPOINT_SEARCH_PREFIX: `e2e-${process.pid}`,
      ONPOINT_SEARCH_REPLICAS: "0",
      ONPOINT_SEARCH_SHARDS: "3",
    };
    embedded = await serve({ ...embedding, ONPOINT_DATA_DIR: join(dir, "embedded") });
    cluster = await serve(settings);
    await Promise.all([ready(embedded), ready(cluster)]);
  });
  afterAll(async () => endpoint.close());

  test.each(QUERIES)("%s", async (query) => {
    const body = { query, mode: "keyword", include_facets: true, page_size: 100 };
    const [expected, answer] = await Promise.all([ask(embedded, body), ask(cluster, body)]);
    expect(idsOf(answer).toSorted()).toEqual(idsOf(expected).toSorted());
    expect([answer.pagination, answer.facets]).toEqual([expected.pagination, expected.facets]);
  });

  test("a list in the order of days is the same", async () => {
    const body = { query: "court OR contract", mode: "keyword", sort: "newest", page_size: 50 };
    const [expected, answer] = await Promise.all([ask(embedded, body), ask(cluster, body)]);
    expect(expected.results.length).toBeGreaterThan(10);
    expect(idsOf(answer)).toEqual(idsOf(expected));
  });

  test.each(["semantic", "hybrid"])("by meaning: %s", async (mode) => {
    await Promise.all([embedded, cluster].map(vectorsMade));
    for (const query of ["who pays when a pier burns", "a court may dismiss a complaint without leave to amend"]) {
      const body = { query, mode, page_size: 100 };
      const [expected, answer] = await Promise.all([ask(embedded, body), ask(cluster, body)]);
      expect(expected.results.length).toBeGreaterThan(10);
      expect(answer.metadata.warnings).toEqual(expected.metadata.warnings);
      if (mode === "semantic") expect(idsOf(answer).toSorted()).toEqual(idsOf(expected).toSorted());
      expect(idsOf(answer)[0]).toBe(idsOf(expected)[0]);
    }
  });

  test("the doctor tells what the cluster holds, against the records", async () => {
    await vectorsMade(cluster);
    const { code, stdout } = await onpoint({ ...settings, ONPOINT_PORT: "0" }, ["doctor"]);
    expect(stdout).toMatch(/search cluster +OpenSearch 2\.\d+\.\d+, 1 nodes, (?:green|yellow)/u);
    expect(stdout).toMatch(
      /index of opinions +e2e-\d+-opinions-\w+, [1-9]\d* documents, .+, 3 shards with 0 more copies, green\n/u,
    );
    expect(stdout).toMatch(/vectors of opinions +e2e-\d+-vectors-opinions-\w+-\w+, [1-9]\d* documents, .+, green\n/u);
    expect(stdout).not.toContain("the records ask for");
    expect([code, stdout]).toEqual([0, expect.not.stringContaining("!!")]);
    const nowhere = { ...settings, ONPOINT_SEARCH_URL: "http://reader:letmein@127.0.0.1:9" };
    const failed = await onpoint(nowhere, ["doctor"]);
    expect(failed.stdout).toMatch(/!! +search cluster +the search cluster does not answer: 127\.0\.0\.1:9/u);
    expect([failed.code, `${failed.stdout}${failed.stderr}`.includes("letmein")]).toEqual([1, false]);
  });

  test("the doctor tells of the cluster before there are records, and of an index that may not be written", async () => {
    const fresh = await onpoint({ ...settings, ONPOINT_DATA_DIR: await temporaryDirectory() }, ["doctor"]);
    expect(fresh.stdout).toMatch(/!! +records .+ migrations pending/u);
    expect(fresh.stdout).toMatch(/ok +search cluster +OpenSearch 2\./u);
    const name = `e2e-${process.pid}-strange`;
    const index = `${inject("openSearchUrl")}/${name}`;
    const made = JSON.stringify({ settings: { "index.blocks.read_only_allow_delete": true, number_of_replicas: 0 } });
    const body = { method: "PUT", headers: { "content-type": "application/json" }, body: made };
    expect((await fetch(index, body)).status).toBe(200);
    const { code, stdout } = await onpoint({ ...settings, ONPOINT_PORT: "0" }, ["doctor"]);
    expect((await fetch(index, { method: "DELETE" })).status).toBe(200);
    expect(stdout).toMatch(new RegExp(`!! +block of ${name} +\\S+: a disk of the cluster is nearly full`, "u"));
    expect(code).toBe(1);
  });

  test("a cluster that is not there is said, with no secret, and nothing else fails for it", async () => {
    const nowhere = { ONPOINT_SEARCH_URL: "http://reader:letmein@127.0.0.1:9", ONPOINT_SAMPLE: "no" };
    const server = await serve({ ...settings, ...nowhere, ONPOINT_DATA_DIR: await temporaryDirectory() });
    expect(server.said.stderr).toContain("the search cluster does not answer");
    const ready = await fetch(`${server.origin}/readyz`);
    expect(ready.status).toBe(503);
    expect(await ready.text()).toContain("the search cluster does not answer");
    const key = KEY.exec(server.said.stdout)?.[0] ?? "";
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const body = JSON.stringify({ query: "contract", mode: "keyword" });
    const refused = await fetch(`${server.origin}/v1/search`, { method: "POST", headers, body });
    expect(refused.status).toBe(503);
    expect(await refused.text()).toContain("the search cluster does not answer");
    expect((await fetch(`${server.origin}/v1/court/list`, { headers })).status).toBe(200);
    const { code, stderr } = await server.stop();
    expect(code).toBe(0);
    expect(stderr).not.toContain("letmein");
  });
});

function idsOf({ results }: Answer): readonly string[] {
  return results.map(({ opinion_id }) => opinion_id);
}

/** Rows of numbers, as an endpoint answers. */
async function embedded64(texts: readonly string[]): Promise<readonly (readonly number[])[]> {
  const rows = await hashedWords(DIMENSIONS).passages(texts);
  return texts.map((_, at) => [...rows.subarray(at * DIMENSIONS, (at + 1) * DIMENSIONS)]);
}

async function vectorsMade({ origin }: ServerProcess): Promise<void> {
  await vi.waitFor(
    async () => expect(await (await fetch(`${origin}/readyz`)).text()).toMatch(/http-[0-9a-f]{20}, up to date/u),
    {
      timeout: 60_000,
      interval: 200,
    },
  );
}

async function ready({ origin }: ServerProcess): Promise<void> {
  await vi.waitFor(async () => expect((await fetch(`${origin}/readyz`)).status).toBe(200), {
    timeout: 60_000,
    interval: 200,
  });
}

async function ask({ origin, said }: ServerProcess, body: unknown): Promise<Answer> {
  const key = KEY.exec(said.stdout)?.[0] ?? "";
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const response = await fetch(`${origin}/v1/search`, { method: "POST", headers, body: JSON.stringify(body) });
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return JSON.parse(text) as Answer;
}
