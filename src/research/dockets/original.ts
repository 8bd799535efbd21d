import type { Reader } from "#db/connection.ts";
import type { DocketSighting } from "#dockets/model.ts";
import { decodePage } from "#dockets/pages/decode.ts";
import { withoutLogin } from "#dockets/pages/without-login.ts";
import { contentOf, mediaTypeOf } from "#records/purchases/journal.ts";

/** Where a page that was bought is kept, as a sighting names it. */
export function placeOfPurchase(purchaseId: string): string {
  return `purchase ${purchaseId}`;
}

type ReadFrom = Pick<DocketSighting, "page" | "place">;

/** Whether the page that a sighting was read from is kept: with it, or with the purchase that brought it. */
export async function hasOriginal(db: Reader, { page, place }: ReadFrom): Promise<boolean> {
  if (page !== undefined) return true;
  const id = purchaseAt(place);
  return id !== undefined && isPage(await mediaTypeOf(db, id));
}

/** That page as the court served it, but for the account it was billed to; null where it is not kept. */
export async function originalOf(db: Reader, { page, place }: ReadFrom): Promise<string | null> {
  if (page !== undefined) return page;
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
