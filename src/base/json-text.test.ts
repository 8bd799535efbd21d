import fc from "fast-check";
import { expect, test } from "vitest";

import { jsonBytes, JsonText } from "./json-text.ts";

const textOf = (value: unknown): JsonText<unknown> => new JsonText(Buffer.from(JSON.stringify(value)));

/** The value with every second leaf written already. */
function partlyWritten(value: unknown, seen = { leaves: 0 }): unknown {
  if (Array.isArray(value)) return value.map((one) => partlyWritten(one, seen));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, partlyWritten(one, seen)]));
  }
  seen.leaves += 1;
  return seen.leaves % 2 === 0 ? textOf(value) : value;
}

test("any value has the same bytes, whichever of its parts are written already", () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: "binary" }), (value) => {
      expect(jsonBytes(partlyWritten(value)).toString()).toBe(JSON.stringify(value));
    }),
  );
  expect(jsonBytes(textOf("whole")).toString()).toBe('"whole"');
});

test("another writer, and a reader, are given the value itself", () => {
  const value = { text: textOf("“due”\n\u{1f600}") };
  expect(JSON.stringify(value)).toBe(JSON.stringify({ text: "“due”\n\u{1f600}" }));
  expect(value.text.read()).toBe("“due”\n\u{1f600}");
});

test("a value that cannot be written leaves nothing behind for the next", () => {
  const circle: Record<string, unknown> = { text: textOf("a") };
  circle["self"] = circle;
  expect(() => jsonBytes(circle)).toThrow(TypeError);
  expect(JSON.stringify(textOf("a"))).toBe('"a"');
});
