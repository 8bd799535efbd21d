import type { Page } from "./page.ts";

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
export function readMenu({ prose, rows }: Page): Menu | undefined {
  if (!/\bdocument selection menu\b|\bselect the document you wish to view\b/iu.test(prose)) return undefined;
  const items: MenuItem[] = [];
  for (const { cells, links } of rows) {
    const documentId = links.map(documentIdOf).find((id) => id !== undefined);
    if (documentId === undefined || items.length >= ITEMS_MAX) continue;
    const words = cells.filter((cell) => cell !== "");
    const number = words.map((cell) => /^\d{1,6}$/u.exec(cell)?.[0]).find((digits) => digits !== undefined);
    const pages = words.map((cell) => /^(\d{1,6}) pages?$/iu.exec(cell)?.[1]).find((digits) => digits !== undefined);
    items.push({
      documentId,
      // The main document stands first, under the number of its entry.
      attachment: items.length === 0 ? 0 : Number(number ?? items.length),
      description:
        words.find((cell) => /\p{L}{2}/u.test(cell) && !/^\d+ pages?$|:$|^[\d.]+ [KMG]?B$/iu.test(cell)) ?? "",
      pages: pages === undefined ? null : Number(pages),
    });
  }
  return items.length === 0 ? undefined : { items };
}

/** The number of a document in an address of a court (`/doc1/…`), its fourth digit as the court keeps it: 0. */
export function documentIdOf(address: string): string | undefined {
  const digits = /\/docs?1\/(\d{6,20})(?=$|[?&'"])/u.exec(address)?.[1];
  if (digits === undefined) return undefined;
  // The fourth digit only says whether the page came from a menu; 0 and 1 name the same document.
  return digits[3] === "1" ? `${digits.slice(0, 3)}0${digits.slice(4)}` : digits;
}
