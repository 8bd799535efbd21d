import { fileURLToPath } from "node:url";
import { runImport } from "../importer.ts";
import type { ImportOptions } from "../importer.ts";
import { importLaws } from "../law-import.ts";
import type { LawImportReport } from "../law-import.ts";
import { prepareLawJsonl } from "../law-jsonl/law-jsonl.ts";
import type { ImportReport } from "../report.ts";
import { SAMPLE_SOURCE } from "./sample.ts";

const SAMPLE_LAWS = fileURLToPath(new URL("../../../sample/laws.jsonl", import.meta.url));

/** Loads the invented corpus, decisions and laws; what is there already is left alone. */
export async function loadSampleCorpus(
  options: Pick<ImportOptions, "db" | "dataDir" | "log">,
): Promise<{ readonly decisions: ImportReport; readonly laws: LawImportReport }> {
  const decisions = await runImport({ ...options, source: SAMPLE_SOURCE, paths: [] });
  const prepared = await prepareLawJsonl({ paths: [SAMPLE_LAWS] }, SAMPLE_SOURCE);
  return { decisions, laws: await importLaws(prepared, { ...options, paths: ["laws"] }) };
}
