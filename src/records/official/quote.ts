import type { PricePeriod } from "./prices.ts";

/** What can be asked of the official records system, as its fee schedule tells things apart. */
export type Priced =
  | { readonly kind: "docketReport" }
  /** `pages`, where a menu or an earlier reading told them. */
  | { readonly kind: "document"; readonly pages: number | null }
  | { readonly kind: "transcript"; readonly pages: number | null }
  | { readonly kind: "freeOpinion" }
  | { readonly kind: "audio" }
  /** A page of results of a search for cases; one that finds nothing costs a page too. */
  | { readonly kind: "caseSearch"; readonly pages: number | null }
  /** A report that is not on one case. */
  | { readonly kind: "report"; readonly pages: number | null };

export type QuotedItem = {
  readonly kind: Priced["kind"];
  /** Null: nothing bounds it until the system tells the number of pages. */
  readonly atMost_cents: number | null;
  readonly because: string;
};

export type Quote = {
  readonly items: readonly QuotedItem[];
  /** Null as soon as one item has no bound. */
  readonly atMost_cents: number | null;
  readonly page_cents: number;
  readonly source: string;
};

/** What items would cost at most under these prices, before anything is asked. */
export function quote(items: readonly Priced[], prices: PricePeriod): Quote {
  const quoted = items.map((item) => quoteItem(item, prices));
  const isBounded = quoted.every(({ atMost_cents }) => atMost_cents !== null);
  return {
    items: quoted,
    atMost_cents: isBounded ? quoted.reduce((sum, { atMost_cents }) => sum + (atMost_cents ?? 0), 0) : null,
    page_cents: prices.page_cents,
    source: prices.source,
  };
}

function quoteItem(item: Priced, prices: PricePeriod): QuotedItem {
  const { kind } = item;
  switch (kind) {
    case "freeOpinion":
      return { kind, atMost_cents: 0, because: "opinions of the court are free" };
    case "audio":
      return { kind, atMost_cents: prices.audio_cents, because: "a fixed fee for a file" };
    case "docketReport":
      return capped(kind, null, prices);
    case "document":
      return capped(kind, item.pages, prices);
    case "transcript":
    case "caseSearch":
    case "report":
      return uncapped(kind, item.pages, prices);
  }
}

function capped(kind: Priced["kind"], pages: number | null, { page_cents, pages_max }: PricePeriod): QuotedItem {
  if (pages !== null && pages < pages_max)
    return { kind, atMost_cents: pages * page_cents, because: `${counted(pages)} by the page` };
  return { kind, atMost_cents: pages_max * page_cents, because: `by the page, no more than for ${pages_max}` };
}

function uncapped(kind: Priced["kind"], pages: number | null, { page_cents }: PricePeriod): QuotedItem {
  if (pages === null) return { kind, atMost_cents: null, because: "by the page, without a most" };
  // A search that finds nothing is charged as a page.
  const charged = Math.max(1, pages);
  return { kind, atMost_cents: charged * page_cents, because: `${counted(charged)} by the page, without a most` };
}

function counted(pages: number): string {
  return `${pages} ${pages === 1 ? "page" : "pages"}`;
}
