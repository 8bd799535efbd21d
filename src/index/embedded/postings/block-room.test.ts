import { array, assert, integer, property } from "fast-check";
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

test("arrays are of zeros and do not share a place, whatever their sizes", () => {
  assert(
    property(array(integer({ min: 0, max: 70_000 }), { maxLength: 60 }), (sizes) => {
      const room = new BlockRoom();
      const arrays = sizes.map((size, at) => {
        const ints = room.ints(size);
        expect(ints).toHaveLength(size);
        expect(ints.every((value) => value === 0)).toBe(true);
        return ints.fill(at + 1);
      });
      arrays.forEach((ints, at) => expect(ints.every((value) => value === at + 1)).toBe(true));
      room.letGo();
    }),
    { numRuns: 40 },
  );
});

test("what a search has let go of is given to the next, and to one at a time", () => {
  const first = new BlockRoom();
  const { buffer } = first.ints(BLOCK).fill(7);
  first.letGo();
  const [next, other] = [new BlockRoom(), new BlockRoom()];
  const again = next.ints(BLOCK);
  expect(again.buffer).toBe(buffer);
  expect(again.every((value) => value === 0)).toBe(true);
  expect(other.ints(BLOCK).buffer).not.toBe(buffer);
});

test("the cursors of a thousand words take a few large pieces of memory", () => {
  const room = new BlockRoom();
  const pieces = new Set<ArrayBufferLike>();
  for (let word = 0; word < 1000; word++) for (let part = 0; part < 6; part++) pieces.add(room.ints(BLOCK).buffer);
  expect(pieces.size).toBeLessThan(20);
});
