import { integer, sample } from "fast-check";
import { expect, test } from "vitest";
import { describeEachDatabase } from "#test/postgres.ts";
import { transaction } from "./connection.ts";
import type { Db } from "./connection.ts";
import {
  appendOutbox,
  eachEntry,
  outboxEnd,
  projectionPosition,
  readOutbox,
  saveProjectionPosition,
} from "./outbox.ts";
import type { Change } from "./outbox.ts";
import { insertRows, upsertRows } from "./rows.ts";

const upsert = (recordId: string): Change => ({ kind: "cluster", recordId, op: "upsert" });

const append = async (db: Db, ids: readonly string[]): Promise<void> =>
  transaction(db, async (trx) => appendOutbox(trx, ids.map(upsert)));

describeEachDatabase("the outbox", (store) => {
  test("is read in order, in parts, to its end", async () => {
    const db = await store.open();
    expect(await outboxEnd(db)).toBe(0);
    await append(db, ["a", "b"]);
    await append(db, []);
    await append(db, ["c"]);
    expect(await outboxEnd(db)).toBe(3);
    const first = await readOutbox(db, 0, 2);
    expect(first.map((entry) => [entry.seq, entry.recordId])).toEqual([
      [1, "a"],
      [2, "b"],
    ]);
    expect(await readOutbox(db, 2, 2)).toEqual([{ seq: 3, ...upsert("c") }]);
  });

  test("a rollback leaves no gap", async () => {
    const db = await store.open();
    const failed = transaction(db, async (trx) => {
      await appendOutbox(trx, [upsert("lost")]);
      throw new Error("stop");
    });
    await expect(failed).rejects.toThrow("stop");
    await append(db, ["a"]);
    expect(await readOutbox(db, 0, 9)).toEqual([{ seq: 1, ...upsert("a") }]);
  });

  test("many writers at once: a reader never sees a number before a smaller one", async () => {
    const db = await store.open();
    const other = await store.reopen(db);
    const writers = Promise.all(
      Array.from({ length: 24 }, async (_, index) => append(index % 2 === 0 ? db : other, ["x", "y", "z"])),
    );
    let seen = 0;
    while (seen < 72) {
      for (const entry of await readOutbox(db, seen, 7)) {
        expect(entry.seq).toBe(seen + 1);
        seen = entry.seq;
      }
      await new Promise(setImmediate);
    }
    await writers;
    expect(await outboxEnd(db)).toBe(72);
  });

  test("a kind that a newer program wrote is an error that says so, and is taken for nothing else", async () => {
    const db = await store.open();
    await append(db, ["a"]);
    await transaction(db, async (trx) => {
      const newer = { kind: "statute", recordId: "b", op: "upsert" } as unknown as Change;
      await appendOutbox(trx, [newer]);
    });
    const seen: string[] = [];
    const note = ({ recordId }: Change): void => void seen.push(recordId);
    const entries = await readOutbox(db, 0, 9);
    expect(() =>
      eachEntry(entries, {
        cluster: note,
        opinion: note,
        citing_words: note,
        cited_law: note,
        law: note,
        docket: note,
        filing: note,
        trial_filing: note,
      }),
    ).toThrow(
      expect.objectContaining({ code: "schema_too_new", message: expect.stringContaining("statute, number 2") }),
    );
    expect(seen).toEqual(["a"]);
  });

  test("changes of records that one collection alone follows are gone past by the others", async () => {
    const db = await store.open();
    await transaction(db, async (trx) => appendOutbox(trx, [{ kind: "collection/note", recordId: "n", op: "upsert" }]));
    await append(db, ["a"]);
    const seen: string[] = [];
    const note = ({ recordId }: Change): void => void seen.push(recordId);
    eachEntry(await readOutbox(db, 0, 9), {
      cluster: note,
      opinion: note,
      citing_words: note,
      cited_law: note,
      law: note,
      docket: note,
      filing: note,
      trial_filing: note,
    });
    expect(seen).toEqual(["a"]);
  });

  test("a projection's position is kept", async () => {
    const db = await store.open();
    expect(await projectionPosition(db, "index")).toBe(0);
    await saveProjectionPosition(db, "index", 7);
    await saveProjectionPosition(db, "index", 9);
    expect(await projectionPosition(db, "index")).toBe(9);
    expect(await projectionPosition(db, "citator")).toBe(0);
  });
});

describeEachDatabase("many rows at once", (store) => {
  test("whatever their number, all are written once, and written again replaces", async () => {
    const db = await store.open();
    const counts = sample(integer({ min: 0, max: 5000 }), { numRuns: 6, seed: 7 });
    for (const count of [0, 1, 2, 2047, 2048, 2049, ...counts]) {
      await transaction(db, async (trx) => {
        await trx.deleteFrom("counters").execute();
        const rows = Array.from({ length: count }, (_, index) => ({ name: `n${index}`, value: index }));
        await insertRows(trx, "counters", rows);
        const halves = rows.slice(0, count / 2).map(({ name }) => ({ name, value: -1 }));
        await upsertRows(trx, "counters", ["name"], halves);
        const stored = await trx.selectFrom("counters").selectAll().execute();
        const expected = new Map([...rows, ...halves].map((row) => [row.name, row.value]));
        expect(new Map(stored.map((row) => [row.name, row.value]))).toEqual(expected);
      });
    }
  });

  test("rows of different shapes are refused", async () => {
    const db = await store.open();
    const rows = [{ name: "a", value: 1 }, { name: "b" } as { name: string; value: number }];
    await expect(transaction(db, async (trx) => insertRows(trx, "counters", rows))).rejects.toThrow("lacks value");
  });
});
