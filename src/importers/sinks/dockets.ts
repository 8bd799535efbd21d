import { entriesByNumber, filingsOfEntries } from "#dockets/store/read-entries.ts";
import { writeFilingTexts } from "#dockets/store/texts.ts";
import { writeDockets } from "#dockets/store/write.ts";
import type { Trx } from "#db/connection.ts";
import { decisionDays } from "#opinions/store/decision-days.ts";
import type { PagedText } from "#text/pdf/page-lines.ts";
import type { ReadPdf } from "#text/pdf/pdf.ts";
import { wordsOfPdf } from "#text/pdf/words.ts";
import type { ReadFrom } from "#text/pdf/words.ts";
import { rejectsOf } from "../frame/sink.ts";
import type { ReadyBatch, Sink } from "../frame/sink.ts";
import type { Reject } from "../frame/rejects.ts";
import type { RejectReason } from "../frame/source.ts";
import type { DocketItem, FilingFile } from "../pacer/docket-item.ts";

type Words = PagedText & ReadFrom;
type ReadFiling = { readonly file: FilingFile; readonly words: Words | undefined };
type ReadyDockets = ReadyBatch<DocketItem> & { readonly filings: ReadonlyMap<DocketItem, ReadFiling> };

const PAGES_MAX = 5_000;

/** Dockets: PDF files are read while the batch before is written. */
export function docketSink(source: string, readPdf: ReadPdf): Sink<DocketItem, ReadyDockets> {
  return {
    kinds: ["dockets", "entries", "filings"],
    batchesAhead: 1,
    prepare: async (batch) => {
      const rejects: Reject[] = rejectsOf(batch.items);
      const filings = new Map<DocketItem, ReadFiling>();
      for (const item of batch.items) {
        const { filing: file, place, sourceId } = item;
        if (file === undefined) continue;
        const read = await wordsOf(file.bytes, readPdf);
        if ("reason" in read) rejects.push({ ...read, place, sourceId });
        filings.set(item, { file, words: "reason" in read ? undefined : read });
      }
      return { batch, filings, rejects: rejects.toSorted((left, right) => left.place.row - right.place.row) };
    },
    write: async (trx, { batch, filings }) => {
      const told = batch.items.flatMap((item) => [
        ...item.sightings,
        ...(item.filing === undefined ? [] : [item.filing.sighting]),
      ]);
      const { ids, ...tallies } = await writeDockets(trx, told, decisionDays);
      const docketOf = new Map(told.map((sighting, at) => [sighting, ids[at]]));
      for (const { file, words } of filings.values()) {
        const docketId = docketOf.get(file.sighting);
        if (words !== undefined && docketId !== undefined) await keepWords(trx, source, docketId, file, words);
      }
      return { tallies };
    },
  };
}

async function keepWords(trx: Trx, source: string, docketId: string, file: FilingFile, words: Words): Promise<void> {
  const entries = await entriesByNumber(trx, docketId, file.entryNumber);
  const filings = await filingsOfEntries(
    trx,
    entries.map(({ id }) => id),
  );
  const filing = filings.find(({ attachment }) => attachment === file.attachment);
  if (filing === undefined) return;
  const obtained = { source, at: null, cost_cents: null };
  await writeFilingTexts(trx, [{ filingId: filing.id, ...words, obtained }]);
}

async function wordsOf(bytes: Buffer, readPdf: ReadPdf): Promise<Words | RejectReason> {
  const read = await readPdf(bytes, PAGES_MAX);
  const held = "the filing is held without its words";
  if ("fault" in read)
    return {
      reason: `pdf_${read.fault}`,
      message: "the PDF file cannot be read",
      hint: `${FAULTS[read.fault]}; ${held}`,
    };
  return (
    wordsOfPdf(read) ?? {
      reason: "no_text",
      message: "the PDF file holds pictures of pages and no text that could be read",
      hint: `run text recognition first, or set ONPOINT_TEXT_RECOGNITION=yes and import again; ${held}`,
    }
  );
}

const FAULTS = {
  protected: "it is protected by a password; save it without one",
  damaged: "it is damaged; fetch it again",
  unreadable: "its fonts put other letters for those it prints; run text recognition on pictures of its pages",
  too_long: "it has more than 5,000 pages; give it in parts",
} as const;
