import fc from "fast-check";
import { expect, test } from "vitest";
import { FairQueue } from "./fair-queue.ts";

function takeAll<Item>(queue: FairQueue<Item>): Item[] {
  const taken: Item[] = [];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) taken.push(next);
  return taken;
}

test("owners take turns, and each of them is served in the order it came", () => {
  const queue = new FairQueue<string>();
  for (const item of ["a1", "a2", "a3", "b1", "c1", "b2"]) queue.push(item.charAt(0), item);
  expect(takeAll(queue)).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"]);
});

test("who comes back with one more waits behind everybody who waits already", () => {
  const queue = new FairQueue<string>();
  for (const item of ["a1", "a2", "b1"]) queue.push(item.charAt(0), item);
  expect(queue.shift()).toBe("a1");
  queue.push("a", "a3");
  queue.push("c", "c1");
  expect(takeAll(queue)).toEqual(["b1", "a2", "c1", "a3"]);
});

test("whatever comes and goes, nothing is lost, and nobody is passed by twice before its turn", () => {
  const step = fc.oneof(
    { arbitrary: fc.record({ push: fc.constantFrom("a", "b", "c", "d") }), weight: 3 },
    { arbitrary: fc.constant("shift" as const), weight: 2 },
    { arbitrary: fc.record({ drop: fc.nat(20) }), weight: 1 },
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const queue = new FairQueue<{ owner: string; number: number }>();
      const waiting: { owner: string; number: number; passed: Map<string, number> }[] = [];
      let count = 0;
      for (const one of steps) {
        if (one === "shift") {
          const taken = queue.shift();
          expect(taken === undefined).toBe(waiting.length === 0);
          if (taken === undefined) continue;
          const at = waiting.findIndex(({ number }) => number === taken.number);
          expect(waiting.findIndex(({ owner }) => owner === taken.owner)).toBe(at);
          waiting.splice(at, 1);
          const firsts = waiting.filter(({ owner }, i) => waiting.findIndex((other) => other.owner === owner) === i);
          for (const { owner, passed } of firsts) {
            if (owner === taken.owner) continue;
            passed.set(taken.owner, (passed.get(taken.owner) ?? 0) + 1);
            expect(passed.get(taken.owner)).toBeLessThanOrEqual(1);
          }
        } else if ("push" in one) {
          const item = { owner: one.push, number: count++ };
          queue.push(item.owner, item);
          waiting.push({ ...item, passed: new Map() });
          items.push(item);
        } else {
          const item = items[one.drop];
          if (item === undefined) continue;
          const at = waiting.findIndex(({ number }) => number === item.number);
          expect(queue.delete(item.owner, item)).toBe(at >= 0);
          if (at >= 0) waiting.splice(at, 1);
        }
        expect(queue.size).toBe(waiting.length);
        for (const owner of ["a", "b"]) {
          expect(queue.sizeOf(owner)).toBe(waiting.filter((item) => item.owner === owner).length);
        }
      }
      expect(queue.clear()).toHaveLength(waiting.length);
      expect(queue.size).toBe(0);
      items.length = 0;
    }),
  );
});

const items: { owner: string; number: number }[] = [];
