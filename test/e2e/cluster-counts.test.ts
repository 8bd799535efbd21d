import { join } from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { CLIENTS } from "#test/contracts/mcp/clients.ts";
import { Browser } from "#test/oauth/browser.ts";
import { whyNoOpenSearch } from "#test/opensearch-server.ts";
import { whyNoPostgres } from "#test/postgres-server.ts";
import { newClusterRoom } from "#test/shape.ts";
import { afterServers, onpoint, onpointJson, serve, temporaryDirectory } from "./program.ts";
import type { Environment, ServerProcess } from "./program.ts";

vi.setConfig({ testTimeout: 900_000, hookTimeout: 900_000 });

const reason = whyNoOpenSearch() ?? whyNoPostgres();
const PASSWORD = "seven blue herons at dusk";
/** So slow that nothing comes while a test runs. */
const LIMITED = { ONPOINT_TRUST_PROXY: "yes", ONPOINT_RATE_LIMIT_BURST: "10", ONPOINT_RATE_LIMIT_PER_MINUTE: "1" };
const WRONG_KEYS_MAX = 20;

describe.skipIf(reason !== undefined)(`two processes that answer${reason === undefined ? "" : `: ${reason}`}`, () => {
  let room: Environment;
  let servers: readonly ServerProcess[];

  const settings = async (): Promise<Environment> => ({
    ...room,
    // Another machine: nothing is shared but the two servers.
    ONPOINT_DATA_DIR: join(await temporaryDirectory(), "data"),
  });
  const newKey = async (...more: readonly string[]): Promise<{ readonly key: string; readonly id: string }> =>
    onpointJson(await settings(), ["keys", "create", "--name", "counts", ...more]);
  const ask = async (at: number, key: string, address = "198.51.100.1"): Promise<Response> =>
    fetch(`${servers[at % servers.length]!.origin}/v1/me`, {
      headers: { Authorization: `Bearer ${key}`, "X-Forwarded-For": address },
    });

  beforeAll(async () => {
    const { databaseUrl, searchUrl, searchPrefix, remove } = await newClusterRoom();
    afterServers(remove);
    room = {
      ONPOINT_DATABASE_URL: databaseUrl,
      ONPOINT_SEARCH_URL: searchUrl,
      ONPOINT_SEARCH_PREFIX: searchPrefix,
      ONPOINT_SEARCH_REPLICAS: "0",
      ONPOINT_ROLE: "api",
    };
    const { code, stderr } = await onpoint(await settings(), ["sample", "load"]);
    expect(code, stderr).toBe(0);
    servers = await Promise.all([0, 1].map(async () => serve({ ...(await settings()), ...LIMITED })));
  });

  test("a key has its limit once, however its requests fall on them", async () => {
    const { key } = await newKey();
    for (let at = 0; at < 6; at++) expect((await ask(at, key)).headers.get("ratelimit")).toContain(`;r=${9 - at};`);
    const answers = await Promise.all(Array.from({ length: 34 }, async (_, at) => ask(at, key)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(4);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30);
  });

  test("a key that is revoked is refused by both", async () => {
    const { key, id } = await newKey();
    for (const at of [0, 1]) expect((await ask(at, key)).status).toBe(200);
    await onpointJson(await settings(), ["keys", "revoke", id]);
    await vi.waitFor(
      async () => {
        for (const at of [0, 1]) expect((await ask(at, key)).status).toBe(401);
      },
      { timeout: 60_000, interval: 2_000 },
    );
  });

  test("a search goes on at the other one", async () => {
    const { key } = await newKey();
    const [one, other] = await Promise.all(
      servers.map(async ({ origin }) => CLIENTS["client 2, current protocol"]!({ origin, key }, "/mcp/v4")),
    );
    type Found = { readonly results: readonly { readonly case: object }[]; readonly nextCursor?: string };
    const found = async (client: typeof one, query: object): Promise<Found> => {
      const { text, isError } = await client!.call("search", { queries: [query] });
      expect(isError, text).toBe(false);
      return JSON.parse(text) as Found;
    };
    const first = await found(one, { query: "court OR decision" });
    const next = await found(other, { cursor: first.nextCursor });
    expect(next.results.length).toBeGreaterThan(0);
    const shown = new Set(first.results.map(({ case: known }) => JSON.stringify(known)));
    expect(next.results.filter(({ case: known }) => shown.has(JSON.stringify(known)))).toEqual([]);
    await Promise.all([one!.close(), other!.close()]);
  });

  test("who signed in at one is signed in at the other, and signed out there at both", async () => {
    const { stdout, stderr } = await onpoint(await settings(), ["users", "first-owner"]);
    const path = /https?:\/\/[^/\s]+(?<path>\/\S+)/u.exec(stdout)?.groups?.["path"];
    expect(path, stdout + stderr).toBeDefined();
    const [one, other] = servers.map(({ origin }) => origin) as [string, string];
    const browser = new Browser();
    const named = { email: "clerk@firm.example", name: "The clerk", password: PASSWORD };
    const form = await browser.get(one + path);
    const fields = Object.entries(named).filter(([name]) => form.text.includes(`name="${name}"`));
    await browser.submit(form, Object.fromEntries(fields));
    for (const origin of [one, other]) {
      const home = await browser.get(`${origin}/account`);
      expect(home.text, home.url).toContain("clerk@firm.example");
    }
    await browser.submit(await browser.get(`${other}/account/sign-out`), {});
    for (const origin of [one, other]) expect((await browser.get(`${origin}/account`)).url).toContain("sign-in");
  });

  test("an address's wrong keys are counted once", async () => {
    const statuses: number[] = [];
    for (let at = 0; at < 3 * WRONG_KEYS_MAX; at++) {
      statuses.push((await ask(at, `op_live_${"x".repeat(43)}`, "198.51.100.2")).status);
    }
    const lookedAt = statuses.filter((status) => status === 401).length;
    expect(lookedAt).toBeGreaterThanOrEqual(WRONG_KEYS_MAX);
    // Each may look at one more before it knows.
    expect(lookedAt).toBeLessThanOrEqual(WRONG_KEYS_MAX + servers.length);
    expect(statuses.slice(-WRONG_KEYS_MAX)).toEqual(Array.from({ length: WRONG_KEYS_MAX }, () => 429));
  });
});
