import { storageFailure } from "#db/failures.ts";
import { readPdfHere } from "#text/pdf/pdf.ts";
import { importOneKind } from "./one-kind.ts";
import type { OneKindOptions, OneKindReport } from "./one-kind.ts";
import { filingSink } from "./sinks/filings.ts";
import type { PreparedFilings } from "./trial-filings/filing-item.ts";
import { prepareTrialFilings } from "./trial-filings/trial-filings.ts";

export type FilingImportReport = OneKindReport<"filings">;

/** One transaction; the files that its lines name are read before it. */
const BATCH_LIMITS = { items_max: 100, raw_bytes_max: 1024 * 1024 };

/**
 * Imports filings of state trial courts: what is new is added, what has changed is updated, the rest is left alone. It
 * may be killed at any moment; the same call then goes on where the last transaction ended. A file that cannot be read is
 * told among the rejects, and its filing is held without words. Throws OnpointError when the input as a whole cannot be
 * read.
 */
export async function runFilingImport(options: OneKindOptions): Promise<FilingImportReport> {
  try {
    return await importFilings(await prepareTrialFilings(options.paths), options);
  } catch (thrown) {
    throw storageFailure(thrown);
  }
}

/** The same of what has been prepared already. */
export async function importFilings(prepared: PreparedFilings, options: OneKindOptions): Promise<FilingImportReport> {
  const sink = filingSink(prepared.source, options.readPdf ?? readPdfHere);
  return importOneKind("filings", { prepared, sink, limits: BATCH_LIMITS }, options);
}
