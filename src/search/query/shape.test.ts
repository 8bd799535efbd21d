import { expect, test } from "vitest";
import { err, ok } from "#base/result.ts";
import { parseQuery } from "./parse.ts";
import { shapeOf } from "./shape.ts";

test.each([
  ["fraud! W/10 (reliance OR deceit)", "xxxxx* W/10 (xxxxxxxx OR xxxxxx)"],
  ['"due process" AND NOT court:scotus', '"xxx xxxxxxx" AND (NOT [filter])'],
])("%s has the shape %s, and none of its words", (text, shape) => {
  const parsed = parseQuery(text, { resolveCourt: (name) => (name === "scotus" ? ok([name]) : err([])) });
  expect(parsed.ok && shapeOf(parsed.value.tree)).toBe(shape);
});
