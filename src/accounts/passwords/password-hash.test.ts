import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { createPasswordHasher } from "./password-hash.ts";
import { SlowWorkQueue } from "./password-queue.ts";

const CHEAP = { memory_kib: 8, passes: 1, lanes: 1 };

describe("a password", () => {
  test("is kept as a salted hash that says how it was made, and checked by it", async () => {
    const hasher = createPasswordHasher({ cost: CHEAP });
    const held = await hasher.hash("correct horse battery", "a");
    expect(held).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$[\w+/]{22}\$[\w+/]{43}$/u);
    expect(await hasher.hash("correct horse battery", "a")).not.toBe(held);
    expect(await hasher.check("correct horse battery", held, "a")).toEqual({ isRight: true, isOutdated: false });
    expect(await hasher.check("correct horse batterx", held, "a")).toMatchObject({ isRight: false });
  });

  test("hashed at another cost is still checked, and told to be outdated", async () => {
    const held = await createPasswordHasher({ cost: { ...CHEAP, passes: 2 } }).hash("correct horse", "a");
    expect(await createPasswordHasher({ cost: CHEAP }).check("correct horse", held, "a")).toEqual({
      isRight: true,
      isOutdated: true,
    });
  });

  test("is the same however its letters were composed", async () => {
    const hasher = createPasswordHasher({ cost: CHEAP });
    const held = await hasher.hash("Übergröße im Café", "a");
    expect((await hasher.check("U\u0308bergröße im Cafe\u0301", held, "a")).isRight).toBe(true);
  });

  test("of nobody is never right, whatever is typed, and costs the same", async () => {
    const costs: unknown[] = [];
    const hasher = createPasswordHasher({
      cost: CHEAP,
      derive: async (_, { memory, passes }) => {
        costs.push({ memory, passes });
        return Buffer.alloc(32);
      },
    });
    expect((await hasher.check("", null, "a")).isRight).toBe(false);
    await hasher.check("x", await hasher.hash("x", "a"), "a");
    expect(costs).toEqual([costs[0], costs[0], costs[0]]);
  });
});

describe("the queue", () => {
  test("lets so many run at once, and those who bring work take turns", async () => {
    const queue = new SlowWorkQueue({ atOnce_max: 2 });
    let running = 0;
    let most = 0;
    const done: string[] = [];
    const work = async (owner: string): Promise<void> =>
      queue.run(owner, async () => {
        most = Math.max(most, ++running);
        await sleep(1);
        running--;
        done.push(owner);
      });
    await Promise.all([...["a", "a", "a", "a", "a", "a"].map(work), work("b")]);
    expect(most).toBe(2);
    expect(done.indexOf("b")).toBeLessThan(4);
  });

  test("refuses what it could not do while anybody waits, and more of one than of all", async () => {
    const queue = new SlowWorkQueue({ atOnce_max: 1, waiting_max: 20 });
    const { promise, resolve } = Promise.withResolvers<void>();
    const outcomes = async (owner: string, count: number): Promise<string[]> => {
      const all = Array.from({ length: count }, async () => queue.run(owner, async () => promise));
      setTimeout(resolve, 1);
      return (await Promise.allSettled(all)).map(({ status }) => status);
    };
    const [one, other] = await Promise.all([outcomes("a", 30), outcomes("b", 30)]);
    expect(one.filter((status) => status === "fulfilled")).toHaveLength(17);
    expect(other.filter((status) => status === "fulfilled")).toHaveLength(4);
  });

  test("goes on after work that failed", async () => {
    const queue = new SlowWorkQueue({ atOnce_max: 1 });
    await expect(queue.run("a", async () => Promise.reject(new Error("no memory")))).rejects.toThrow("no memory");
    expect(await queue.run("a", async () => 1)).toBe(1);
  });
});
