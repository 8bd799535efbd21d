import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from "vitest";
import { whyNoOpenSearch } from "#test/opensearch-server.ts";
import { DroppingProxy } from "#test/dropping-proxy.ts";
import { startEndpoint } from "#test/embedding/endpoint-server.ts";
import { createDatabase } from "#test/postgres-database.ts";
import { postgresUrl, whyNoPostgres } from "#test/postgres-server.ts";
import { onpoint, onpointJson, search, serve, serveWaiting, temporaryDirectory } from "./program.ts";
import type { Environment, ServerProcess } from "./program.ts";

vi.setConfig({ testTimeout: 900_000, hookTimeout: 900_000 });

const reason = whyNoOpenSearch() ?? whyNoPostgres();
const DIMENSIONS = 12;
const SEEN = { timeout: 240_000, interval: 500 };

type Check = { readonly name: string; readonly status: string; readonly detail: string };
type Readiness = { readonly code: number; readonly status: string; readonly checks: readonly Check[] };

async function readinessOf({ origin }: Pick<ServerProcess, "origin">): Promise<Readiness> {
  const response = await fetch(`${origin}/readyz`);
  return { code: response.status, ...((await response.json()) as Omit<Readiness, "code">) };
}

const followerOf = async (server: ServerProcess): Promise<string> =>
  (await readinessOf(server)).checks.find(({ name }) => name === "follower")?.detail ?? "";

