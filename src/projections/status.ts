import type { Reader } from "#db/connection.ts";
import { outboxEnd, projectionState } from "#db/outbox.ts";
import type { SearchEngine } from "#index/index.ts";
import { otherRules } from "./collection-status.ts";
import type { VerifiedRules } from "./collection-status.ts";
import { OPINION_INDEX_RULES } from "./index-rules.ts";
import type { IndexRules } from "./index-rules.ts";
import { INDEX_PROJECTION } from "./indexed.ts";
import { workIdsAfter } from "#opinions/store/copies.ts";
import { readWorks, shownOpinionIds } from "./works.ts";

export type IndexStatus = {
  /** Changes of the records followed, made, and still to follow. */
  readonly position: number;
  readonly end: number;
  readonly lag: number;
  /** ISO 8601; null before the first batch. */
  readonly updatedAt: string | null;
  /** Opinions in the index, left out as copies of one that is, and refused by it. */
  readonly indexed: number;
  readonly copies: number;
  readonly skipped: number;
};

export async function indexStatus(db: Reader): Promise<IndexStatus> {
  const followed = await projectionState(db, INDEX_PROJECTION);
  const position = followed?.position ?? 0;
  const end = await outboxEnd(db);
  const rows = await db
    .selectFrom("indexed_opinions")
    .select((row) => ["state", row.fn.countAll<number>().as("count")])
    .groupBy("state")
    .execute();
  const countOf = (state: string): number => rows.find((row) => row.state === state)?.count ?? 0;
  return {
    position,
    end,
    lag: Math.max(0, end - position),
    updatedAt: followed?.updatedAt ?? null,
    indexed: countOf("indexed"),
    copies: countOf("copy"),
    skipped: countOf("skipped"),
  };
}

export type IndexVerification = {
  /** True when nothing is to follow and all counts agree; skipped opinions are told of, not held against it. */
  readonly ok: boolean;
  readonly lag: number;
  /** Opinions the records say should be in the index. */
  readonly expected: number;
  /** Opinions the index was given, by our own note, and documents it says it holds. */
  readonly noted: number;
  readonly inEngine: number;
  readonly skipped: number;
  /** Should be in the index and were never given to it; given to it and should not be there. */
  readonly missing: number;
  readonly surplus: number;
  /** Ids of a few of those. */
  readonly examples: readonly string[];
  /** The rules that made the index, and this program's where they are other ones; then it is not `ok`. */
  readonly rules?: VerifiedRules | undefined;
};

const WORKS_PER_PAGE = 500;
const EXAMPLES_MAX = 10;

/** Compares, opinion by opinion, what the records ask for with what the index was given, and counts its documents. */
export async function verifyAgainstRecords(
  db: Reader,
  engine: SearchEngine,
  onProgress: (opinions: number) => void = () => undefined,
  today: IndexRules = OPINION_INDEX_RULES,
): Promise<IndexVerification> {
  const differing: string[] = [];
  const seen = { expected: 0, missing: 0, agreed: 0 };
  for (let page = await workIdsAfter(db, "", WORKS_PER_PAGE); page.length > 0;) {
    const wanted = (await readWorks(db, page)).flatMap(shownOpinionIds);
    const stateById = await statesOf(db, page);
    for (const id of wanted) {
      const state = stateById.get(id);
      seen.expected++;
      if (state === "indexed") seen.agreed++;
      else if (state !== "skipped") {
        seen.missing++;
        differing.push(id);
      }
    }
    differing.splice(EXAMPLES_MAX);
    onProgress(seen.expected);
    page = await workIdsAfter(db, page.at(-1) ?? "", WORKS_PER_PAGE);
  }
  const { documents: inEngine } = await engine.status();
  // Last, so that what was committed during the comparison counts as still to follow.
  const { lag, indexed: noted, skipped } = await indexStatus(db);
  const surplus = noted - seen.agreed;
  const rules = await otherRules(db, INDEX_PROJECTION, inEngine, today);
  return {
    ok: lag === 0 && seen.missing === 0 && surplus === 0 && inEngine === noted && rules === undefined,
    lag,
    expected: seen.expected,
    noted,
    inEngine,
    skipped,
    missing: seen.missing,
    surplus,
    examples: differing,
    ...(rules && { rules }),
  };
}

async function statesOf(db: Reader, workIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("indexed_opinions")
    .select(["opinion_id", "state"])
    .where("work_id", "in", workIds)
    .execute();
  return new Map(rows.map((row) => [row.opinion_id, row.state]));
}
