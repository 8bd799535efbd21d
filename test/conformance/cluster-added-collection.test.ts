import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeEach, describe, expect, inject, test, vi } from "vitest";
import { silentLogger as log } from "#base/log.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { appendOutbox } from "#db/outbox.ts";
import { openEmbedders } from "#embedding/embedders.ts";
import { addCollection } from "#projections/collections.ts";
import { vectorsTurn } from "#projections/vectors/vectors-turn.ts";
import { openRecords } from "#schema/open.ts";
import { searchCollection } from "#search/collections/search-collection.ts";
import type { CollectionAnswer, CollectionRequest } from "#search/collections/search-collection.ts";
import { startEndpoint } from "#test/embedding/endpoint-server.ts";
import type { EndpointServer } from "#test/embedding/endpoint-server.ts";
import { whyNoOpenSearch } from "#test/opensearch-server.ts";
import { addDecision } from "#test/records.ts";
import { catchUpUnlessServed } from "../../bin/follow.ts";
import { openIndexes } from "../../bin/index-files.ts";
import type { Indexes } from "../../bin/index-files.ts";
import { run } from "../../bin/run.ts";
import { VectorSeat } from "../../bin/serving/vector-seat.ts";
import { loadConfig } from "../../bin/settings.ts";
import type { Config } from "../../bin/settings.ts";
import { importNotes, NOTE_KIND, NOTES } from "./notes-collection.ts";

// Files share a thread: those behind this one know nothing of notes.
afterAll(addCollection(NOTES));

const DIMENSIONS = 8;
/** What a text is about, as a model would have it: fire or water. */
const meaningOf = (text: string): number[] => {
  const [fire, water] = [/fire|burn|blaze/u.test(text) ? 1 : 0, /tide|harbor|flood|wave/u.test(text) ? 1 : 0];
  return [fire, water, 0.1, ...Array.from({ length: DIMENSIONS - 3 }, () => 0)];
};
const NOTES_HELD = [
  ["a", "Pier", "A blaze took the pier before dawn.", "fires", "2021-03-01"],
  ["b", "Harbor", "The tide came over the harbor wall.", "waters", "2023-03-01"],
  ["c", "Harbor rules", "Whoever moors in the harbor pays the fee.", "fees", "2022-03-01"],
  ["d", "Orchard", "The orchard bears late this year.", "farms", "2020-03-01"],
  ["f", "Arrears", "A fee of the harbor is due in March.", "fees", "2019-03-01"],
].map(([id, title, body, topic, day]) => ({ id, title, body, topic, day }));

const ids = ({ hits }: CollectionAnswer): readonly string[] => hits.map(({ id }) => id);

/** What a command prints and its exit status. */
async function told(...words: string[]): Promise<{ readonly status: unknown; readonly answer: unknown }> {
  let printed = "";
  const out = vi.spyOn(process.stdout, "write").mockImplementation((text) => (printed += String(text)) !== "");
  process.exitCode = undefined;
  await run([...words, "--json"]).finally(() => out.mockRestore());
  const status = process.exitCode ?? 0;
  process.exitCode = undefined;
  return { status, answer: JSON.parse(printed) as unknown };
}

const reason = whyNoOpenSearch();

