import { expect, test } from "vitest";
import { searchShares } from "./settings.ts";

const MIB = 1024 * 1024;

test("blocks are kept in a sixteenth of a gigabyte, or in a sixteenth of a small container, which has one search thread", () => {
  const limits = [0, 128 * MIB, 512 * MIB, 2048 * MIB, 64 * 1024 * MIB, 2 ** 63];
  const shares = limits.map(searchShares);
  expect(shares.map(({ indexCache_bytes }) => indexCache_bytes / MIB)).toEqual([64, 16, 32, 64, 64, 64]);
  expect(shares.map(({ searchWorkers }) => searchWorkers)).toEqual([2, 1, 1, 2, 2, 2]);
});
