import { fileURLToPath } from "node:url";
import { importDockets } from "../docket-import.ts";
import type { DocketImportReport } from "../docket-import.ts";
import { importFilings } from "../filing-import.ts";
import type { FilingImportReport } from "../filing-import.ts";
import { runImport } from "../importer.ts";
import type { ImportOptions } from "../importer.ts";
import { importLaws } from "../law-import.ts";
import type { LawImportReport } from "../law-import.ts";
import { prepareLawJsonl } from "../law-jsonl/law-jsonl.ts";
import type { ImportReport } from "../report.ts";
import { prepareRecap } from "../recap/recap.ts";
import { SAMPLE_DOCKETS } from "../recap/docket-item.ts";
import { prepareTrialFilings, SAMPLE_FILINGS } from "../trial-filings/trial-filings.ts";
import { SAMPLE_SOURCE } from "./sample.ts";

const SAMPLE_LAWS = fileURLToPath(new URL("../../../sample/laws.jsonl", import.meta.url));
const SAMPLE_DOCKETS_FILE = fileURLToPath(new URL("../../../sample/dockets.jsonl", import.meta.url));
const SAMPLE_FILINGS_FILE = fileURLToPath(new URL("../../../sample/filings.jsonl", import.meta.url));

/** What came of the parts of the invented corpus. */
export type SampleReports = {
  readonly decisions: ImportReport;
  readonly laws: LawImportReport;
  readonly filings: FilingImportReport;
  readonly dockets: DocketImportReport;
};

/** Loads the invented corpus: decisions, laws, filings of trial courts and federal dockets. What is there already is left alone. */
export async function loadSampleCorpus(options: Pick<ImportOptions, "db" | "dataDir" | "log">): Promise<SampleReports> {
  const decisions = await runImport({ ...options, source: SAMPLE_SOURCE, paths: [] });
  const preparedLaws = await prepareLawJsonl({ paths: [SAMPLE_LAWS] }, SAMPLE_SOURCE);
  const laws = await importLaws(preparedLaws, { ...options, paths: ["laws"] });
  const preparedFilings = await prepareTrialFilings([SAMPLE_FILINGS_FILE], SAMPLE_FILINGS);
  const filings = await importFilings(preparedFilings, { ...options, paths: ["filings"] });
  const preparedDockets = await prepareRecap([SAMPLE_DOCKETS_FILE], SAMPLE_DOCKETS);
  const dockets = await importDockets(preparedDockets, { ...options, paths: ["dockets"] });
  return { decisions, laws, filings, dockets };
}
