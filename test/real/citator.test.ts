import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { silentLogger as log } from "#base/log.ts";
import { createCitator } from "#citator/citator.ts";
import { readPassages } from "#citator/kept-passages.ts";
import { wordsOfPassage } from "#citator/passages.ts";
import { readQuotes } from "#citator/quotes.ts";
import { finishReading } from "#citator/read-opinion.ts";
import { beginStoredOpinions } from "#citator/read-stored.ts";
import type { Db } from "#db/connection.ts";
import { openRecords } from "#schema/open.ts";
import { runImport } from "#importers/importer.ts";
import { lacksSharedData, SHARED_DATA } from "./shared-data.ts";

/** The smaller of the real collections, from import to summaries. */
describe.skipIf(lacksSharedData())("the citator on real opinions", () => {
  let dataDir: string;
  let db: Db;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "onpoint-real-"));
    db = await openRecords({ dataDir });
    await runImport({ source: "cap", paths: [join(SHARED_DATA, "cap.tar.gz")], db, dataDir, log });
    await createCitator({ db, log }).runUntilCaughtUp();
  }, 1_500_000);

  afterAll(async () => {
    await db.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  test("edges are found in most opinions, and every link agrees with a citation of the decision", async () => {
    const opinions = await db.selectFrom("opinions").select("id").execute();
    const citing = await db.selectFrom("citing_edges").select("citing_id").distinct().execute();
    expect(opinions.length).toBeGreaterThan(1000);
    expect(citing.length).toBeGreaterThan(opinions.length / 2);
    const linked = await db
      .selectFrom("citing_edges as edge")
      .innerJoin("citing_keys as key", (join_) =>
        join_.onRef("key.citing_id", "=", "edge.citing_id").onRef("key.authority", "=", "edge.authority"),
      )
      .innerJoin("cluster_citations as held", (join_) =>
        join_.onRef("held.lookup_key", "=", "key.lookup_key").onRef("held.cluster_id", "=", "edge.cited_cluster_id"),
      )
      .select(["edge.citing_id", "edge.authority"])
      .distinct()
      .execute();
    const found = await db.selectFrom("citing_edges").select("authority").where("resolution", "=", "found").execute();
    expect(found.length).toBeGreaterThan(50);
    expect(linked).toHaveLength(found.length);
  });

  test("every quotation and passage is the words that were read there, and none begins or ends inside a character", async () => {
    const opinions = await db.selectFrom("citing_opinions").select(["id", "opinion_id", "text_chars"]).execute();
    let edges = 0;
    for (const { id, opinion_id, text_chars } of opinions) {
      const rows = await db
        .selectFrom("citing_edges")
        .select(["authority", "passages", "quote_start", "quote_bytes"])
        .where("citing_id", "=", id)
        .orderBy("authority")
        .execute();
      const { begun, held } = await beginStoredOpinions(db, [opinion_id]);
      const reading = begun[0]?.reading;
      if (reading === undefined) throw new Error(`${opinion_id} cannot be read`);
      const { text } = reading.opinion;
      const read = finishReading(reading, held).map(({ quote, passages }) => ({
        quote,
        passages: passages.map((passage) => wordsOfPassage(passage, (from, to) => text.slice(from, to))),
      }));
      const quotes = await readQuotes(
        db,
        rows.map((row) => ({ ...row, opinion_id, text_chars, chars_read: text_chars })),
      );
      const passages = await readPassages(
        db,
        rows.map((row) => ({ ...row, opinionId: opinion_id })),
      );
      expect(rows.map((_, at) => ({ quote: quotes[at], passages: passages[at] }))).toEqual(read);
      expect(quotes.every((quote) => quote !== "" && text.includes(quote))).toBe(true);
      edges += rows.length;
    }
    expect(edges).toBeGreaterThan(10_000);
  });
});
