import { systemClock } from "#base/clock.ts";
import type { Clock } from "#base/clock.ts";
import type { Trx } from "#db/connection.ts";
import { appendEvents } from "#db/events.ts";
import { appendOutbox } from "#db/outbox.ts";
import { insertRows } from "#db/rows.ts";
import { lawNodeIdOf } from "../ids.ts";
import type { LawDraft, LawMoment, LawNodeType, LawPlace } from "../model.ts";
import { inOrder } from "../currency.ts";
import { underPath } from "../paths.ts";
import { applyDraft, applyMove, applyRemoval } from "./apply.ts";
import type { ChainState } from "./chain-state.ts";
import { readChainStates } from "./chain-state.ts";
import { writeEditions } from "./editions.ts";
import type { ToldEdition } from "./editions.ts";
import { nodesBelow } from "./headings.ts";
import { dayTold, lawNews } from "./law-events.ts";
import type { VersionsBefore } from "./law-events.ts";
import { writeVersions } from "./write-versions.ts";

/**
 * What a source tells of its provisions, in its order. A `move` says where one that may be unchanged stands from a
 * moment on; a `removal` that it is there no longer; a `sweep` the same of all that stand below a path, of one kind
 * where it says so, but for those it names; `checked` that up to a moment everything below a path is as it was told.
 */
export type LawChange =
  | { readonly kind: "draft"; readonly draft: LawDraft }
  | { readonly kind: "move"; readonly sourceId: string; readonly from: LawMoment; readonly place: LawPlace }
  | { readonly kind: "removal"; readonly sourceId: string; readonly from: LawMoment }
  | LawChecked
  | LawSweep;

export type LawChecked = {
  readonly kind: "checked";
  readonly from: LawMoment;
  /** Null is the whole collection. */
  readonly below: string | null;
};

export type LawSweep = {
  readonly kind: "sweep";
  readonly from: LawMoment;
  /** Null is the whole collection. */
  readonly below: string | null;
  readonly nodeType: LawNodeType | null;
  readonly keeps: ReadonlySet<string>;
};

export type LawTally = { added: number; updated: number; unchanged: number; removed: number };

/** Of the versions: `removed` counts the tombstones that were added. */
export type LawsWritten = { readonly versions: LawTally; readonly nodes: number };

/**
 * Writes versions of provisions and tells the outbox of each node that changed, or above which a heading has. A version that says what the one before
 * it said is not written; one that is held under its key is replaced where it differs. Writing the same again changes
 * nothing.
 */
export async function writeLaws(
  trx: Trx,
  collectionId: string,
  changes: readonly LawChange[],
  clock: Clock = systemClock,
): Promise<LawsWritten> {
  await writeEditions(trx, collectionId, changes.flatMap(checkedBy));
  const single = await withoutSweeps(trx, collectionId, changes);
  const sourceIds = [...new Set(single.map(sourceIdOf))];
  const states = await readChainStates(trx, collectionId, sourceIds);
  const before = new Map([...states].map(([sourceId, state]) => [sourceId, headingOf(state)]));
  const versionsBefore = new Map([...states].map(([sourceId, { versions }]) => [sourceId, new Map(versions)]));
  const tally: LawTally = { added: 0, updated: 0, unchanged: 0, removed: 0 };
  for (const change of single) {
    const state = states.get(sourceIdOf(change));
    if (state === undefined) continue;
    const outcome = outcomeOf(state, change);
    // That something stands where it stood, or is gone as before, is told of no version.
    if (outcome !== "unchanged" || change.kind === "draft") tally[outcome] += 1;
  }
  const changed = [...states.values()].filter(({ writes }) => writes.size > 0);
  const fresh = changed.filter(({ isHeld }) => !isHeld);
  await insertRows(
    trx,
    "law_nodes",
    fresh.map(({ sourceId }) => ({
      id: lawNodeIdOf(collectionId, sourceId),
      collection_id: collectionId,
      source_id: sourceId,
    })),
  );
  await writeVersions(trx, collectionId, changed);
  const nodeIds = new Set(changed.map(({ sourceId }) => lawNodeIdOf(collectionId, sourceId)));
  for (const state of changed) {
    const { path, heading } = headingOf(state) ?? {};
    if (path === undefined || heading === before.get(state.sourceId)?.heading) continue;
    for (const nodeId of await nodesBelow(trx, collectionId, path)) nodeIds.add(nodeId);
  }
  const as = { collectionId, day: await dayTold(trx, clock) };
  const none: VersionsBefore = new Map();
  await appendEvents(
    trx,
    changed.flatMap((state) => lawNews(as, versionsBefore.get(state.sourceId) ?? none, state)),
    clock,
  );
  await appendOutbox(
    trx,
    [...nodeIds].map((recordId) => ({ kind: "law", recordId, op: "upsert" })),
  );
  return { versions: tally, nodes: fresh.length };
}

/** What a level above others is called last; nothing of what has none below it. */
function headingOf({ versions }: ChainState): { readonly path: string; readonly heading: string | null } | undefined {
  const last = inOrder([...versions.values()].map(({ record }) => record)).at(-1);
  return last?.nodeType === "PARENT" ? { path: last.path, heading: last.title } : undefined;
}

/** A sweep of everything at a path tells the whole of it. */
function checkedBy(change: LawChange): ToldEdition[] {
  if (change.kind !== "checked" && (change.kind !== "sweep" || change.nodeType !== null)) return [];
  const { edition } = change.from;
  return edition === null ? [] : [{ below: change.below ?? "", edition }];
}

type SingleChange = Exclude<LawChange, LawSweep | LawChecked>;

/** Each sweep as the removals it stands for. */
async function withoutSweeps(trx: Trx, collectionId: string, changes: readonly LawChange[]): Promise<SingleChange[]> {
  const single: SingleChange[] = [];
  for (const change of changes) {
    if (change.kind === "checked") continue;
    if (change.kind !== "sweep") single.push(change);
    else {
      for (const sourceId of await sourceIdsBelow(trx, collectionId, change)) {
        if (!change.keeps.has(sourceId)) single.push({ kind: "removal", sourceId, from: change.from });
      }
    }
  }
  return single;
}

async function sourceIdsBelow(trx: Trx, collectionId: string, { below, nodeType }: LawSweep): Promise<string[]> {
  let query = trx
    .selectFrom("law_versions")
    .innerJoin("law_nodes", "law_nodes.id", "law_versions.node_id")
    .select("law_nodes.source_id")
    .distinct()
    .where("law_versions.collection_id", "=", collectionId);
  if (nodeType !== null) query = query.where("law_versions.node_type", "=", nodeType);
  if (below !== null) {
    const { from, before } = underPath(below);
    query = query.where("law_versions.path", ">=", from).where("law_versions.path", "<", before);
  }
  return (await query.orderBy("law_nodes.source_id").execute()).map(({ source_id }) => source_id);
}

function sourceIdOf(change: SingleChange): string {
  return change.kind === "draft" ? change.draft.sourceId : change.sourceId;
}

function outcomeOf(state: ChainState, change: SingleChange): keyof LawTally {
  if (change.kind === "draft") return applyDraft(state, change.draft);
  return change.kind === "move" ? applyMove(state, change) : applyRemoval(state, change.from);
}
