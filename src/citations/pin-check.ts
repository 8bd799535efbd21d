import type { Citation, FullCaseCitation } from "./model.ts";
import { pagesIn } from "./pin-pages.ts";
import type { HeldDecision } from "./store.ts";

/** The pages of a decision in one reporter, as far as they are known. */
export type PageBounds = {
  readonly first: number;
  readonly last: number | null;
  /** The last page is not known, but it can be no later one than this. */
  readonly isLimit?: boolean;
};

/** The pages that a decision has under a look-up key; undefined where the record does not say. */
export type Pages = (decision: HeldDecision, key: string) => PageBounds | undefined;

/** Whether the pages pointed at lie within the decision; `unknown` where its last page is not on record. */
export type PinCheck = {
  readonly status: "inside" | "outside" | "unknown";
  readonly cited: string;
  readonly bounds: PageBounds | null;
};

/** `fulls`: the full citations, printed side by side, that `citation` is one of or stands for. */
export function checkPin(
  citation: Citation,
  fulls: readonly FullCaseCitation[],
  decision: HeldDecision,
  pages: Pages,
): PinCheck | null {
  const { pin } = citation;
  const places = pin === null ? [] : pagesIn(pin);
  if (pin === null || places.length === 0) return null;
  const cited = pin.text.replace(/\s+/gu, " ");
  // A star page is one of a vendor's or of a slip opinion, where one is cited beside the book.
  const isElsewhere = pin.text.includes("*") && fulls.some(({ source }) => source !== "print");
  const known = (isElsewhere ? [] : fulls)
    .filter((full) => isOfBook(citation, full))
    .flatMap((full) => {
      const bounds =
        full.key === null || full.source !== "print" ? undefined : boundsOf(full, full.key, decision, pages);
      return bounds === undefined ? [] : [bounds];
    });
  if (known.length === 0) return { status: "unknown", cited, bounds: null };
  const statuses = known.map((bounds) => ({ bounds, status: statusOf(places, bounds) }));
  const best =
    statuses.find(({ status }) => status === "inside") ??
    statuses.find(({ status }) => status === "unknown") ??
    statuses[0];
  return best === undefined ? null : { status: best.status, cited, bounds: best.bounds };
}

function boundsOf(full: FullCaseCitation, key: string, decision: HeldDecision, pages: Pages): PageBounds | undefined {
  const known = pages(decision, key);
  if (known !== undefined) return known;
  return full.page !== null && /^\d+$/u.test(full.page) ? { first: Number(full.page), last: null } : undefined;
}

/** A short form names its volume; `id.` and names may mean any of the citations printed side by side. */
function isOfBook(citation: Citation, full: FullCaseCitation): boolean {
  if (citation.kind === "case") return citation.span.start === full.span.start;
  if (citation.kind !== "short") return true;
  return citation.volume === full.volume && citation.candidates.some((reporter) => full.candidates.includes(reporter));
}

function statusOf(places: readonly number[], { first, last }: PageBounds): PinCheck["status"] {
  if (places.some((page) => page < first || (last !== null && page > last))) return "outside";
  return last === null ? "unknown" : "inside";
}
