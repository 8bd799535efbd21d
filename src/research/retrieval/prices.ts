import type { Clock } from "#base/clock.ts";
import { dollars, pricesAt } from "#records/official/prices.ts";
import type { PricePeriod } from "#records/official/prices.ts";
import { quote } from "#records/official/quote.ts";
import type { WantedDocument } from "#records/official/official.ts";
import type { Price, Priceable } from "../dockets/retrieval.ts";
import { officialCourtOf } from "./official-case.ts";

/** What the official records charge at most, by the prices of the day; undefined of courts that are not asked. */
export function priceOf(thing: Priceable, periods: readonly PricePeriod[], clock: Clock): Price | undefined {
  if (officialCourtOf(thing.courtId) === undefined) return undefined;
  const prices = pricesAt(periods, clock());
  const item = thing.kind === "report" ? ({ kind: "docketReport" } as const) : pricedAs(thing.pages, thing.line);
  const { items, atMost_cents, page_cents } = quote([item], prices);
  return { atMost_cents, because: `${items[0]?.because ?? ""}, at ${dollars(page_cents)} a page` };
}

/** How a document is priced: its line on the docket tells a transcript, which has no most. */
export function pricedAs(pages: number | null, line: string | null): WantedDocument["priced"] {
  return /^\W*(?:official )?transcript\b/iu.test(line ?? "")
    ? { kind: "transcript", pages }
    : { kind: "document", pages };
}
