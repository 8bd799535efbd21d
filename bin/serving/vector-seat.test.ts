import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { systemClock } from "#base/clock.ts";
import { silentLogger as log } from "#base/log.ts";
import { checkDatabase } from "#db/check.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { writeFilings } from "#dockets/filings/write.ts";
import { openEmbedders } from "#embedding/embedders.ts";
import { decisionDays } from "#opinions/store/decision-days.ts";
import { startFollower } from "#projections/follower.ts";
import type { Follower } from "#projections/follower.ts";
import { takeReport } from "#projections/report.ts";
import { isRequested, requestOfIndex } from "#projections/requests.ts";
import type { VectorsReport } from "#projections/vectors/verify-vectors.ts";
import { openRecords } from "#schema/open.ts";
import { SCHEMA } from "#schema/schema.ts";
import type { SearchResponse } from "#search/request.ts";
import { createFilingSearch } from "#search/filing-search.ts";
import { placeOf } from "#search/meaning.ts";
import type { Meaning } from "#search/meaning.ts";
import { createSearch } from "#search/search.ts";
import { sendJson, startEndpoint, vectorOf } from "#test/embedding/endpoint-server.ts";
import type { Behaviour, EndpointServer } from "#test/embedding/endpoint-server.ts";
import { addDecision, testFiling } from "#test/records.ts";
import { openIndexes } from "../index-files.ts";
import type { Indexes } from "../index-files.ts";
import { loadConfig } from "../settings.ts";
import type { Config } from "../settings.ts";
import { VectorSeat } from "./vector-seat.ts";

const DIMENSIONS = 12;
const WAIT = { timeout: 60_000, interval: 50 };

let dataDir: string;
let endpoint: EndpointServer;
let db: Db;
let indexes: Indexes;
let config: Config;
let seat: VectorSeat;
let follower: Follower;

/** What a server starts, with an endpoint configured. */
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "onpoint-endpoint-"));
  endpoint = await startEndpoint(DIMENSIONS);
  config = loadConfig({
    ONPOINT_DATA_DIR: dataDir,
    ONPOINT_EMBEDDING_URL: endpoint.url,
    ONPOINT_EMBEDDING_MODEL: "a-model",
    ONPOINT_EMBEDDING_DIMENSIONS: String(DIMENSIONS),
    ONPOINT_EMBEDDING_REQUESTS_PER_MINUTE: "100000",
  });
  db = await openRecords({ dataDir });
  indexes = await openIndexes({ config, log }, { db });
  seat = new VectorSeat({ config, log }, openEmbedders(config), { isLeading: () => true, db });
  const vectors = { calls: seat.calls, embedding: config };
  follower = startFollower(db, { ...indexes, vectors }, log, { level: "silent", format: "json" });
});

