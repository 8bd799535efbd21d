import { execFile } from "node:child_process";
import { getEventListeners } from "node:events";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createMemoryLog } from "#test/threads/memory-log.ts";
import type { LogLine } from "#test/threads/memory-log.ts";
import { ASKED_WORKER, plannedErrors, ShelfError } from "#test/threads/asked.ts";
import type { AskedData, AskedRequests } from "#test/threads/asked.ts";
import { systemCodeOf } from "../errors.ts";
import type { Logger } from "../log.ts";
import { serveObjects } from "./remote.ts";
import { RestingThread } from "./resting-thread.ts";
import { Thread } from "./thread.ts";
import { ThreadPool } from "./thread-pool.ts";
import type { ThreadPoolOptions } from "./thread-pool.ts";

const data: AskedData = { greeting: "hello" };

let deaths: string[];
let thread: Thread<AskedRequests>;
let log: Logger;
let lines: readonly LogLine[];
let pools: ThreadPool<AskedRequests>[];

beforeEach(() => {
  deaths = [];
  pools = [];
  ({ log, lines } = createMemoryLog());
  thread = new Thread<AskedRequests>({
    file: ASKED_WORKER,
    name: "test thread",
    data,
    onDeath: (reason) => deaths.push(reason),
    answers: { double: (word: unknown) => `${String(word)}${String(word)}` },
  });
});

afterEach(async () => {
  await thread.stop();
  await Promise.all(pools.map(async (pool) => pool.stop()));
});

function poolOf(given: Partial<ThreadPoolOptions>): ThreadPool<AskedRequests> {
  const pool = new ThreadPool<AskedRequests>({
    file: ASKED_WORKER,
    name: "pool thread",
    size: 2,
    data: () => data,
    log,
    ...given,
  });
  pools.push(pool);
  return pool;
}

async function served(object: object): Promise<Thread<AskedRequests>> {
  await thread.stop();
  thread = new Thread<AskedRequests>({
    file: ASKED_WORKER,
    name: "test thread",
    data,
    onDeath: (reason) => deaths.push(reason),
  });
  serveObjects(thread.port, { library: object });
  return thread;
}

