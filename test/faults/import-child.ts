import { silentLogger } from "#base/log.ts";
import { openRecords } from "#schema/open.ts";
import { runImport } from "#importers/importer.ts";
import { runLawImport } from "#importers/law-import.ts";
import { LAW_SOURCE_NAMES } from "#importers/law-sources.ts";
import { SOURCE_NAMES } from "#importers/sources.ts";
import { BEGUN } from "./import-begun.ts";

/**
 * An import in a process of its own, to be killed: `import-child.ts <dataDir> <source> <path…>`. Prints that it begins,
 * then the report.
 */
const [dataDir = "", sourceName = "", ...paths] = process.argv.slice(2);
const source = SOURCE_NAMES.find((name) => name === sourceName);
const ofLaws = LAW_SOURCE_NAMES.find((name) => name === sourceName);
process.stdout.write(BEGUN);
const db = await openRecords({ dataDir });
try {
  const common = { paths, db, dataDir, log: silentLogger };
  if (source === undefined && ofLaws === undefined) throw new Error(`unknown source ${sourceName}`);
  const report =
    source === undefined
      ? await runLawImport({ ...common, source: ofLaws ?? "law-jsonl" })
      : await runImport({ ...common, source });
  process.stdout.write(`${JSON.stringify({ ...report, rss_max_kib: process.resourceUsage().maxRSS })}\n`);
} finally {
  await db.close();
}
