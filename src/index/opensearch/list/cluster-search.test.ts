import { expect, onTestFinished, test } from "vitest";
import { machineMs } from "#base/clock.ts";
import { Connection } from "#index/opensearch/connection/connection.ts";
import { host, says } from "#index/opensearch/connection/host.fixture.ts";
import { ClusterSearch } from "./cluster-search.ts";

const found = (value: number, timed_out = false) => ({ timed_out, hits: { total: { value }, hits: [] } });
const refused = (status: number, reason: string) => ({ status, error: { root_cause: [{ reason }] } });
const QUERIES = ["heron", "marsh", "reed"].map((word) => ({ term: { body: word } }));

async function searchOf(...answers: Parameters<typeof host>) {
  const { url, heard } = await host(...answers);
  const connection = new Connection({ urls: [url], timeout_ms: 1000 });
  onTestFinished(() => connection.close());
  return { search: ClusterSearch.of(connection, "alias"), asked: () => heard.map((one) => one.url?.split("?")[0]) };
}

test("what is counted together is one request, and counted again when some seconds have passed", async () => {
  const { search, asked } = await searchOf(says(200, { responses: [found(3), found(0), found(7)] }));
  expect(await search.lateCounts(QUERIES)).toEqual([3, 0, 7]);
  expect(await search.lateCounts(QUERIES)).toEqual([3, 0, 7]);
  expect(asked()).toEqual(["/alias/_msearch"]);
});

test("a question that was refused among others is asked again by itself", async () => {
  const responses = [found(3), refused(429, "rejected execution"), found(7)];
  const { search, asked } = await searchOf(says(200, { responses }), says(429), says(200, found(5)));
  expect(await search.counts(QUERIES)).toEqual([3, 5, 7]);
  expect(asked()).toEqual(["/alias/_msearch", "/alias/_search", "/alias/_search"]);
});

const LATE = refused(500, "Time exceeded");

test("what a shard was not done with in time is too costly, and not asked again", async () => {
  const alone = await searchOf(says(500, LATE));
  await expect(alone.search.ask({ query: QUERIES[0] })).rejects.toMatchObject({ code: "too_costly" });
  const { search, asked } = await searchOf(says(200, { responses: [found(3), refused(429, "rejected"), LATE] }));
  await expect(search.counts(QUERIES)).rejects.toMatchObject({ code: "too_costly" });
  expect([alone.asked(), asked()]).toEqual([["/alias/_search"], ["/alias/_msearch"]]);
});

test("an index that went away under questions asked together is told of as missing", async () => {
  const error = { root_cause: [], type: "index_not_found_exception", reason: "no such index [alias-1]" };
  const { search } = await searchOf(says(200, { responses: [found(3), { status: 404, error }, found(7)] }));
  await expect(search.counts(QUERIES)).rejects.toMatchObject({ isMissing: true, isIndexGone: true });
});

test("one that cannot be answered is told of as if it had been asked alone", async () => {
  const fault = refused(400, "too many clauses");
  const { search } = await searchOf(says(200, { responses: [found(3), fault, found(7)] }));
  await expect(search.counts(QUERIES)).rejects.toMatchObject({ code: "too_costly" });
  const slow = await searchOf(says(200, { responses: [found(3), found(1, true), found(7)] }));
  await expect(slow.search.counts(QUERIES)).rejects.toMatchObject({ code: "too_costly" });
});

test("all that is asked for one request has one deadline together: a cluster is given what is left of it", async () => {
  const told: string[] = [];
  const { search, asked } = await searchOf((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString("utf8")));
    request.on("end", () => {
      told.push((JSON.parse(body) as { timeout: string }).timeout);
      says(200, found(3))(request, response);
    });
  });
  const before_ms = (waited_ms: number): ClusterSearch => search.askedAt(machineMs() - waited_ms);
  await before_ms(0).ask({ query: QUERIES[0] });
  await before_ms(4_500).ask({ query: QUERIES[0] });
  await expect(before_ms(10_000).ask({ query: QUERIES[0] })).rejects.toMatchObject({ code: "too_costly" });
  await expect(before_ms(10_000).counts(QUERIES)).rejects.toMatchObject({ code: "too_costly" });
  expect(told).toEqual(["10s", expect.stringMatching(/^[1-6]s$/u)]);
  expect(asked()).toHaveLength(2);
});
