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

/** Databases, news services and looseleaf reports: their page numbers never stand in a text as page markers. */
const NEVER_MARKED =
  /\bLEXIS\b|\bWL\b|\bU\.\s?S\.\s?L\.\s?W\.|\((?:BNA|CCH|P-H|RIA|MB|Envtl[^)]*)\)|\bDaily\b|\bL\. Weekly\b|\bA\.\s?L\.\s?R\.|\bU\.\s?S\.\s?P\.\s?Q\./u;

/** Reporters printed in two columns: West's, and the Lawyers' Edition. */
const TWO_COLUMNS =
  /^(?:S\.\s?Ct\.|F\.|Fed\.|F\. Supp\.|F\.R\.D\.|B\.R\.|A\.|N\.E\.|N\.W\.|P\.|S\.E\.|S\.W\.|So\.|N\.Y\.S\.|Cal\. Rptr\.|L\. ?Ed\.)/u;

/**
 * Characters on a page. Measured on decisions whose markers begin at one citation's first page: 617 of
 * one-column reports had medians between 830 and 2,580, 14 of two-column ones between 2,700 and 4,700.
 */
const ONE_COLUMN_CHARS_MAX = 3_200;
const TWO_COLUMNS_CHARS_MIN = 2_400;

/**
 * The citation whose pages the markers follow, when exactly one can be: all markers are of one reporter and ascend,
 * they lie within `PAGES_MAX` of its first page and not before it, and a page of it holds about as much text as
 * stands between the markers. Names of one book (`8 Pet. 591`, `33 U.S. 591`) count as one, and `U.S.` is preferred.
 * Null when there is no marker, none fits, or several do.
 */
export function paginationCitation(
  markers: readonly MarkedPage[],
  citations: readonly ParallelCitation[],
): ParallelCitation | null {
  const pages = ascendingPages(markers);
  const first = pages?.[0];
  const last = pages?.at(-1);
  if (pages === null || first === undefined || last === undefined) return null;
  const pageChars = medianPageChars(pages);
  const fitting = citations.filter((citation) => {
    const start = pageNumber(citation.page);
    if (start === null || NEVER_MARKED.test(citation.reporter)) return false;
    return start <= first.page && last.page <= start + PAGES_MAX && holdsAbout(citation.reporter, pageChars);
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
