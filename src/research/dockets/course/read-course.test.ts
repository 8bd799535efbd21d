import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { VISITOR } from "#accounts/principal.ts";
import { transaction } from "#db/connection.ts";
import { entry, sighting } from "#dockets/sightings.fixture.ts";
import { writeDockets } from "#dockets/store/write.ts";
import { createResearch } from "#research/research.ts";
import { openRecords } from "#schema/open.ts";

test("what became of a case is read once for what is held of it, and not of a docket beyond all measure", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "onpoint-course-"));
  const db = await openRecords({ dataDir });
  try {
    const { dockets } = createResearch({ db });
    const told = async (numbers: number, asOf: string) => {
      const entries = Array.from({ length: numbers }, (_, at) => entry(String(at + 1), `NOTICE of change ${at}.`));
      const lines = [...entries, entry(String(numbers + 1), "ORDER DISMISSING CASE without prejudice.")];
      const { ids } = await transaction(db, async (trx) =>
        writeDockets(
          trx,
          [sighting({ docketNumber: `1:19-cv-0000${numbers > 9 ? 2 : 1}`, asOf, entries: lines })],
          async () => new Map(),
        ),
      );
      const [view] = await dockets.at(VISITOR, "nysd", ids[0]!);
      return dockets.course(VISITOR, view!);
    };
    const first = await told(1, "2021-01-01");
    expect(first?.events.map(({ title, entries }) => [title, entries.map(({ number }) => number)])).toEqual([
      ["Dismissed", ["2"]],
    ]);
    expect(await told(1, "2021-01-01")).toBe(first);
    expect((await told(2, "2021-02-01"))?.events[0]?.entries.map(({ number }) => number)).toEqual(["3"]);
    expect(await told(500, "2021-02-01")).toBeUndefined();
  } finally {
    await db.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});
