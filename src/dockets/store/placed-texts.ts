import type { Trx } from "#db/connection.ts";
import { entriesByNumber, filingsOfEntries } from "./read-entries.ts";
import type { FilingTextWrite } from "./texts.ts";

/** Words by the place of their filing in a docket. */
type PlacedText = {
  readonly entryNumber: string;
  readonly attachment: number;
  readonly text: string;
  readonly at: string | null;
};

/** The words with the filings they are of, without pages; those of which no filing is held are left out. */
export async function placedTexts(
  trx: Trx,
  docketId: string,
  texts: readonly PlacedText[],
  source: string,
): Promise<FilingTextWrite[]> {
  const writes: FilingTextWrite[] = [];
  for (const { entryNumber, attachment, text, at } of texts) {
    const entries = await entriesByNumber(trx, docketId, entryNumber);
    const filings = await filingsOfEntries(
      trx,
      entries.map(({ id }) => id),
    );
    const filing = filings.find((one) => one.attachment === attachment);
    if (filing === undefined) continue;
    const obtained = { source, at, cost_cents: null };
    writes.push({ filingId: filing.id, text, pageStarts: [], readBy: "text", obtained });
  }
  return writes;
}