describe("one thread", () => {
  test("answers, at once or later, each to the one who asked", async () => {
    const answers = await Promise.all([thread.ask("later", 1), thread.ask("greet", "A"), thread.ask("later", [2])]);
    expect(answers).toEqual([1, "hello, A", [2]]);
  });

  test("throws at the asker what was thrown there", async () => {
    for (const kind of ["fail", "failLater"] as const) {
      for (const [plan, make] of plannedErrors.entries()) {
        const wanted = make() as Error;
        const thrown = await thread.ask(kind, plan).catch((caught: unknown) => caught);
        expect(thrown).toBeInstanceOf(Error);
        expect(Object.entries(thrown as Error)).toEqual(Object.entries(wanted));
        expect((thrown as Error).message).toBe(wanted.message);
        expect(systemCodeOf((thrown as Error).cause)).toBe(systemCodeOf(wanted.cause));
        expect(Object.getPrototypeOf(thrown)).toBe(Object.getPrototypeOf(wanted));
      }
    }
    expect(await thread.ask("fail", 2).catch((caught: unknown) => caught)).toBeInstanceOf(ShelfError);
  });

  test("what cannot be sent is refused, there and here, and the thread lives on", async () => {
    await expect(thread.ask("unclonable", null)).rejects.toThrow(/could not be cloned/u);
    await expect(thread.ask("later", () => 1)).rejects.toThrow(/could not be cloned/u);
    await expect(thread.ask("nothing" as "greet", "A")).rejects.toThrow(/nothing here answers "nothing"/u);
    expect(await thread.ask("greet", "B")).toBe("hello, B");
    expect(thread.waitingCount).toBe(0);
  });

  test("asks its parent", async () => {
    expect(await thread.ask("askBack", "ab")).toBe("abab");
  });

  test("gives buffers away, both ways", async () => {
    expect((await thread.ask("give", 1000))[999]).toBe(7);
    const bytes = new Uint8Array(5);
    expect(await thread.ask("sizeOf", bytes, { transfer: [bytes.buffer] })).toBe(5);
    expect(bytes.byteLength).toBe(0);
  });

  test("hears that nobody waits any more, also in the midst of work that never waits", async () => {
    for (const [at, kind] of (["untilGivenUp", "spinUntilGivenUp"] as const).entries()) {
      const controller = new AbortController();
      const asked = thread.ask(kind, null, { signal: controller.signal });
      const refused = expect(asked).rejects.toMatchObject({ code: "unavailable" });
      await (kind === "untilGivenUp" ? thread.ask("greet", "C") : Promise.resolve());
      controller.abort();
      await refused;
      expect(await thread.ask("givenUpCount", null)).toBe(at + 1);
    }
    await expect(thread.ask("greet", "D", { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: "unavailable",
    });
  });

  test("what is in hand when it dies is refused, with a hint and the reason", async () => {
    const inHand = thread.ask("untilGivenUp", null);
    const refused = expect(inHand).rejects.toMatchObject({ code: "unavailable", hint: expect.any(String) as string });
    await expect(thread.ask("throwOutside", null)).rejects.toThrow(/outside of any request/u);
    await refused;
    expect(deaths).toEqual(["outside of any request"]);
    await expect(thread.ask("greet", "E")).rejects.toMatchObject({ code: "unavailable" });
  });

  test("what it asked for is given up when it dies", async () => {
    await thread.stop();
    const asked = Promise.withResolvers<AbortSignal>();
    thread = new Thread<AskedRequests>({
      file: ASKED_WORKER,
      name: "test thread",
      data,
      onDeath: (reason) => deaths.push(reason),
      answers: {
        double: async (_, { signal }) => {
          asked.resolve(signal);
          return new Promise(() => undefined);
        },
      },
    });
    const refused = expect(thread.ask("askBack", "ab")).rejects.toMatchObject({ code: "unavailable" });
    const signal = await asked.promise;
    expect(signal.aborted).toBe(false);
    await thread.kill();
    await refused;
    expect(signal.aborted).toBe(true);
  });

  test("keeps the process alive while an answer is waited for, and not otherwise", async () => {
    const script = fileURLToPath(new URL("unstopped.ts", ASKED_WORKER));
    const { stdout } = await promisify(execFile)(process.execPath, [script], { timeout: 25_000 });
    expect(stdout).toBe("waited for\n");
  });

  test("a stop ends an idle thread, waits for work in hand within its bound, and refuses the rest", async () => {
    await thread.ask("greet", "F");
    const later = thread.ask("later", "in hand");
    const stopped = thread.stop({ grace_ms: 30_000 });
    await expect(thread.ask("greet", "G")).rejects.toMatchObject({ code: "unavailable" });
    expect(await later).toBe("in hand");
    await stopped;
    expect(deaths).toEqual([]);
  });

  test("a stop cuts what does not end within the bound", async () => {
    const refused = expect(thread.ask("spinUntilGivenUp", null)).rejects.toMatchObject({ code: "unavailable" });
    await thread.stop({ grace_ms: 20 });
    await refused;
    expect(deaths).toEqual([]);
  });
});

describe("an object of the other side", () => {
  const library = {
    async fill(shelf: string, batches: AsyncIterable<readonly string[]>) {
      let count = 0;
      for await (const books of batches) count += books.length;
      return shelf === "law" ? count : -1;
    },
    count: (batches: number) => batches * 2,
  };

  test("is called with values and with batches that are pulled", async () => {
    const asked = await served(library);
    expect(await asked.ask("shelve", 21)).toBe(42);
    expect(await asked.ask("fillShelf", { batches: 100, breaksAt: -1 })).toBe(100);
  });

  test("sees a batch that cannot be made as a failure, never as an end", async () => {
    let ended = false;
    const asked = await served({
      ...library,
      fill: async (shelf: string, batches: AsyncIterable<readonly string[]>) => {
        const count = await library.fill(shelf, batches);
        ended = true;
        return count;
      },
    });
    await expect(asked.ask("fillShelf", { batches: 10, breaksAt: 4 })).rejects.toMatchObject({
      code: "corrupt",
      message: "a batch cannot be read",
      hint: "skip it",
    });
    expect(ended).toBe(false);
  });

  test("gives back batches nobody wants", async () => {
    const asked = await served({ fill: async () => 0 });
    expect(await asked.ask("offerShelf", null)).toBe(true);
  });

  test("sees a failure when the one who makes the batches dies", async () => {
    const { promise: failed, resolve } = Promise.withResolvers<unknown>();
    const asked = await served({
      fill: async (_: string, batches: AsyncIterable<readonly string[]>) => {
        try {
          for await (const [book] of batches) if (book === "book 3") await thread.kill();
          resolve(undefined);
        } catch (thrown) {
          resolve(thrown);
          throw thrown;
        }
      },
    });
    await expect(asked.ask("fillShelf", { batches: 10, breaksAt: -1 })).rejects.toMatchObject({ code: "unavailable" });
    expect(await failed).toMatchObject({ code: "unavailable" });
  });
});

function resting(idle_ms: number): RestingThread<AskedRequests> {
  return new RestingThread<AskedRequests>({
    start: () => ({ file: ASKED_WORKER, name: "resting thread", data }),
    idle_ms,
    onDeath: (reason) => deaths.push(reason),
  });
}

describe("a thread that rests", () => {
  test("is there while there is work, and comes again", async () => {
    const one = resting(1);
    expect(one.isRunning).toBe(false);
    for (const word of ["A", "B"]) {
      expect(await one.ask("greet", word)).toBe(`hello, ${word}`);
      await vi.waitFor(() => expect(one.isRunning).toBe(false));
    }
    await one.stop();
    expect(deaths).toEqual([]);
  });

  test("keeps what it has for who holds it", async () => {
    const one = resting(1);
    await one.hold(async (held) => {
      const controller = new AbortController();
      const spun = expect(held.ask("spinUntilGivenUp", null, { signal: controller.signal })).rejects.toThrow();
      controller.abort();
      await spun;
      await new Promise((done) => setTimeout(done, 20));
      expect(await one.ask("givenUpCount", null)).toBe(1);
    });
    await one.stop();
  });

  test("is started again after it died, and not after it was stopped", async () => {
    const one = resting(60_000);
    await expect(one.ask("throwOutside", null)).rejects.toThrow(/outside of any request/u);
    expect(deaths).toHaveLength(1);
    expect(await one.ask("greet", "C")).toBe("hello, C");
    await one.stop();
    await expect(one.ask("greet", "D")).rejects.toMatchObject({ code: "unavailable" });
    expect(one.isRunning).toBe(false);
    const never = resting(1);
    await never.stop();
    await expect(never.ask("greet", "E")).rejects.toMatchObject({ code: "unavailable" });
    expect(deaths).toHaveLength(1);
  });
});

describe("a pool", () => {
  test("shares the work and keeps the order of those that wait", async () => {
    const pool = poolOf({ size: 1 });
    const order: number[] = [];
    await Promise.all([3, 1, 2].map(async (value) => pool.ask("later", value).then(() => order.push(value))));
    expect(order).toEqual([3, 1, 2]);
  });

  test("replaces a thread that dies; the others go on, and only its own work is refused", async () => {
    const pool = poolOf({ perThread_max: 4 });
    await Promise.all([pool.ask("later", 1), pool.ask("later", 1)]);
    const [dying, living] = [pool.ask("exit", null), pool.ask("later", "lives")];
    await expect(dying).rejects.toMatchObject({ code: "unavailable" });
    expect(await living).toBe("lives");
    const many = await Promise.all(Array.from({ length: 20 }, async (_, at) => pool.ask("later", at)));
    expect(many).toEqual(Array.from({ length: 20 }, (_, at) => at));
    expect(lines.map(({ msg }) => msg)).toEqual(["a pool thread stopped and is replaced"]);
  });

  test("a thread that hangs is replaced", async () => {
    const pool = poolOf({ size: 1 });
    await pool.ask("greet", "H");
    const hung = expect(pool.ask("untilGivenUp", null, { hung_ms: 20 })).rejects.toMatchObject({ code: "unavailable" });
    const next = pool.ask("greet", "I");
    await hung;
    expect(await next).toBe("hello, I");
  });

  test("a thread that fills buffers without end is replaced", async () => {
    const pool = poolOf({ size: 1 });
    await pool.ask("greet", "H");
    const full = pool.ask("hoard", null, { bufferBytes_max: 50 * 1024 * 1024 });
    await expect(full).rejects.toMatchObject({ code: "unavailable" });
    expect(await pool.ask("greet", "I", { bufferBytes_max: 50 * 1024 * 1024 })).toBe("hello, I");
  });

  test("one that cannot start says why to each who asks, and is not started for ever", async () => {
    const pool = poolOf({ size: 1, data: () => ({ ...data, failsToStart: true }) });
    for (let at = 0; at < 3; at += 1) {
      await expect(pool.ask("greet", "J")).rejects.toMatchObject({
        code: expect.stringMatching(/schema_too_new|unavailable/u) as string,
      });
    }
    expect(lines.length).toBeLessThanOrEqual(3);
  });

  test("one that dies at once is started again by the next request only", async () => {
    let starts = 0;
    const data = (): AskedData => {
      starts += 1;
      return { greeting: "", dies: true };
    };
    const pool = poolOf({ size: 1, data });
    for (const wanted of [1, 2]) {
      await expect(pool.ask("greet", "J")).rejects.toMatchObject({ code: "unavailable" });
      expect(starts).toBe(wanted);
    }
  });

  test("refuses what is too much, and what is given up while it waits", async () => {
    const pool = poolOf({ size: 1, waiting_max: 2 });
    const controller = new AbortController();
    const first = pool.ask("later", "first");
    const given = pool.ask("later", "given up", { signal: controller.signal });
    const second = pool.ask("later", "second");
    await expect(pool.ask("later", "too much")).rejects.toMatchObject({
      code: "unavailable",
      message: "too many requests wait for a pool thread",
      hint: "Try again in a moment.",
    });
    const refused = expect(given).rejects.toMatchObject({ code: "unavailable" });
    controller.abort();
    await refused;
    expect(await Promise.all([first, second, pool.ask("later", "third")])).toEqual(["first", "second", "third"]);
  });

  test("owners take turns, so that who asks much waits behind itself alone", async () => {
    const pool = poolOf({ size: 1 });
    const order: string[] = [];
    const asked = ["a1", "a2", "a3", "b1", "b2", "c1"].map(async (word) => {
      order.push((await pool.ask("later", word, { owner: word.charAt(0) })) as string);
    });
    await Promise.all(asked);
    expect(order).toEqual(["a1", "a2", "b1", "c1", "a3", "b2"]);
  });

  test("refuses an owner of whom too many wait, and nobody else", async () => {
    const pool = poolOf({ size: 1, waiting_max: 3, waitingPerOwner_max: 1 });
    const taken = ["a", "a", "b"].map(async (owner) => pool.ask("later", owner, { owner }));
    await expect(pool.ask("later", "a", { owner: "a" })).rejects.toMatchObject({
      code: "rate_limited",
      message: "1 of your requests wait for a pool thread already",
      hint: "Wait for their answers before you ask for more.",
    });
    const last = pool.ask("later", "c", { owner: "c" });
    await expect(pool.ask("later", "d", { owner: "d" })).rejects.toMatchObject({ code: "unavailable" });
    expect(await Promise.all([...taken, last])).toEqual(["a", "a", "b", "c"]);
  });

  test("refuses what has waited too long, and what does not wait any more keeps its answer", async () => {
    const pool = poolOf({ size: 1 });
    await pool.ask("greet", "O");
    const controller = new AbortController();
    const spun = expect(pool.ask("spinUntilGivenUp", null, { signal: controller.signal })).rejects.toThrow();
    const waits = pool.ask("greet", "P", { wait_ms_max: 20 });
    const waitsOn = pool.ask("greet", "Q", { wait_ms_max: 60_000 });
    await expect(waits).rejects.toMatchObject({
      code: "unavailable",
      message: "no pool thread was free for 0.02 s",
    });
    controller.abort();
    await spun;
    expect(await waitsOn).toBe("hello, Q");
  });

  test("a signal that lives on keeps nothing of what is done", async () => {
    const pool = poolOf({ size: 1 });
    const { signal } = new AbortController();
    await Promise.all([1, 2, 3].map(async (value) => pool.ask("later", value, { signal })));
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  test("a thread whose work was given up takes more only when it is done", async () => {
    const pool = poolOf({ size: 1 });
    const controller = new AbortController();
    await pool.ask("greet", "K");
    const spun = expect(pool.ask("spinUntilGivenUp", null, { signal: controller.signal })).rejects.toThrow(
      /cancelled/u,
    );
    const next = pool.ask("givenUpCount", null);
    controller.abort();
    await spun;
    expect(await next).toBe(1);
  });

  test("all are told, and one that refuses is replaced", async () => {
    const pool = poolOf({ size: 2 });
    await Promise.all([pool.ask("later", 1), pool.ask("later", 1)]);
    await pool.tellAll("tell", "news");
    expect(lines).toEqual([]);
    await pool.tellAll("tell", "refuse");
    expect(lines.map(({ msg }) => msg).toSorted()).toEqual([
      "a pool thread refused what every thread receives",
      "a pool thread refused what every thread receives",
      "a pool thread stopped and is replaced",
      "a pool thread stopped and is replaced",
    ]);
    expect(await pool.ask("greet", "L")).toBe("hello, L");
  });

  test("what all are told keeps nobody waiting", async () => {
    const pool = poolOf({ size: 1 });
    await pool.ask("greet", "M");
    const told = pool.tellAll("tell", "news");
    expect(await pool.ask("greet", "N")).toBe("hello, N");
    await told;
  });

  test("a lazy one has no thread before the first request, and none when there has been none for long", async () => {
    let starts = 0;
    const countStarts = (): AskedData => {
      starts += 1;
      return data;
    };
    const pool = poolOf({ size: 2, isLazy: true, idle_ms: 20, data: countStarts });
    expect(pool.state).toEqual({ name: "pool thread", size: 2, running: 0, busy: 0, waiting: 0 });
    const both = [pool.ask("later", 1), pool.ask("later", 2), pool.ask("later", 3)];
    expect(pool.state).toMatchObject({ running: 2, busy: 2, waiting: 1 });
    await Promise.all(both);
    await vi.waitFor(() => expect(pool.state).toMatchObject({ running: 0, busy: 0 }), { timeout: 10_000 });
    expect(await pool.ask("greet", "R")).toBe("hello, R");
    expect(starts).toBe(3);
    expect(lines).toEqual([]);
  });

  test("a thread of a lazy one that has work stays, however long it takes", async () => {
    const pool = poolOf({ size: 1, isLazy: true, idle_ms: 1 });
    for (let at = 0; at < 20; at += 1) {
      const controller = new AbortController();
      const spun = expect(pool.ask("spinUntilGivenUp", null, { signal: controller.signal })).rejects.toThrow(
        /cancelled/u,
      );
      const told = pool.tellAll("tell", "news");
      await new Promise((done) => setTimeout(done, at % 4));
      controller.abort();
      await Promise.all([spun, told]);
    }
    expect(lines).toEqual([]);
  });

  test("a thread that holds much when it has nothing to do is ended before the others", async () => {
    const many = poolOf({ size: 1, isLazy: true, idle_ms: 600_000, resting_ms: 1, restingBytes_max: 1 });
    const few = poolOf({ size: 1, isLazy: true, idle_ms: 600_000, resting_ms: 1, restingBytes_max: 1e9 });
    await Promise.all([many.ask("greet", "S"), few.ask("greet", "S")]);
    expect((await few.held()).map((bytes) => bytes > 1_000_000)).toEqual([true]);
    await vi.waitFor(() => expect(many.state.running).toBe(0), { timeout: 10_000 });
    expect(few.state.running).toBe(1);
    expect(await many.ask("greet", "T")).toBe("hello, T");
  });

  test("a stop refuses what is in hand, what waits and what comes after", async () => {
    const pool = poolOf({ size: 1 });
    const asked = [pool.ask("untilGivenUp", null), pool.ask("greet", "M")];
    const refused = asked.map(async (one) => expect(one).rejects.toMatchObject({ code: "unavailable" }));
    await pool.stop();
    await Promise.all(refused);
    await expect(pool.ask("greet", "N")).rejects.toMatchObject({ code: "unavailable" });
    expect(lines).toEqual([]);
  });
});
