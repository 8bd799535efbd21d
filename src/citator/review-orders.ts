import type { Citation } from "#citations/model.ts";
import type { Authority } from "./authorities.ts";

/** Orders on petitions and appeals that are cited behind the decision they are about, and how they are told. */
const ORDERS: ReadonlyMap<string, string> = new Map([
  ["certiorari denied", "Certiorari denied"],
  ["certiorari granted", "Certiorari granted"],
  ["certiorari dismissed", "Certiorari dismissed"],
  ["appeal dismissed", "Appeal dismissed"],
  ["appeal denied", "Leave to appeal denied"],
  ["review denied", "Review denied"],
  ["review granted", "Review granted"],
  ["rehearing denied", "Rehearing denied"],
  ["rehearing granted", "Rehearing granted"],
]);

/**
 * The orders that an opinion cites, by the number of the authority that is the order, as what is kept of it:
 * `order: certiorari denied, 3`, the last being the number of the decision that review of was sought.
 */
export function reviewOrders(citations: readonly Citation[], authorities: readonly Authority[]): Map<number, string> {
  const numbers = new Map(authorities.map(({ citation, number }) => [citation, number] as const));
  const byKey = new Map(authorities.flatMap(({ keys, number }) => keys.map((key) => [key, number] as const)));
  const orders = new Map<number, string>();
  for (const { citation, number } of authorities) {
    const history = citation.history;
    if (history === null || history.of === null || !ORDERS.has(history.relation)) continue;
    const about = citations[history.of];
    if (about?.kind !== "case") continue;
    const of = numbers.get(about) ?? (about.key === null ? undefined : byKey.get(about.key));
    if (of !== undefined && of !== number) orders.set(number, `order: ${history.relation}, ${of}`);
  }
  return orders;
}

/** What is kept of an order, read again. */
export function orderIn(cue: string | null): { readonly outcome: string; readonly authority: number } | undefined {
  const [, relation = "", authority] = /^order: ([a-z ]+), (\d+)$/u.exec(cue ?? "") ?? [];
  const outcome = ORDERS.get(relation);
  return outcome === undefined ? undefined : { outcome, authority: Number(authority) };
}
