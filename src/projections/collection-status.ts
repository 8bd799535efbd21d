import type { Reader } from "#db/connection.ts";
import { outboxEnd, projectionState } from "#db/outbox.ts";
import { countUnread } from "#db/unread.ts";
import type { EngineVerification, SearchEngine } from "#index/index.ts";
import type { FollowedCollection } from "./followed-collection.ts";

export type CollectionStatus = {
  /** Changes of the records still to follow. */
  readonly lag: number;
  /** ISO 8601; null before the first batch. */
  readonly updatedAt: string | null;
};

export async function collectionStatus(db: Reader, projection: string): Promise<CollectionStatus> {
  const followed = await projectionState(db, projection);
  const lag = Math.max(0, (await outboxEnd(db)) - (followed?.position ?? 0));
  return { lag, updatedAt: followed?.updatedAt ?? null };
}

export type CollectionVerification = {
  /** True when nothing is to follow and all counts agree. */
  readonly ok: boolean;
  readonly lag: number;
  /** Documents that the records hold, each of which should be in the index. */
  readonly expected: number;
  /** Documents the index says it holds. */
  readonly inEngine: number;
  /** Held and not in the index; in the index and not held. */
  readonly missing: number;
  readonly surplus: number;
  /** Ids of a few of those that are missing. */
  readonly examples: readonly string[];
};

export type CollectionReport = { readonly blocks: EngineVerification; readonly records: CollectionVerification };

const EXAMPLES_MAX = 10;

export type VerifiedEngine = Pick<SearchEngine, "verify" | "missing" | "status">;

/** What a collection is compared with. */
export type VerifiedCollection = Pick<FollowedCollection, "projection" | "pagesOfDocuments"> & {
  /** How many of these the index may do without; where that is not said, those it is noted to pass over. */
  readonly countOfRefused?: (db: Reader, ids: readonly string[]) => Promise<number>;
};

const notedAsUnread = async (db: Reader, ids: readonly string[]): Promise<number> => countUnread(db, "index", ids);

/** Reads every block of the index of a collection, then asks it for every document that is held. */
export async function verifyCollection(
  { projection, pagesOfDocuments, countOfRefused = notedAsUnread }: VerifiedCollection,
  db: Reader,
  engine: VerifiedEngine,
): Promise<CollectionReport> {
  const blocks = await engine.verify();
  let [expected, missing] = [0, 0];
  const examples: string[] = [];
  for await (const ids of pagesOfDocuments(db)) {
    const lacking = await engine.missing(ids);
    const refused = lacking.length === 0 ? 0 : await countOfRefused(db, lacking);
    expected += ids.length - refused;
    missing += lacking.length - refused;
    examples.push(...lacking.slice(0, EXAMPLES_MAX - examples.length));
  }
  const { documents: inEngine } = await engine.status();
  // Last, so that what was committed during the comparison counts as still to follow.
  const { lag } = await collectionStatus(db, projection);
  const surplus = inEngine - (expected - missing);
  const ok = lag === 0 && missing === 0 && surplus === 0;
  return { blocks, records: { ok, lag, expected, inEngine, missing, surplus, examples } };
}
