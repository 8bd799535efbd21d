import { courtById } from "#courts/courts.ts";
import { linesOf } from "#text/lines.ts";
import type { SourcePart } from "./analyst.ts";
/** What the public address of a decision is made of: its small number, and a slug of its caption. */
export type Addressed = { readonly publicNumber: number; readonly slug: string };

/** The canonical page of a decision. */
export type AddressOf = (decision: Addressed) => string;

/** Addresses under `baseUrl`, which has no slash at its end. */
export function addressesUnder(baseUrl: string): AddressOf {
  return ({ publicNumber, slug }) => `${baseUrl}/opinions/${publicNumber}/${slug}`;
}

/** What the public address of a version of a law is made of; one that is not law today is named in it. */
export type AddressedLaw = {
  readonly version: { readonly id: string; readonly collectionId: string; readonly path: string };
  readonly standing: { readonly isCurrent: boolean };
};

/** The canonical page of a law, or of one version of it. */
export type LawAddressOf = (law: AddressedLaw) => string;

export function lawAddressesUnder(baseUrl: string): LawAddressOf {
  return ({ version: { id, collectionId, path }, standing }) =>
    `${baseUrl}/laws/${collectionId}/${path}${standing.isCurrent ? "" : `?version=${id}`}`;
}

/** What the public address of a docket is made of. */
export type AddressedDocket = {
  readonly docket: { readonly id: string; readonly courtId: string; readonly docketNumber: string | null };
  readonly slug: string;
};

/** The public page of a docket: by its court and number, and where that has none, by its id. */
export function docketAddressesUnder(baseUrl: string): (view: AddressedDocket) => string {
  return ({ docket: { id, courtId, docketNumber }, slug }) =>
    `${baseUrl}/dockets/${courtId}/${isPlain(docketNumber) ? docketNumber : id}/${slug}`;
}

/** What stands in an address as it is. */
function isPlain(docketNumber: string | null): docketNumber is string {
  return docketNumber !== null && /^[\w:-][\w:.-]{0,99}$/u.test(docketNumber);
}

/** A run of the words of a document. */
export type Quoted = { readonly partId: string; readonly text: string };

/** What the public address of a filing is made of. */
export type AddressedFiling = { readonly documentId: string; readonly slug: string };
export type FilingAddressOf = (filing: AddressedFiling) => string;

export function filingAddressesUnder(baseUrl: string): FilingAddressOf {
  return ({ documentId, slug }) => `${baseUrl}/filings/${documentId}/${slug}`;
}

/** Everything that edges make addresses and names of. */
export type Addresses = {
  readonly decision: AddressOf;
  readonly law: LawAddressOf;
  readonly filing: FilingAddressOf;
  /** The place of a quotation on the page of its document. */
  readonly quoted: (url: string, quote: Quoted) => string;
  /** The same on the page of a law, which is one text. */
  readonly quotedLaw: (url: string, text: string) => string;
  /** The lines of an opinion on the page of its decision that a stretch of its text stands in. */
  readonly lines: (url: string, parts: readonly SourcePart[], stretch: Stretch) => string;
  readonly courtName: (courtId: string) => string;
  readonly docket: (view: AddressedDocket) => string;
  /** The place of a quotation on the page of a filing, which is there page by page. */
  readonly quotedFiling: (url: string, quote: Placed) => string;
  /** Where a signed download is got. */
  readonly download: (token: string) => string;
};

/** Words of a filing, and where its pages begin. */
type Placed = {
  readonly text: string;
  readonly start: number;
  readonly pages: readonly { readonly at: number; readonly label: string }[];
};

export type Stretch = { readonly partId: string; readonly start: number; readonly end: number };

export function addressesOf(baseUrl: string): Addresses {
  return {
    decision: addressesUnder(baseUrl),
    law: lawAddressesUnder(baseUrl),
    filing: filingAddressesUnder(baseUrl),
    quoted: (url, { partId, text }) => `${url}#opinion-${partId}${textFragment(text)}`,
    quotedLaw: (url, text) => `${url}#${textFragment(text)}`,
    lines: linesAt,
    courtName: (courtId) => courtById(courtId)?.fullName ?? courtId,
    docket: docketAddressesUnder(baseUrl),
    quotedFiling: (url, { text, start, pages }) => {
      const page = pages.findLast(({ at }) => at <= start)?.label;
      return `${url}#${page === undefined ? "" : pageAnchor(page)}${textFragment(text)}`;
    },
    download: (token) => `${baseUrl}/downloads/${token}`,
  };
}

/** What the page of a filing calls a page of it. */
export function pageAnchor(label: string): string {
  return `page-${label}`;
}

/** Longer texts are told by their first and last words. */
const FRAGMENT_WORDS_MAX = 12;
const FRAGMENT_EDGE_WORDS = 5;
/** A shorter paragraph (`Per Curiam.`, a number) stands at many places of a page. */
const EDGE_PARAGRAPH_WORDS_MIN = 3;

/**
 * By a text fragment (WICG scroll-to-text), which browsers look up in the page as it is shown; those that do not know
 * it, or whose page prints a page number between the words, go to what is named before it. Neither of its ends may run
 * over two paragraphs: browsers find such words nowhere.
 */
function textFragment(text: string): string {
  const directive = fragmentEnds(text).map((end) => encodeURIComponent(end).replaceAll("-", "%2D"));
  return `:~:text=${directive.join(",")}`;
}

function fragmentEnds(text: string): string[] {
  const paragraphs = text
    .split("\n\n")
    .map(wordsOf)
    .filter(({ length }) => length > 0);
  const telling = paragraphs.filter(({ length }) => length >= EDGE_PARAGRAPH_WORDS_MIN);
  const [first = [], ...rest] = telling.length === 0 ? paragraphs : telling;
  const last = rest.at(-1) ?? first;
  if (last === first && first.length <= FRAGMENT_WORDS_MAX) return [first.join(" ")];
  return [first.slice(0, FRAGMENT_EDGE_WORDS).join(" "), last.slice(-FRAGMENT_EDGE_WORDS).join(" ")];
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/u).filter((word) => word !== "");
}

function linesAt(url: string, parts: readonly SourcePart[], { partId, start, end }: Stretch): string {
  const text = parts.find(({ id }) => id === partId)?.text ?? "";
  const { first, last } = linesOf(text, { start, end });
  return `${url}?lines=${first}-${last}#${lineAnchor(partId, first)}`;
}

/** What the page of a decision calls a line of one of its opinions. */
export function lineAnchor(opinionId: string, line: number): string {
  return `L${line}-${opinionId.slice(0, 8)}`;
}
