import { join } from "node:path";
import { beforeAll, describe, expect, inject, test, vi } from "vitest";
import { whyNoOpenSearch } from "#test/opensearch-server.ts";
import { serve, temporaryDirectory } from "./program.ts";
import type { Environment, ServerProcess } from "./program.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

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

type Answer = {
  readonly results: readonly { readonly opinion_id: string }[];
  readonly pagination: { readonly total_results?: number };
  readonly facets?: unknown;
};

/** The same program and the same records, with the words in an index of its own and on a cluster. */
describe.skipIf(reason !== undefined)(`onpoint serve on OpenSearch${reason === undefined ? "" : `: ${reason}`}`, () => {
  let embedded: ServerProcess;
  let cluster: ServerProcess;
  let settings: Environment;
  beforeAll(async () => {
    const dir = await temporaryDirectory();
    settings = {
      ONPOINT_DATA_DIR: join(dir, "cluster"),
      ONPOINT_SEARCH_URL: inject("openSearchUrl"),
      ONPOINT_SEARCH_PREFIX: `e2e-${process.pid}`,
      ONPOINT_SEARCH_REPLICAS: "0",
    };
    embedded = await serve({ ONPOINT_DATA_DIR: join(dir, "embedded") });
    cluster = await serve(settings);
    await Promise.all([ready(embedded), ready(cluster)]);
  });

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

  test("a cluster that is not there is said, with no secret, and nothing else fails for it", async () => {
    const nowhere = "http://reader:letmein@127.0.0.1:9";
    const starting = serve({ ...settings, ONPOINT_DATA_DIR: await temporaryDirectory(), ONPOINT_SEARCH_URL: nowhere });
    const failed = await starting.catch((thrown: unknown) => String(thrown));
    expect(failed).toContain("the search cluster does not answer");
    expect(failed).toContain("ONPOINT_SEARCH_URL");
    expect(failed).not.toContain("letmein");
  });
});

function idsOf({ results }: Answer): readonly string[] {
  return results.map(({ opinion_id }) => opinion_id);
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
