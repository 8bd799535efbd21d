import type { ParallelCitation } from "../model.ts";

/** A page marker as far as this rule reads it; `offset` is in characters of the plain text. */
export type MarkedPage = {
  readonly label: string;
  readonly reporter: number;
  readonly offset: number;
  readonly inFootnote?: boolean;
};

/** No decision runs longer: a citation whose first page lies further below a marker is another volume's. */
const PAGES_MAX = 600;

/**
 * How far behind its decision's first page an opinion's first marker stands. Between them are headnotes and
 * argument, and for a separate opinion those before it. Measured on 2,056 opinions of the Supreme Court: opinions
 * of the court 70 pages at most (but for one volume that its source numbers wrongly throughout), separate ones 228.
 */
const LEAD_DISTANCE_MAX = 100;
const SEPARATE_DISTANCE_MAX = 300;

/** Databases, news services and looseleaf reports: their page numbers never stand in a text as page markers. */
const NEVER_MARKED =
  /\bLEXIS\b|\bWL\b|\bU\.\s?S\.\s?L\.\s?W\.|\((?:BNA|CCH|P-H|RIA|MB|Envtl[^)]*)\)|\bDaily\b|\bL\. Weekly\b|\bA\.\s?L\.\s?R\.|\bU\.\s?S\.\s?P\.\s?Q\./u;

/** Reporters printed in two columns: West's, and the Lawyers' Edition. */
const TWO_COLUMNS =
  /^(?:S\.\s?Ct\.|F\.|Fed\.|F\. Supp\.|F\.R\.D\.|B\.R\.|A\.|N\.E\.|N\.W\.|P\.|S\.E\.|S\.W\.|So\.|N\.Y\.S\.|Cal\. Rptr\.|L\. ?Ed\.)/u;

/**
 * Characters on a page, as the median of a text. Measured: 1,604 texts paged by the United States Reports had 830 to
 * 3,201; 14 paged by two-column reporters had 2,707 to 4,700. Where both are possible the range alone decides.
 */
const ONE_COLUMN_CHARS_MAX = 3_400;
const TWO_COLUMNS_CHARS_MIN = 2_400;

/**
 * The citation whose pages the markers follow, when exactly one can be: all markers are of one reporter and ascend,
 * they lie as near behind its first page as such an opinion can, and a page of it holds about as much text as
 * stands between the markers. Names of one book (`8 Pet. 591`, `33 U.S. 591`) count as one, and `U.S.` is preferred.
 * Null when there is no marker, none fits, or several do. `separate` opinions (a dissent) may begin late.
 */
export function paginationCitation(
  markers: readonly MarkedPage[],
  citations: readonly ParallelCitation[],
  separate = false,
): ParallelCitation | null {
  const distance_max = separate ? SEPARATE_DISTANCE_MAX : LEAD_DISTANCE_MAX;
  const pages = ascendingPages(markers);
  const first = pages?.[0];
  const last = pages?.at(-1);
  if (pages === null || first === undefined || last === undefined) return null;
  const pageChars = medianPageChars(pages);
  const fitting = citations.filter((citation) => {
    const start = pageNumber(citation.page);
    if (start === null || NEVER_MARKED.test(citation.reporter)) return false;
    if (first.page < start || first.page > start + distance_max) return false;
    return last.page <= start + PAGES_MAX && holdsAbout(citation.reporter, pageChars);
  });
  const books = new Set(fitting.map((citation) => pageNumber(citation.page)));
  if (books.size !== 1) return null;
  return fitting.find((citation) => /^U\.\s?S\.$/u.test(citation.reporter)) ?? fitting[0] ?? null;
}

type Page = { readonly page: number; readonly offset: number };

/** The pages the body's markers number, when all are of one reporter and none goes back. */
function ascendingPages(markers: readonly MarkedPage[]): Page[] | null {
  const body = markers.filter((marker) => marker.inFootnote !== true && marker.label !== "?");
  const reporter = body[0]?.reporter;
  const pages: Page[] = [];
  for (const marker of body) {
    const page = pageNumber(marker.label);
    if (page === null || marker.reporter !== reporter || page < (pages.at(-1)?.page ?? 0)) return null;
    pages.push({ page, offset: marker.offset });
  }
  return pages;
}

/** The median length of the pages that are marked at both ends; null when there is none. */
function medianPageChars(pages: readonly Page[]): number | null {
  const lengths = pages.flatMap((page, at) => {
    const next = pages[at + 1];
    return next !== undefined && next.page === page.page + 1 ? [next.offset - page.offset] : [];
  });
  return lengths.sort((one, other) => one - other)[Math.floor(lengths.length / 2)] ?? null;
}

function holdsAbout(reporter: string, pageChars: number | null): boolean {
  if (pageChars === null) return true;
  return TWO_COLUMNS.test(reporter) ? pageChars >= TWO_COLUMNS_CHARS_MIN : pageChars <= ONE_COLUMN_CHARS_MAX;
}

function pageNumber(label: string): number | null {
  const digits = /^(\d{1,6})[A-Za-z]?$/u.exec(label.trim().replaceAll(",", ""));
  return digits === null ? null : Number(digits[1]);
}
