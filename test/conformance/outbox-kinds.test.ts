import { expect, test } from "vitest";
import { silentLogger } from "#base/log.ts";
import { createCitator } from "#citator/citator.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { appendOutbox, projectionPosition } from "#db/outbox.ts";
import type { Change } from "#db/outbox.ts";
import { createIndexer } from "#projections/indexing.ts";
import { MemoryEngine } from "#test/oracle/memory-engine.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { addDecision } from "#test/records.ts";

type Follow = (db: Db) => Promise<unknown>;
const FOLLOWING: Record<string, () => Follow> = {
  citator: () => async (db) => createCitator({ db, log: silentLogger }).runUntilCaughtUp(),
  index: () => {
    const engine = new MemoryEngine();
    return async (db) => createIndexer({ db, engine, log: silentLogger }).runUntilCaughtUp();
  },
};

describeEachDatabase("a follower that meets a kind of a newer program", (store) => {
  test.each(Object.entries(FOLLOWING))("%s stops before it and says so", async (name, following) => {
    const follow = following();
    const db = await store.open();
    await transaction(db, async (trx) => addDecision(trx, { name: "Alder v. Birch", texts: ["words"] }));
    await follow(db);
    const before = await projectionPosition(db, name);
    await transaction(db, async (trx) =>
      appendOutbox(trx, [{ kind: "statute", recordId: "a", op: "upsert" } as unknown as Change]),
    );
    await expect(follow(db)).rejects.toMatchObject({
      code: "schema_too_new",
      message: expect.stringContaining("statute"),
    });
    expect(await projectionPosition(db, name)).toBe(before);
  });
});
