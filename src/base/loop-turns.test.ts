import { expect, test } from "vitest";
import { LoopTurns } from "./loop-turns.ts";

test("of many who do long work one does a step in each round of the loop, in turns", async () => {
  const turns = new LoopTurns();
  const steps: string[] = [];
  let round = 0;
  let isOver = false;
  const rounds: number[] = [];
  const count = (): void => {
    round++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const work = async (name: string): Promise<void> => {
    for (let step = 0; step < 3; step++) {
      await turns.next();
      steps.push(`${name}${step}`);
      rounds.push(round);
    }
  };
  await Promise.all(["a", "b", "c"].map(work));
  isOver = true;
  expect(steps).toEqual(["a0", "b0", "c0", "a1", "b1", "c1", "a2", "b2", "c2"]);
  expect(new Set(rounds).size).toBe(9);
});
