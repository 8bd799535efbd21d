import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { silentLogger as log } from "#base/log.ts";
import { createCitator } from "#citator/citator.ts";
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
    const citing = await db.selectFrom("citing_edges").select("citing_opinion_id").distinct().execute();
    expect(opinions.length).toBeGreaterThan(1000);
    expect(citing.length).toBeGreaterThan(opinions.length / 2);
    const linked = await db
      .selectFrom("citing_edges as edge")
      .innerJoin("citing_keys as key", (join_) =>
        join_
          .onRef("key.citing_opinion_id", "=", "edge.citing_opinion_id")
          .onRef("key.authority", "=", "edge.authority"),
      )
      .innerJoin("cluster_citations as held", (join_) =>
        join_.onRef("held.lookup_key", "=", "key.lookup_key").onRef("held.cluster_id", "=", "edge.cited_cluster_id"),
      )
      .select(["edge.citing_opinion_id", "edge.authority"])
      .distinct()
      .execute();
    const found = await db.selectFrom("citing_edges").select("authority").where("resolution", "=", "found").execute();
    expect(found.length).toBeGreaterThan(50);
    expect(linked).toHaveLength(found.length);
  });

  test("every quotation and every first citation stands in the text where it is said to stand", async () => {
    const opinions = await db.selectFrom("opinion_texts").select("opinion_id").execute();
    let edges = 0;
    for (const { opinion_id } of opinions) {
      const { text } = await db
        .selectFrom("opinion_texts")
        .select("text")
        .where("opinion_id", "=", opinion_id)
        .executeTakeFirstOrThrow();
      const rows = await db
        .selectFrom("citing_edges")
        .select(["quote", "quote_start", "first_start", "first_end"])
        .where("citing_opinion_id", "=", opinion_id)
        .execute();
      edges += rows.length;
      const wrong = rows.filter(
        ({ quote, quote_start, first_start, first_end }) =>
          quote === null ||
          quote === "" ||
          !text.startsWith(quote, quote_start ?? -1) ||
          first_end <= first_start ||
          first_end > text.length,
      );
      expect(wrong).toEqual([]);
    }
    expect(edges).toBeGreaterThan(10_000);
  });
});
