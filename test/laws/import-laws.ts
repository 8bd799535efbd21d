import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { silentLogger } from "#base/log.ts";
import type { Db } from "#db/connection.ts";
import { lawKey } from "#citations/laws/law-key.ts";
import { spansOf } from "#laws/currency.ts";
import type { LawChain, LawText, LawVersion } from "#laws/model.ts";
import { chainsOf, nodesByCitationKey, textsOf } from "#laws/store/read.ts";
import { runLawImport } from "#importers/law-import.ts";
import type { LawImportOptions, LawImportReport } from "#importers/law-import.ts";
import type { LawSourceName } from "#importers/law-sources.ts";
import { openRecords } from "#schema/open.ts";

/** A directory of the running test's own, with these files. */
export async function directoryOf(files: Readonly<Record<string, string | Buffer>>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "onpoint-laws-"));
  onTestFinished(async () => rm(root, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
  return root;
}

export async function lawDatabase(): Promise<Db> {
  const db = await openRecords({ dataDir: await directoryOf({}) });
  onTestFinished(async () => db.close());
  return db;
}

export async function importLawsFrom(
  db: Db,
  source: LawSourceName,
  path: string,
  more: Partial<LawImportOptions> = {},
): Promise<LawImportReport> {
  return runLawImport({ source, paths: [path], db, dataDir: db.dataDir, log: silentLogger, ...more });
}

export async function rejectsIn({ rejectFile }: LawImportReport): Promise<Record<string, string>[]> {
  if (rejectFile === null) return [];
  const lines = (await readFile(rejectFile, "utf8")).trim().split("\n");
  return lines.map((line) => JSON.parse(line) as Record<string, string>);
}

/** The provisions that bear or bore a citation. */
export async function chainsCited(db: Db, citation: string): Promise<LawChain[]> {
  return chainsOf(db, await nodesByCitationKey(db, lawKey(citation)));
}

/** What stands at a citation on a day, a tombstone included. */
export async function standingAt(
  db: Db,
  citation: string,
  day: string,
): Promise<{ readonly version: LawVersion; readonly text: LawText } | undefined> {
  for (const { versions } of await chainsCited(db, citation)) {
    const spans = spansOf(versions, "2100-01-01");
    const version = versions.find((_, index) => {
      const span = spans[index];
      return span !== null && span !== undefined && span.from <= day && (span.until === null || day < span.until);
    });
    const text = version === undefined ? undefined : (await textsOf(db, [version.id])).get(version.id);
    if (version !== undefined && text !== undefined) return { version, text };
  }
  return undefined;
}
