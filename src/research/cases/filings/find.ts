import { kindOfId } from "#base/ids.ts";
import type { Reader } from "#db/connection.ts";
import { filingsAtEntry, filingsById, filingTexts } from "#dockets/filings/read.ts";
import type { FilingRecord } from "#dockets/filings/model.ts";
import type { FilingNamed } from "../answers.ts";
import { readFilingOf } from "./view.ts";
import type { ReadFiling } from "./model.ts";

const ATTACHMENT = /^[1-9]\d{0,5}$/u;

/** The filing of a trial court that is meant, with its words; undefined for what names none that is held. */
export async function findTrialFiling(db: Reader, named: FilingNamed): Promise<ReadFiling | undefined> {
  const record = await recordOf(db, named);
  if (record === undefined) return undefined;
  return readFilingOf(record, (await filingTexts(db, [record.id])).get(record.id));
}

async function recordOf(db: Reader, named: FilingNamed): Promise<FilingRecord | undefined> {
  if (named.by === "id") {
    const id = named.id.toLowerCase();
    return kindOfId(id) === "filing" ? (await filingsById(db, [id]))[0] : undefined;
  }
  if (kindOfId(named.caseId) !== "case") return undefined;
  const { caseId, entryNumber, attachmentNumber } = named;
  if (attachmentNumber !== null && !ATTACHMENT.test(attachmentNumber)) return undefined;
  const wanted = attachmentNumber === null ? null : Number(attachmentNumber);
  const filings = await filingsAtEntry(db, caseId.toLowerCase(), entryNumber.trim());
  return filings.find((one) => one.attachmentNumber === wanted);
}
