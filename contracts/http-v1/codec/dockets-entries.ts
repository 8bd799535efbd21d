import type { Addresses } from "#research/address.ts";
import type { EntriesAsked, EntriesFound, EntriesPage } from "#research/dockets/entries.ts";
import type { DocketsEntriesRequest, DocketsEntriesResponse } from "../schema/dockets-entries.ts";
import { decodeDocketKey, encodeAttachment, encodeBrief, encodeCoverage, encodeDocketNotFound } from "./dockets.ts";
import { encodePagination } from "./paging.ts";
import { encodeWarnings } from "./warnings.ts";

type AddressesUsed = Pick<Addresses, "docket" | "filing">;

export function decodeDocketsEntries(wire: DocketsEntriesRequest): EntriesAsked {
  const { start, end } = wire.date_filed ?? {};
  return {
    key: decodeDocketKey(wire),
    types: wire.document_types ?? [],
    days: { ...(start !== undefined && { first: start }), ...(end !== undefined && { last: end }) },
    text: wire.text ?? "",
    heldOnly: wire.held_only,
    isNewestFirst: wire.sort === "newest",
    page: wire.page,
    pageSize: wire.page_size,
  };
}

export function encodeDocketsEntries(answer: EntriesPage, addresses: AddressesUsed): DocketsEntriesResponse {
  if (answer.status !== "found") return encodeDocketNotFound(answer, addresses);
  const { docket, entries, pagination, notes } = answer;
  const { totalResults } = pagination;
  const held = docket.docket.coverage.entries;
  return {
    status: "found",
    message: `${totalResults} of the ${held} entries held of ${docket.caseName} answer to this`,
    docket: encodeBrief(docket, addresses),
    entries: entries.map((entry) => encodeEntry(entry, addresses)),
    pagination: encodePagination(pagination),
    coverage: encodeCoverage(docket),
    ...encodeWarnings(notes.map(({ message }) => message)),
  };
}

type Entry = NonNullable<DocketsEntriesResponse["entries"]>[number];

function encodeEntry(entry: EntriesFound["entries"][number], addresses: AddressesUsed): Entry {
  return {
    id: entry.id,
    entry_number: entry.number,
    date_filed: entry.dateFiled,
    date_entered: entry.dateEntered,
    description: entry.description,
    short_description: entry.shortDescription,
    document_type: entry.type,
    told_by: [...entry.toldBy],
    documents: entry.filings.map((filing) => ({
      id: filing.id,
      attachment_number: encodeAttachment(filing.attachment),
      document_type: filing.type,
      description: filing.description,
      page_count: filing.pageCount,
      file_size_bytes: filing.fileSize_bytes,
      availability: filing.availability,
      text_chars: filing.text_chars,
      url: addresses.filing({ documentId: filing.id, slug: filing.slug }),
    })),
  };
}
