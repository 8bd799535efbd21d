import { storageFailure } from "#db/failures.ts";
import { importOneKind } from "./one-kind.ts";
import type { OneKindOptions, OneKindReport } from "./one-kind.ts";
import { preparePacer } from "./pacer/pacer.ts";
import { readPdfHere } from "#text/pdf/pdf.ts";
import { docketSink } from "./sinks/dockets.ts";

export type PacerImportReport = OneKindReport<"dockets">;

/** One transaction; a page of a long docket has a megabyte. */
const BATCH_LIMITS = { items_max: 50, raw_bytes_max: 2 * 1024 * 1024 };

/**
 * Imports saved pages of the federal courts' records system and filings in PDF: dockets that are new are added, those of
 * which a page tells something new are updated, the rest is left alone. It may be killed at any moment; the same call
 * then goes on where the last transaction ended. A page that tells of no case, or cannot be read whole, is told among the
 * rejects. Throws OnpointError when the input as a whole cannot be read.
 */
export async function runPacerImport(options: OneKindOptions): Promise<PacerImportReport> {
  try {
    const prepared = await preparePacer(options.paths);
    const sink = docketSink(prepared.source, options.readPdf ?? readPdfHere);
    return await importOneKind("dockets", { prepared, sink, limits: BATCH_LIMITS }, options);
  } catch (thrown) {
    throw storageFailure(thrown);
  }
}
