import { expect, onTestFinished, test } from "vitest";
import { silentLogger } from "#base/log.ts";
import { ENDLESS, ENDLESS_CLEANER } from "#test/threads/endless.ts";
import { cleanRaw } from "./clean-raw.ts";
import type { ToClean } from "./clean-raw.ts";
import { CleaningPool } from "./pool.ts";

function opinion(sourceId: string, plain: string): ToClean {
  const raw = {
    sourceId,
    clusterSourceId: sourceId,
    ordinal: 1,
    type: "lead",
    author: null,
    joinedBy: null,
    perCuriam: false,
    precedentialNote: null,
    text: { plain },
  } as const;
  return { source: "planted", raw, decision: { publishStatus: "published", citations: [] } };
}

const SHORT = opinion("1", "The judgment is affirmed.");
const OTHER = opinion("3", "The judgment is reversed.");

test("an opinion with which cleaning does not end is a fault, and those beside it are cleaned", async () => {
  const pool = new CleaningPool(silentLogger, 1, { batch_ms_max: 200, opinion_ms_max: 5_000, file: ENDLESS_CLEANER });
  onTestFinished(async () => pool.close());
  expect(await pool.clean([SHORT, opinion("2", ENDLESS), OTHER])).toEqual([
    cleanRaw(SHORT),
    { ok: false, message: "reading it takes more than 5 s" },
    cleanRaw(OTHER),
  ]);
});

test("batches beside one that does not end are cleaned", async () => {
  const pool = new CleaningPool(silentLogger, 1, { batch_ms_max: 200, opinion_ms_max: 5_000, file: ENDLESS_CLEANER });
  onTestFinished(async () => pool.close());
  const batches = await Promise.all([[opinion("2", ENDLESS)], [SHORT], [OTHER]].map(async (one) => pool.clean(one)));
  expect(batches.map(([one]) => one?.ok)).toEqual([false, true, true]);
});

test("what is in hand when the pool is closed is no fault of its text", async () => {
  const pool = new CleaningPool(silentLogger, 1, { file: ENDLESS_CLEANER });
  const refused = expect(pool.clean([opinion("2", ENDLESS)])).rejects.toMatchObject({ code: "unavailable" });
  await pool.close();
  await refused;
});
