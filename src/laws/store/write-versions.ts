import type { Trx } from "#db/connection.ts";
import { inParts } from "#db/parts.ts";
import { upsertRows } from "#db/rows.ts";
import { lawKey } from "#citations/laws/law-key.ts";
import { lawNodeIdOf, lawVersionIdOf } from "../ids.ts";
import type { LawWords } from "../model.ts";
import { parentOf } from "../paths.ts";
import type { LawVersionsTable } from "../tables.ts";
import type { ChainState, HeldVersion } from "./chain-state.ts";

/** Writes what the changes made of some chains. */
export async function writeVersions(trx: Trx, collectionId: string, chains: readonly ChainState[]): Promise<void> {
  const rows: LawVersionsTable[] = [];
  const words = new Map<string, LawWords>();
  const copies: { readonly to: string; readonly from: string }[] = [];
  for (const { sourceId, versions, writes } of chains) {
    for (const [versionKey, text] of writes) {
      const held = versions.get(versionKey);
      if (held === undefined) continue;
      const row = rowOf(collectionId, sourceId, held);
      rows.push(row);
      if (text === undefined) continue;
      if ("sameAs" in text) copies.push({ to: row.id, from: lawVersionIdOf(collectionId, sourceId, text.sameAs) });
      else words.set(row.id, text);
    }
  }
  await upsertRows(trx, "law_versions", ["id"], rows);
  const held = await wordsOf(
    trx,
    copies.map(({ from }) => from),
  );
  for (const { to, from } of copies) {
    const text = held.get(from);
    if (text !== undefined) words.set(to, text);
  }
  await upsertRows(
    trx,
    "law_texts",
    ["version_id"],
    [...words].map(([version_id, { html, text, notesHtml }]) => ({ version_id, html, text, notes_html: notesHtml })),
  );
}

async function wordsOf(trx: Trx, versionIds: readonly string[]): Promise<Map<string, LawWords>> {
  const words = new Map<string, LawWords>();
  for (const ids of inParts(versionIds)) {
    const rows = await trx.selectFrom("law_texts").selectAll().where("version_id", "in", ids).execute();
    for (const { version_id, html, text, notes_html } of rows) {
      words.set(version_id, { html, text, notesHtml: notes_html });
    }
  }
  return words;
}

function rowOf(collectionId: string, sourceId: string, held: HeldVersion): LawVersionsTable {
  const { record, contentHash, textChars, sortedAsOf } = held;
  return {
    id: lawVersionIdOf(collectionId, sourceId, record.versionKey),
    node_id: lawNodeIdOf(collectionId, sourceId),
    collection_id: collectionId,
    version_key: record.versionKey,
    edition: record.edition,
    path: record.path,
    parent_path: parentOf(record.path) ?? "",
    sort_order: record.sortOrder,
    sorted_as_of: sortedAsOf,
    node_type: record.nodeType,
    type: record.type,
    number: record.number,
    title: record.title,
    citation: record.citation,
    citation_key: keyOf(record.citation),
    register_citation: record.registerCitation,
    register_key: keyOf(record.registerCitation),
    effective_date: record.effectiveDate,
    publication_date: record.publicationDate,
    is_historical: record.isHistorical ? 1 : 0,
    is_tombstone: record.isTombstone ? 1 : 0,
    caveat: record.caveat ?? null,
    expires_on: record.expiresOn ?? null,
    source_url: record.sourceUrl,
    text_chars: textChars,
    content_hash: contentHash,
  };
}

function keyOf(citation: string | null): string | null {
  return citation === null ? null : lawKey(citation);
}
