import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { systemClock } from "#base/clock.ts";
import { silentLogger as log } from "#base/log.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { appendOutbox } from "#db/outbox.ts";
import type { Change } from "#db/outbox.ts";
import { deleteFilingsOfSource } from "#dockets/filings/delete.ts";
import { writeFilings } from "#dockets/filings/write.ts";
import { openEmbeddedIndex } from "#index/embedded/embedded.ts";
import type { EmbeddedIndex } from "#index/embedded/embedded.ts";
import { noCitingWords } from "#projections/documents.ts";
import { FOLLOWED_FILINGS } from "#projections/filings/filing-indexing.ts";
import { followVectors } from "#projections/vectors/follow-vectors.ts";
import { vectorsOfOpinions } from "#projections/vectors/opinion-vectors.ts";
import { vectorsOfCollection } from "#projections/vectors/vector-source.ts";
import type { VectorSource } from "#projections/vectors/vector-source.ts";
import { decisionDays } from "#opinions/store/decision-days.ts";
import { openRecords } from "#schema/open.ts";
import { collectionCalled } from "#projections/collections.ts";
import { collectionVectors } from "#search/collection-vectors.ts";
import { hashedWords } from "#test/embedding/hashed-words.ts";
import { addDecision, testFiling } from "#test/records.ts";
import { runOrDie } from "./run-or-die.ts";

const CHILD = fileURLToPath(new URL("vectors-child.ts", import.meta.url));
const KILLS_WANTED = 8;
const TRIES_A_ROUND = 4;
const DECISIONS_PER_ROUND = 60;
const FILINGS_PER_ROUND = 30;
const WORDS = "alder birch cedar dogwood elm fir hazel juniper larch maple oak pine rowan spruce walnut yew".split(" ");
const embedder = hashedWords(64);

function wordsOf(step: number, length: number, from = 0): string {
  return `${Array.from({ length }, (_, word) => WORDS[(from + word * step) % WORDS.length]).join(" ")}.`;
}

/** Adds decisions and filings, and deletes some of the round before. */
async function changeRecords(db: Db, round: number): Promise<void> {
  await deleteFilingsOfSource(db, `round ${round - 2}`, decisionDays);
  await transaction(db, async (trx) => {
    const drafts = Array.from({ length: FILINGS_PER_ROUND }, (_, at) =>
      testFiling({ sourceId: `filing ${at}`, text: wordsOf(round + at, 400) }),
    );
    await writeFilings(trx, `round ${round}`, drafts, decisionDays);
  });
  await transaction(db, async (trx) => {
    for (let at = 0; at < DECISIONS_PER_ROUND; at++) {
      await addDecision(trx, { name: `Case ${round} ${at}`, texts: [wordsOf(round + at, 600, at * 7)] });
    }
  });
  const names = Array.from({ length: 10 }, (_, at) => `Case ${round - 1} ${at * 5}`);
  await transaction(db, async (trx) => {
    const clusters = await trx.selectFrom("clusters").select("id").where("source_id", "in", names).execute();
    const clusterIds = clusters.map(({ id }) => id);
    if (clusterIds.length === 0) return;
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
  for (const word of WORDS.slice(0, 4)) {
    const vector = await embedder.queries([word]);
    const { hits, total } = await engine.nearest({ vector, filters: [], depth: 2000, offset: 0, limit: 2000 });
    found.push([word, total, hits.map(({ id, score }) => `${id} ${score.toFixed(3)}`).toSorted()]);
  }
  return found;
}

/** Compares with an index that is made in one go. */
async function expectAsLeftAlone(db: Db, source: VectorSource, documents: number): Promise<void> {
  const schema = collectionVectors(collectionCalled(source.collection).schema, embedder.version);
  const open = async (name: string): Promise<EmbeddedIndex> =>
    openEmbeddedIndex({ schema, dir: join(db.dataDir, name), workers: 1, log });
  const engine = await open(`vectors-${source.collection}`);
  const clean = await open(`clean-${source.collection}`);
  try {
    // Its position is its own: another name of the version follows from the beginning.
    const another = { ...embedder, version: { ...embedder.version, id: "another" } };
    await followVectors({ db, source, engine: clean, embedder: another, log, clock: systemClock });
    expect((await engine.verify()).faults).toEqual([]);
    expect((await engine.status()).documents).toBeGreaterThan(documents);
    expect(await answers(engine)).toEqual(await answers(clean));
  } finally {
    await engine.close();
    await clean.close();
  }
}

test(
  "what embeds is killed at random moments and ends with the vectors of one left alone",
  { timeout: 900_000 },
  async () => {
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
      await expectAsLeftAlone(db, vectorsOfOpinions(noCitingWords, log), DECISIONS_PER_ROUND);
      await expectAsLeftAlone(db, vectorsOfCollection("filings", FOLLOWED_FILINGS), FILINGS_PER_ROUND);
    } finally {
      await db.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
);
