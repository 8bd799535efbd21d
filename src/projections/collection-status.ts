import type { Reader } from "#db/connection.ts";
import { outboxEnd, projectionState } from "#db/outbox.ts";
import { countUnread } from "#db/unread.ts";
import type { EngineVerification, SearchEngine } from "#index/index.ts";
import { isSameRules, rulesOfIndex } from "./index-rules.ts";
import type { IndexRules } from "./index-rules.ts";
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
  /** The rules that made the index, and this program's where they are other ones; then it is not `ok`. */
  readonly rules?: VerifiedRules | undefined;
};

export type VerifiedRules = { readonly made: IndexRules; readonly today: IndexRules };

export type CollectionReport = { readonly blocks: EngineVerification; readonly records: CollectionVerification };

/** What made an index that holds something, where that is not what would make it today. */
export async function otherRules(
  db: Reader,
  projection: string,
  inEngine: number,
  today: IndexRules,
): Promise<VerifiedRules | undefined> {
  const made = await rulesOfIndex(db, projection);
  return inEngine === 0 || isSameRules(made, today) ? undefined : { made, today };
}

const EXAMPLES_MAX = 10;

export type VerifiedEngine = Pick<SearchEngine, "verify" | "missing" | "status">;

/** What a collection is compared with. */
export type VerifiedCollection = Pick<FollowedCollection, "projection" | "pagesOfDocuments"> & {
  /** How many of these the index may do without; where that is not said, those it is noted to pass over. */
  readonly countOfRefused?: (db: Reader, ids: readonly string[]) => Promise<number>;
  /** The rules by which it would be made today; undefined for what keeps no such number. */
  readonly rules?: IndexRules | undefined;
};

const notedAsUnread = async (db: Reader, ids: readonly string[]): Promise<number> => countUnread(db, "index", ids);

/** Reads every block of the index of a collection, then asks it for every document that is held. */
export async function verifyCollection(
  { projection, pagesOfDocuments, countOfRefused = notedAsUnread, rules: today }: VerifiedCollection,
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
  const rules = today && (await otherRules(db, projection, inEngine, today));
  const ok = lag === 0 && missing === 0 && surplus === 0 && rules === undefined;
  return { blocks, records: { ok, lag, expected, inEngine, missing, surplus, examples, ...(rules && { rules }) } };
}
