/**
 * Dockets as a scraper of court pages writes them: their names differ from the archive's (`document_number` for the
 * number of an entry, its document in the entry itself, a party's kind at the party).
 */

type Told = Record<string, unknown>;

/** Whether a docket is of that shape. An entry of the archive has its number, or its documents, under other names. */
export function isScraperDocket({ docket_entries: entries }: Told): boolean {
  return (
    Array.isArray(entries) &&
    entries.some((entry) => isObject(entry) && "document_number" in entry) &&
    !entries.some((entry) => isObject(entry) && ("entry_number" in entry || "recap_documents" in entry))
  );
}

/** The same in the shape of the archive, whole. */
export function inArchiveShape(told: Told): Told {
  const { docket_entries: entries, parties, jurisdiction, chapter, trustee_str, date_converted } = told;
  return {
    ...told,
    jurisdiction_type: told["jurisdiction_type"] ?? jurisdiction,
    bankruptcy_information: told["bankruptcy_information"] ?? { chapter, trustee_str, date_converted },
    ...(Array.isArray(parties) && { parties: parties.map(partyOf) }),
    docket_entries: Array.isArray(entries) ? entries.map(entryOf) : entries,
  };
}

function entryOf(entry: unknown): unknown {
  if (!isObject(entry)) return entry;
  const { document_number, pacer_seq_no, pacer_doc_id, attachments } = entry;
  const main = { document_number, pacer_doc_id, description: entry["short_description"] };
  const isFiled = saysSomething(document_number) || saysSomething(pacer_doc_id);
  return {
    ...entry,
    entry_number: document_number,
    pacer_sequence_number: pacer_seq_no,
    recap_documents: [...(isFiled ? [main] : []), ...(Array.isArray(attachments) ? attachments.map(attachmentOf) : [])],
  };
}

function attachmentOf(attachment: unknown): unknown {
  if (!isObject(attachment)) return attachment;
  const { attachment_number: number } = attachment;
  return { ...attachment, attachment_number: /^\d{1,6}$/u.test(String(number)) ? Number(number) : number };
}

function partyOf(party: unknown): unknown {
  if (!isObject(party) || "party_types" in party) return party;
  return { ...party, party_types: [{ name: party["type"], date_terminated: party["date_terminated"] }] };
}

function saysSomething(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

function isObject(value: unknown): value is Told {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
