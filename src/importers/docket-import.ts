import { storageFailure } from "#db/failures.ts";
import { importOneKind } from "./one-kind.ts";
import type { OneKindOptions, OneKindReport } from "./one-kind.ts";
import type { PreparedDockets } from "./recap/docket-item.ts";
import { prepareRecap } from "./recap/recap.ts";
import { seenDocketSink } from "./sinks/seen-dockets.ts";

export type DocketImportReport = OneKindReport<"dockets">;

const BATCH_LIMITS = { items_max: 50, raw_bytes_max: 1024 * 1024 };

/**
 * Imports dockets of the public archive. What it says is laid beside what other sources say of the same docket; saying it
 * again changes nothing. It may be killed at any moment; the same call then goes on where the last transaction ended.
 * Throws OnpointError when the input as a whole cannot be read.
 */
export async function runRecapImport(options: OneKindOptions): Promise<DocketImportReport> {
  try {
    return await importDockets(await prepareRecap(options.paths), options);
  } catch (thrown) {
    throw storageFailure(thrown);
  }
}

/** The same of what has been prepared already. */
export async function importDockets(prepared: PreparedDockets, options: OneKindOptions): Promise<DocketImportReport> {
  const sink = seenDocketSink(prepared.source);
  return importOneKind("dockets", { prepared, sink, limits: BATCH_LIMITS }, options);
}
