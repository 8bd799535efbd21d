import { silentLogger } from "#base/log.ts";
import { openRecords } from "#schema/open.ts";
import { runRecapImport } from "#importers/docket-import.ts";
import { runFilingImport } from "#importers/filing-import.ts";
import { runImport } from "#importers/importer.ts";
import { runLawImport } from "#importers/law-import.ts";
import { LAW_SOURCE_NAMES } from "#importers/law-sources.ts";
import type { OneKindOptions } from "#importers/one-kind.ts";
import { runPacerImport } from "#importers/pacer-import.ts";
import { SOURCE_NAMES } from "#importers/sources.ts";
import { BEGUN } from "./import-begun.ts";

/**
 * An import in a process of its own, to be killed: `import-child.ts <dataDir> <source> <path…>`. Prints that it begins,
 * then the report.
 */
const [dataDir = "", sourceName = "", ...paths] = process.argv.slice(2);
const source = SOURCE_NAMES.find((name) => name === sourceName);
const ofLaws = LAW_SOURCE_NAMES.find((name) => name === sourceName);

async function imported(common: OneKindOptions): Promise<object> {
  if (source !== undefined) return runImport({ ...common, source });
  if (ofLaws !== undefined) return runLawImport({ ...common, source: ofLaws });
  if (sourceName === "pacer") return runPacerImport(common);
  if (sourceName === "recap") return runRecapImport(common);
  if (sourceName === "trial-filings") return runFilingImport(common);
  throw new Error(`unknown source ${sourceName}`);
}

process.stdout.write(BEGUN);
const db = await openRecords({ dataDir });
try {
  const common = { paths, db, dataDir, log: silentLogger };
  const report = await imported(common);
  process.stdout.write(`${JSON.stringify({ ...report, rss_max_kib: process.resourceUsage().maxRSS })}\n`);
} finally {
  await db.close();
}
