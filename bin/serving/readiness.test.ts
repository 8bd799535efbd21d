import { expect, test } from "vitest";
import type { Completeness, ProjectionState } from "#completeness/completeness.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { transaction } from "#db/connection.ts";
import { forEachCollection } from "#projections/collections.ts";
import { completenessOf } from "#projections/completeness/completeness.ts";
import { createIndexer } from "#projections/indexing.ts";
import { silentLogger } from "#base/log.ts";
import { MemoryEngine } from "#test/oracle/memory-engine.ts";
import { addDecision } from "#test/records.ts";
import type { AnsweringIndex } from "./answering.ts";
import { readinessChecks } from "./readiness.ts";
import { followedOrTakenOver, TAKEOVER_MS } from "./takeover.ts";

/** Of a process on a cluster that follows nothing itself. */
function indexOf(engine: MemoryEngine, isFollowed: () => Promise<boolean>): AnsweringIndex {
  return {
    engines: forEachCollection(({ name }) => (name === "opinions" ? engine : new MemoryEngine())),
    failure: () => undefined,
    followedBy: async () => ((await isFollowed()) ? "somebody" : "nobody"),
    isFollowed,
    vectors: {
      meaningOf: () => ({ now: async () => ({ reason: "none" }) }),
      inWords: async () => "none",
      searched: async () => undefined,
    },
    vectorsFailure: () => undefined,
  };
}

describeEachDatabase("whether a process is ready", (store) => {
  test("behind the records, with nobody who follows them, it is not, once another has had the time to", async () => {
    const db = await store.open();
    const engine = new MemoryEngine();
    let now_ms = 0;
    let isLed = true;
    const isFollowed = followedOrTakenOver(
      async () => isLed,
      () => now_ms,
    );
    const index = indexOf(engine, isFollowed);
    const completeness: Completeness = completenessOf({
      db,
      indexes: {},
      vectors: async () => undefined,
      failure: () => undefined,
      isFollowed,
      now_ms: () => now_ms,
    });
    const unready = async (): Promise<readonly string[]> => {
      const names: string[] = [];
      for (const { name, check } of readinessChecks(db, index, {
        completeness,
        rules: async () => [],
        readyWhen: "answering",
      })) {
        await check().catch(() => names.push(name));
      }
      return names;
    };
    await transaction(db, async (trx) => addDecision(trx, { name: "Alder v. Birch" }));
    const indexer = createIndexer({ db, engine, log: silentLogger });
    await indexer.runUntilCaughtUp();
    isLed = false;
    now_ms += TAKEOVER_MS * 2;
    const state: ProjectionState = await completeness.state("opinions");
    expect(state.standing).toBe("whole");
    await transaction(db, async (trx) => addDecision(trx, { name: "Cedar v. Dogwood" }));
    expect(await unready()).toEqual([]);
    now_ms += TAKEOVER_MS - 1;
    expect(await unready()).toEqual([]);
    now_ms += 1;
    expect(await unready()).toEqual(["index", "follower"]);
    isLed = true;
    expect(await unready()).toEqual([]);
    isLed = false;
    now_ms += TAKEOVER_MS;
    expect(await unready()).toEqual([]);
  });
});
