import { entriesByNumber, filingsOfEntries } from "#dockets/store/read-entries.ts";
import { writeFilingTexts } from "#dockets/store/texts.ts";
import type { FilingTextWrite } from "#dockets/store/texts.ts";
import { writeDockets } from "#dockets/store/write.ts";
import { decisionDays } from "#opinions/store/decision-days.ts";
import type { Trx } from "#db/connection.ts";
import { rejectsOf } from "../frame/sink.ts";
import type { ReadyBatch, Sink } from "../frame/sink.ts";
import type { DocketItem, SeenText } from "../recap/docket-item.ts";

/** Dockets as a source has seen them, with the words of their documents. */
export function seenDocketSink(source: string): Sink<DocketItem, ReadyBatch<DocketItem>> {
  return {
    kinds: ["dockets", "entries", "filings"],
    batchesAhead: 1,
    prepare: async (batch) => ({ batch, rejects: rejectsOf(batch.items) }),
    write: async (trx, { batch }) => {
      const seen = batch.items.flatMap((item) => item.seen);
      const { ids, dockets, entries, filings } = await writeDockets(
        trx,
        seen.map(({ sighting }) => ({ ...sighting, source })),
        decisionDays,
      );
      const texts: FilingTextWrite[] = [];
      for (const [at, { texts: told }] of seen.entries()) {
        const docketId = ids[at];
        if (docketId !== undefined) texts.push(...(await textsOf(trx, docketId, told, source)));
      }
      await writeFilingTexts(trx, texts);
      return { tallies: { dockets, entries, filings } };
    },
  };
}

/** The words with the filings they are of; the archive's text has no pages. */
async function textsOf(
  trx: Trx,
  docketId: string,
  texts: readonly SeenText[],
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
