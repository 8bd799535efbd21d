import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { silentLogger as log } from "#base/log.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { takeNumbers } from "#db/counters.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import type { JobInHand, JobKind } from "./job.ts";
import { jobRunner } from "./run-jobs.ts";
import { runTurns } from "./run-turns.ts";
import type { Turn } from "./run-turns.ts";
import { askJob, forgetJobsDoneBefore, retryParked, takeJob, troubledJobs } from "./store.ts";

const NEVER = new AbortController().signal;

/** A clock that a test sets forward. */
function clockAt(start: string) {
  let now_ms = Date.parse(start);
  return {
    clock: () => new Date(now_ms),
    forward: (ms: number) => {
      now_ms += ms;
    },
  };
}

const ask = async (db: Db, id: string, at: Date, payload: unknown = null): Promise<void> =>
  transaction(db, async (trx) => askJob(trx, { id, kind: "letter", payload, dueAt: at }, () => at));

function letters(run: JobKind["run"], more: Partial<JobKind> = {}): JobKind {
  return { kind: "letter", run, ...more };
}

async function stateOf(db: Db, id: string) {
  return db.selectFrom("jobs").selectAll().where("id", "=", id).executeTakeFirst();
}

describeEachDatabase("jobs", (store) => {
  test("are done when they are due, once for one id, with what was asked, and keep their result", async () => {
    const db = await store.open();
    const { clock, forward } = clockAt("2026-01-01T00:00:00Z");
    const done: unknown[] = [];
    const runner = jobRunner({
      db,
      log,
      clock,
      kinds: [
        letters(async ({ payload }) => {
          done.push(payload);
          return "sent";
        }),
      ],
    });
    await ask(db, "to Alder", clock(), { words: "first" });
    await ask(db, "to Alder", clock(), { words: "asked again" });
    await ask(db, "to Birch", new Date(clock().getTime() + 60_000));
    await transaction(db, async (trx) => askJob(trx, { id: "not ours", kind: "other", dueAt: clock() }, clock));
    expect(await runner.run(NEVER)).toBe(1);
    expect(done).toEqual([{ words: "first" }]);
    expect(await stateOf(db, "to Alder")).toMatchObject({
      state: "done",
      result: '"sent"',
      attempts: 0,
      leased_by: null,
    });
    forward(60_001);
    expect(await runner.run(NEVER)).toBe(1);
    await ask(db, "to Alder", clock(), { words: "another time" });
    expect(await runner.run(NEVER)).toBe(1);
    expect(done).toEqual([{ words: "first" }, null, { words: "another time" }]);
    forward(1);
    expect(await forgetJobsDoneBefore(db, clock())).toBe(2);
    expect(await stateOf(db, "not ours")).toMatchObject({ state: "waiting", attempts: 0 });
  });

  test("any number of runners do each once", async () => {
    const db = await store.open();
    const other = await store.reopen(db);
    const { clock } = clockAt("2026-01-01T00:00:00Z");
    for (let at = 0; at < 40; at += 1) await ask(db, `to ${at}`, clock());
    const done: string[] = [];
    const runners = [db, other, db, other].map((on) =>
      jobRunner({
        db: on,
        log,
        clock,
        kinds: [
          letters(async ({ id }) => {
            await sleep(1);
            done.push(id);
          }),
        ],
      }),
    );
    await Promise.all(runners.map(async (runner) => runner.run(NEVER)));
    expect(done.toSorted()).toEqual(Array.from({ length: 40 }, (_, at) => `to ${at}`).toSorted());
  });

  test("one that fails is tried again after waits that grow, then parked and told, until somebody wants it tried again", async () => {
    const db = await store.open();
    const { clock, forward } = clockAt("2026-01-01T00:00:00Z");
    let isBroken = true;
    const attempts: number[] = [];
    const run = async ({ attempt }: JobInHand): Promise<void> => {
      attempts.push(attempt);
      if (isBroken) throw new Error("the post office is closed");
    };
    const runner = jobRunner({ db, log, clock, random: () => 0, kinds: [letters(run, { attemptsMax: 3 })] });
    await ask(db, "to Alder", clock());
    for (const wait_ms of [10_000, 20_000]) {
      expect(await runner.run(NEVER)).toBe(1);
      forward(wait_ms - 1);
      expect(await runner.run(NEVER)).toBe(0);
      forward(1);
    }
    expect(await troubledJobs(db, { attemptsMin: 3 })).toEqual([]);
    expect(await runner.run(NEVER)).toBe(1);
    forward(86_400_000);
    expect(await runner.run(NEVER)).toBe(0);
    expect(attempts).toEqual([1, 2, 3]);
    expect(await troubledJobs(db, { attemptsMin: 3 })).toMatchObject([
      { id: "to Alder", isParked: true, attempts: 3, error: "the post office is closed" },
    ]);
    isBroken = false;
    expect(await retryParked(db, clock)).toEqual(["to Alder"]);
    expect(await runner.run(NEVER)).toBe(1);
    expect(await troubledJobs(db, { attemptsMin: 1 })).toEqual([]);
  });

  test("one whose owner died is taken over when its lease ends; what the dead wrote with it stays undone", async () => {
    const db = await store.open();
    const { clock, forward } = clockAt("2026-01-01T00:00:00Z");
    const dead = { owner: "dead", lease_ms: 60_000 };
    await ask(db, "to Alder", clock());
    expect(await takeJob(db, ["letter"], dead, clock)).toMatchObject({ attempt: 1 });
    const runner = jobRunner({
      db,
      log,
      clock,
      kinds: [
        letters(async ({ attempt, finish }) =>
          transaction(db, async (trx) => {
            await takeNumbers(trx, "sent", 1);
            await finish(trx, { attempt });
          }),
        ),
      ],
    });
    expect(await runner.run(NEVER)).toBe(0);
    forward(60_000);
    expect(await runner.run(NEVER)).toBe(1);
    expect(await stateOf(db, "to Alder")).toMatchObject({ state: "done", result: '{"attempt":2}' });
  });

  test("who comes back after its lease has ended takes back what it did", async () => {
    const db = await store.open();
    const { clock, forward } = clockAt("2026-01-01T00:00:00Z");
    await ask(db, "to Alder", clock());
    let takenOver: unknown;
    const slow = letters(async ({ finish }) => {
      forward(61_000);
      takenOver = await takeJob(db, ["letter"], { owner: "other", lease_ms: 60_000 }, clock);
      await transaction(db, async (trx) => {
        await takeNumbers(trx, "sent", 1);
        await finish(trx);
      });
    });
    await jobRunner({ db, log, clock, kinds: [slow] }).run(NEVER);
    expect(takenOver).toMatchObject({ owner: "other", attempt: 2 });
    expect(await db.selectFrom("counters").selectAll().where("name", "=", "sent").execute()).toEqual([]);
    expect(await stateOf(db, "to Alder")).toMatchObject({ state: "waiting", leased_by: "other" });
  });

  test("one that kills its process each time is parked", async () => {
    const db = await store.open();
    const { clock, forward } = clockAt("2026-01-01T00:00:00Z");
    await ask(db, "to Alder", clock());
    for (let died = 0; died < 2; died += 1) {
      await takeJob(db, ["letter"], { owner: `dead ${died}`, lease_ms: 1_000 }, clock);
      forward(1_000);
    }
    const runner = jobRunner({ db, log, clock, kinds: [letters(async () => expect.fail(), { attemptsMax: 2 })] });
    expect(await runner.run(NEVER)).toBe(0);
    expect(await stateOf(db, "to Alder")).toMatchObject({ state: "parked", error: "whoever did it died each time" });
  });

  test("a stop gives back what was in hand without counting it against the job", async () => {
    const db = await store.open();
    const { clock } = clockAt("2026-01-01T00:00:00Z");
    await ask(db, "to Alder", clock());
    const stop = new AbortController();
    const stopped = letters(async ({ signal }) => {
      stop.abort();
      signal.throwIfAborted();
    });
    await jobRunner({ db, log, clock, kinds: [stopped] }).run(stop.signal);
    expect(await stateOf(db, "to Alder")).toMatchObject({
      state: "waiting",
      attempts: 0,
      leased_by: null,
      error: null,
    });
  });

  test("periodic ones come again after their period, a tenth more or less, over all runners and restarts", async () => {
    const db = await store.open();
    const { clock, forward } = clockAt("2026-01-01T00:00:00Z");
    let done = 0;
    const daily: JobKind = { kind: "daily", every_ms: 1_000_000, run: async () => void (done += 1) };
    const runner = (random: () => number) => jobRunner({ db, log, clock, random, kinds: [daily] });
    expect(await runner(() => 1).run(NEVER)).toBe(0);
    forward(100_000);
    await runner(() => 1).run(NEVER);
    expect(done).toBe(1);
    forward(1_099_999);
    await runner(() => 0).run(NEVER);
    expect(done).toBe(1);
    forward(1);
    await runner(() => 0).run(NEVER);
    await runner(() => 0).run(NEVER);
    expect(done).toBe(2);
    forward(900_000);
    await runner(() => 0).run(NEVER);
    expect(done).toBe(3);
  });
});

