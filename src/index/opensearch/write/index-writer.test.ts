import { expect, onTestFinished, test } from "vitest";
import { silentLogger } from "#base/log.ts";
import { ThreadPool } from "#base/threads/thread-pool.ts";
import { Connection } from "#index/opensearch/connection/connection.ts";
import { host, says } from "#index/opensearch/connection/host.fixture.ts";
import { Ownership } from "#index/opensearch/ownership.ts";
import type { WordsRequests } from "#index/opensearch/words-worker.ts";
import { OPINIONS } from "#search/opinions.ts";
import { ClusterWriter } from "./index-writer.ts";

const there = says(200, { "alias-1": { mappings: { _meta: { isFilled: true } } } });
const refreshed = says(200, { _shards: { total: 2, successful: 1, failed: 0 } });
const deletion = (status: number, error?: object) =>
  says(200, { took: 1, errors: error !== undefined, items: [{ delete: { _id: "a", status, error } }] });

type Term = () => number | undefined;

/** A writer of an index on a host of these answers, and what the host was asked. */
async function writerTo(...answers: Parameters<typeof host>) {
  return writerOf(() => undefined, answers);
}

async function writerOf(term: Term, answers: Parameters<typeof host>) {
  const { url, heard } = await host(...answers);
  const connection = new Connection({ urls: [url], timeout_ms: 1000 });
  const file = new URL("../words-worker.ts", import.meta.url);
  const readers = new ThreadPool<WordsRequests>({
    file,
    name: "thread that reads words",
    size: 1,
    data: () => ({ schema: OPINIONS }),
    log: silentLogger,
    isLazy: true,
  });
  onTestFinished(async () => {
    connection.close();
    await readers.stop();
  });
  const ownership = new Ownership({ connection, alias: "alias", owner: undefined });
  const shape = { shards: 1, replicas: 0 };
  const tools = { schema: OPINIONS, shape, alias: "alias", connection, readers, ownership };
  return { writer: new ClusterWriter({ ...tools, owner: undefined, term }), heard };
}

test("what a shard that starts puts off is asked for again", async () => {
  const away = { type: "unavailable_shards_exception", reason: "[alias-1][0] primary shard is not active" };
  const { writer, heard } = await writerTo(there, deletion(503, away), deletion(200), refreshed);
  await writer.change([], ["a"]);
  expect(heard.map(({ url = "" }) => url.split("?")[0])).toEqual([
    "/alias/_mapping",
    "/_bulk",
    "/_bulk",
    "/alias/_refresh",
  ]);
});

test("one that is not put off to be asked for again is said", async () => {
  const closed = await writerTo(there, deletion(400, { type: "index_closed_exception", reason: "closed" }));
  await expect(closed.writer.change([], ["a"])).rejects.toMatchObject({ code: "unavailable", reasons: ["closed"] });
  const gone = await writerTo(there, deletion(404, { type: "index_not_found_exception", reason: "no such index" }));
  await expect(gone.writer.change([], ["a"])).rejects.toMatchObject({ isIndexGone: true });
  const refused = await writerTo(there, deletion(400, { type: "mapper_parsing_exception", reason: "no number" }));
  await expect(refused.writer.change([], ["a"])).rejects.toMatchObject({
    code: "internal",
    message: "the search cluster refused document a: no number",
  });
});

test("a disk of the cluster that is full is said at once, and is no document's fault", async () => {
  const reason = "index [x] blocked by: [TOO_MANY_REQUESTS/12/disk usage exceeded flood-stage watermark];";
  const { writer, heard } = await writerTo(there, deletion(429, { type: "cluster_block_exception", reason }));
  await expect(writer.change([], ["a"])).rejects.toMatchObject({
    code: "storage_full",
    message: `there is no room left on the search cluster: ${reason}`,
  });
  expect(heard).toHaveLength(2);
});

test("a change that not every shard shows is not taken for written", async () => {
  const failures = [
    { shard: 0, index: "alias-1", status: "INTERNAL_SERVER_ERROR", reason: { type: "x", reason: "disk" } },
  ];
  const { writer } = await writerTo(
    there,
    deletion(404),
    says(200, { _shards: { total: 2, successful: 1, failed: 1, failures } }),
  );
  await expect(writer.change([], ["a"])).rejects.toMatchObject({ code: "unavailable", reasons: ["disk"] });
});

test("who follows the records no more puts nothing in an index's place and removes nothing", async () => {
  const over = new AbortController();
  const term = (): number => {
    over.signal.throwIfAborted();
    return 1;
  };
  const strangers = says(200, [{ index: "alias-1" }, { index: "alias-other" }]);
  const held = says(200, { "alias-1": {} });
  const { writer, heard } = await writerOf(term, [
    says(200, []),
    held,
    there,
    says(200, { acknowledged: true }),
    refreshed,
    (request, response) => {
      over.abort(new Error("another process follows the records"));
      there(request, response);
    },
    strangers,
    held,
    says(200, {}),
  ]);
  await expect(writer.replaceAll((async function* () {})())).rejects.toThrow("another process follows the records");
  expect(heard).toHaveLength(6);
  expect(heard.map(({ method, url }) => `${method} ${url}`).join("\n")).not.toMatch(/DELETE|_aliases/u);
});

test("who follows the records no more says nothing of an index that another fills", async () => {
  const lost = AbortSignal.abort(new Error("another process follows the records"));
  const term = (): number => {
    lost.throwIfAborted();
    return 1;
  };
  const { writer, heard } = await writerOf(term, [there]);
  await expect(writer.mended()).rejects.toThrow("another process follows the records");
  await expect(writer.note({ stamps: [1] })).rejects.toThrow("another process follows the records");
  expect(heard).toEqual([]);
});
