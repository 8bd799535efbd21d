import { expect, test } from "vitest";
import { BlockRoom } from "./block-room.ts";
import { BLOCK } from "./packing.ts";

test("no more is given than there is room for, whoever asks", () => {
  const room = new BlockRoom(10 * BLOCK * 4 + 100);
  expect([7, 7, 7, 0].map((blocks) => room.take(blocks))).toEqual([7, 3, 0, 0]);
  expect(room.taken_bytes).toBe(10 * BLOCK * 4);
});

test("what the words of a wild card keep is bounded, however many they are", () => {
  const room = new BlockRoom();
  for (let word = 0; word < 100_000; word++) room.take(31);
  expect(room.taken_bytes).toBeLessThanOrEqual(8 * 1024 * 1024);
});