const options = (db: Db, stop: AbortController) => ({ db, log, signal: stop.signal, poll_ms: 1, retry_ms: 5 });

describeEachDatabase("turns", (store) => {
  test("come one after another; one that fails is told until it succeeds, and holds up those that need it alone", async () => {
    const db = await store.open();
    const stop = new AbortController();
    const taken: string[] = [];
    let isBroken = true;
    let whileBroken: unknown;
    const turns: Turn[] = [
      {
        name: "first",
        take: async () => {
          if (isBroken) throw new Error("no room");
          taken.push("first");
        },
      },
      { name: "needing", needs: ["first"], take: async () => void taken.push("needing") },
      {
        name: "other",
        take: async (_, failing) => {
          taken.push("other");
          if (!isBroken) return;
          whileBroken = [[...failing.keys()], await troubledJobs(db, { attemptsMin: 1 })];
          isBroken = false;
        },
      },
      {
        name: "last",
        take: async () => {
          if (taken.includes("needing")) stop.abort();
        },
        close: async () => void taken.push("closed"),
      },
    ];
    await runTurns(turns, options(db, stop));
    expect(taken[0]).toBe("other");
    expect(taken.slice(-4)).toEqual(["first", "needing", "other", "closed"]);
    expect(whileBroken).toMatchObject([["first"], [{ id: "turn: first", isParked: false, error: "no room" }]]);
    expect(await troubledJobs(db, { attemptsMin: 1 })).toEqual([]);
  });

  test("trouble that a process before noted is taken back by the first turn that succeeds", async () => {
    const db = await store.open();
    const broken = new AbortController();
    const failing: Turn = {
      name: "index",
      take: async () => {
        broken.signal.throwIfAborted();
        setImmediate(() => broken.abort());
        throw new Error("no room");
      },
    };
    await runTurns([failing], options(db, broken));
    expect(await troubledJobs(db, { attemptsMin: 1 })).toHaveLength(1);
    const mended = new AbortController();
    await runTurns([{ name: "index", take: async () => mended.abort() }], options(db, mended));
    expect(await troubledJobs(db, { attemptsMin: 1 })).toEqual([]);
  });

  test("where one says that more is to be done, the next round comes at once", async () => {
    const db = await store.open();
    const stop = new AbortController();
    let left = 50;
    const turn: Turn = {
      name: "much",
      take: async () => {
        left -= 1;
        if (left === 0) stop.abort();
        return left > 0;
      },
    };
    await runTurns([turn], { ...options(db, stop), poll_ms: 60_000 });
    expect(left).toBe(0);
  });
});