describe.skipIf(reason !== undefined)(`processes with roles${reason === undefined ? "" : `: ${reason}`}`, () => {
  const prefix = `roles-${process.pid}`;
  let database: DroppingProxy;
  let cluster: DroppingProxy;
  let shared: Environment;
  let key: string;
  const settings = async (): Promise<Environment> => ({
    ...shared,
    // Another machine: nothing is shared but the two servers.
    ONPOINT_DATA_DIR: join(await temporaryDirectory(), "data"),
  });

  /** The address of an empty database, behind the proxy. */
  const newDatabase = async (): Promise<string> => database.addressOf((await createDatabase()).url);

  beforeAll(async () => {
    database = await DroppingProxy.before(await postgresUrl(inject("postgresDir")));
    cluster = await DroppingProxy.before(inject("openSearchUrl"));
    shared = {
      ONPOINT_DATABASE_URL: await newDatabase(),
      ONPOINT_SEARCH_URL: `http://127.0.0.1:${cluster.port}`,
      ONPOINT_SEARCH_PREFIX: prefix,
      ONPOINT_SEARCH_REPLICAS: "0",
      ONPOINT_ROLE: "api",
    };
    key = (await onpointJson<{ key: string }>(await settings(), ["keys", "create", "--name", "roles"])).key;
  });
  afterAll(() => {
    database.close();
    cluster.close();
  });

  const found = async (server: ServerProcess): Promise<number> => (await search(server, key, "negligence")).total;

  test("without their servers they start, say so, and are ready when these are there", async () => {
    database.shut();
    cluster.shut();
    const api = await serveWaiting(await settings());
    const early = await readinessOf(api);
    expect(early).toMatchObject({ code: 503, status: "not ready", checks: [{ name: "records", status: "failed" }] });
    expect((await fetch(`${api.origin}/healthz`)).status).toBe(200);
    const refused = await fetch(`${api.origin}/v1/search`, { method: "POST" });
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toBe("5");
    expect(((await refused.json()) as { error: string }).error).toContain("the database cannot be reached");
    database.open();
    await vi.waitFor(async () => {
      const { checks } = await readinessOf(api);
      expect(checks.find(({ name }) => name === "search")?.detail).toContain("the search cluster does not answer");
    }, SEEN);
    expect((await search(api, key, "negligence")).status).toBe(503);
    cluster.open();
    await vi.waitFor(async () => expect((await search(api, key, "negligence")).status).toBe(200), SEEN);
    expect((await api.stop()).code).toBe(0);
  });

  test("an import from anywhere is followed by the follower, and found by every process that answers", async () => {
    const roles = ["api", "api", "follower", "follower"] as const;
    const started = roles.map(async (role) => serve({ ...(await settings()), ONPOINT_ROLE: role }));
    const [one, two, first, second] = (await Promise.all(started)) as [
      ServerProcess,
      ServerProcess,
      ServerProcess,
      ServerProcess,
    ];
    const { code, stderr } = await onpoint(await settings(), ["sample", "load"]);
    expect(code, stderr).toBe(0);
    expect(stderr).toContain("The running server brings the search index");
    await vi.waitFor(async () => {
      const [left, right] = [await found(one), await found(two)];
      expect(left).toBeGreaterThan(0);
      expect(right).toBe(left);
    }, SEEN);
    const total = await found(one);
    await vi.waitFor(async () => expect((await readinessOf(one)).code).toBe(200), SEEN);

    // A check that is late on a busy machine says that, and no more.
    const said = await vi.waitFor(async () => {
      const details = [await followerOf(first), await followerOf(second)];
      expect(details.toSorted()).toEqual([
        expect.stringMatching(/^follows the records \(term \d+\)$/u),
        expect.stringMatching(/^onpoint on \S+ \(process \d+\) follows the records$/u),
      ]);
      return details;
    }, SEEN);
    await vi.waitFor(async () => expect(await followerOf(one)).toMatch(/\(process \d+\) follows the records/u), SEEN);
    const refused = await fetch(`${first.origin}/v1/search`, { method: "POST" });
    expect(await refused.json()).toMatchObject({ error: "this process follows the records and answers no requests" });
    const measures = await (await fetch(`${first.origin}/metrics`)).text();
    expect(measures).toMatch(/^onpoint_projection_behind_changes\{projection="opinions"\} \d+$/mu);
    expect(measures).toMatch(/^onpoint_projection_whole\{projection="opinions"\} [01]$/mu);

    const [leader, standby] = said[0]?.startsWith("follows") === true ? [first, second] : [second, first];
    await leader.stop("SIGKILL");
    await vi.waitFor(async () => expect(await followerOf(standby)).toMatch(/^follows the records/u), SEEN);
    expect(await found(one)).toBe(total);

    // Cut off from the database, it steps down, and takes its place again.
    database.shut();
    await vi.waitFor(() => expect(standby.said.stderr).toContain("no longer follows the records"), SEEN);
    database.open();
    await vi.waitFor(async () => expect(await followerOf(standby)).toMatch(/^follows the records/u), SEEN);
    const removed = await onpoint(await settings(), ["sample", "remove"]);
    expect(removed.code, removed.stderr).toBe(0);
    await vi.waitFor(async () => expect([await found(one), await found(two)]).toEqual([0, 0]), SEEN);
    for (const server of [one, two, standby]) expect((await server.stop()).code).toBe(0);
  });

  test("a process on another database is refused the indexes of this one, until it is given them", async () => {
    const other = { ...(await settings()), ONPOINT_DATABASE_URL: await newDatabase() };
    const refused = await onpoint(other, ["serve"]);
    expect(refused.stderr).toContain("on the search cluster is made of another database");
    expect(refused.stderr).toContain("ONPOINT_SEARCH_PREFIX");
    expect(refused.code).toBe(3);
    const { adopted } = await onpointJson<{ adopted: string[] }>(other, ["index", "adopt"]);
    expect(adopted).toEqual(["opinions", "laws", "filings"]);
    expect((await onpoint(await settings(), ["serve"])).code).toBe(3);
    expect(await onpointJson(await settings(), ["index", "adopt"])).toEqual({ adopted });
  });

  test("another process follows on with the vectors that are made, and none are asked for again", async () => {
    const endpoint = await startEndpoint(DIMENSIONS);
    onTestFinished(async () => endpoint.close());
    const embedding = {
      ONPOINT_ROLE: "all",
      ONPOINT_DATABASE_URL: await newDatabase(),
      ONPOINT_SEARCH_PREFIX: `${prefix}-vectors`,
      ONPOINT_EMBEDDING_URL: endpoint.url,
      ONPOINT_EMBEDDING_MODEL: "a-model",
      ONPOINT_EMBEDDING_DIMENSIONS: String(DIMENSIONS),
      ONPOINT_EMBEDDING_REQUESTS_PER_MINUTE: "100000",
    };
    const vectorsMade = async (server: ServerProcess): Promise<void> =>
      vi.waitFor(async () => {
        const { checks } = await readinessOf(server);
        expect(checks.find(({ name }) => name === "vectors")?.detail).toMatch(/^http-[0-9a-f]{20}, up to date/u);
      }, SEEN);
    const first = await serve({ ...(await settings()), ...embedding });
    await vectorsMade(first);
    const asked = endpoint.asked.length;
    expect(asked).toBeGreaterThan(0);
    await first.stop("SIGKILL");
    const second = await serve({ ...(await settings()), ...embedding });
    await vi.waitFor(async () => expect(await followerOf(second)).toMatch(/^follows the records/u), SEEN);
    const { code, stderr } = await onpoint({ ...(await settings()), ...embedding }, ["sample", "remove"]);
    expect(code, stderr).toBe(0);
    await vi.waitFor(async () => expect(await found(second)).toBe(0), SEEN);
    await vectorsMade(second);
    expect(second.said.stderr).not.toContain("do not belong to these records");
    expect(endpoint.asked.length).toBe(asked);
    expect((await second.stop()).code).toBe(0);

    const other = { ...(await settings()), ...embedding, ONPOINT_DATABASE_URL: await newDatabase() };
    const { adopted } = await onpointJson<{ adopted: string[] }>(other, ["index", "adopt"]);
    expect(adopted).toEqual(["opinions", "laws", "filings", "vectors of opinions", "vectors of filings"]);
  });

  test("a command follows the records by itself while no process does", async () => {
    const own = { ...(await settings()), ONPOINT_SEARCH_PREFIX: `${prefix}-own` };
    const { stderr, code } = await onpoint(own, ["sample", "load"]);
    expect(code, stderr).toBe(0);
    expect(stderr).not.toContain("The running server");
    const api = await serve(own);
    await vi.waitFor(async () => expect((await readinessOf(api)).code).toBe(200), SEEN);
    expect(await found(api)).toBeGreaterThan(0);

    // Followed into another index, as by a newer version, this one answers no more for all that is held.
    const moved = await onpoint({ ...own, ONPOINT_SEARCH_PREFIX: `${prefix}-newer` }, ["sample", "remove"]);
    expect(moved.code, moved.stderr).toBe(0);
    const { code: status, checks } = await readinessOf(api);
    expect([status, checks.find(({ name }) => name === "search")]).toEqual([
      503,
      { name: "search", status: "failed", detail: expect.stringContaining("followed into another index") as string },
    ]);
    await api.stop();
  });
});
