import { array, assert, asyncProperty, constantFrom, nat, record } from "fast-check";
import { expect, test } from "vitest";
import { systemClock as clock } from "#base/clock.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { transaction } from "./connection.ts";
import type { Db } from "./connection.ts";
import { compactOutbox } from "./outbox-compaction.ts";
import { appendOutbox, outboxEnd, readOutbox } from "./outbox.ts";
import type { Change, OutboxEntry } from "./outbox.ts";

const append = async (db: Db, changes: readonly Change[]): Promise<void> =>
  transaction(db, async (trx) => appendOutbox(trx, changes));

const upserts = (...ids: readonly string[]): Change[] =>
  ids.map((recordId) => ({ kind: "cluster", recordId, op: "upsert" }));

const seqs = async (db: Db): Promise<number[]> => (await readOutbox(db, 0, 5000)).map(({ seq }) => seq);

/** What a follower that stands at `after` knows of each record in the end. */
const knownFrom = (lines: readonly OutboxEntry[], after: number): ReadonlyMap<string, OutboxEntry> =>
  new Map(lines.filter(({ seq }) => seq > after).map((line) => [`${line.kind} ${line.recordId}`, line]));

describeEachDatabase("making the outbox smaller", (store) => {
  test("of each record the last line stays, and the end where it was", async () => {
    const db = await store.open();
    await append(db, [
      ...upserts("a", "b", "a"),
      { kind: "opinion", recordId: "a", op: "upsert" },
      ...upserts("b", "c"),
    ]);
    expect(await compactOutbox(db, { clock, growthMin: 1 })).toEqual({ removed: 2, kept: 4 });
    expect(await seqs(db)).toEqual([3, 4, 5, 6]);
    expect(await outboxEnd(db)).toBe(6);
    await append(db, upserts("d"));
    expect(await seqs(db)).toEqual([3, 4, 5, 6, 7]);
  });

  test("it is done when it has grown, and by as much as was kept the last time", async () => {
    const db = await store.open();
    await append(db, upserts("a", "b", "c", "a"));
    expect(await compactOutbox(db, { clock })).toBeUndefined();
    expect(await compactOutbox(db, { clock, growthMin: 2 })).toEqual({ removed: 1, kept: 3 });
    await append(db, upserts("a", "a"));
    expect(await compactOutbox(db, { clock, growthMin: 2 })).toBeUndefined();
    await append(db, upserts("a"));
    expect(await compactOutbox(db, { clock, growthMin: 2 })).toEqual({ removed: 3, kept: 3 });
  });

  test("what is stopped is begun again the next time", async () => {
    const db = await store.open();
    await append(db, upserts("a", "a"));
    expect(await compactOutbox(db, { clock, growthMin: 1, signal: AbortSignal.abort() })).toBeUndefined();
    expect(await compactOutbox(db, { clock, growthMin: 1 })).toEqual({ removed: 1, kept: 1 });
  });

  test("more lines than one statement takes, and more records than are remembered", async () => {
    const db = await store.open();
    const ids = Array.from({ length: 1500 }, (_, index) => `record ${index}`);
    await append(db, upserts(...ids, ...ids));
    expect(await compactOutbox(db, { clock, growthMin: 1, recordsMax: 1000 })).toEqual({ removed: 1000, kept: 2000 });
  });

  test("whoever follows from anywhere learns the same in the end", async () => {
    const db = await store.open();
    const change = record({
      kind: constantFrom("cluster" as const, "opinion" as const),
      recordId: constantFrom("a", "b", "c", "d"),
      op: constantFrom("upsert" as const, "delete" as const),
    });
    await assert(
      asyncProperty(array(change, { maxLength: 12 }), nat({ max: 6 }), async (changes, recordsMax) => {
        await append(db, changes);
        const before = await readOutbox(db, 0, 5000);
        await compactOutbox(db, { clock, growthMin: 1, recordsMax });
        const after = await readOutbox(db, 0, 5000);
        for (let at = 0; at <= (before.at(-1)?.seq ?? 0); at++) {
          expect(knownFrom(after, at)).toEqual(knownFrom(before, at));
        }
      }),
      { numRuns: store.dialect === "sqlite" ? 60 : 10 },
    );
  });
});
