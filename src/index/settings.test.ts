import { expect, test } from "vitest";
import { searchShares } from "./settings.ts";

const MIB = 1024 * 1024;

test("blocks are kept in a thirty-second of a gigabyte, or of a small container, which has one search thread", () => {
  const limits = [128 * MIB, 512 * MIB, 2048 * MIB, 64 * 1024 * MIB];
  const shares = limits.map(searchShares);
  expect(shares.map(({ indexCache_bytes }) => indexCache_bytes / MIB)).toEqual([16, 16, 32, 32]);
  expect(shares.map(({ searchWorkers }) => searchWorkers)).toEqual([1, 1, 2, 2]);
});
