import type { RejectReason } from "../frame/source.ts";
import { schemaReject } from "../validation.ts";
import { inArchiveShape, isScraperDocket } from "./scraper-json.ts";
import { docket, document, entry } from "#dockets/archive/shapes.ts";
import type { ArchivedDocket, ArchivedEntry } from "#dockets/archive/shapes.ts";
import type { SeenDocket } from "#dockets/archive/seen.ts";
import { namedBy, seenByDocket, seenByEntries } from "#dockets/archive/seen.ts";
import type { DocketNamedHere } from "#dockets/archive/seen.ts";

/** Dockets and entries of the input by the archive's own ids: an entry names its docket by id alone, a document its entry. */
export type ArchiveIds = {
  readonly dockets: Map<string, DocketNamedHere>;
  readonly entries: Map<
    string,
    { readonly docket: string; readonly number: string | null; readonly sequence: string | null }
  >;
};

type Read = { readonly seen: readonly SeenDocket[] } | { readonly reject: RejectReason };

export const HINT = "see docs/operating/import-recap.md for the shapes that are read";

/** The records of a value: itself, a list, a page of a list, or what a webhook carries. */
export function recordsIn(value: unknown): readonly unknown[] {
  let inner = value;
  while (isObject(inner) && !Array.isArray(inner) && inner["payload"] !== undefined) inner = inner["payload"];
  if (Array.isArray(inner)) return inner;
  return isObject(inner) && Array.isArray(inner["results"]) ? inner["results"] : [inner];
}

const isObject = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === "object";
const isDocket = (value: Record<string, unknown>): boolean =>
  "docket_entries" in value ||
  ("docket_number" in value && !("docket_entry" in value) && !("recap_documents" in value));
const isEntry = (value: Record<string, unknown>): boolean => "recap_documents" in value || "entry_number" in value;

/** Keeps what others name by id. */
export function noteIds(value: unknown, ids: ArchiveIds): void {
  for (const record of recordsIn(value)) {
    if (!isObject(record)) continue;
    if (isDocket(record)) noteDocket(record, ids);
    else if (isEntry(record)) {
      const read = entry.safeParse(record);
      if (read.success && read.data.docket !== null) noteEntry(read.data, read.data.docket, ids);
    }
  }
}

function noteDocket(record: unknown, ids: ArchiveIds): void {
  const read = docket.safeParse(record);
  const named = read.success ? namedBy(read.data) : undefined;
  if (!read.success || read.data.id === null || named === undefined) return;
  ids.dockets.set(read.data.id, named);
  for (const one of read.data.docket_entries ?? []) noteEntry(one, read.data.id, ids);
}

function noteEntry(
  { id, entry_number: number, pacer_sequence_number: sequence }: ArchivedEntry,
  of: string,
  ids: ArchiveIds,
): void {
  if (id !== null) ids.entries.set(id, { docket: of, number, sequence });
}

/** What a document of the archive says of dockets, in the order of its records. */
export function readArchiveJson(value: unknown, ids: ArchiveIds, place: string): Read {
  const seen: SeenDocket[] = [];
  const ofDockets = new Map<string, ArchivedEntry[]>();
  for (const record of recordsIn(value)) {
    const read = isObject(record) ? readRecord(record, ids) : NO_RECORD;
    if ("reject" in read) return read;
    if ("docket" in read) seen.push(seenByDocket(read.docket, read.named, place));
    else ofDockets.set(read.of, [...(ofDockets.get(read.of) ?? []), read.entry]);
  }
  for (const [id, entries] of ofDockets) {
    const named = ids.dockets.get(id);
    if (named === undefined) return unknownDocket(id);
    seen.push(seenByEntries(entries, named, place));
  }
  return { seen };
}

type ReadRecord =
  | { readonly docket: ArchivedDocket; readonly named: DocketNamedHere }
  | { readonly entry: ArchivedEntry; readonly of: string }
  | { readonly reject: RejectReason };

const NO_RECORD: { readonly reject: RejectReason } = {
  reject: { reason: "no_docket", message: "it is no docket, no entry and no document of one", hint: HINT },
};

const CLAIMS: { readonly reject: RejectReason } = {
  reject: {
    reason: "claims_register",
    message: "it is the list of claims of a bankruptcy, for which a docket has no place",
    hint: "import the docket of the case",
  },
};

function readRecord(given: Record<string, unknown>, ids: ArchiveIds): ReadRecord {
  if (Array.isArray(given["claims"]) && !("docket_entries" in given)) return CLAIMS;
  const record = isScraperDocket(given) ? inArchiveShape(given) : given;
  if (isDocket(record)) {
    const read = docket.safeParse(record);
    if (!read.success) return { reject: schemaReject(read.error, HINT) };
    const named = namedBy(read.data);
    const court = read.data.court_id ?? read.data.court ?? "";
    return named === undefined ? unknownCourt(court) : { docket: read.data, named };
  }
  if (isEntry(record)) {
    const read = entry.safeParse(record);
    if (!read.success) return { reject: schemaReject(read.error, HINT) };
    return read.data.docket === null ? NO_RECORD : { entry: read.data, of: read.data.docket };
  }
  return "docket_entry" in record ? readDocument(record, ids) : NO_RECORD;
}

/** A document by itself stands in the entry that it names. */
function readDocument(record: Record<string, unknown>, { entries }: ArchiveIds): ReadRecord {
  const read = document.safeParse(record);
  if (!read.success) return { reject: schemaReject(read.error, HINT) };
  const of = read.data.docket_entry === null ? undefined : entries.get(read.data.docket_entry);
  if (of === undefined) {
    const message = `no entry ${read.data.docket_entry ?? ""} stands in the input, which the document names`;
    return { reject: { reason: "unknown_entry", message, hint: "import it together with its entry and docket" } };
  }
  const { docket: docketId, number, sequence } = of;
  return {
    entry: entry.parse({ entry_number: number, pacer_sequence_number: sequence, recap_documents: [record] }),
    of: docketId,
  };
}

export function unknownCourt(court: string): { readonly reject: RejectReason } {
  const message = `no court is known as "${court.slice(0, 100)}"`;
  return { reject: { reason: "unknown_court", message, hint: "the list of courts has every one" } };
}

function unknownDocket(id: string): { readonly reject: RejectReason } {
  const message = `no docket ${id} stands in the input, which its entries name`;
  return { reject: { reason: "unknown_docket", message, hint: "import it together with the record of its docket" } };
}
