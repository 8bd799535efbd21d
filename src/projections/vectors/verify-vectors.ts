import type { Db } from "#db/connection.ts";
import { outboxEnd, projectionPosition } from "#db/outbox.ts";
import { verifyCollection } from "#projections/collection-status.ts";
import type { CollectionReport, VerifiedEngine } from "#projections/collection-status.ts";
import { leaveReport } from "#projections/report.ts";
import { clearRequest, isRequested } from "#projections/requests.ts";
import type { EngineVerification } from "#index/index.ts";
import type { CollectionName } from "#completeness/completeness.ts";
import { vectorsProjection } from "./vector-names.ts";
import type { VectorEngine } from "./follow-vectors.ts";
import type { VectorSource } from "./vector-source.ts";
import { vectorStamp } from "./vector-stamp.ts";
import type { VectorIndexes } from "./vector-turn.ts";

/** The vectors that searches ask; of a collection that holds nothing and has none, nothing is reported. */
export type VectorsReport = {
  readonly version: string;
  readonly collections: readonly VectorCollectionReport[];
};

export type VectorCollectionReport = CollectionReport & {
  readonly collection: CollectionName;
  /** False where the index and the place in the records that it is said to have reached were parted. */
  readonly belongs: boolean;
};

/**
 * Reads every block of the indexes of vectors that answer, and compares them with the records: each document that is held
 * is asked for by its id, and the stamp of the index with that beside its position. Null while there are none.
 */
export async function verifyVectors(
  db: Db,
  sources: readonly VectorSource[],
  indexes: VectorIndexes,
): Promise<VectorsReport | null> {
  const version = await indexes.current();
  if (version === undefined) return null;
  const collections: VectorCollectionReport[] = [];
  for (const source of sources) {
    const { collection, countOfRefused } = source;
    const index = { version, collection };
    const blocks = await indexes.verify(index);
    if (blocks === undefined && !(await source.holdsAnything(db))) continue;
    const projection = vectorsProjection(version.id, collection);
    const engine = blocks === undefined ? NOTHING : verifiedEngine(indexes.of(index), blocks);
    const pagesOfDocuments = (): AsyncIterable<readonly string[]> => source.documents(db).ids();
    const compared = { projection, pagesOfDocuments, ...(countOfRefused && { countOfRefused }) };
    const report = await verifyCollection(compared, db, engine);
    const stamp = vectorStamp(index, { dataDir: db.dataDir, store: indexes.stampsOf?.(index) });
    const position = await projectionPosition(db, projection);
    const belongs = blocks === undefined || ((await stamp.fits(db)) && position <= (await outboxEnd(db)));
    collections.push({
      ...report,
      collection,
      belongs,
      records: { ...report.records, ok: report.records.ok && belongs },
    });
  }
  return { version: version.id, collections };
}

/** Leaves the report for the process that asked, if one has. */
export async function answerVerification(db: Db, verify: () => Promise<VectorsReport | null>): Promise<void> {
  if (!(await isRequested(db, "verify", "vectors"))) return;
  await leaveReport(db, "vectors", verify());
  await clearRequest(db, "verify", "vectors");
}

function verifiedEngine(engine: VectorEngine, blocks: EngineVerification): VerifiedEngine {
  return {
    verify: async () => blocks,
    missing: async (ids) => engine.missing(ids),
    status: async () => engine.status(),
  };
}

/** An index that is not there. */
const NOTHING: VerifiedEngine = {
  verify: async () => ({ documents: 0, terms: 0, postings: 0, faults: [] }),
  missing: async (ids) => ids,
  status: async () => ({ documents: 0, size_bytes: 0, damaged: [] }),
};
