import type { Reader } from "#db/connection.ts";
import { outboxEnd, projectionState } from "#db/outbox.ts";
import type { EngineVerification, SearchEngine } from "#index/index.ts";
import { LAW_INDEX_PROJECTION, pagesOfVersions } from "./law-pages.ts";

export type LawIndexStatus = {
  /** Changes of the records still to follow. */
  readonly lag: number;
  /** ISO 8601; null before the first batch. */
  readonly updatedAt: string | null;
};

export async function lawIndexStatus(db: Reader): Promise<LawIndexStatus> {
  const followed = await projectionState(db, LAW_INDEX_PROJECTION);
  const lag = Math.max(0, (await outboxEnd(db)) - (followed?.position ?? 0));
  return { lag, updatedAt: followed?.updatedAt ?? null };
}

export type LawIndexVerification = {
  /** True when nothing is to follow and all counts agree. */
  readonly ok: boolean;
  readonly lag: number;
  /** Versions of laws that are held, each of which should be in the index. */
  readonly expected: number;
  /** Documents the index says it holds. */
  readonly inEngine: number;
  /** Held and not in the index; in the index and not held. */
  readonly missing: number;
  readonly surplus: number;
  /** Ids of a few of those that are missing. */
  readonly examples: readonly string[];
};

export type LawIndexReport = { readonly blocks: EngineVerification; readonly records: LawIndexVerification };

const EXAMPLES_MAX = 10;

/** Reads every block of the index of laws, then asks it for every version that is held. */
export async function verifyLawIndex(db: Reader, engine: SearchEngine): Promise<LawIndexReport> {
  const blocks = await engine.verify();
  let [expected, missing] = [0, 0];
  const examples: string[] = [];
  for await (const ids of pagesOfVersions(db)) {
    const lacking = await engine.missing(ids);
    expected += ids.length;
    missing += lacking.length;
    examples.push(...lacking.slice(0, EXAMPLES_MAX - examples.length));
  }
  const { documents: inEngine } = await engine.status();
  // Last, so that what was committed during the comparison counts as still to follow.
  const { lag } = await lawIndexStatus(db);
  const surplus = inEngine - (expected - missing);
  const ok = lag === 0 && missing === 0 && surplus === 0;
  return { blocks, records: { ok, lag, expected, inEngine, missing, surplus, examples } };
}
