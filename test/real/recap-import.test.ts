import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { silentLogger } from "#base/log.ts";
import type { Db } from "#db/connection.ts";
import { entriesOf, filingsOfEntries } from "#dockets/store/read-entries.ts";
import { docketIdsAfter, docketsById } from "#dockets/store/read.ts";
import { runRecapImport } from "#importers/docket-import.ts";
import { openRecords } from "#schema/open.ts";
import { lacksSharedData, SHARED_DATA } from "./shared-data.ts";
import { unpack } from "./unpack.ts";

type Expected = {
  readonly docket_number: string;
  readonly parties: readonly { readonly name: string }[] | null;
  readonly docket_entries: readonly { readonly document_number: string | null; readonly date_filed: string | null }[];
};

const ARCHIVE = join(SHARED_DATA, "dockets/more-pages.tar.zst");

/** Numbers and days of all entries, and names of all parties, of the one docket held. */
async function heldIn(db: Db) {
  const [docket, ...more] = await docketsById(db, await docketIdsAfter(db, "", 10));
  expect(more).toEqual([]);
  const entries = await entriesOf(db, docket!.id, { limit: 10_000 });
  const filings = await filingsOfEntries(
    db,
    entries.map(({ id }) => id),
  );
  return {
    entries: entries.map(({ number, dateFiled }) => `${number} ${dateFiled}`).toSorted(),
    parties: docket!.parties.map(({ name }) => name.replaceAll(/\s+/gu, " ")).toSorted(),
    filings: filings.length,
  };
}

describe.skipIf(lacksSharedData())("docket files of the public archive", () => {
  let root: string;
  const open: Db[] = [];

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), "onpoint-recap-real-"));
    await unpack(ARCHIVE, join(root, "pages"));
  });
  afterAll(async () => {
    for (const db of open) await db.destroy();
    await rm(root, { recursive: true, force: true });
  });

  async function importOf(path: string) {
    const dataDir = await mkdtemp(join(root, "data-"));
    const db = await openRecords({ dataDir, databaseUrl: undefined });
    open.push(db);
    return { db, report: await runRecapImport({ paths: [path], db, dataDir, log: silentLogger }) };
  }

  test(
    "every one in XML is read whole, and what a scraper writes of it is the same docket",
    { timeout: 600_000 },
    async () => {
      const folder = join(root, "pages/dockets_internet_archive");
      const files = (await readdir(folder)).filter((name) => name.endsWith(".xml"));
      expect(files.length).toBeGreaterThan(10);
      let count = 0;
      for (const file of files) {
        const json = join(folder, file.replace(/\.xml$/u, ".json"));
        const expected = JSON.parse(await readFile(json, "utf8")) as Expected;
        const wanted = {
          entries: expected.docket_entries.map((one) => `${one.document_number} ${one.date_filed}`).toSorted(),
          parties: (expected.parties ?? []).map(({ name }) => name.replaceAll(/\s+/gu, " ")).toSorted(),
        };
        const xml = await readFile(join(folder, file), "utf8");
        const fromXml = await importOf(join(folder, file));
        expect(fromXml.report.rejected, file).toEqual([]);
        const held = await heldIn(fromXml.db);
        expect(held, file).toMatchObject(wanted);
        expect(held.filings, file).toBeGreaterThanOrEqual((xml.match(/<document doc_num=/gu) ?? []).length);
        const fromJson = await importOf(json);
        expect(fromJson.report.rejected, file).toEqual([]);
        expect(await heldIn(fromJson.db), file).toMatchObject(wanted);
        count += wanted.entries.length;
      }
      expect(count).toBeGreaterThan(500);
    },
  );

  test.each([
    ["rss_feeds", "xml", "feed"],
    ["claims_registers", "json", "claims_register"],
  ])("each of %s in %s is refused as what it is", { timeout: 600_000 }, async (folder, ending, reason) => {
    const from = join(root, "pages", folder);
    const files = (await readdir(from)).filter((name) => name.endsWith(ending));
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) {
      // Where the scraper made nothing of a page there is nothing to be named.
      if ((await readFile(join(from, file), "utf8")).trim() === "{}") continue;
      const { db, report } = await importOf(join(from, file));
      expect(await docketIdsAfter(db, "", 10), file).toEqual([]);
      const [line = "{}"] = (await readFile(report.rejectFile ?? "", "utf8")).split("\n");
      expect(JSON.parse(line), file).toMatchObject({ reason });
    }
  });
});
