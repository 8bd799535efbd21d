import { join } from "node:path";
import { OnpointError } from "#base/errors.ts";
import { silentLogger } from "#base/log.ts";
import type { Db, Reader } from "#db/connection.ts";
import { projectionPosition } from "#db/outbox.ts";
import { openRecords } from "#schema/open.ts";
import { runImport } from "#importers/importer.ts";
import { createCitator } from "#citator/citator.ts";
import { readCitingWords } from "#citator/citing-words.ts";
import { noCitingWords } from "#projections/documents.ts";
import type { CitingWordsOf } from "#projections/documents.ts";
import { INDEX_PROJECTION } from "#projections/indexed.ts";
import { createIndexer } from "#projections/indexing.ts";
import { openEmbeddedIndex } from "#index/embedded/embedded.ts";
import type { EmbeddedIndex } from "#index/embedded/embedded.ts";
import { OPINIONS } from "#search/opinions.ts";
import { requireSharedData, SHARED_DATA } from "../test/real/shared-data.ts";
import { markCorpus } from "./corpus-mark.ts";

export { SHARED_DATA };

/** Where the real corpus is kept between runs unless a run names another place. */
export const CORPUS_DIR: string = join(import.meta.dirname, "../data/eval");

/** What is found must not depend on who else uses the machine. */
const DEADLINE_MS = 120_000;

const SOURCES = [
  { source: "courtlistener", path: "courtlistener-bulk" },
  { source: "cap", path: "cap.tar.gz" },
] as const;

export type Corpus = {
  readonly db: Db;
  readonly engine: EmbeddedIndex;
  /** Each searchable opinion's decision. */
  readonly works: ReadonlyMap<string, Place>;
  close(): Promise<void>;
};
export type Place = { readonly clusterId: string; readonly workId: string; readonly sourceId: string };

/**
 * The real opinions, imported and indexed as the service does it, once per directory (which is for runs with citing
 * words or for runs without). One thing differs: a citing passage is labelled with its work instead of its opinion, so
 * that everything one decision says, its dissents and other copies included, can be left out of a query together. A
 * directory whose index was made in another way is refused.
 */
export async function openCorpus(dir: string, options: { readonly citingWords: boolean }): Promise<Corpus> {
  const { citingWords } = options;
  const db = await openRecords({ dataDir: dir });
  try {
    markCorpus(dir, { citingWords }, await projectionPosition(db, INDEX_PROJECTION));
    return await openIndexed(db, dir, citingWords);
  } catch (error) {
    await db.close();
    if (!(error instanceof OnpointError) || error.code !== "invalid_input") throw error;
    process.stderr.write(`${error.message}\n${error.hint ?? ""}\n`);
    process.exit(2);
  }
}

async function openIndexed(db: Db, dir: string, citingWords: boolean): Promise<Corpus> {
  await importOnce(db, dir);
  return indexed(db, dir, citingWords);
}

/** The decisions that a directory's records hold, indexed to where they stand. */
export async function indexed(db: Db, dir: string, citingWords: boolean): Promise<Corpus> {
  if (citingWords) {
    await createCitator({ db, log: silentLogger }).runUntilCaughtUp(({ done, total }) =>
      process.stderr.write(`citations of ${done} of ${total} changes\n`),
    );
  }
  const engine = await openEmbeddedIndex({
    schema: OPINIONS,
    dir: join(dir, "index"),
    workers: 1,
    log: silentLogger,
    deadline_ms: DEADLINE_MS,
  });
  const places = await readPlaces(db);
  const labelled = labelledByWork(citingWords ? readCitingWords : noCitingWords, places);
  const indexer = createIndexer({ db, engine, log: silentLogger, citingWordsOf: labelled });
  // An index of an earlier format is made again.
  await indexer.tend();
  await indexer.runUntilCaughtUp(({ done, total }) => process.stderr.write(`indexed ${done} of ${total} changes\n`));
  return {
    db,
    engine,
    works: places,
    close: async () => {
      await engine.close();
      await db.close();
    },
  };
}

/** Imports the real corpus into a directory unless it is there. */
export async function importOnce(db: Db, dir: string): Promise<void> {
  for (const { source, path } of SOURCES) {
    const held = await db
      .selectFrom("import_runs")
      .select("id")
      .where("source", "=", source)
      .where("finished_at", "is not", null)
      .executeTakeFirst();
    if (held !== undefined) continue;
    requireSharedData();
    process.stderr.write(`importing ${source}\n`);
    await runImport({ source, paths: [join(SHARED_DATA, path)], db, dataDir: dir, log: silentLogger });
  }
}

async function readPlaces(db: Reader): Promise<ReadonlyMap<string, Place>> {
  const rows = await db
    .selectFrom("opinions")
    .innerJoin("clusters", "clusters.id", "opinions.cluster_id")
    .select(["opinions.id", "opinions.cluster_id", "clusters.work_id", "clusters.source", "clusters.source_id"])
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        clusterId: row.cluster_id,
        workId: row.work_id,
        sourceId: `${row.source === "courtlistener" ? "cl" : row.source}:${row.source_id}`,
      },
    ]),
  );
}

/** What citing opinions say, each passage labelled with its work instead of its opinion. */
export function labelledByWork(citingWordsOf: CitingWordsOf, places: ReadonlyMap<string, Place>): CitingWordsOf {
  return async (db, clusterIds) => {
    const words = await citingWordsOf(db, clusterIds);
    return new Map(
      [...words].map(([clusterId, passages]) => [
        clusterId,
        passages.map((one) => ({ ...one, opinionId: places.get(one.opinionId)?.workId ?? one.opinionId })),
      ]),
    );
  };
}
