import type { QuoteAnswer, QuotedItem, QuoteItem } from "#research/dockets/quote.ts";
import type { RecordsQuoteRequest, RecordsQuoteResponse } from "../schema/records-quote.ts";
import { decodeDocketKey } from "./dockets.ts";

export function decodeRecordsQuote({ items }: RecordsQuoteRequest): readonly QuoteItem[] {
  return items.map(({ document_id, entry, ...docket }): QuoteItem => {
    if (document_id !== undefined) return { by: "filing", named: { by: "id", id: document_id.trim() } };
    if (entry === undefined) return { by: "docket", key: decodeDocketKey(docket) };
    const { case_id: caseId, entry_number: entryNumber, attachment_number } = entry;
    const attachmentNumber = attachment_number == null ? null : String(attachment_number);
    return { by: "filing", named: { by: "entry", caseId: caseId.trim(), entryNumber, attachmentNumber } };
  });
}

export function encodeRecordsQuote({ items, mayBuy }: QuoteAnswer): RecordsQuoteResponse {
  const served = items.flatMap(({ price }) => price ?? []);
  const isBounded = served.every(({ atMost_cents }) => atMost_cents !== null);
  return {
    items: items.map(encodeItem),
    at_most_cents: isBounded ? served.reduce((sum, { atMost_cents }) => sum + (atMost_cents ?? 0), 0) : null,
    has_premium_access: mayBuy,
  };
}

function encodeItem({ kind, courtId, isHeld, price }: QuotedItem): RecordsQuoteResponse["items"][number] {
  return {
    kind: kind === "report" ? "docket_report" : "document",
    court_id: courtId,
    is_held: isHeld,
    is_served: price !== undefined,
    at_most_cents: price?.atMost_cents ?? null,
    because: price?.because ?? "the official court records system is not asked for it here",
  };
}
