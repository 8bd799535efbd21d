import type { Reader } from "#db/connection.ts";
import { decodePage } from "#dockets/pages/decode.ts";
import { contentOf } from "#records/purchases/journal.ts";

/** Where a page that was bought is kept, as a sighting names it. */
export function placeOfPurchase(purchaseId: string): string {
  return `purchase ${purchaseId}`;
}

/** The page that a sighting was read from as the court served it, but for the account it was billed to; null where it is not kept. */
export async function originalOf(db: Reader, place: string | null): Promise<string | null> {
  const id = /^purchase ([0-9a-f]{16})$/u.exec(place ?? "")?.[1];
  const content = id === undefined ? undefined : await contentOf(db, id);
  if (content === undefined || !content.mediaType.startsWith("text/html")) return null;
  return withoutLogin(decodePage(content.body));
}

/** The receipt at the end of a page names the account that paid. */
const LOGIN = /(\bLogin:(?:\s|&nbsp;|<[^>]*>)*)[^<\s][^<]*/giu;

function withoutLogin(page: string): string {
  return page.replaceAll(LOGIN, "$1(not shown)");
}
