import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { silentLogger as log } from "#base/log.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { openRecords } from "#schema/open.ts";
import { appendOutbox } from "#db/outbox.ts";
import type { Change } from "#db/outbox.ts";
import { createIndexer } from "#projections/indexing.ts";
import { verifyAgainstRecords } from "#projections/status.ts";
import { openEmbeddedIndex } from "#index/embedded/embedded.ts";
import type { EmbeddedIndex } from "#index/embedded/embedded.ts";
import { OPINIONS } from "#search/opinions.ts";
import { parseQuery } from "#search/query/parse.ts";
import { addDecision } from "#test/records.ts";
import { runOrDie } from "./run-or-die.ts";

const CHILD = fileURLToPath(new URL("indexing-child.ts", import.meta.url));
const KILLS_WANTED = 15;
const TRIES_A_ROUND = 5;
const DECISIONS_PER_ROUND = 120;
const WORDS = "alder birch cedar dogwood elm fir hazel juniper larch maple oak pine rowan spruce walnut yew".split(" ");

/** Adds decisions, every third a copy of the one before it, and deletes some of the last round. */
async function changeRecords(db: Db, round: number): Promise<void> {
  await transaction(db, async (trx) => {
    for (let at = 0; at < DECISIONS_PER_ROUND; at++) {
      const words = Array.from({ length: 300 }, (_, word) => WORDS[(at * 7 + word * (round + 3)) % WORDS.length]);
      const decision = { name: `Case ${round} ${at}`, workId: `work-${round}-${at - (at % 3 === 2 ? 1 : 0)}` };
      await addDecision(trx, { ...decision, texts: [words.join(" "), `dissent ${at}`] });
    }
  });
  if (round > 0) await deleteSome(db, round - 1);
}

async function deleteSome(db: Db, round: number): Promise<void> {
  const names = Array.from({ length: 20 }, (_, at) => `Case ${round} ${at * 5}`);
  await transaction(db, async (trx) => {
    const clusters = await trx.selectFrom("clusters").select("id").where("source_id", "in", names).execute();
    const clusterIds = clusters.map(({ id }) => id);
    const opinions = await trx.selectFrom("opinions").select("id").where("cluster_id", "in", clusterIds).execute();
    await trx.deleteFrom("clusters").where("id", "in", clusterIds).execute();
    await appendOutbox(trx, [
      ...opinions.map(({ id }): Change => ({ kind: "opinion", recordId: id, op: "delete" })),
      ...clusterIds.map((id): Change => ({ kind: "cluster", recordId: id, op: "delete" })),
    ]);
  });
}

async function answers(engine: EmbeddedIndex): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const query of ["oak AND yew", "dissent", '"alder hazel"', "fir W/3 elm", "ju*"]) {
    const parsed = parseQuery(query, { resolveCourt: () => ({ ok: true, value: [] }) });
    if (!parsed.ok) throw new Error(`cannot read ${query}`);
    const { hits, total } = await engine.search({
      tree: parsed.value.tree,
      filters: [],
      offset: 0,
      limit: 1000,
      facets: [],
      total: true,
      explain: false,
    });
    found.push([query, total, hits.map((hit) => hit.id).toSorted()]);
  }
  return found;
}

test("an indexer killed at random moments ends with the index of one left alone", { timeout: 900_000 }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "onpoint-kill-"));
  const db = await openRecords({ dataDir });
  try {
    await changeRecords(db, 0);
    const peaceful = await runOrDie(CHILD, dataDir);
    expect(peaceful.died).toBe(false);

    let kills = 0;
    for (let round = 1; kills < KILLS_WANTED; round++) {
      await changeRecords(db, round);
      for (let tries = 0; tries < TRIES_A_ROUND; tries++) {
        const { died } = await runOrDie(CHILD, dataDir, Math.random() * peaceful.ran_ms);
        if (!died) break;
        kills++;
      }
    }
    expect((await runOrDie(CHILD, dataDir)).died).toBe(false);
    const engine = await openEmbeddedIndex({ schema: OPINIONS, dir: join(dataDir, "index"), workers: 1, log });
    const clean = await openEmbeddedIndex({ schema: OPINIONS, dir: join(dataDir, "clean"), workers: 1, log });
    try {
      expect(await verifyAgainstRecords(db, engine)).toMatchObject({ ok: true, lag: 0, skipped: 0 });
      await createIndexer({ db, engine: clean, log }).rebuild();
      expect((await engine.verify()).faults).toEqual([]);
      expect(await answers(engine)).toEqual(await answers(clean));
      expect((await engine.status()).documents).toBeGreaterThan(DECISIONS_PER_ROUND);
    } finally {
      await engine.close();
      await clean.close();
    }
  } finally {
    await db.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});
