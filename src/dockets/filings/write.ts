import { createHash } from "node:crypto";
import { reassignMatters } from "#cases/matters.ts";
import type { DecisionDays } from "#cases/matters.ts";
import { writeCases } from "#cases/store.ts";
import type { Trx } from "#db/connection.ts";
import { appendEvents } from "#db/events.ts";
import { appendOutbox } from "#db/outbox.ts";
import { inParts } from "#db/parts.ts";
import { upsertRows } from "#db/rows.ts";
import { caseSourceIdOf, filingCaseIdOf, filingIdOf } from "./ids.ts";
import type { FilingDraft } from "./model.ts";

export type FilingTally = { added: number; updated: number; unchanged: number; removed: number };

type Write = { readonly id: string; readonly caseId: string; readonly hash: string; readonly draft: FilingDraft };

/**
 * Writes filings of a source in the given transaction, with their cases and outbox lines. What is held already and equal
 * is not touched. Of two with one name the later counts.
 */
export async function writeFilings(
  trx: Trx,
  source: string,
  drafts: readonly FilingDraft[],
  daysOf: DecisionDays,
): Promise<FilingTally> {
  const writes = [...new Map(drafts.map((draft) => [draft.sourceId, writeOf(source, draft)])).values()];
  const held = await hashesHeld(
    trx,
    writes.map(({ id }) => id),
  );
  const changed = writes.filter(({ id, hash }) => held.get(id) !== hash);
  const added = changed.filter(({ id }) => !held.has(id)).length;
  if (changed.length > 0) {
    await writeCasesOf(trx, source, changed, daysOf);
    await upsertRows(
      trx,
      "trial_filings",
      ["id"],
      changed.map((one) => rowOf(source, one)),
    );
    await upsertRows(
      trx,
      "trial_filing_texts",
      ["filing_id"],
      changed.map(({ id, draft: { content } }) => ({
        filing_id: id,
        text: content.text,
        page_starts: JSON.stringify(content.pageStarts),
        confidence_pct: content.recognised?.confidence_pct ?? null,
        unread_pages: content.recognised?.unreadPages ?? null,
      })),
    );
    const fresh = changed.filter(({ id }) => !held.has(id));
    await appendEvents(
      trx,
      fresh.map(({ id, caseId }) => ({ kind: "filing_added", recordId: id, detail: { caseId } })),
    );
    await appendOutbox(
      trx,
      changed.map(({ id }) => ({ kind: "trial_filing", recordId: id, op: "upsert" })),
    );
  }
  return { added, updated: changed.length - added, unchanged: drafts.length - changed.length, removed: 0 };
}

function writeOf(source: string, draft: FilingDraft): Write {
  return {
    id: filingIdOf(source, draft.sourceId),
    caseId: filingCaseIdOf(source, draft.case),
    hash: createHash("sha256").update(JSON.stringify(draft)).digest("hex"),
    draft,
  };
}

async function hashesHeld(trx: Trx, ids: readonly string[]): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (const part of inParts(ids)) {
    const rows = await trx.selectFrom("trial_filings").select(["id", "content_hash"]).where("id", "in", part).execute();
    for (const { id, content_hash } of rows) hashes.set(id, content_hash);
  }
  return hashes;
}

async function writeCasesOf(trx: Trx, source: string, writes: readonly Write[], daysOf: DecisionDays): Promise<void> {
  const cases = new Map(writes.map(({ caseId, draft }) => [caseId, draft.case]));
  await writeCases(
    trx,
    [...cases].map(([id, filed]) => ({
      id,
      source,
      sourceId: caseSourceIdOf(filed),
      courtId: filed.courtId,
      docketNumber: filed.docketNumber,
      caption: filed.caption,
      dateFiled: filed.dateFiled,
      dateTerminated: null,
    })),
  );
  await reassignMatters(trx, [...cases.keys()], daysOf);
}

function rowOf(source: string, { id, caseId, hash, draft }: Write) {
  return {
    id,
    source,
    source_id: draft.sourceId,
    case_id: caseId,
    entry_number: draft.entryNumber,
    attachment_number: draft.attachmentNumber,
    type: draft.type,
    type_confidence_pct: draft.typeConfidence_pct,
    title: draft.title,
    description: draft.description,
    date_filed: draft.dateFiled,
    source_url: draft.sourceUrl,
    text_state: draft.textState,
    text_chars: draft.content.text.length,
    content_hash: hash,
  };
}
