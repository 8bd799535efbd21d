import { expect, onTestFinished, test, vi } from "vitest";
import { silentLogger } from "#base/log.ts";
import { ClusterState } from "./cluster-state.ts";
import { Connection } from "./connection/connection.ts";
import { host, says } from "./connection/host.fixture.ts";
import { Ownership } from "./ownership.ts";

const mapping = (...filled: readonly boolean[]) =>
  says(200, Object.fromEntries(filled.map((isFilled, at) => [`index-${at}`, { mappings: { _meta: { isFilled } } }])));

async function stateOf(...answers: Parameters<typeof host>) {
  const { url, heard } = await host(...answers);
  const connection = new Connection({ urls: [url], timeout_ms: 1000 });
  onTestFinished(() => connection.close());
  const ownership = new Ownership({ connection, alias: "alias", owner: undefined });
  return { state: new ClusterState(connection, "alias", ownership, silentLogger), ownership, heard };
}

const MISSING = [expect.stringContaining("Documents are missing") as string];

test("of several who ask at once each is told what the one look sees", async () => {
  const { state, heard } = await stateOf(mapping(true), mapping(false));
  const told = await Promise.all([state.missingInWords(), state.missingInWords(), state.missingInWords()]);
  expect(told).toEqual([[], [], []]);
  expect(await state.missingInWords()).toEqual([]);
  expect(heard.length).toBe(1);
});

test("whether anything is missing is asked for anew after a while", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const { state, heard } = await stateOf(mapping(false), mapping(true, false), mapping(true), mapping(false));
  expect(await state.missingInWords()).toEqual(MISSING);
  expect(await state.missingInWords()).toEqual(MISSING);
  expect(heard.length).toBe(1);
  vi.advanceTimersByTime(2_000);
  expect(await state.missingInWords()).toEqual(MISSING);
  vi.advanceTimersByTime(2_000);
  expect(await Promise.all([state.missingInWords(), state.missingInWords()])).toEqual([[], []]);
  vi.advanceTimersByTime(2_000);
  expect(await state.missingInWords()).toEqual(MISSING);
  expect(heard.length).toBe(4);
});

test("a look begun before the index was changed tells nothing of it", async () => {
  const { state, ownership, heard } = await stateOf(mapping(false), mapping(true));
  const before = state.missingInWords();
  ownership.forget();
  expect(await state.missingInWords()).toEqual([]);
  expect(await before).toEqual(MISSING);
  expect(await state.missingInWords()).toEqual([]);
  expect(heard.length).toBe(2);
});

test("a look that failed is forgotten", async () => {
  const { state } = await stateOf(says(400, { error: { reason: "not now" } }), mapping(true));
  const asked = await Promise.allSettled([state.missingInWords(), state.missingInWords()]);
  expect(asked.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await state.missingInWords()).toEqual([]);
});

test("of a document whose shard does not answer it is not said that it is missing", async () => {
  const reason = "No shard available for [org.opensearch.action.get.MultiGetShardRequest@1]";
  const away = { _id: "b", error: { root_cause: [], type: "no_shard_available_action_exception", reason } };
  const { state } = await stateOf(
    says(200, { docs: [{ _id: "a", found: true }, away] }),
    says(200, { docs: [{ _id: "a", error: { type: "index_not_found_exception", reason: "no such index [x]" } }] }),
    says(200, {
      docs: [
        { _id: "a", found: true },
        { _id: "b", found: false },
      ],
    }),
  );
  await expect(state.missing(["a", "b"])).rejects.toMatchObject({ code: "unavailable", reasons: [reason] });
  await expect(state.missing(["a"])).rejects.toMatchObject({ isIndexGone: true });
  expect(await state.missing(["a", "b"])).toEqual(["b"]);
});

test("a cluster that has not recovered is not taken for one that may not be set up", async () => {
  const { state } = await stateOf(
    says(503, { error: { type: "cluster_block_exception", reason: "state not recovered" } }),
  );
  await expect(state.prepare()).rejects.toMatchObject({ code: "unavailable" });
  const { state: other } = await stateOf(
    says(403, { error: { type: "security_exception", reason: "no permissions" } }),
  );
  await other.prepare();
});

const health = (status: string, ofIndex: string) =>
  says(200, { status, unassigned_shards: 2, indices: { "alias-1": { status: ofIndex } } });

/** What is told of an index of which the cluster's health is this answer. */
async function damaged(answer: ReturnType<typeof says>) {
  const others = [
    ["_count", says(200, { count: 3 })],
    ["_stats", says(200, { _all: { primaries: {} } })],
    ["_mapping", mapping(true)],
  ] as const;
  const { state } = await stateOf((request, response) => {
    const other = others.find(([part]) => request.url?.includes(part) === true);
    (other?.[1] ?? answer)(request, response);
  });
  return (await state.status()).damaged;
}

test("shards that are on no node are told, and nothing of a cluster that chooses its manager", async () => {
  expect(await damaged(health("yellow", "yellow"))).toEqual([]);
  expect(await damaged(health("red", "green"))).toEqual([]);
  expect(await damaged(health("red", "red"))).toMatchObject([
    { name: "alias", reason: expect.stringMatching(/^2 shards/u) as string },
  ]);
  expect(await damaged(says(200, { status: "red", unassigned_shards: 0, indices: {} }))).toHaveLength(1);
});
