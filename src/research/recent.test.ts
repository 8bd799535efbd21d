import { expect, test } from "vitest";
import { Recent } from "./recent.ts";

test("keeps the values used last and no more than it may", () => {
  const recent = new Recent<number>(3);
  for (const [name, value] of [
    ["a", 1],
    ["b", 2],
    ["c", 3],
  ] as const)
    recent.set(name, value);
  expect(recent.get("a")).toBe(1);
  recent.set("d", 4);
  expect(recent.size).toBe(3);
  expect(["a", "b", "c", "d"].map((name) => recent.get(name))).toEqual([1, undefined, 3, 4]);
  recent.set("c", 5);
  expect(recent.size).toBe(3);
  expect(recent.get("c")).toBe(5);
  recent.clear();
  expect(recent.size).toBe(0);
});
