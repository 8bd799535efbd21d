import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "#base/clock.ts";
import { transaction } from "#db/connection.ts";
import type { Db, Reader, Trx } from "#db/connection.ts";
import { takeNumbers } from "#db/counters.ts";
import { RecordsRefusal } from "./refusal.ts";

export type QueueLimits = {
  /** Of one court, over all processes. */
  readonly running_max: number;
  readonly waiting_max: number;
  /** Whoever has not had a turn after so long is sent away. */
  readonly wait_ms_max: number;
  /** A process that died holds its place no longer than this; one that lives says so three times as often. */
  readonly alive_ms: number;
};

export type Waiting = {
  readonly court: string;
  readonly what: string;
  readonly account: string;
  readonly state: "waiting" | "running";
  readonly enteredAt: string;
  /** 0 while running; 1 is next. */
  readonly place: number;
  /** Until its turn, from how long the last ones of this court took; null where none are known. */
  readonly estimate_ms: number | null;
};

type Entry = { readonly court: string; readonly account: string; readonly what: string };

const POLL_MS = 50;
/** What the estimate is made of. */
const FINISHED_KEPT = 20;

/**
 * Takes turns at each court, first come, first served, over all processes that share the records. A place is kept alive
 * by the one who has it.
 */
export class CourtQueue {
  readonly #db: Db;
  readonly #limits: QueueLimits;
  readonly #clock: Clock;

  constructor(db: Db, limits: QueueLimits, clock: Clock) {
    this.#db = db;
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Runs `work` when its turn has come. Throws `RecordsRefusal` (`queue_full`) with the place and the estimate. */
  async run<Value>(entry: Entry, work: () => Promise<Value>, signal?: AbortSignal): Promise<Value> {
    signal?.throwIfAborted();
    const seq = await this.#enter(entry);
    const alive = setInterval(() => void this.#keepAlive(seq).catch(() => undefined), this.#limits.alive_ms / 3);
    try {
      await this.#turn(seq, entry, signal);
      const began = this.#clock().getTime();
      const value = await work();
      // Its value counts even when its place cannot be cleared: that is free when its time is over.
      await this.#finish(seq, entry.court, this.#clock().getTime() - began).catch(() => undefined);
      return value;
    } catch (thrown) {
      await this.#leave(seq).catch(() => undefined);
      throw thrown;
    } finally {
      clearInterval(alive);
    }
  }

  async #enter(entry: Entry): Promise<number> {
    const now = this.#clock();
    return transaction(this.#db, async (trx) => {
      await sweep(trx, now);
      const places = await placesOf(trx, entry.court, this.#limits.running_max, now);
      if (places.filter(({ state }) => state === "waiting").length >= this.#limits.waiting_max)
        throw full(`${places.length} are waiting for this court already`, places.at(-1)?.estimate_ms ?? null);
      const seq = await takeNumbers(trx, "records_queue", 1);
      await this.#stand(trx, seq, entry, now);
      return seq;
    });
  }

  async #stand(trx: Trx, seq: number, entry: Entry, now: Date): Promise<void> {
    const alive_until = this.#aliveUntil(now);
    await trx
      .insertInto("records_queue")
      .values({ seq, ...entry, state: "waiting", entered_at: now.toISOString(), alive_until, took_ms: null })
      .execute();
  }

  async #turn(seq: number, entry: Entry, signal: AbortSignal | undefined): Promise<void> {
    const until_ms = performance.now() + this.#limits.wait_ms_max;
    while (!(await this.#tryTurn(seq, entry))) {
      if (performance.now() >= until_ms) {
        const own = await this.#placeOf(seq, entry.court);
        throw full(`it is number ${own?.place ?? "?"} in the queue of this court`, own?.estimate_ms ?? null);
      }
      await sleep(POLL_MS, undefined, { ...(signal && { signal }) });
    }
  }

  async #tryTurn(seq: number, entry: Entry): Promise<boolean> {
    const { running_max } = this.#limits;
    // Most of the time the answer is no, and then nothing need be written.
    const own = await this.#placeOf(seq, entry.court);
    if (own !== undefined && own.place > 1) return false;
    const now = this.#clock();
    return transaction(this.#db, async (trx) => {
      // On PostgreSQL its row keeps two processes from taking the same turn.
      await takeNumbers(trx, `records_queue ${entry.court}`, 0);
      await sweep(trx, now);
      const places = await placesOf(trx, entry.court, running_max, now);
      // A process that was stopped for a while was taken for dead, and stands where it stood.
      if (!places.some((one) => one.seq === seq)) {
        await this.#stand(trx, seq, entry, now);
        return false;
      }
      const running = places.filter(({ state }) => state === "running").length;
      const first = places.find(({ state }) => state === "waiting");
      if (first?.seq !== seq || running >= running_max) return false;
      await trx.updateTable("records_queue").set({ state: "running" }).where("seq", "=", seq).execute();
      return true;
    });
  }

  async #placeOf(seq: number, court: string): Promise<Waiting | undefined> {
    const places = await placesOf(this.#db, court, this.#limits.running_max, this.#clock());
    return places.find((one) => one.seq === seq);
  }

  async #keepAlive(seq: number): Promise<void> {
    const alive_until = this.#aliveUntil(this.#clock());
    await transaction(this.#db, async (trx) =>
      trx.updateTable("records_queue").set({ alive_until }).where("seq", "=", seq).execute(),
    );
  }

  async #finish(seq: number, court: string, took_ms: number): Promise<void> {
    await transaction(this.#db, async (trx) => {
      await trx.updateTable("records_queue").set({ state: "done", took_ms }).where("seq", "=", seq).execute();
      const done = trx.selectFrom("records_queue").select("seq").where("court", "=", court).where("state", "=", "done");
      const oldest = await done.orderBy("seq", "desc").offset(FINISHED_KEPT).limit(1).executeTakeFirst();
      if (oldest !== undefined)
        await trx
          .deleteFrom("records_queue")
          .where("court", "=", court)
          .where("state", "=", "done")
          .where("seq", "<=", oldest.seq)
          .execute();
    });
  }

  #aliveUntil(now: Date): string {
    return new Date(now.getTime() + this.#limits.alive_ms).toISOString();
  }

  async #leave(seq: number): Promise<void> {
    await transaction(this.#db, async (trx) => trx.deleteFrom("records_queue").where("seq", "=", seq).execute());
  }
}

