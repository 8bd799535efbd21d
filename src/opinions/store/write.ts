import { createHash } from "node:crypto";
import { slugOf } from "#text/slug.ts";
import type { Trx } from "#db/connection.ts";
import { takeNumbers } from "#db/counters.ts";
import { appendEvents } from "#db/events.ts";
import type { EventKinds, NewEvent } from "#db/events.ts";
import { appendOutbox } from "#db/outbox.ts";
import type { Change } from "#db/outbox.ts";
import { inParts } from "#db/parts.ts";
import { insertRows, upsertRows } from "#db/rows.ts";
import { inWrittenOrder } from "#citations/reporter-rank.ts";
import { reassignMatters } from "#cases/matters.ts";
import { writeCases } from "#cases/store.ts";
import type { CaseWrite } from "#cases/store.ts";
import { possibleDays } from "../filed-days.ts";
import { caseIdOf, clusterIdOf } from "../ids.ts";
import type { ClusterDraft } from "../model.ts";
import { workIdOf } from "../work.ts";
import type { OpinionWrite } from "./record.ts";
import { decisionDays } from "./decision-days.ts";
import { citationRow, rereadDecisions } from "./reread.ts";
import { reassignWorks } from "./works.ts";
import { lastOfEach, listed, writeOpinions } from "./write-opinions.ts";
import type { OpinionChanges, Tally } from "./write-opinions.ts";

export type WriteOutcome = {
  readonly decisions: Tally;
  readonly opinions: Tally;
  readonly changes: OpinionChanges;
  /** Opinions left out because the decision they name is not held. */
  readonly orphans: readonly OpinionWrite[];
};

export type WriteRequest = {
  readonly clusters: readonly ClusterDraft[];
  readonly opinions: readonly OpinionWrite[];
  /**
   * Decisions whose opinions are all in this request, with the ids of those to keep whatever becomes of them: any
   * other opinion held for them is removed.
   */
  readonly whole: ReadonlyMap<string, ReadonlySet<string>>;
};

/**
 * Writes decisions and opinions in the given transaction, with their outbox lines. What is held already and equal is
 * not touched. Of two with one id in a request the later counts.
 */
export async function writeDecisions(trx: Trx, request: WriteRequest): Promise<WriteOutcome> {
  const clusters = await writeClusters(trx, request.clusters);
  const opinions = await writeOpinions(trx, request.opinions);
  const removed = await removeOthers(trx, request.whole);
  const touched = [...new Set([...clusters.changed, ...opinions.clusterIds, ...removed.clusterIds])];
  const reread = await rereadDecisions(trx, touched);
  await reassignMatters(trx, [...new Set([...clusters.caseIds, ...reread.caseIds])], decisionDays);
  const moved = await reassignWorks(trx, [...new Set([...touched, ...reread.clusterIds])]);
  const clusterIds = new Set([...clusters.changed, ...reread.clusterIds, ...moved]);
  await appendEvents(trx, [
    ...opinions.events,
    ...(await decisionsChanged(trx, clusters.updated, new Set(opinions.changed))),
    ...removed.events,
  ]);
  await appendOutbox(trx, [
    ...[...clusterIds].map((recordId): Change => ({ kind: "cluster", recordId, op: "upsert" })),
    ...opinions.changed.map((recordId): Change => ({ kind: "opinion", recordId, op: "upsert" })),
    ...removed.ids.map((recordId): Change => ({ kind: "opinion", recordId, op: "delete" })),
  ]);
  return {
    decisions: clusters.tally,
    opinions: { ...opinions.tally, removed: removed.ids.length },
    changes: opinions.changes,
    orphans: opinions.orphans,
  };
}

type Drafted = { readonly id: string; readonly caseId: string; readonly hash: string; readonly draft: ClusterDraft };

/** The other opinions of decisions that were held and have changed. */
async function decisionsChanged(
  trx: Trx,
  clusterIds: readonly string[],
  told: ReadonlySet<string>,
): Promise<NewEvent<"opinion_changed">[]> {
  const rows = [];
  for (const ids of inParts(clusterIds))
    rows.push(
      ...(await trx.selectFrom("opinions").select(["id", "cluster_id"]).where("cluster_id", "in", ids).execute()),
    );
  return rows.flatMap(({ id, cluster_id }) => (told.has(id) ? [] : [opinionChanged(id, cluster_id, "decision")]));
}

function opinionChanged(
  recordId: string,
  clusterId: string,
  what: EventKinds["opinion_changed"]["what"],
): NewEvent<"opinion_changed"> {
  return { kind: "opinion_changed", recordId, detail: { clusterId, what } };
}

type ClustersWritten = {
  readonly changed: readonly string[];
  /** Those of them that were held. */
  readonly updated: readonly string[];
  /** Their cases, and those that decisions have left. */
  readonly caseIds: readonly string[];
  readonly tally: Tally;
};

