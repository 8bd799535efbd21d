import { placedTexts } from "#dockets/store/placed-texts.ts";
import { writeFilingTexts } from "#dockets/store/texts.ts";
import type { FilingTextWrite } from "#dockets/store/texts.ts";
import { writeDockets } from "#dockets/store/write.ts";
import { decisionDays } from "#opinions/store/decision-days.ts";
import { rejectsOf } from "../frame/sink.ts";
import type { ReadyBatch, Sink } from "../frame/sink.ts";
import type { DocketItem } from "../recap/docket-item.ts";

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
        if (docketId !== undefined) texts.push(...(await placedTexts(trx, docketId, told, source)));
      }
      await writeFilingTexts(trx, texts);
      return { tallies: { dockets, entries, filings } };
    },
  };
}
