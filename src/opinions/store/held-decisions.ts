import type { Reader } from "#db/connection.ts";
import { caseRelation } from "#cases/store.ts";
import { clusterIdOf } from "../ids.ts";
import type { ClusterDraft, PublishStatus } from "../model.ts";
import { citationsOfSource } from "./read.ts";

/** What the source of a decision said of it that a later input may leave unsaid. */
export type HeldDecision = Pick<ClusterDraft, "publishStatus" | "citations" | "courtId" | "case">;

/** The decisions of a source that are held, by the source's ids. */
export async function heldDecisions(
  db: Reader,
  source: string,
  sourceIds: readonly string[],
): Promise<Map<string, HeldDecision>> {
  if (sourceIds.length === 0) return new Map();
  const clusterIds = sourceIds.map((sourceId) => clusterIdOf(source, sourceId));
  const rows = await db
    .selectFrom("clusters")
    .innerJoin(caseRelation(db).as("matter"), "matter.id", "clusters.case_id")
    .where("clusters.id", "in", clusterIds)
    .select(["clusters.id", "clusters.source_id", "clusters.source_court_id", "clusters.publish_status"])
    .select(["matter.source_id as case_source_id", "matter.source_docket_number", "matter.caption"])
    .select(["matter.date_filed", "matter.date_terminated"])
    .execute();
  const citations = await citationsOfSource(db, clusterIds);
  return new Map(
    rows.map((row) => [
      row.source_id,
      {
        courtId: row.source_court_id,
        publishStatus: row.publish_status as PublishStatus,
        citations: citations.get(row.id) ?? [],
        case: {
          sourceId: row.case_source_id,
          docketNumber: row.source_docket_number,
          caption: row.caption,
          dateFiled: row.date_filed,
          dateTerminated: row.date_terminated,
        },
      },
    ]),
  );
}
