import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { transaction } from "#db/connection.ts";
import { takeNumbers } from "#db/counters.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { CourtQueue, readQueue } from "./queue.ts";

const limits = { running_max: 1, waiting_max: 2, wait_ms_max: 4_000, alive_ms: 15_000 };
const timesAt = (now_ms: number, alive_ms: number) => ({
  entered_at: new Date(now_ms).toISOString(),
  alive_until: new Date(now_ms + alive_ms).toISOString(),
});
const entry = (what: string, court = "nysd") => ({ court, account: "firm", what });

describeEachDatabase("the queue of a court", (store) => {
  test("takes turns in order over all who share the records, and other courts do not wait", async () => {
    const db = await store.open();
    let now_ms = Date.parse("2026-11-23T12:00:00Z");
    const clock = () => new Date(now_ms);
    const queues = [new CourtQueue(db, limits, clock), new CourtQueue(await store.reopen(db), limits, clock)];
    const order: string[] = [];
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const first = queues[0]!.run(entry("first"), async () => {
      order.push("first");
      await held;
      now_ms += 8_000;
    });
    await expect.poll(() => order).toEqual(["first"]);
    const second = queues[1]!.run(entry("second"), async () => order.push("second"));
    await expect.poll(async () => (await readQueue(db, 1, clock())).length).toBe(2);
    const third = queues[0]!.run(entry("third"), async () => order.push("third"));
    await expect
      .poll(async () => (await readQueue(db, 1, clock())).map(({ what, state, place }) => [what, state, place]))
      .toEqual([
        ["first", "running", 0],
        ["second", "waiting", 1],
        ["third", "waiting", 2],
      ]);
    await expect(queues[1]!.run(entry("fourth"), async () => undefined)).rejects.toMatchObject({
      why: "queue_full",
      code: "rate_limited",
    });
    await queues[1]!.run(entry("elsewhere", "cand"), async () => order.push("elsewhere"));
    release();
    await Promise.all([first, second, third]);
    expect(order).toEqual(["first", "elsewhere", "second", "third"]);
    expect(await readQueue(db, 1, clock())).toEqual([]);
  });

  test("estimates from how long the last ones took, and sends away who waited too long", async () => {
    const db = await store.open();
    let now_ms = Date.parse("2026-11-23T12:00:00Z");
    const clock = () => new Date(now_ms);
    const queue = new CourtQueue(db, { ...limits, wait_ms_max: 100 }, clock);
    for (const took_ms of [10_000, 20_000]) await queue.run(entry("earlier"), async () => (now_ms += took_ms));
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const running = queue.run(entry("long"), async () => held);
    await sleep(50);
    const late = queue.run(entry("late"), async () => "never");
    await expect(late).rejects.toMatchObject({
      why: "queue_full",
      message: "it is number 1 in the queue of this court, its turn comes in about 15 s",
    });
    expect((await readQueue(db, 1, clock())).map(({ what }) => what)).toEqual(["long"]);
    release();
    await running;
  });

  test("gives the place of a process that died to the next", async () => {
    const db = await store.open();
    let now_ms = Date.parse("2026-11-23T12:00:00Z");
    const clock = () => new Date(now_ms);
    const gone = new CourtQueue(db, limits, clock);
    const never = gone.run(entry("gone"), async () => new Promise<void>(() => undefined));
    await expect.poll(async () => (await readQueue(db, 1, clock())).length).toBe(1);
    now_ms += 20_000;
    expect(await new CourtQueue(db, limits, clock).run(entry("next"), async () => "served")).toBe("served");
    expect(await Promise.race([never, Promise.resolve("still waiting")])).toBe("still waiting");
  });

  test("is not held up by one that died while it waited in front", async () => {
    const db = await store.open();
    let now_ms = Date.parse("2026-11-23T12:00:00Z");
    const clock = () => new Date(now_ms);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const running = new CourtQueue(db, { ...limits, alive_ms: 60_000 }, clock).run(entry("running"), async () => held);
    await expect.poll(async () => (await readQueue(db, 1, clock())).length).toBe(1);
    // It dies: its place is not kept alive, and it never asks for its turn.
    await transaction(db, async (trx) => {
      const seq = await takeNumbers(trx, "records_queue", 1);
      const row = { seq, ...entry("dead"), state: "waiting", ...timesAt(now_ms, 5_000), took_ms: null };
      await trx.insertInto("records_queue").values(row).execute();
    });
    const behind = new CourtQueue(db, limits, clock).run(entry("behind"), async () => "served");
    await expect.poll(async () => (await readQueue(db, 1, clock())).map(({ place }) => place)).toEqual([0, 1, 2]);
    now_ms += 6_000;
    expect((await readQueue(db, 1, clock())).map(({ what, place }) => [what, place])).toEqual([
      ["running", 0],
      ["behind", 1],
    ]);
    release();
    await running;
    expect(await behind).toBe("served");
  });

  test("is entered anew, at the same place, by one that was taken for dead and is not", async () => {
    const db = await store.open();
    let now_ms = Date.parse("2026-11-23T12:00:00Z");
    const clock = () => new Date(now_ms);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const running = new CourtQueue(db, { ...limits, alive_ms: 60_000 }, clock).run(entry("running"), async () => held);
    await expect.poll(async () => (await readQueue(db, 1, clock())).length).toBe(1);
    const stopped = new CourtQueue(db, limits, clock).run(entry("stopped"), async () => "served");
    await expect.poll(async () => (await readQueue(db, 1, clock())).length).toBe(2);
    await db.deleteFrom("records_queue").where("what", "=", "stopped").execute();
    await expect.poll(async () => (await readQueue(db, 1, clock())).map(({ what }) => what)).toContain("stopped");
    release();
    await running;
    expect(await stopped).toBe("served");
  });

  test("is left at once by one whose signal says so", async () => {
    const db = await store.open();
    const queue = new CourtQueue(db, limits, () => new Date());
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const running = queue.run(entry("running"), async () => held);
    // Who enters first stands first, and nobody else may have entered by then.
    await expect.poll(async () => (await readQueue(db, 1, new Date()))[0]?.state).toBe("running");
    const gone = new AbortController();
    const waiting = queue.run(entry("waiting"), async () => "never", gone.signal);
    await expect.poll(async () => (await readQueue(db, 1, new Date())).length).toBe(2);
    gone.abort();
    await expect(waiting).rejects.toMatchObject({ name: "AbortError" });
    expect((await readQueue(db, 1, new Date())).map(({ what }) => what)).toEqual(["running"]);
    release();
    await running;
  });

  test("is left by work that fails", async () => {
    const db = await store.open();
    const queue = new CourtQueue(db, limits, () => new Date());
    const failing = queue.run(entry("failing"), async () => Promise.reject(new Error("broken")));
    await expect(failing).rejects.toThrow("broken");
    expect(await readQueue(db, 1, new Date())).toEqual([]);
  });
});
