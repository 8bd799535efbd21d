import { docketKey, isSameOffice, officeOf } from "#cases/docket-key.ts";
import { courtById } from "#courts/courts.ts";
import type { Db } from "#db/connection.ts";
import { seenByDocket } from "#dockets/archive/seen.ts";
import type { SeenDocket } from "#dockets/archive/seen.ts";
import { docket as docketShape } from "#dockets/archive/shapes.ts";
import type { Docket } from "#dockets/model.ts";
import type { ArchivedDocket, PublicArchive } from "#records/archive/archive.ts";
import { calledSo } from "../dockets/called.ts";
import type { DocketWanted, Retrieved } from "../dockets/retrieval.ts";
import type { Note } from "../note.ts";
import type { ReadPdf } from "#text/pdf/pdf.ts";
import { keepPdf, keepSeen } from "./keep.ts";
import { noteOf, outcomeOf, unfetched } from "./outcomes.ts";

export type ArchiveSources = {
  readonly db: Db;
  readonly archive: PublicArchive;
  readonly readPdf: ReadPdf;
  readonly now: () => Date;
};

/** Cases of one number that are taken in, for the caller to choose from. */
const DOCKETS_MAX = 3;
const ARCHIVE = "archive";

/** What is fetched, and whether it tells of any entry: an archive may know a case by its name alone. */
export type FromArchive = { readonly retrieved: Retrieved; readonly hasEntries: boolean };

export async function docketFromArchive(
  { db, archive, now }: ArchiveSources,
  wanted: DocketWanted,
): Promise<FromArchive> {
  const { courtId, docketNumber } = wanted;
  if (!archive.isOn) return nothing(unfetched(ARCHIVE, "not_served", "it is not asked here"));
  if (docketNumber === null || courtById(courtId)?.federalRecordsCourtId == null)
    return nothing(unfetched(ARCHIVE, "not_served", "it has filings of federal courts, by docket number"));
  try {
    const found = await matching(archive, wanted);
    if (found.length === 0) return nothing(unfetched(ARCHIVE, "absent", "it has no docket of this number"));
    const at = now().toISOString();
    const seen: SeenDocket[] = [];
    const notes: Note[] = [];
    for (const one of found) {
      const { entries, isComplete } = await archive.entries(one.id);
      const told = seenOf(one, entries, { courtId, at });
      if (told === undefined) return nothing(unfetched(ARCHIVE, "failed", "its record of the docket cannot be read"));
      seen.push(told);
      if (!isComplete) notes.push(noteOf(ARCHIVE, "it has more entries of this docket than were read", "cut"));
    }
    await keepSeen(db, seen, ARCHIVE);
    const hasEntries = seen.some(({ sighting }) => sighting.entries.length > 0);
    return { retrieved: { outcome: "fetched", from: ARCHIVE, at, notes }, hasEntries };
  } catch (thrown) {
    return nothing(outcomeOf(ARCHIVE, thrown));
  }
}

function nothing(retrieved: Retrieved): FromArchive {
  return { retrieved, hasEntries: false };
}

/** The dockets that are meant, by any spelling of the number that the archive may have. */
async function matching(
  archive: PublicArchive,
  { courtId, docketNumber, caseName }: DocketWanted,
): Promise<readonly ArchivedDocket[]> {
  const number = docketNumber ?? "";
  for (const spelling of spellingsOf(number)) {
    const listed = await archive.findDockets(courtId, spelling);
    const same = listed.filter((one) => isSameNumber(one.docket_number ?? "", number) && isOfCourt(one, courtId));
    if (same.length > 0) return calledSo(same, caseName, (one) => [one.case_name ?? ""]).slice(0, DOCKETS_MAX);
  }
  return [];
}

/** An archive that does not know a filter passes over it. */
function isOfCourt(one: ArchivedDocket, courtId: string): boolean {
  const told = docketShape.safeParse(one);
  const court = told.success ? (told.data.court_id ?? told.data.court) : null;
  return court === null || courtById(court.toLowerCase())?.id === courtId;
}

export function isSameNumber(one: string, other: string): boolean {
  return docketKey(one) === docketKey(other) && isSameOffice(one, other);
}

/** As it is given, and as federal courts print it: `1:24-cv-01234`. */
function spellingsOf(number: string): readonly string[] {
  const [, year, kind, serial] = /^(\d{2})([a-z]+)(\d+)$/u.exec(docketKey(number) ?? "") ?? [];
  if (year === undefined || kind === undefined || serial === undefined) return [number];
  const printed = `${year}-${kind}-${serial.padStart(5, "0")}`;
  return [...new Set([number.trim(), `${officeOf(number) ?? 1}:${printed}`, printed])];
}

function seenOf(
  one: ArchivedDocket,
  entries: readonly object[],
  { courtId, at }: { readonly courtId: string; readonly at: string },
): SeenDocket | undefined {
  const told = docketShape.safeParse({ ...one, docket_entries: entries });
  if (!told.success) return undefined;
  const isOfAnother = told.data.docket_entries?.some(({ docket }) => docket !== null && docket !== String(one.id));
  if (isOfAnother === true) return undefined;
  const { docket_number: docketNumber, pacer_case_id: pacerCaseId, case_name, case_name_full } = told.data;
  const pacerCaseIds = pacerCaseId === null ? [] : [pacerCaseId];
  const named = { courtId, docketNumber, pacerCaseIds, caption: case_name ?? case_name_full };
  const { sighting, texts } = seenByDocket(told.data, named, `docket ${one.id}`);
  return { sighting: { ...sighting, source: ARCHIVE, fetchedAt: at }, texts };
}

/** A filing by its place in a docket of which the official system's number is known. */
export async function filingFromArchive(
  { db, archive, readPdf, now }: ArchiveSources,
  docket: Pick<Docket, "courtId" | "pacerCaseIds">,
  place: { readonly entryNumber: string | null; readonly attachment: number; readonly filingId: string | null },
): Promise<Retrieved> {
  const court = courtById(docket.courtId)?.federalRecordsCourtId ?? null;
  const { entryNumber, attachment, filingId } = place;
  if (!archive.isOn || court === null) return unfetched(ARCHIVE, "not_served", "it is not asked here");
  if (filingId === null || entryNumber === null || !/^\d{1,6}$/u.test(entryNumber))
    return unfetched(ARCHIVE, "absent", "it is asked for filings whose place on the docket is known");
  try {
    for (const caseId of docket.pacerCaseIds) {
      const file = await archive.document({ court, caseId, entry: Number(entryNumber), attachment });
      if (file === undefined) continue;
      const at = now().toISOString();
      const fault = await keepPdf({ db, readPdf }, filingId, file.body, { source: ARCHIVE, at, cost_cents: null });
      if (fault !== undefined) return unfetched(ARCHIVE, "unreadable", fault);
      return { outcome: "fetched", from: ARCHIVE, at, notes: [] };
    }
    return unfetched(ARCHIVE, "absent", "it has no copy of this filing");
  } catch (thrown) {
    return outcomeOf(ARCHIVE, thrown);
  }
}
