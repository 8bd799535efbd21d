import { expect, test } from "vitest";
import { eachWithinTime, TOOK_TOO_LONG, withinTime } from "./within-time.ts";

/** Without an end for any machine: the steps double with each letter. */
const ENDLESS_EXPRESSION = new RegExp("^(?:a+)+$", "u");
const ENDLESS_TEXT = `${"a".repeat(60)}b`;

test("what returns or throws in time does so", () => {
  expect(withinTime(60_000, () => "read")).toBe("read");
  expect(() => withinTime(60_000, () => JSON.parse("{"))).toThrow(SyntaxError);
});

test.each([
  [
    "a loop",
    () => {
      for (;;);
    },
  ],
  ["a regular expression", () => ENDLESS_EXPRESSION.test(ENDLESS_TEXT)],
  [
    "a loop that catches what is thrown",
    () => {
      for (;;)
        try {
          throw new Error("again");
        } catch {}
    },
  ],
])("%s without an end is broken off, and what comes after is done", (_name, work: () => unknown) => {
  expect(withinTime(50, work)).toBe(TOOK_TOO_LONG);
  expect(withinTime(60_000, () => 1)).toBe(1);
});

const nested = (): unknown => [
  withinTime(50, () => {
    for (;;);
  }),
  withinTime(60_000, () => 1),
];

test("one within another has the time of the nearer", () => {
  expect(withinTime(60_000, nested)).toEqual([TOOK_TOO_LONG, 1]);
});

test("of several the endless one is named, and those beside it are made", () => {
  const made = eachWithinTime([1, 2, 3], 50, (item) => {
    if (item === 2) for (;;);
    return item * 10;
  });
  expect(made).toEqual([10, TOOK_TOO_LONG, 30]);
});
