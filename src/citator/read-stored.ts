import type { Reader } from "#db/connection.ts";
import { inParts } from "#db/parts.ts";
import type { HeldUnder } from "./authorities.ts";
import { beginReading, finishReading, type CitedDecision } from "./read-opinion.ts";

/** What one held opinion cites. */
export type ReadOpinion = {
  readonly opinionId: string;
  readonly clusterId: string;
  readonly cited: readonly CitedDecision[];
};
/** An opinion that breaks the reader is told, not passed over in silence. */
export type ReadOutcome = ReadOpinion | { readonly opinionId: string; readonly fault: string };

/** Reads these opinions from the records; one that is gone has no outcome. */
export async function readStoredOpinions(db: Reader, opinionIds: readonly string[]): Promise<ReadOutcome[]> {
  if (opinionIds.length === 0) return [];
  const rows = await db
    .selectFrom("opinions")
    .innerJoin("clusters", "clusters.id", "opinions.cluster_id")
    .innerJoin("opinion_texts", "opinion_texts.opinion_id", "opinions.id")
    .select([
      "opinions.id",
      "opinions.type",
      "opinions.cluster_id",
      "clusters.court_id",
      "clusters.case_name",
      "clusters.date_filed",
      "opinion_texts.text",
    ])
    .where("opinions.id", "in", opinionIds)
    .orderBy("opinions.id")
    .execute();
  const begun = rows.map((row) => {
    try {
      return {
        row,
        reading: beginReading({
          text: row.text,
          type: row.type,
          courtId: row.court_id,
          caseName: row.case_name,
          year: yearOf(row.date_filed),
        }),
      };
    } catch (thrown) {
      return { row, fault: String(thrown) };
    }
  });
  const held = await heldUnder(db, [...new Set(begun.flatMap(({ reading }) => reading?.incompleteKeys ?? []))]);
  return begun.map(({ row, reading, fault }): ReadOutcome => {
    if (reading === undefined) return { opinionId: row.id, fault: fault ?? "unknown" };
    try {
      return { opinionId: row.id, clusterId: row.cluster_id, cited: finishReading(reading, (key) => held.get(key)) };
    } catch (thrown) {
      return { opinionId: row.id, fault: String(thrown) };
    }
  });
}

export function yearOf(date: string | null): number | null {
  return date === null ? null : Number(date.slice(0, 4));
}

/** What is held under each key, unless several works are. */
async function heldUnder(db: Reader, keys: readonly string[]): Promise<Map<string, HeldUnder>> {
  const byKey = new Map<string, (HeldUnder & { readonly workId: string })[]>();
  for (const part of inParts(keys)) {
    const rows = await db
      .selectFrom("cluster_citations")
      .innerJoin("clusters", "clusters.id", "cluster_citations.cluster_id")
      .select(["cluster_citations.lookup_key", "clusters.case_name", "clusters.court_id", "clusters.work_id"])
      .where("cluster_citations.lookup_key", "in", part)
      .orderBy("clusters.id")
      .execute();
    for (const { lookup_key, case_name, court_id, work_id } of rows) {
      const list = byKey.get(lookup_key) ?? [];
      byKey.set(lookup_key, list);
      list.push({ name: case_name, courtId: court_id, workId: work_id });
    }
  }
  return new Map(
    [...byKey].flatMap(([key, [first, ...others]]) =>
      first === undefined || others.some(({ workId }) => workId !== first.workId) ? [] : [[key, first] as const],
    ),
  );
}
