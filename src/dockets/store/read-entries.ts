import type { Reader } from "#db/connection.ts";
import { inParts } from "#db/parts.ts";
import type { Availability, DocketEntry, Filing, SightingKind } from "../model.ts";
import type { DocketEntriesTable } from "../tables.ts";

/** Entries of a docket in the order of the sheet, from after a place on it; -1 begins at the first. */
export async function entriesOf(
  db: Reader,
  docketId: string,
  { afterOrdinal = -1, limit }: { readonly afterOrdinal?: number; readonly limit: number },
): Promise<DocketEntry[]> {
  const rows = await db
    .selectFrom("docket_entries")
    .selectAll()
    .where("docket_id", "=", docketId)
    .where("ordinal", ">", afterOrdinal)
    .orderBy("ordinal")
    .limit(limit)
    .execute();
  return rows.map(entryOf);
}

/** The entries of a docket with a number, zeros before it or not, as some courts of appeals have them: several where the court gave it twice. */
export async function entriesByNumber(db: Reader, docketId: string, number: string): Promise<DocketEntry[]> {
  const rows = await db
    .selectFrom("docket_entries")
    .selectAll()
    .where("docket_id", "=", docketId)
    .where("number", "in", [...new Set([number, number.replace(/^0+(?=\d)/u, "")])])
    .orderBy("ordinal")
    .execute();
  return rows.map(entryOf);
}

/** The entries with these ids, those that are held, in the order asked. */
export async function entriesById(db: Reader, ids: readonly string[]): Promise<DocketEntry[]> {
  const entries = new Map<string, DocketEntry>();
  for (const part of inParts(ids)) {
    const rows = await db.selectFrom("docket_entries").selectAll().where("id", "in", part).execute();
    for (const row of rows) entries.set(row.id, entryOf(row));
  }
  return ids.flatMap((id) => entries.get(id) ?? []);
}

function entryOf(row: DocketEntriesTable): DocketEntry {
  return {
    id: row.id,
    docketId: row.docket_id,
    ordinal: row.ordinal,
    number: row.number,
    pacerSeqNo: row.pacer_seq_no,
    dateFiled: row.date_filed,
    dateEntered: row.date_entered,
    description: row.description,
    shortDescription: row.short_description,
    toldBy: row.told_by.split(" ") as SightingKind[],
  };
}

/** The filings of these entries, the main one of each first. */
export async function filingsOfEntries(db: Reader, entryIds: readonly string[]): Promise<Filing[]> {
  const filings: Filing[] = [];
  for (const part of inParts(entryIds)) {
    const rows = await selectFilings(db)
      .where("filings.entry_id", "in", part)
      .orderBy("entry_id")
      .orderBy("attachment")
      .execute();
    filings.push(...rows.map(filingOf));
  }
  return filings;
}

/** The filings with these ids, those that are held, in the order asked. */
export async function filingsById(db: Reader, ids: readonly string[]): Promise<Filing[]> {
  const filings = new Map<string, Filing>();
  for (const part of inParts(ids)) {
    const rows = await selectFilings(db).where("filings.id", "in", part).execute();
    for (const row of rows) filings.set(row.id, filingOf(row));
  }
  return ids.flatMap((id) => filings.get(id) ?? []);
}

/** Filings in the order of their ids, from after one of them: a rebuild walks through all. */
export async function filingIdsAfter(db: Reader, afterId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("filings")
    .select("id")
    .where("id", ">", afterId)
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

function selectFilings(db: Reader) {
  return db
    .selectFrom("filings")
    .leftJoin("filing_texts", "filing_texts.filing_id", "filings.id")
    .selectAll("filings")
    .select(["text_chars", "obtained_from", "obtained_at", "cost_cents"]);
}

type FilingRow = Awaited<ReturnType<ReturnType<typeof selectFilings>["execute"]>>[number];

function filingOf(row: FilingRow): Filing {
  const { obtained_from: source, obtained_at: at, cost_cents } = row;
  return {
    id: row.id,
    entryId: row.entry_id,
    docketId: row.docket_id,
    attachment: row.attachment,
    description: row.description,
    pageCount: row.page_count,
    fileSize_bytes: row.file_size_bytes,
    pacerDocId: row.pacer_doc_id,
    availability: row.availability as Availability | null,
    documentType: row.document_type,
    text_chars: row.text_chars,
    obtained: source === null ? null : { source, at, cost_cents },
  };
}