async function writeClusters(trx: Trx, drafts: readonly ClusterDraft[]): Promise<ClustersWritten> {
  const tally: Tally = { added: 0, updated: 0, unchanged: 0, removed: 0 };
  const drafted = lastOfEach(
    drafts.map((draft): Drafted => ({
      id: clusterIdOf(draft.source, draft.sourceId),
      caseId: caseIdOf(draft.source, draft.case.sourceId),
      hash: hashOf(draft),
      draft,
    })),
    ({ id }) => id,
  );
  if (drafted.length === 0) return { changed: [], updated: [], caseIds: [], tally };
  const heldRows = await trx
    .selectFrom("clusters")
    .select(["id", "content_hash", "case_id", "public_number", "work_id"])
    .where(
      "id",
      "in",
      drafted.map(({ id }) => id),
    )
    .execute();
  const held = new Map(heldRows.map((row) => [row.id, row]));
  const changed = drafted.filter(({ id, hash }) => held.get(id)?.content_hash !== hash);
  tally.unchanged = drafts.length - changed.length;
  if (changed.length === 0) return { changed: [], updated: [], caseIds: [], tally };

  tally.updated = changed.filter(({ id }) => held.has(id)).length;
  tally.added = changed.length - tally.updated;
  await writeCases(trx, lastOfEach(changed, ({ caseId }) => caseId).map(caseOf));
  let number = tally.added === 0 ? 0 : await takeNumbers(trx, "public_number", tally.added);
  const rows = changed.map((one) => {
    const before = held.get(one.id);
    return clusterRow(one, before?.public_number ?? number++, before?.work_id ?? workIdOf(one.id));
  });
  await upsertRows(trx, "clusters", ["id"], rows);
  await writeCitations(trx, changed, held);
  const leftCases = changed.flatMap(({ id }) => held.get(id)?.case_id ?? []);
  const caseIds = [...new Set([...changed.map(({ caseId }) => caseId), ...leftCases])];
  const ids = changed.map(({ id }) => id);
  return { changed: ids, updated: ids.filter((id) => held.has(id)), caseIds, tally };
}

function caseOf({ caseId, draft }: Drafted): CaseWrite {
  return { ...draft.case, id: caseId, source: draft.source, courtId: draft.courtId };
}

function clusterRow({ id, caseId, hash, draft }: Drafted, publicNumber: number, workId: string) {
  const days = possibleDays(draft.filed);
  return {
    id,
    source: draft.source,
    source_id: draft.sourceId,
    case_id: caseId,
    work_id: workId,
    public_number: publicNumber,
    court_id: draft.courtId,
    case_name: draft.caseName,
    slug: slugOf(draft.case.caption),
    date_filed: draft.filed.date,
    date_precision: draft.filed.precision,
    filed_first: days?.first ?? null,
    filed_last: days?.last ?? null,
    source_court_id: draft.courtId,
    source_date_filed: draft.filed.date,
    source_date_precision: draft.filed.precision,
    reading_version: 0,
    publish_status: draft.publishStatus,
    judges: listed(draft.judges),
    headmatter_html: draft.headmatterHtml,
    content_hash: hash,
  };
}

async function writeCitations(
  trx: Trx,
  changed: readonly Drafted[],
  held: ReadonlyMap<string, unknown>,
): Promise<void> {
  const before = changed.filter(({ id }) => held.has(id)).map(({ id }) => id);
  if (before.length > 0) await trx.deleteFrom("cluster_citations").where("cluster_id", "in", before).execute();
  const rows = changed.flatMap(({ id, draft }) =>
    inWrittenOrder(draft.citations.map((citation, sourceOrdinal) => ({ ...citation, sourceOrdinal }))).map(
      (citation, ordinal) => citationRow(id, ordinal, citation),
    ),
  );
  await insertRows(trx, "cluster_citations", rows);
}

/** The opinions taken out, and their decisions. */
type Removed = {
  readonly ids: readonly string[];
  readonly clusterIds: readonly string[];
  readonly events: readonly NewEvent<"opinion_changed">[];
};

async function removeOthers(trx: Trx, whole: WriteRequest["whole"]): Promise<Removed> {
  if (whole.size === 0) return { ids: [], clusterIds: [], events: [] };
  const rows = await trx
    .selectFrom("opinions")
    .select(["id", "cluster_id"])
    .where("cluster_id", "in", [...whole.keys()])
    .orderBy("id")
    .execute();
  const gone = rows.filter(({ id, cluster_id }) => whole.get(cluster_id)?.has(id) === false);
  const ids = gone.map(({ id }) => id);
  if (ids.length > 0) await trx.deleteFrom("opinions").where("id", "in", ids).execute();
  const events = gone.map(({ id, cluster_id }) => opinionChanged(id, cluster_id, "removed"));
  return { ids, clusterIds: gone.map(({ cluster_id }) => cluster_id), events };
}

/** Drafts are built with their members in one order, so equal drafts have equal JSON. */
function hashOf(draft: ClusterDraft): string {
  return createHash("sha256").update(JSON.stringify(draft)).digest("hex");
}
