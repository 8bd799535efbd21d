import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { silentLogger } from "#base/log.ts";
import { courtById } from "#courts/courts.ts";
import { entriesOf } from "#dockets/store/read-entries.ts";
import { docketIdsAfter, docketsById } from "#dockets/store/read.ts";
import { openRecords } from "#schema/open.ts";
import { importDockets } from "../docket-import.ts";
import { prepareRecap } from "./recap.ts";
import { SAMPLE_DOCKETS } from "./docket-item.ts";

const SAMPLE = fileURLToPath(new URL("../../../sample/dockets.jsonl", import.meta.url));

test("the invented dockets come in: twelve, of three kinds of court, one long and with an amended caption", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "onpoint-sample-dockets-"));
  const db = await openRecords({ dataDir });
  try {
    const load = async () =>
      importDockets(await prepareRecap([SAMPLE], SAMPLE_DOCKETS), {
        paths: ["dockets"],
        db,
        dataDir,
        log: silentLogger,
      });
    expect(await load()).toMatchObject({ rejected: [], counts: { rows: 13 } });
    expect((await load()).unchanged).toBe(true);
    const dockets = await docketsById(db, await docketIdsAfter(db, "", 100));
    expect(dockets).toHaveLength(12);
    const kinds = Map.groupBy(dockets, ({ courtId }) => courtById(courtId)?.jurisdiction);
    expect([...kinds].map(([kind, all]) => [kind, all.length])).toEqual(
      expect.arrayContaining([
        ["Federal District", 6],
        ["Federal Bankruptcy", 3],
        ["Federal Appellate", 3],
      ]),
    );
    const long = dockets.find(({ docketNumber }) => docketNumber === "1:17-md-02788");
    expect(long?.caption).toBe("In re Lakeside Dye Products Liability Litigation");
    expect(await entriesOf(db, long!.id, { limit: 1000 })).toHaveLength(400);
  } finally {
    await db.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});
