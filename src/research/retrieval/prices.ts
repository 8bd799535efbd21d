import type { Clock } from "#base/clock.ts";
import { isInNewerSystem } from "#records/official/appellate.ts";
import { dollars, pricesAt } from "#records/official/prices.ts";
import type { PricePeriod } from "#records/official/prices.ts";
import { quote } from "#records/official/quote.ts";
import type { Priced } from "#records/official/quote.ts";
import type { WantedDocument } from "#records/official/official.ts";
import type { Price, Priceable } from "../dockets/retrieval.ts";
import { officialCourtOf } from "./official-case.ts";

/** What the official records charge at most, by the prices of the day; undefined of courts and cases that are not asked. */
export function priceOf(thing: Priceable, periods: readonly PricePeriod[], clock: Clock): Price | undefined {
  const court = officialCourtOf(thing.courtId);
  if (court === undefined || isInNewerSystem(court, thing.docketNumber ?? "")) return undefined;
  const prices = pricesAt(periods, clock());
  const { items, atMost_cents, page_cents } = quote(pricedParts(thing), prices);
  const parts = items.map(({ because }) => because).join("; before it the docket's line of it: ");
  return { atMost_cents, because: `${parts}, at ${dollars(page_cents)} a page` };
}

function pricedParts(thing: Priceable): readonly Priced[] {
  const report = { kind: "docketReport" } as const;
  if (thing.kind === "report") return [report];
  const document = pricedAs(thing.pages, thing.line);
  return thing.isEntryKnown ? [document] : [document, report];
}

/** How a document is priced: its line on the docket tells a transcript, which has no most. */
export function pricedAs(told: number | null, line: string | null): WantedDocument["priced"] {
  const pages = told !== null && told >= 1 ? told : null;
  return /^\W*(?:official )?transcript\b/iu.test(line ?? "")
    ? { kind: "transcript", pages }
    : { kind: "document", pages };
}
