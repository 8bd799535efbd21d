import type { Page, Row } from "./page.ts";

/** One document that an entry has: the main one, or an attachment. */
export type MenuItem = {
  /** The court's own number of the document, from its address. */
  readonly documentId: string;
  /** 0 is the main document. */
  readonly attachment: number;
  readonly description: string;
  /** Null where the menu does not tell. */
  readonly pages: number | null;
};

export type Menu = { readonly items: readonly MenuItem[] };

const ITEMS_MAX = 1_000;

/** The menu of an entry with attachments, or undefined where the page is none. It is free. */
export function readMenu(page: Page): Menu | undefined {
  if (/\bdocument selection menu\b|\bselect the document you wish to view\b/iu.test(page.prose))
    return menuOf(page.rows, districtItem);
  const isAppellate = page.cells.some(({ words, isHeading }) => isHeading && APPELLATE_HEADING.test(words));
  return isAppellate ? menuOf(page.rows, appellateItem) : undefined;
}

const APPELLATE_HEADING = /^\d+ documents? (?:is|are) attached to this filing$/iu;

type Told = Omit<MenuItem, "documentId">;

function menuOf(rows: readonly Row[], itemOf: (cells: readonly string[], at: number) => Told): Menu | undefined {
  const items: MenuItem[] = [];
  for (const { cells, links } of rows) {
    const documentId = links.map(documentIdOf).find((id) => id !== undefined);
    if (documentId !== undefined && items.length < ITEMS_MAX)
      items.push({ documentId, ...itemOf(cells, items.length) });
  }
  return items.length === 0 ? undefined : { items };
}

function districtItem(cells: readonly string[], at: number): Told {
  const words = cells.filter((cell) => cell !== "");
  const number = words.map((cell) => /^\d{1,6}$/u.exec(cell)?.[0]).find((digits) => digits !== undefined);
  const pages = words.map((cell) => /^(\d{1,6}) pages?$/iu.exec(cell)?.[1]).find((digits) => digits !== undefined);
  return {
    // The main document stands first, under the number of its entry.
    attachment: at === 0 ? 0 : Number(number ?? at),
    description: words.find((cell) => /\p{L}{2}/u.test(cell) && !/^\d+ pages?$|:$|^[\d.]+ [KMG]?B$/iu.test(cell)) ?? "",
    pages: pages === undefined ? null : Number(pages),
  };
}

/** Number, link, title, pages, in columns. Courts of appeals number from 1; the first is the main document here. */
function appellateItem(cells: readonly string[], at: number): Told {
  const first = cells.findIndex((cell) => /^\d{1,6}$/u.test(cell));
  const [number = "", , description = "", pages = ""] = first === -1 ? [] : cells.slice(first);
  return {
    attachment: number === "" ? at : Number(number) - 1,
    description,
    pages: /^\d{1,6}$/u.test(pages) ? Number(pages) : null,
  };
}

/** The number of a document in an address of a court (`/doc1/…`), its fourth digit as the court keeps it: 0. */
export function documentIdOf(address: string): string | undefined {
  const digits = /\/docs?1\/(\d{6,20})(?=$|[?&'"])/u.exec(address)?.[1];
  if (digits === undefined) return undefined;
  // The fourth digit only says whether the page came from a menu; 0 and 1 name the same document.
  return digits[3] === "1" ? `${digits.slice(0, 3)}0${digits.slice(4)}` : digits;
}
