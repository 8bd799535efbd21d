import { fileURLToPath } from "node:url";
import { importFilings } from "../filing-import.ts";
import type { FilingImportReport } from "../filing-import.ts";
import { runImport } from "../importer.ts";
import type { ImportOptions } from "../importer.ts";
import { importLaws } from "../law-import.ts";
import type { LawImportReport } from "../law-import.ts";
import { prepareLawJsonl } from "../law-jsonl/law-jsonl.ts";
import type { ImportReport } from "../report.ts";
import { prepareTrialFilings, SAMPLE_FILINGS } from "../trial-filings/trial-filings.ts";
import { SAMPLE_SOURCE } from "./sample.ts";

const SAMPLE_LAWS = fileURLToPath(new URL("../../../sample/laws.jsonl", import.meta.url));
const SAMPLE_FILINGS_FILE = fileURLToPath(new URL("../../../sample/filings.jsonl", import.meta.url));

/** What came of the parts of the invented corpus. */
export type SampleReports = {
  readonly decisions: ImportReport;
  readonly laws: LawImportReport;
  readonly filings: FilingImportReport;
};

/** Loads the invented corpus: decisions, laws and filings of trial courts. What is there already is left alone. */
export async function loadSampleCorpus(options: Pick<ImportOptions, "db" | "dataDir" | "log">): Promise<SampleReports> {
  const decisions = await runImport({ ...options, source: SAMPLE_SOURCE, paths: [] });
  const preparedLaws = await prepareLawJsonl({ paths: [SAMPLE_LAWS] }, SAMPLE_SOURCE);
  const laws = await importLaws(preparedLaws, { ...options, paths: ["laws"] });
  const preparedFilings = await prepareTrialFilings([SAMPLE_FILINGS_FILE], SAMPLE_FILINGS);
  return { decisions, laws, filings: await importFilings(preparedFilings, { ...options, paths: ["filings"] }) };
}
