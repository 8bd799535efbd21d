import { expect, test } from "vitest";
import { silentLogger as log } from "#base/log.ts";
import { transaction } from "#db/connection.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { addDecision } from "#test/records.ts";
import { createCitator, forgetCitator } from "./citator.ts";
import type { CitatorProgress } from "./citator.ts";
import { catchUpOnThread } from "./citator-thread.ts";

const ALDER = { name: "Alder v. Birch", courtId: "scotus", dateFiled: "1940-01-01", citedAs: ["310 U.S. 101"] };
const CEDAR = { name: "Cedar v. Dogwood", courtId: "scotus", dateFiled: "1960-01-01", citedAs: ["320 U.S. 202"] };

describeEachDatabase("the citator on a thread of its own", (store) => {
  test("comes to the same rows, and stops when it is told to", { timeout: 120_000 }, async () => {
    const db = await store.open();
    await transaction(db, async (trx) => {
      await addDecision(trx, { ...ALDER, texts: ["The writ is denied."] });
      await addDecision(trx, { ...CEDAR, texts: ["We overrule Alder v. Birch, 310 U.S. 101 (1940)."] });
    });
    const { dataDir, databaseUrl } = db;
    const data = { records: { dataDir, databaseUrl }, log: { level: "silent", format: "json" } as const, readers: 2 };
    const edges = async () => db.selectFrom("citing_edges").selectAll().execute();
    const summaries = async () => db.selectFrom("treatment_summaries").selectAll().execute();

    const stopped = catchUpOnThread(data, { onProgress: () => undefined, signal: AbortSignal.abort() });
    await expect(stopped).rejects.toThrow();
    expect(await edges()).toEqual([]);

    const told: CitatorProgress[] = [];
    const done = await catchUpOnThread(data, { onProgress: (progress) => told.push(progress) });
    expect(done).toMatchObject({ opinions: 2, edges: 1, skipped: 0 });
    expect(told.at(-1)).toEqual(done);
    const onThread = { edges: await edges(), summaries: await summaries() };
    expect(onThread.summaries).toMatchObject([{ status: "Negative", citation_count: 1 }]);

    await forgetCitator(db);
    await createCitator({ db, log }).runUntilCaughtUp();
    const here = { edges: await edges(), summaries: await summaries() };
    expect(here.summaries).toEqual(onThread.summaries);
    expect(here.edges.map((edge) => ({ ...edge, citing_id: 0 }))).toEqual(
      onThread.edges.map((edge) => ({ ...edge, citing_id: 0 })),
    );
  });
});
