import { keyedNumbers, rowsNumbered } from "#cases/docket-key.ts";
import { caseRelation, docketRelation } from "#cases/store.ts";
import type { Reader } from "#db/connection.ts";
import { inParts } from "#db/parts.ts";
import type { DocumentType } from "../document-types/document-types.ts";
import type { FilingRecord, FilingText, TextState } from "./model.ts";

/** These filings, those that are held, in the order asked. */
export async function filingsById(db: Reader, ids: readonly string[]): Promise<FilingRecord[]> {
  const records = new Map<string, FilingRecord>();
  for (const part of inParts(ids)) {
    const rows = await recordsOf(db).where("trial_filings.id", "in", part).execute();
    for (const row of rows) records.set(row.id, recordOf(row));
  }
  return ids.flatMap((id) => records.get(id) ?? []);
}

/** The filings at an entry of a case, over all sources that tell of it, the main paper first. */
export async function filingsAtEntry(db: Reader, caseId: string, entryNumber: string): Promise<FilingRecord[]> {
  const rows = await recordsOf(db)
    .where("case_of.matter_id", "=", caseId)
    .where("trial_filings.entry_number", "=", entryNumber)
    .orderBy("trial_filings.id")
    .execute();
  return rows.map(recordOf).toSorted((left, right) => (left.attachmentNumber ?? 0) - (right.attachmentNumber ?? 0));
}

/**
 * The latest filings of a case, over all sources that tell of it, those of no day last: `caseId` is the public id, or that
 * of any of its records.
 */
export async function filingsOfCase(db: Reader, caseId: string, limit: number): Promise<FilingRecord[]> {
  const rows = await recordsOf(db)
    .innerJoin(caseRelation(db).as("asked"), "asked.matter_id", "case_of.matter_id")
    .where("asked.id", "=", caseId)
    .orderBy("trial_filings.date_filed", (by) => by.desc().nullsLast())
    .orderBy("trial_filings.id")
    .limit(limit)
    .execute();
  return rows.map(recordOf);
}

/** How many filings are held of a case, named as for `filingsOfCase`, and the day of the latest that has one. */
export async function extentOfCase(
  db: Reader,
  caseId: string,
): Promise<{ readonly filings: number; readonly latestDay: string | null }> {
  return db
    .selectFrom("trial_filings")
    .innerJoin(caseRelation(db).as("case_of"), "case_of.id", "trial_filings.case_id")
    .innerJoin(caseRelation(db).as("asked"), "asked.matter_id", "case_of.matter_id")
    .where("asked.id", "=", caseId)
    .select(({ fn }) => [
      fn.countAll<number>().as("filings"),
      fn.max<string | null>("trial_filings.date_filed").as("latestDay"),
    ])
    .executeTakeFirstOrThrow();
}

/** The public ids of the cases of a court with one of these numbers, in any spelling, of which filings are held. */
export async function filedCasesByNumbers(db: Reader, courtId: string, numbers: readonly string[]): Promise<string[]> {
  const asked = keyedNumbers(numbers);
  if (asked.length === 0) return [];
  const rows = await db
    .selectFrom(docketRelation(db).as("number"))
    .innerJoin(caseRelation(db).as("case_of"), "case_of.id", "number.case_id")
    .innerJoin("trial_filings", "trial_filings.case_id", "case_of.id")
    .select(["case_of.matter_id", "case_of.docket_number", "number.docket_key"])
    .distinct()
    .where(
      "number.docket_key",
      "in",
      asked.flatMap(({ keys }) => keys),
    )
    .where("case_of.court_id", "=", courtId)
    .orderBy("case_of.matter_id")
    .execute();
  return [...new Set(rowsNumbered(rows, asked).map(({ matter_id }) => matter_id))];
}

/** The words of these filings, by id. */
export async function filingTexts(db: Reader, ids: readonly string[]): Promise<Map<string, FilingText>> {
  const texts = new Map<string, FilingText>();
  for (const part of inParts(ids)) {
    const rows = await db.selectFrom("trial_filing_texts").selectAll().where("filing_id", "in", part).execute();
    for (const { filing_id, text, page_starts, confidence_pct, unread_pages } of rows) {
      const recognised =
        confidence_pct === null ? {} : { recognised: { confidence_pct, unreadPages: unread_pages ?? 0 } };
      texts.set(filing_id, { text, pageStarts: JSON.parse(page_starts) as number[], ...recognised });
    }
  }
  return texts;
}

/** Whether any filing of these courts is held. */
export async function holdsFilings(db: Reader, courtIds: readonly string[]): Promise<boolean> {
  for (const part of inParts(courtIds)) {
    const row = await db
      .selectFrom(caseRelation(db).as("case_of"))
      .innerJoin("trial_filings", "trial_filings.case_id", "case_of.id")
      .select("trial_filings.id")
      .where("case_of.court_id", "in", part)
      .limit(1)
      .executeTakeFirst();
    if (row !== undefined) return true;
  }
  return false;
}

/** How many filings of trial courts are held. */
export async function countFilings(db: Reader): Promise<number> {
  const row = await db
    .selectFrom("trial_filings")
    .select(({ fn }) => fn.countAll<number>().as("filings"))
    .executeTakeFirstOrThrow();
  return row.filings;
}

/** Filings in the order of their ids, from after one of them. */
export async function filingIdsAfter(db: Reader, afterId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("trial_filings")
    .select("id")
    .where("id", ">", afterId)
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

function recordsOf(db: Reader) {
  return db
    .selectFrom("trial_filings")
    .innerJoin(caseRelation(db).as("case_of"), "case_of.id", "trial_filings.case_id")
    .select([
      "trial_filings.id",
      "trial_filings.source",
      "trial_filings.entry_number",
      "trial_filings.attachment_number",
      "trial_filings.type",
      "trial_filings.type_confidence_pct",
      "trial_filings.title",
      "trial_filings.description",
      "trial_filings.date_filed",
      "trial_filings.source_url",
      "trial_filings.text_state",
      "trial_filings.text_chars",
      "case_of.matter_id",
      "case_of.court_id",
      "case_of.docket_number",
      "case_of.caption",
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof recordsOf>["execute"]>>[number];

function recordOf(row: Row): FilingRecord {
  return {
    id: row.id,
    source: row.source,
    caseId: row.matter_id,
    courtId: row.court_id,
    docketNumber: row.docket_number,
    caption: row.caption,
    entryNumber: row.entry_number,
    attachmentNumber: row.attachment_number,
    type: row.type as DocumentType,
    typeConfidence_pct: row.type_confidence_pct,
    title: row.title,
    description: row.description,
    dateFiled: row.date_filed,
    sourceUrl: row.source_url,
    textState: row.text_state as TextState,
    text_chars: row.text_chars,
  };
}