afterEach(async () => {
  await follower.stop();
  await seat.close();
  await indexes.close();
  await db.close();
  await endpoint.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const add = async (name: string): Promise<unknown> =>
  transaction(db, async (trx) => addDecision(trx, { name, texts: [`A pier burned in ${name}.`] }));

async function search(query = "who pays for a pier"): Promise<SearchResponse> {
  return createSearch({ engine: indexes.opinions, db, meaning: seat.meaningOf("opinions") }).search({
    query,
    mode: "semantic",
    filters: {},
    includeFacets: false,
    page: 1,
    pageSize: 20,
    rerank: false,
    collapse: "decision",
    sort: "relevance",
    explain: false,
  });
}

async function untilUpToDate(): Promise<void> {
  await vi.waitFor(async () => expect(await seat.inWords(db)).toMatch(/^http-[0-9a-f]{20}, up to date$/u), WAIT);
}

const refusal =
  (status: number): Behaviour =>
  (_, response) =>
    void response.writeHead(status, { "Retry-After": "0" }).end("busy");
const answering =
  (embedding: (text: string) => unknown): Behaviour =>
  ({ input, model }, response) =>
    sendJson(response, { data: input.map((text, index) => ({ index, embedding: embedding(text) })), model });

test("a configured endpoint makes the vectors that a server answers from", async () => {
  await add("Heron v. Marsh");
  await untilUpToDate();
  expect(follower.vectorsFailure()).toBeUndefined();
  const answer = await search();
  expect(answer.results.map(({ caseName, source }) => [caseName, source])).toEqual([["Heron v. Marsh", "semantic"]]);
  expect(answer.metadata.vectors).toEqual({ model: expect.stringMatching(/^http-/u) as string });
});

test("filings of trial courts have vectors beside those of opinions, which another start finds again", async () => {
  await add("Heron v. Marsh");
  const drafts = ["The tenant lit a fire on the pier.", ""].map((text, at) => testFiling({ sourceId: `${at}`, text }));
  await transaction(db, async (trx) => writeFilings(trx, "papers", drafts, decisionDays));
  await untilUpToDate();
  const filters = { states: ["California"] };
  const request = { query: "who pays for a pier", mode: "semantic" as const, filters, page: 1, pageSize: 20 };
  const found = async (meaning: Meaning) =>
    createFilingSearch({ engine: indexes.filings, db, meaning })(request, { owner: "someone" });
  const { hits } = await found(seat.meaningOf("filings"));
  expect((await checkDatabase(db, SCHEMA)).findings).toEqual([]);
  expect(hits.map(({ source, snippets }) => [source, snippets])).toEqual([
    ["semantic", [expect.stringMatching(/fire on the <mark>pier<\/mark>/u)]],
  ]);
  expect((await search()).results.map(({ caseName }) => caseName)).toEqual(["Heron v. Marsh"]);
  const reading = new VectorSeat({ config, log }, openEmbedders(config), { isLeading: () => false, db });
  try {
    expect((await found(reading.meaningOf("filings"))).hits).toEqual(hits);
  } finally {
    await reading.close();
  }
});

test("while no filing is held there is no index of their vectors, and a search of them says so", async () => {
  await add("Heron v. Marsh");
  await untilUpToDate();
  expect(await seat.meaningOf("filings").now()).toEqual({ reason: "the vectors of the filings are not made yet" });
});

const verified = async (): Promise<VectorsReport["collections"][number] | undefined> => {
  await requestOfIndex(db, "verify", systemClock);
  await vi.waitFor(async () => expect(await isRequested(db, "verify")).toBe(false), WAIT);
  return (await takeReport<VectorsReport>(db, "vectors")).collections[0];
};

/** Turns one bit round in the middle of the only file of this kind. */
const flip = (kind: string): string => {
  const files = readdirSync(join(dataDir, "vectors"), { recursive: true, encoding: "utf8" });
  const [file = "", ...others] = files.filter((name) => name.endsWith(kind));
  expect(others).toEqual([]);
  const path = join(dataDir, "vectors", file);
  const bytes = readFileSync(path);
  const middle = bytes.length >> 1;
  bytes[middle] = bytes[middle]! ^ 0x10;
  writeFileSync(path, bytes);
  return basename(file);
};

describe("a verification beside the server", () => {
  test.each([".codes", ".vec"])("finds and names a damaged %s file of vectors, which are made again", async (kind) => {
    await add("Heron v. Marsh");
    await untilUpToDate();
    expect(await verified()).toMatchObject({
      belongs: true,
      blocks: { documents: 1, faults: [] },
      records: { ok: true },
    });
    const file = flip(kind);
    const found = await verified();
    expect(found?.blocks.faults).toMatchObject([{ file }]);
    expect(found?.records).toMatchObject({ ok: false, missing: 1 });
    await vi.waitFor(async () => expect((await verified())?.records.ok).toBe(true), WAIT);
    expect((await search()).results.map(({ caseName }) => caseName)).toEqual(["Heron v. Marsh"]);
  });
});

describe("an endpoint that fails for a while loses nothing, and searches go on", () => {
  // An embedder tries six times before it gives up.
  const faults: readonly (readonly [string, Behaviour[], RegExp])[] = [
    ["refuses for now, again and again", Array.from({ length: 6 }, () => refusal(429)), /it answers 429: busy/u],
    ["answers with other dimensions", [answering((text) => vectorOf(text, DIMENSIONS - 1))], /vectors of 11 numbers/u],
    ["answers with what is no number", [answering(() => Array(DIMENSIONS).fill(null))], /does not answer as/u],
    ["answers for too few texts", [answering(() => [])], /vectors of 0 numbers/u],
  ];

  test.each(faults)("it %s", { timeout: 150_000 }, async (_name, behaviours, failure) => {
    await add("Heron v. Marsh");
    await untilUpToDate();
    endpoint.behave(...behaviours);
    await add("Crane v. Reed");
    await vi.waitFor(() => expect(follower.vectorsFailure()).toMatch(failure), WAIT);
    expect(follower.failure()).toBeUndefined();
    expect(await seat.inWords(db)).toMatch(/changes? behind the records/u);
    expect((await search()).results.map(({ caseName }) => caseName)).toEqual(["Heron v. Marsh"]);
    await untilUpToDate();
    await vi.waitFor(() => expect(follower.vectorsFailure()).toBeUndefined(), WAIT);
    const found = (await search()).results.map(({ caseName }) => caseName);
    expect(found.toSorted()).toEqual(["Crane v. Reed", "Heron v. Marsh"]);
  });

  test("a query that it does not embed is answered by its words, and that is said", async () => {
    await add("Heron v. Marsh");
    await untilUpToDate();
    endpoint.behave(refusal(503), refusal(503));
    const answer = await search("pier burned");
    expect(answer.results.map(({ caseName, source }) => [caseName, source])).toEqual([["Heron v. Marsh", "keyword"]]);
    expect(answer.warnings[0]).toMatch(/could not be embedded.*The words of the query were searched/u);
  });
});

test("while vectors are made again from the beginning the words answer, as without any", async () => {
  await add("Heron v. Marsh");
  await untilUpToDate();
  const version = await seat.calls.current();
  await follower.stop();
  await seat.calls.replaceAll({ version: version!, collection: "opinions" }, nothing());
  await vi.waitFor(
    async () =>
      expect(await seat.meaningOf("opinions").now()).toEqual({
        reason: "the vectors of the opinions are not made yet",
      }),
    WAIT,
  );
  const answer = await search("pier burned");
  expect(answer.results.map(({ caseName }) => caseName)).toEqual(["Heron v. Marsh"]);
  expect(answer.metadata.vectors).toEqual({ reason: "The vectors of the opinions are not made yet." });
});

test("what is damaged is told to those who search without where it stands on the server", async () => {
  await add("Heron v. Marsh");
  await untilUpToDate();
  writeFileSync(join(dataDir, "vectors/current.json"), "{");
  const reading = new VectorSeat({ config, log }, openEmbedders(config), { isLeading: () => false, db });
  onTestFinished(async () => reading.close());
  const point = await placeOf("who pays", reading.meaningOf("opinions"));
  expect(point).toEqual({
    reason: expect.stringContaining("vectors/current.json of the data directory cannot be read"),
  });
  expect(JSON.stringify(point)).not.toContain(dataDir);
});

async function* nothing(): AsyncGenerator<never[]> {
  // No batches.
}
