import { storageFailure } from "#db/failures.ts";
import { prepareLaws } from "./law-sources.ts";
import type { LawSourceName } from "./law-sources.ts";
import type { PreparedLaws } from "./laws/law-item.ts";
import { importOneKind } from "./one-kind.ts";
import type { OneKindOptions, OneKindReport } from "./one-kind.ts";
import { lawSink } from "./sinks/laws.ts";

export type LawImportOptions = OneKindOptions & {
  readonly source: LawSourceName;
  /** The day of the edition, where the input does not say. */
  readonly edition?: string;
};

/** Of the versions, `removed` are those that end a provision. */
export type LawImportReport = OneKindReport<"versions">;

/** One transaction: provisions are small, and each costs a look at the versions that are held of it. */
const BATCH_LIMITS = { items_max: 1000, raw_bytes_max: 1024 * 1024 };

/**
 * Imports laws: versions that are new are added, those that were mended are updated, what says the same is left alone.
 * It may be killed at any moment; the same call then goes on where the last transaction ended. Throws OnpointError when
 * the input as a whole cannot be read.
 */
export async function runLawImport(options: LawImportOptions): Promise<LawImportReport> {
  const { source, paths, edition } = options;
  try {
    const prepared = await prepareLaws(source, { paths, ...(edition === undefined ? {} : { edition }) });
    return await importLaws(prepared, options);
  } catch (thrown) {
    throw storageFailure(thrown);
  }
}

/** The same of what has been prepared already. */
export async function importLaws(prepared: PreparedLaws, options: OneKindOptions): Promise<LawImportReport> {
  return importOneKind("versions", { prepared, sink: lawSink(options.db), limits: BATCH_LIMITS }, options);
}
