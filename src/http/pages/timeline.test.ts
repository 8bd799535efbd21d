import { expect, test } from "vitest";
import { timeline } from "./timeline.ts";

const textOf = (drawn: unknown): string => String(drawn);

const titles = (drawn: unknown): string[] =>
  [...textOf(drawn).matchAll(/<title>([^<]*)<\/title>/gu)].map(([, one = ""]) => one);

test("each month between the first and the last has a bar", () => {
  const drawn = timeline([
    { month: "2019-11", count: 3 },
    { month: "2020-02", count: 250 },
  ]);
  expect(titles(drawn)).toEqual(["2019-11: 3", "2019-12: 0", "2020-01: 0", "2020-02: 250"]);
  expect(textOf(drawn)).toContain("253 dated entries, 2019-11 to 2020-02, by month; at most 250");
});

test("a docket of many years is drawn by year, and none of its entries is left out", () => {
  const months = Array.from({ length: 30 }, (_, at) => ({ month: `${1994 + at}-05`, count: at + 1 }));
  const drawn = titles(timeline(months));
  expect(drawn).toHaveLength(30);
  expect([drawn[0], drawn.at(-1)]).toEqual(["1994: 1", "2023: 30"]);
});

test("a day that was misread makes no endless drawing, and is counted", () => {
  const drawn = timeline([
    { month: "0019-03", count: 1 },
    { month: "2019-03", count: 7 },
  ]);
  expect(titles(drawn)).toHaveLength(120);
  expect(textOf(drawn)).toContain("8 dated entries, 1900 to 2019, by year");
});

test.each([[[]], [[{ month: "2019-11", count: 3 }]]])("of %j nothing is drawn", (months) => {
  expect(timeline(months)).toBe("");
});