/** Everyone who waits or runs, court by court. */
export async function readQueue(db: Reader, running_max: number, now: Date): Promise<Waiting[]> {
  const rows = await db
    .selectFrom("records_queue")
    .select("court")
    .distinct()
    .where("state", "<>", "done")
    .where("alive_until", ">", now.toISOString())
    .orderBy("court")
    .execute();
  const all: Waiting[] = [];
  for (const { court } of rows) all.push(...(await placesOf(db, court, running_max, now)));
  return all;
}

/** Who is alive at a moment, in order. Whoever died takes up no place, whether or not anybody has swept it away yet. */
async function placesOf(
  db: Reader,
  court: string,
  running_max: number,
  now: Date,
): Promise<(Waiting & { seq: number })[]> {
  const rows = await db.selectFrom("records_queue").selectAll().where("court", "=", court).orderBy("seq").execute();
  const took = rows.flatMap(({ took_ms }) => (took_ms === null ? [] : [took_ms]));
  const average_ms = took.length === 0 ? null : took.reduce((sum, ms) => sum + ms, 0) / took.length;
  let place = 0;
  return rows.flatMap((row) => {
    if (row.state === "done" || row.alive_until <= now.toISOString()) return [];
    const state = row.state === "running" ? "running" : "waiting";
    if (state === "waiting") place += 1;
    const own = state === "running" ? 0 : place;
    const estimate_ms = average_ms === null ? null : Math.round((own * average_ms) / running_max);
    const { seq, what, account, entered_at: enteredAt } = row;
    return [{ seq, court, what, account, state, enteredAt, place: own, estimate_ms }];
  });
}

/** Places of processes that died are free. */
async function sweep(trx: Trx, now: Date): Promise<void> {
  await trx
    .deleteFrom("records_queue")
    .where("state", "<>", "done")
    .where("alive_until", "<=", now.toISOString())
    .execute();
}

function full(message: string, estimate_ms: number | null): RecordsRefusal {
  const wait = estimate_ms === null ? "" : `, its turn comes in about ${Math.ceil(estimate_ms / 1000)} s`;
  return new RecordsRefusal("queue_full", `${message}${wait}`, { hint: "Nothing was bought. Try again later." });
}
