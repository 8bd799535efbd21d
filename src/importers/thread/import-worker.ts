import { workerData } from "node:worker_threads";
import { giveWay } from "#base/background.ts";
import { createLogger } from "#base/log.ts";
import type { LogOptions } from "#base/log.ts";
import type { Asked, Handlers } from "#base/threads/call-port.ts";
import { parentThread, serveThread } from "#base/threads/serve-thread.ts";
import { attachDatabase } from "#db/connection.ts";
import type { RecordsPlace } from "#db/connection.ts";
import { PdfReadingPool } from "#text/pdf/reading-pool.ts";
import type { PdfReadingConfig } from "#text/pdf/reading-pool.ts";
import { runRecapImport } from "../docket-import.ts";
import type { DocketImportReport } from "../docket-import.ts";
import { runFilingImport } from "../filing-import.ts";
import type { FilingImportReport } from "../filing-import.ts";
import type { ImportProgress } from "../frame/progress.ts";
import { runImport } from "../importer.ts";
import type { ImportOptions } from "../importer.ts";
import { runLawImport } from "../law-import.ts";
import type { LawImportOptions, LawImportReport } from "../law-import.ts";
import type { OneKindOptions } from "../one-kind.ts";
import { runPacerImport } from "../pacer-import.ts";
import type { PacerImportReport } from "../pacer-import.ts";
import type { ImportReport } from "../report.ts";

export type ImportThreadData = {
  readonly records: RecordsPlace;
  readonly log: LogOptions;
  readonly pdf: PdfReadingConfig;
};

/** What the thread has of its own. */
type Own = "db" | "dataDir" | "log" | "signal" | "onProgress" | "clock" | "readPdf";

/** The imports, by what they bring in. Each ends when what was under way is committed, also when it is given up. */
export type ImportRequests = {
  decisions: { input: Omit<ImportOptions, Own>; answer: ImportReport };
  laws: { input: Omit<LawImportOptions, Own>; answer: LawImportReport };
  filings: { input: Omit<OneKindOptions, Own>; answer: FilingImportReport };
  recap: { input: Omit<OneKindOptions, Own>; answer: DocketImportReport };
  pacer: { input: Omit<OneKindOptions, Own>; answer: PacerImportReport };
  close: { input: null; answer: null };
};
export type ImportNews = { progress: { input: ImportProgress; answer: null } };

giveWay();
serveThread<ImportRequests>(handlers(workerData as ImportThreadData));

function handlers({ records, log: logOptions, pdf }: ImportThreadData): Handlers<ImportRequests> {
  const log = createLogger(logOptions);
  // Opened by the first import, which is refused where what it needs is not installed.
  let reading: PdfReadingPool | undefined;
  const db = attachDatabase(records);
  const parent = parentThread<ImportNews>();
  const own = ({ signal }: Asked): Pick<OneKindOptions, Exclude<Own, "clock">> => {
    reading ??= new PdfReadingPool(pdf, log);
    return {
      db,
      dataDir: records.dataDir,
      log,
      signal,
      readPdf: reading.read,
      onProgress: (progress) => void parent.ask("progress", progress),
    };
  };
  return {
    decisions: async (input, asked) => runImport({ ...input, ...own(asked) }),
    laws: async (input, asked) => runLawImport({ ...input, ...own(asked) }),
    filings: async (input, asked) => runFilingImport({ ...input, ...own(asked) }),
    recap: async (input, asked) => runRecapImport({ ...input, ...own(asked) }),
    pacer: async (input, asked) => runPacerImport({ ...input, ...own(asked) }),
    close: async () => {
      await reading?.close();
      await db.close();
      return null;
    },
  };
}
