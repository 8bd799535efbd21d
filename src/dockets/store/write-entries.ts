import type { Trx } from "#db/connection.ts";
import { EVENT_IDS_MAX } from "#db/events.ts";
import type { Change } from "#db/outbox.ts";
import { inParts } from "#db/parts.ts";
import { upsertRows } from "#db/rows.ts";
import type { FoldedEntry } from "../fold/entries.ts";
import { entryIdOf, filingIdOf } from "../ids.ts";
import type { DocketEntriesTable, DocketNews, FilingsTable } from "../tables.ts";
import { noTally } from "./tally.ts";
import type { DocketTally } from "./tally.ts";
import { keepTexts } from "./orphan-texts.ts";

export type EntriesWritten = {
  readonly entries: DocketTally;
  readonly filings: DocketTally;
  readonly changes: readonly Change[];
  readonly news: DocketNews;
};

/** Brings the entries of a docket and their filings to what they came out as. */
export async function writeEntries(
  trx: Trx,
  docketId: string,
  folded: readonly FoldedEntry[],
  { isNew }: { readonly isNew: boolean },
): Promise<EntriesWritten> {
  const entryRows = folded.map((entry, ordinal) => entryRow(docketId, entry, ordinal));
  const filingRows = folded.flatMap((entry) => filingRowsOf(docketId, entry));
  const heldEntries = await trx.selectFrom("docket_entries").selectAll().where("docket_id", "=", docketId).execute();
  const heldFilings = await trx.selectFrom("filings").selectAll().where("docket_id", "=", docketId).execute();
  const entries = differenceOf(heldEntries, entryRows);
  const filings = differenceOf(heldFilings, filingRows);
  await upsertRows(trx, "docket_entries", ["id"], entries.written);
  await upsertRows(trx, "filings", ["id"], filings.written);
  const told = await keepTexts(trx, heldFilings, filings.gone, filingRows, numbersOf([...heldEntries, ...entryRows]));
  for (const ids of inParts(filings.gone)) await trx.deleteFrom("filings").where("id", "in", ids).execute();
  for (const ids of inParts(entries.gone)) await trx.deleteFrom("docket_entries").where("id", "in", ids).execute();
  const had = new Map(heldFilings.map(({ id, availability }) => [id, availability]));
  const available = filings.written.filter(
    ({ id, availability }) => isToBeHad(availability) && !isToBeHad(had.get(id)),
  );
  const upserts = [...new Set([...filings.written.map(({ id }) => id), ...told])];
  return {
    entries: entries.tally,
    filings: filings.tally,
    news: {
      isNew,
      entries: { added: entries.tally.added, changed: entries.tally.updated, removed: entries.tally.removed },
      addedIds: isNew ? [] : idsOf(entries.added),
      changedIds: idsOf(entries.updated),
      availableIds: isNew ? [] : idsOf(available),
    },
    changes: [
      ...upserts.map((recordId): Change => ({ kind: "filing", recordId, op: "upsert" })),
      ...filings.gone.map((recordId): Change => ({ kind: "filing", recordId, op: "delete" })),
    ],
  };
}

function isToBeHad(availability: string | null | undefined): boolean {
  return availability === "available" || availability === "free";
}

function idsOf(rows: readonly { readonly id: string }[]): string[] {
  return rows.slice(0, EVENT_IDS_MAX).map(({ id }) => id);
}

function numbersOf(rows: readonly DocketEntriesTable[]): Map<string, string | null> {
  return new Map(rows.map(({ id, number }) => [id, number]));
}

type Difference<Row> = {
  readonly written: readonly Row[];
  readonly added: readonly Row[];
  readonly updated: readonly Row[];
  readonly gone: readonly string[];
  readonly tally: DocketTally;
};

function differenceOf<Row extends { readonly id: string }>(held: readonly Row[], now: readonly Row[]): Difference<Row> {
  const before = new Map(held.map((row) => [row.id, textOf(row)]));
  const ids = new Set(now.map(({ id }) => id));
  const written = now.filter((row) => before.get(row.id) !== textOf(row));
  const gone = held.filter(({ id }) => !ids.has(id)).map(({ id }) => id);
  const tally = noTally();
  const updated = written.filter(({ id }) => before.has(id));
  const added = written.filter(({ id }) => !before.has(id));
  tally.updated = updated.length;
  tally.added = added.length;
  tally.unchanged = now.length - written.length;
  tally.removed = gone.length;
  return { written, added, updated, gone, tally };
}

function textOf(row: object): string {
  return JSON.stringify(Object.entries(row).toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

function entryRow(docketId: string, entry: FoldedEntry, ordinal: number): DocketEntriesTable {
  return {
    id: entryIdOf(docketId, entry.key),
    docket_id: docketId,
    ordinal,
    number: entry.number,
    pacer_seq_no: entry.pacerSeqNo,
    date_filed: entry.dateFiled,
    date_entered: entry.dateEntered,
    description: entry.description,
    short_description: entry.shortDescription,
    told_by: entry.toldBy.join(" "),
  };
}

function filingRowsOf(docketId: string, entry: FoldedEntry): FilingsTable[] {
  return entry.documents.map((document) => ({
    id: filingIdOf(docketId, entry.key, document.attachment),
    entry_id: entryIdOf(docketId, entry.key),
    docket_id: docketId,
    attachment: document.attachment,
    description: document.description,
    page_count: document.pageCount,
    file_size_bytes: document.fileSize_bytes,
    pacer_doc_id: document.pacerDocId,
    availability: document.availability,
    document_type: document.documentType,
  }));
}
