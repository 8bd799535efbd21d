import type { Reader } from "#db/connection.ts";
import { clusterIdOf } from "#opinions/ids.ts";
import type { ParallelCitation, PublishStatus } from "#opinions/model.ts";
import type { DecisionContext } from "./cleaning/clean-raw.ts";
import type { RejectReason, SourceItem } from "./source.ts";

/** What the records say of a decision that an input leaves unsaid. */
type HeldDecision = DecisionContext & {
  readonly courtId: string;
  readonly case: {
    readonly sourceId: string;
    readonly docketNumber: string | null;
    readonly caption: string;
    readonly dateFiled: string | null;
    readonly dateTerminated: string | null;
  };
};

/** The decisions of a source that are held, by the source's ids. */
async function heldDecisions(
  db: Reader,
  source: string,
  sourceIds: readonly string[],
): Promise<Map<string, HeldDecision>> {
  if (sourceIds.length === 0) return new Map();
  const clusterIds = sourceIds.map((sourceId) => clusterIdOf(source, sourceId));
  const rows = await db
    .selectFrom("clusters")
    .innerJoin("cases", "cases.id", "clusters.case_id")
    .where("clusters.id", "in", clusterIds)
    .select(["clusters.id", "clusters.source_id", "clusters.court_id", "clusters.publish_status"])
    .select(["cases.source_id as case_source_id", "cases.docket_number", "cases.caption"])
    .select(["cases.date_filed", "cases.date_terminated"])
    .execute();
  const citations = await db
    .selectFrom("cluster_citations")
    .select(["cluster_id", "volume", "reporter", "page", "cited_as"])
    .where("cluster_id", "in", clusterIds)
    .orderBy("ordinal")
    .execute();
  const citationsOf = Map.groupBy(citations, ({ cluster_id }) => cluster_id);
  return new Map(
    rows.map((row) => [
      row.source_id,
      {
        courtId: row.court_id,
        publishStatus: row.publish_status as PublishStatus,
        citations: (citationsOf.get(row.id) ?? []).map(({ volume, reporter, page, cited_as }): ParallelCitation => ({
          volume,
          reporter,
          page,
          citedAs: cited_as,
        })),
        case: {
          sourceId: row.case_source_id,
          docketNumber: row.docket_number,
          caption: row.caption,
          dateFiled: row.date_filed,
          dateTerminated: row.date_terminated,
        },
      },
    ]),
  );
}

/**
 * What is known of the decisions that opinions of these rows belong to: from the rows themselves, else from the
 * records. A decision that is nowhere has no entry.
 */
export async function decisionsOf(
  db: Reader,
  source: string,
  items: readonly SourceItem[],
): Promise<Map<string, DecisionContext>> {
  const known = new Map<string, DecisionContext>();
  for (const { cluster } of items) if (cluster !== undefined) known.set(cluster.sourceId, cluster);
  const wanted = items.flatMap(({ opinions }) => opinions.map(({ clusterSourceId }) => clusterSourceId));
  const missing = [...new Set(wanted)].filter((sourceId) => !known.has(sourceId));
  for (const [sourceId, held] of await heldDecisions(db, source, missing)) known.set(sourceId, held);
  return new Map([...known].map(([id, { publishStatus, citations }]) => [id, { publishStatus, citations }]));
}

/**
 * Gives decisions that are held already what the input leaves unsaid (no dockets file, no citations file), so that a
 * poorer input never erases what a richer one brought. One that is not held and has no court becomes a reject.
 */
export async function completed(
  db: Reader,
  source: string,
  items: readonly SourceItem[],
): Promise<readonly SourceItem[]> {
  const lacking = items.filter(({ keeps }) => keeps?.case === true || keeps?.citations === true);
  const held = await heldDecisions(
    db,
    source,
    lacking.flatMap(({ cluster }) => cluster?.sourceId ?? []),
  );
  return items.map((item) => {
    const { cluster, keeps, ...rest } = item;
    if (cluster === undefined || keeps === undefined) return item;
    const before = held.get(cluster.sourceId);
    if (before === undefined) return keeps.courtFault === undefined ? item : rejected(rest, keeps.courtFault);
    return {
      ...item,
      cluster: {
        ...cluster,
        ...(keeps.case ? { case: before.case, courtId: before.courtId } : {}),
        ...(keeps.citations ? { citations: before.citations } : {}),
      },
    };
  });
}

function rejected(item: Omit<SourceItem, "cluster" | "keeps">, reason: RejectReason): SourceItem {
  return { ...item, opinions: [], rejects: [...item.rejects, reason] };
}
