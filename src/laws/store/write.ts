import type { Trx } from "#db/connection.ts";
import { appendOutbox } from "#db/outbox.ts";
import { insertRows } from "#db/rows.ts";
import { lawNodeIdOf } from "../ids.ts";
import type { LawDraft, LawPlace } from "../model.ts";
import { applyDraft, applyMove, applyRemoval } from "./apply.ts";
import type { ChainState } from "./chain-state.ts";
import { readChainStates } from "./chain-state.ts";
import { writeVersions } from "./write-versions.ts";

/**
 * What a source tells of its provisions, in its order. A `move` says where one that may be unchanged stands in an
 * edition; a `removal` that the edition no longer has it.
 */
export type LawChange =
  | { readonly kind: "draft"; readonly draft: LawDraft }
  | { readonly kind: "move"; readonly sourceId: string; readonly edition: string; readonly place: LawPlace }
  | { readonly kind: "removal"; readonly sourceId: string; readonly edition: string };

export type LawTally = { added: number; updated: number; unchanged: number; removed: number };

/** Of the versions: `removed` counts the tombstones that were added. */
export type LawsWritten = { readonly versions: LawTally; readonly nodes: number };

/**
 * Writes versions of provisions and tells the outbox of each node that changed. A version that says what the one before
 * it said is not written; one that is held under its key is replaced where it differs. Writing the same again changes
 * nothing.
 */
export async function writeLaws(trx: Trx, collectionId: string, changes: readonly LawChange[]): Promise<LawsWritten> {
  const sourceIds = [...new Set(changes.map(sourceIdOf))];
  const states = await readChainStates(trx, collectionId, sourceIds);
  const tally: LawTally = { added: 0, updated: 0, unchanged: 0, removed: 0 };
  for (const change of changes) {
    const state = states.get(sourceIdOf(change));
    if (state !== undefined) tally[outcomeOf(state, change)] += 1;
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
  await appendOutbox(
    trx,
    changed.map(({ sourceId }) => ({ kind: "law", recordId: lawNodeIdOf(collectionId, sourceId), op: "upsert" })),
  );
  return { versions: tally, nodes: fresh.length };
}

function sourceIdOf(change: LawChange): string {
  return change.kind === "draft" ? change.draft.sourceId : change.sourceId;
}

function outcomeOf(state: ChainState, change: LawChange): keyof LawTally {
  if (change.kind === "draft") return applyDraft(state, change.draft);
  return change.kind === "move" ? applyMove(state, change) : applyRemoval(state, change);
}
