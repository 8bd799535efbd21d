import type { Reader } from "#db/connection.ts";
import { decodePage } from "#dockets/pages/decode.ts";
import { contentOf, mediaTypeOf } from "#records/purchases/journal.ts";

/** Where a page that was bought is kept, as a sighting names it. */
export function placeOfPurchase(purchaseId: string): string {
  return `purchase ${purchaseId}`;
}

/** Whether the page that a sighting was read from is kept. */
export async function hasOriginal(db: Reader, place: string | null): Promise<boolean> {
  const id = purchaseAt(place);
  return id !== undefined && isPage(await mediaTypeOf(db, id));
}

/** That page as the court served it, but for the account it was billed to; null where it is not kept. */
export async function originalOf(db: Reader, place: string | null): Promise<string | null> {
  const id = purchaseAt(place);
  const content = id === undefined ? undefined : await contentOf(db, id);
  return content !== undefined && isPage(content.mediaType) ? withoutLogin(decodePage(content.body)) : null;
}

function purchaseAt(place: string | null): string | undefined {
  return /^purchase ([0-9a-f]{16})$/u.exec(place ?? "")?.[1];
}

function isPage(mediaType: string | undefined): boolean {
  return mediaType?.startsWith("text/html") === true;
}

/** The receipt at the end of a page names the account that paid. */
const LOGIN = /(\bPACER(?:\s|&nbsp;)+Login:(?:\s|&nbsp;|<[^>]*>)*)([^<\s][^<]*)/giu;
const NOT_SHOWN = "(not shown)";
/** A shorter one could be any word of the page. */
const LOGIN_CHARS_MIN = 4;

export function withoutLogin(page: string): string {
  const logins = new Set([...page.matchAll(LOGIN)].map(([, , login = ""]) => login.replaceAll("&nbsp;", " ").trim()));
  let shown = page.replaceAll(LOGIN, `$1${NOT_SHOWN}`);
  for (const login of logins) {
    if (login.length < LOGIN_CHARS_MIN) continue;
    // Elsewhere on the page too, but not as a part of a word or of somebody's address.
    shown = shown.replaceAll(new RegExp(`(?<![\\w@.-])${escaped(login)}(?![\\w@-])`, "gu"), NOT_SHOWN);
  }
  return shown;
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
}
