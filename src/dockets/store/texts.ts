import { createHash } from "node:crypto";
import type { Reader, Trx } from "#db/connection.ts";
import { appendEvents, EVENT_IDS_MAX } from "#db/events.ts";
import type { NewEvent } from "#db/events.ts";
import { appendOutbox } from "#db/outbox.ts";
import { inParts } from "#db/parts.ts";
import { upsertRows } from "#db/rows.ts";
import type { FilingText, Obtained } from "../model.ts";

export type FilingTextWrite = FilingText & { readonly obtained: Obtained };

/**
 * Writes the words of filings, which must be held, and tells the outbox of those that are new or have changed; returns
 * their ids. Words that are held already keep where they came from first, so what was paid for them stays told.
 */
export async function writeFilingTexts(trx: Trx, given: readonly FilingTextWrite[]): Promise<string[]> {
  // PostgreSQL keeps no NUL; places stay as they are.
  const texts = given.map((one) => ({ ...one, text: one.text.replaceAll("\0", " ") }));
  const held = new Map<string, string>();
  for (const part of inParts(texts)) {
    const ids = part.map(({ filingId }) => filingId);
    const rows = await trx
      .selectFrom("filing_texts")
      .select(["filing_id", "content_hash"])
      .where("filing_id", "in", ids)
      .execute();
    for (const { filing_id, content_hash } of rows) held.set(filing_id, content_hash);
  }
  const changed = new Map(
    texts.filter((text) => held.get(text.filingId) !== hashOf(text)).map((text) => [text.filingId, text]),
  );
  await upsertRows(
    trx,
    "filing_texts",
    ["filing_id"],
    [...changed.values()].map((text) => ({
      filing_id: text.filingId,
      text: text.text,
      text_chars: text.text.length,
      page_starts: JSON.stringify(text.pageStarts),
      read_by: text.readBy,
      confidence_pct: text.confidence_pct ?? null,
      unread_pages: text.unreadPages ?? null,
      obtained_from: text.obtained.source,
      obtained_at: text.obtained.at,
      cost_cents: text.obtained.cost_cents,
      content_hash: hashOf(text),
    })),
  );
  await appendEvents(
    trx,
    await wordsHeld(
      trx,
      [...changed.keys()].filter((id) => !held.has(id)),
    ),
  );
  await appendOutbox(
    trx,
    [...changed.keys()].map((recordId) => ({ kind: "filing", recordId, op: "upsert" })),
  );
  return [...changed.keys()];
}

/** Of the words of filings that are held now and were not: one event a docket. */
async function wordsHeld(trx: Trx, filingIds: readonly string[]): Promise<NewEvent<"docket_changed">[]> {
  const rows = [];
  for (const ids of inParts(filingIds))
    rows.push(...(await trx.selectFrom("filings").select(["id", "docket_id"]).where("id", "in", ids).execute()));
  return [...Map.groupBy(rows, ({ docket_id }) => docket_id)].map(([recordId, filings]) => ({
    kind: "docket_changed",
    recordId,
    detail: {
      isNew: false,
      entries: { added: 0, changed: 0, removed: 0 },
      addedIds: [],
      changedIds: [],
      availableIds: filings.slice(0, EVENT_IDS_MAX).map(({ id }) => id),
    },
  }));
}

/** Where it came from is no part of it. */
function hashOf({ text, pageStarts, readBy }: FilingText): string {
  return createHash("sha256")
    .update(JSON.stringify([text, pageStarts, readBy]))
    .digest("hex");
}

/** The words of these filings, of those that have some. */
export async function filingTexts(db: Reader, filingIds: readonly string[]): Promise<Map<string, FilingText>> {
  const texts = new Map<string, FilingText>();
  for (const ids of inParts(filingIds)) {
    const rows = await db
      .selectFrom("filing_texts")
      .select(["filing_id", "text", "page_starts", "read_by", "confidence_pct", "unread_pages"])
      .where("filing_id", "in", ids)
      .execute();
    for (const { filing_id, text, page_starts, read_by, confidence_pct, unread_pages } of rows) {
      const pageStarts = JSON.parse(page_starts) as number[];
      const read = { readBy: read_by, confidence_pct, unreadPages: unread_pages };
      texts.set(filing_id, { filingId: filing_id, text, pageStarts, ...read });
    }
  }
  return texts;
}
