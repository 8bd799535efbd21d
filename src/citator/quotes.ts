import type { Reader } from "#db/connection.ts";
import { readEachStretch } from "#opinions/store/texts.ts";

/** Where a quotation stands, in bytes of the text's UTF-8, and how long the text was when that was read and is now. */
export type QuotePlaced = {
  readonly opinion_id: string;
  readonly quote_start: number;
  readonly quote_bytes: number;
  readonly chars_read: number;
  readonly text_chars: number;
};

/**
 * These quotations, verbatim, in the order asked for. Of a text that has changed since it was read there is none until
 * it has been read again.
 */
export async function readQuotes(db: Reader, placed: readonly QuotePlaced[]): Promise<string[]> {
  const stretches = await readEachStretch(
    db,
    placed.map(({ opinion_id, quote_start, quote_bytes, chars_read, text_chars }) => ({
      id: opinion_id,
      from: quote_start,
      bytes: chars_read === text_chars ? quote_bytes : 0,
    })),
  );
  return stretches.map((stretch) => stretch?.toString() ?? "");
}
