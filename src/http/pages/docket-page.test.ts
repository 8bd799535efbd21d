import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { VISITOR } from "#accounts/principal.ts";
import { transaction } from "#db/connection.ts";
import { filingIdOf } from "#dockets/ids.ts";
import { document, entry, sighting } from "#dockets/sightings.fixture.ts";
import { writeDockets } from "#dockets/store/write.ts";
import { createResearch } from "#research/research.ts";
import { openRecords } from "#schema/open.ts";
import { docketPage } from "./docket-page.ts";
import { filingPage } from "./filing-page.ts";

const SHOWN = {
  total: 0,
  entriesPerPage: 200,
  asked: { text: "", from: "", to: "", heldOnly: false, isNewestFirst: false },
  filingAddress: () => "",
  canonical: "https://law.example.org/dockets/nysd/1/x",
  isSearched: true,
};

test("a docket of the sample and its filings are called invented, and no other", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "onpoint-docket-page-"));
  const db = await openRecords({ dataDir });
  try {
    const entries = [entry("1", "COMPLAINT against Birch.", { documents: [document(0)] })];
    const told = [
      sighting({ source: "sample-dockets", docketNumber: "1:19-cv-00001", entries }),
      sighting({ source: "recap", docketNumber: "1:19-cv-00002", entries }),
    ];
    const { ids } = await transaction(db, async (trx) => writeDockets(trx, told, async () => new Map()));
    const { dockets } = createResearch({ db });
    const pages = await Promise.all(
      ids.map(async (id) => {
        const [view] = await dockets.at(VISITOR, "nysd", id);
        const filing = await dockets.filing(VISITOR, filingIdOf(id, "#1", 0));
        const sheet = { view: view!, entries: [], months: [], page: 1, pages: 1, ...SHOWN };
        return [docketPage(sheet), filingPage(filing!, null)];
      }),
    );
    expect(pages.map((ofDocket) => ofDocket.map((page) => page.includes("sample: an invented")))).toEqual([
      [true, true],
      [false, false],
    ]);
  } finally {
    await db.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});
