import { expect, test } from "vitest";
import { describeEachDatabase } from "#test/postgres.ts";
import { transaction } from "./connection.ts";
import type { Db } from "./connection.ts";
import { takeNumbers } from "./counters.ts";
import { appendEvents, eventsEnd, followEvents, forgetEventsBefore, readEvents } from "./events.ts";
import type { EventReader, NewEvent } from "./events.ts";
import { appendOutbox } from "./outbox.ts";

const filing = (recordId: string): NewEvent => ({ kind: "filing_added", recordId, detail: { caseId: "a case" } });
const added = (recordId: string): NewEvent => ({ kind: "opinion_added", recordId, detail: { clusterId: "one" } });

const happen = async (db: Db, events: readonly NewEvent[], day = "2026-01-01"): Promise<void> =>
  transaction(db, async (trx) => appendEvents(trx, events, () => new Date(`${day}T12:00:00Z`)));

/** Notes in the records what it was handed, so that a rollback takes it back. */
function counting(handed: string[] = []): EventReader<"filing_added"> {
  return {
    name: "counting",
    kinds: ["filing_added"],
    handle: async (trx, events) => {
      await takeNumbers(trx, "counted", events.length);
      handed.push(...events.map(({ recordId }) => recordId));
    },
  };
}

async function counted(db: Db): Promise<number> {
  const row = await db.selectFrom("counters").select("value").where("name", "=", "counted").executeTakeFirst();
  return row?.value ?? 0;
}

describeEachDatabase("events", (store) => {
  test("are read in order, in parts, by kind, and the position passes over other kinds", async () => {
    const db = await store.open();
    await happen(db, [filing("a"), added("x"), filing("b"), filing("c"), added("y")]);
    const kinds = ["filing_added"] as const;
    const first = await readEvents(db, 0, { kinds, limit: 2 });
    expect(first).toEqual({
      events: [
        { ...filing("a"), seq: 1, happenedAt: "2026-01-01T12:00:00.000Z" },
        { ...filing("b"), seq: 3, happenedAt: "2026-01-01T12:00:00.000Z" },
      ],
      position: 3,
      isCutShort: false,
    });
    const second = await readEvents(db, first.position, { kinds, limit: 2 });
    expect([second.events.map(({ recordId }) => recordId), second.position]).toEqual([["c"], 5]);
    expect(await readEvents(db, 5, { kinds, limit: 2 })).toEqual({ events: [], position: 5, isCutShort: false });
  });

  test("a rollback leaves nothing, and writers of events and of the outbox in any order do not lock each other out", async () => {
    const db = await store.open();
    const other = await store.reopen(db);
    const lost = transaction(db, async (trx) => {
      await appendEvents(trx, [filing("lost")]);
      throw new Error("stop");
    });
    await expect(lost).rejects.toThrow("stop");
    const change = { kind: "trial_filing", recordId: "a", op: "upsert" } as const;
    await Promise.all(
      Array.from({ length: 20 }, async (_, at) =>
        transaction(at % 2 === 0 ? db : other, async (trx) => {
          if (at % 4 < 2) await appendOutbox(trx, [change]);
          await appendEvents(trx, [filing(`${at}`)]);
          await appendOutbox(trx, [change]);
        }),
      ),
    );
    const { events } = await readEvents(db, 0, { kinds: ["filing_added"], limit: 100 });
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
  });

  test("a reader begins with what happens next and is handed each event once, however many follow at a time", async () => {
    const db = await store.open();
    const other = await store.reopen(db);
    await happen(db, [filing("before")]);
    expect(await followEvents(db, counting())).toMatchObject({ handled: 0, isAtEnd: true });
    const ids = Array.from({ length: 450 }, (_, at) => `${at}`);
    await happen(db, ids.map(filing));
    const handed: string[] = [];
    const follow = async (from: Db): Promise<void> => {
      while (!(await followEvents(from, counting(handed))).isAtEnd);
    };
    await Promise.all([follow(db), follow(other), follow(db)]);
    expect([await counted(db), handed]).toEqual([450, ids]);
  });

  test("what a reader did is taken back with its position when it fails, and done again", async () => {
    const db = await store.open();
    await followEvents(db, counting());
    await happen(db, [filing("a"), filing("b")]);
    const { handle, ...reader } = counting();
    const failing = followEvents(db, {
      ...reader,
      handle: async (trx, events) => {
        await handle(trx, events);
        throw new Error("killed");
      },
    });
    await expect(failing).rejects.toThrow("killed");
    expect(await counted(db)).toBe(0);
    expect(await followEvents(db, counting())).toMatchObject({ handled: 2 });
    expect(await counted(db)).toBe(2);
  });

  test("old ones are forgotten, and a reader that comes too late is told", async () => {
    const db = await store.open();
    await followEvents(db, counting());
    await happen(db, [filing("old"), filing("older")], "2026-01-01");
    await happen(db, [filing("new")], "2026-02-01");
    expect(await forgetEventsBefore(db, "2026-01-15T00:00:00.000Z")).toBe(2);
    expect(await eventsEnd(db)).toBe(3);
    expect(await followEvents(db, counting())).toEqual({ handled: 1, isAtEnd: true, isCutShort: true });
    await happen(db, [filing("newer")], "2026-02-02");
    expect(await followEvents(db, counting())).toMatchObject({ handled: 1, isCutShort: false });
    expect(await forgetEventsBefore(db, "2027-01-01T00:00:00.000Z")).toBe(2);
    await happen(db, [filing("last")]);
    expect(await followEvents(db, counting())).toMatchObject({ handled: 1, isCutShort: false });
  });
});
