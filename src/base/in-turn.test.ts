import { setImmediate as rest } from "node:timers/promises";
import { expect, test } from "vitest";
import { InTurn } from "./in-turn.ts";

const open = new AbortController().signal;

function begun(turns: InTurn) {
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const ask = async (owner: string, name: string, signal = open): Promise<string> =>
    turns.run(owner, signal, async () => {
      order.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
      return name;
    });
  const endOne = async (): Promise<void> => {
    ends.shift()?.();
    await rest();
  };
  return { order, ask, endOne };
}

test("no more goes on at once than may, and owners take turns", async () => {
  const turns = new InTurn({ atOnce_max: 2, waitingPerOwner_max: 10, name: "answer" });
  const { order, ask, endOne } = begun(turns);
  const asked = ["a1", "a2", "a3", "a4", "b1"].map(async (name) => ask(name.slice(0, 1), name));
  await rest();
  expect([order, turns.goingCount, turns.waitingCount]).toEqual([["a1", "a2"], 2, 3]);
  await endOne();
  await endOne();
  expect(order).toEqual(["a1", "a2", "a3", "b1"]);
  for (let left = 0; left < 3; left++) await endOne();
  expect(await Promise.all(asked)).toEqual(["a1", "a2", "a3", "a4", "b1"]);
  expect([turns.goingCount, turns.waitingCount]).toEqual([0, 0]);
});

test("who leaves is not waited for, and who asks for too much is told so", async () => {
  const turns = new InTurn({ atOnce_max: 1, waitingPerOwner_max: 1, name: "answer" });
  const { order, ask, endOne } = begun(turns);
  const first = ask("a", "a1");
  const leaving = new AbortController();
  const second = ask("a", "a2", leaving.signal);
  await expect(ask("a", "a3")).rejects.toMatchObject({ code: "rate_limited" });
  leaving.abort();
  await expect(second).rejects.toMatchObject({ code: "unavailable" });
  const last = ask("a", "a4");
  await endOne();
  await endOne();
  expect(await Promise.all([first, last])).toEqual(["a1", "a4"]);
  expect(order).toEqual(["a1", "a4"]);
});

test("work that fails gives its turn on", async () => {
  const turns = new InTurn({ atOnce_max: 1, waitingPerOwner_max: 1, name: "answer" });
  const failing = turns.run("a", open, async () => {
    await rest();
    throw new Error("no");
  });
  const after = turns.run("a", open, async () => "yes");
  await expect(failing).rejects.toThrow("no");
  expect(await after).toBe("yes");
});
