import { assert, jsonValue, property } from "fast-check";
import { expect, test } from "vitest";
import { jsonText } from "./json-text.ts";

test("is the same JSON, only laid out", () => {
  assert(
    property(jsonValue(), (value) => {
      expect(JSON.parse(jsonText(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test("what fits stands on one line", () => {
  expect(jsonText({ court_ids: ["ca9", "nysd"], page: 1 })).toBe('{ "court_ids": ["ca9", "nysd"], "page": 1 }');
  expect(jsonText({ query: "x".repeat(80) })).toBe(`{\n  "query": "${"x".repeat(80)}"\n}`);
});
