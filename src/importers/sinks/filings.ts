import { TOOK_TOO_LONG, withinTime } from "#base/within-time.ts";
import { typeOfFiling } from "#dockets/document-types/title-page.ts";
import type { FilingDraft } from "#dockets/filings/model.ts";
import { writeFilings } from "#dockets/filings/write.ts";
import { decisionDays } from "#opinions/store/decision-days.ts";
import type { ReadPdf } from "#text/pdf/pdf.ts";
import { ROW_BUDGET, tookTooLong } from "../frame/rows-in-time.ts";
import { rejectsOf } from "../frame/sink.ts";
import type { ReadyBatch, Sink } from "../frame/sink.ts";
import type { Reject } from "../frame/rejects.ts";
import { readFilingWords } from "../trial-filings/filing-words.ts";
import type { FilingItem, FilingTold } from "../trial-filings/filing-item.ts";
import type { FilingWords } from "../trial-filings/filing-words.ts";

type ReadyFilings = ReadyBatch<FilingItem> & { readonly drafts: readonly FilingDraft[] };

/** Filings: their files are read and their types told while the batch before is written. */
export function filingSink(source: string, readPdf: ReadPdf): Sink<FilingItem, ReadyFilings> {
  return {
    kinds: ["filings"],
    batchesAhead: 1,
    prepare: async (batch) => {
      const drafts: FilingDraft[] = [];
      const rejects: Reject[] = rejectsOf(batch.items);
      for (const { filing, place, sourceId } of batch.items) {
        if (filing === undefined) continue;
        const words = await readFilingWords(filing.words, readPdf);
        if (words.reject !== undefined) rejects.push({ ...words.reject, place, sourceId });
        const draft = withinTime(ROW_BUDGET.row_ms_max, () => draftOf(filing.told, words));
        if (draft === TOOK_TOO_LONG) rejects.push({ ...tookTooLong(), place, sourceId });
        else drafts.push(draft);
      }
      return { batch, drafts, rejects: rejects.toSorted((left, right) => left.place.row - right.place.row) };
    },
    write: async (trx, { drafts }) => ({ tallies: { filings: await writeFilings(trx, source, drafts, decisionDays) } }),
  };
}

function draftOf(told: FilingTold, { state, content }: FilingWords): FilingDraft {
  const found = typeOfFiling({
    description: [told.title, told.description].filter((text) => text !== null).join(". "),
    isAttachment: told.attachmentNumber !== null,
    text: content.text,
    given: told.type,
  });
  return {
    ...told,
    type: found.type,
    typeConfidence_pct: Math.round(found.confidence * 100),
    textState: state,
    content,
  };
}
