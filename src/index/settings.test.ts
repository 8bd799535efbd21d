import { expect, test } from "vitest";
import { indexCacheBytes } from "./settings.ts";

const MIB = 1024 * 1024;

test("blocks are kept in a quarter of a gigabyte, or in an eighth of a small container", () => {
  const limits = [0, 128 * MIB, 512 * MIB, 2048 * MIB, 64 * 1024 * MIB, 2 ** 63];
  expect(limits.map((limit) => indexCacheBytes(limit) / MIB)).toEqual([256, 16, 64, 256, 256, 256]);
});
