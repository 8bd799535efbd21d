import { expect, test } from "vitest";
import { retryAfter_ms } from "./retry-after.ts";

const NOW = new Date("2026-11-23T12:00:00Z");

test.each<[string | null | undefined, number | undefined]>([
  ["120", 120_000],
  [" 0 ", 0],
  ["0.5", 500],
  ["Mon, 23 Nov 2026 12:02:00 GMT", 120_000],
  ["Monday, 23-Nov-26 12:02:00 GMT", 120_000],
  ["Mon Nov 23 12:02:00 2026", 120_000],
  ["Thu Jan  1 00:00:00 2026", 0],
  ["Mon, 23 Nov 2026 11:00:00 GMT", 0],
  ["-1", undefined],
  ["soon", undefined],
  ["2026-11-23", undefined],
  ["Mon, 99 Nov 2026 12:02:00 GMT", undefined],
  ["", undefined],
  [null, undefined],
  [undefined, undefined],
])("%j asks for %s ms", (header, expected) => expect(retryAfter_ms(header, NOW)).toBe(expected));
