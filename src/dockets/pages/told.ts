import type { DocketSighting } from "../model.ts";
import type { Receipt } from "./receipt.ts";

/** What is known of a page beside the page itself. */
export type PageTold = {
  /** Whose page it is: an importer's name, `official`. */
  readonly source: string;
  /** The file or address it came from. */
  readonly place: string | null;
  /** Of a page that does not say it: the court's id. */
  readonly courtId: string | null;
  /** Of a page without a receipt: the day or moment in the court's time when it was made. */
  readonly asOf: string | null;
  /** ISO 8601 UTC. */
  readonly fetchedAt: string | null;
};

/** Where a sighting comes from, when it was true, and what it cost: by the page's own receipt where it has one. */
export function provenanceOf(
  told: PageTold,
  receipt?: Receipt,
): Pick<DocketSighting, "source" | "place" | "asOf" | "fetchedAt" | "billedPages" | "cost_cents"> {
  return {
    source: told.source,
    place: told.place,
    asOf: receipt?.at ?? told.asOf,
    fetchedAt: told.fetchedAt,
    billedPages: receipt?.billedPages ?? null,
    cost_cents: receipt?.cost_cents ?? null,
  };
}