describe.each([
  { engine: "files", why: undefined },
  { engine: "OpenSearch", why: reason },
])("a collection that one file adds, in an index in $engine", ({ engine, why }) => {
  let [dataDir, prefix] = ["", ""];
  let endpoint: EndpointServer;
  let config: Config;
  let db: Db;
  let indexes: Indexes;
  let seat: VectorSeat;

  beforeEach(async () => {
    if (why !== undefined) return;
    dataDir = mkdtempSync(join(tmpdir(), "onpoint-notes-"));
    endpoint = await startEndpoint(DIMENSIONS, async (texts) => texts.map(meaningOf));
    prefix = `notes-${process.pid}-${Date.now()}`;
    const settings = {
      ONPOINT_DATA_DIR: dataDir,
      ONPOINT_EMBEDDING_URL: endpoint.url,
      ONPOINT_EMBEDDING_MODEL: "a-model",
      ONPOINT_EMBEDDING_DIMENSIONS: String(DIMENSIONS),
      ...(engine === "OpenSearch" && {
        ONPOINT_SEARCH_URL: inject("openSearchUrl"),
        ONPOINT_SEARCH_PREFIX: prefix,
        ONPOINT_SEARCH_REPLICAS: "0",
      }),
    };
    for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
    config = loadConfig(process.env);
    db = await openRecords({ dataDir });
    await sql`create table notes (id text primary key, title text, body text, topic text, day text)`.execute(db);
    await bringIn(NOTES_HELD);
  });
  afterEach(async () => {
    if (why !== undefined) return;
    await db.close();
    await endpoint.close();
    vi.unstubAllEnvs();
    rmSync(dataDir, { recursive: true, force: true });
    if (engine === "OpenSearch") await fetch(`${inject("openSearchUrl")}/${prefix}-*`, { method: "DELETE" });
  });

  async function bringIn(notes: readonly object[]): Promise<void> {
    const path = join(dataDir, `notes-${notes.length}.jsonl`);
    writeFileSync(path, notes.map((note) => JSON.stringify(note)).join("\n"));
    const report = await importNotes(path, { paths: [path], db, dataDir, log });
    expect(report.counts.notes.added).toBe(notes.length);
  }

  const follow = async (): Promise<void> => catchUpUnlessServed({ config, log }, db, { wanted: true });

  async function search(query: string, asked: Partial<CollectionRequest> = {}): Promise<CollectionAnswer> {
    const sources = { engine: indexes.notes, db, meaning: seat.meaningOf("notes") };
    return searchCollection(NOTES, sources, { query, filters: [], page: 1, pageSize: 10, ...asked });
  }

  /** With the indexes and the vectors as a server has them. */
  async function served(work: () => Promise<void>): Promise<void> {
    indexes = await openIndexes({ config, log }, { db });
    seat = new VectorSeat({ config, log }, openEmbedders(config), { isLeading: () => true, db });
    const options = { db, log, embedding: config, calls: seat.calls, hasStamps: engine !== "files" };
    const turn = vectorsTurn({ ...options, tell: async (failure) => expect(failure).toBeNull() });
    try {
      await turn.take(new AbortController().signal, new Map());
      await work();
    } finally {
      await turn.close?.();
      await seat.close();
      await indexes.close();
    }
  }

  test.skipIf(why !== undefined)(
    `is imported, followed, searched in all modes, verified and told of${why === undefined ? "" : `: ${why}`}`,
    { timeout: 120_000 },
    async () => {
      await transaction(db, async (trx) => addDecision(trx, { name: "Heron v. Marsh", texts: ["A pier burned."] }));
      await follow();
      await served(async () => {
        const byWords = await search("harbor");
        expect(ids(byWords).toSorted()).toEqual(["b", "c", "f"]);
        expect(byWords.hits[0]?.snippets[0]).toContain("<mark>harbor</mark>");
        expect(byWords.facets[0]?.map(({ key }) => key).toSorted()).toEqual(["fees", "waters"]);
        expect(byWords.isWhole).toBe(true);
        expect(ids(await search("harbor AND tide"))).toEqual(["b"]);
        expect(ids(await search("harbor", { filters: [{ column: "topic", anyOf: ["fees"] }] })).toSorted()).toEqual([
          "c",
          "f",
        ]);
        expect(ids(await search("harbor", { sort: "newest" }))).toEqual(["b", "c", "f"]);
        expect((await search("harbro")).notes).toEqual(["Nothing was found for harbro; searched for harbor."]);
        const told = await search("harbor", { explain: true });
        expect(told.hits[0]?.explanation?.score).toBeCloseTo(told.hits[0]?.score ?? 0, 4);
        await expect(search("judge:Marsh")).rejects.toMatchObject({ faults: [{ reason: { code: "unknown_field" } }] });
        const byMeaning = await search("what did the fire burn", { mode: "semantic" });
        expect([ids(byMeaning)[0], byMeaning.hits[0]?.source]).toEqual(["a", "semantic"]);
        const byBoth = await search("fire at the orchard", { mode: "hybrid" });
        expect(ids(byBoth)).toEqual(expect.arrayContaining(["a", "d"]));
      });

      // A note is written anew, one goes, one comes.
      await bringIn([
        { ...NOTES_HELD[3], body: "A wave flooded the orchard." },
        { ...NOTES_HELD[0], id: "e" },
      ]);
      await transaction(db, async (trx) => {
        await sql`delete from notes where id = 'c'`.execute(trx);
        await appendOutbox(trx, [{ kind: NOTE_KIND, recordId: "c", op: "delete" }]);
      });
      await follow();
      await served(async () => {
        expect(ids(await search("harbor")).toSorted()).toEqual(["b", "f"]);
        expect(
          ids(await search("wave", { mode: "semantic" }))
            .slice(0, 2)
            .toSorted(),
        ).toEqual(["b", "d"]);
        expect(ids(await search("pier")).toSorted()).toEqual(["a", "e"]);
      });

      const verified = await told("index", "verify");
      expect(verified).toMatchObject({
        status: 0,
        answer: {
          notes: { records: { ok: true, expected: 5, inEngine: 5, missing: 0, surplus: 0 } },
          vectors: { collections: expect.arrayContaining([expect.objectContaining({ collection: "notes" })]) },
        },
      });
      expect((await told("index", "status")).answer).toMatchObject({
        notes: { lag: 0 },
        vectors: { notes: { lag: 0 } },
      });
      const { answer } = await told("doctor");
      const lines = JSON.stringify(answer);
      expect(lines).toContain("1 decisions, 1 opinions, 0 citations");
      expect(lines).toContain(", 5 notes");
      expect(answer).toEqual(
        expect.arrayContaining([{ what: "index of notes", state: "follows the records", ok: true }]),
      );
      expect(lines).toMatch(/vectors http-\w+ of notes/u);
      expect((await told("index", "rebuild")).answer).toMatchObject({ notes: 5 });
    },
  );
});
