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

const bytesOf = async (value: unknown, step_bytes?: number): Promise<string> =>
  (await jsonBytes(value, async () => undefined, step_bytes)).toString();

test("any value has the same bytes, whichever of its parts are written already and in how many steps", async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ stringUnit: "binary" }), fc.integer({ min: 1, max: 20 }), async (value, step) => {
      expect(await bytesOf(partlyWritten(value))).toBe(JSON.stringify(value));
      expect(await bytesOf(partlyWritten(value), step)).toBe(JSON.stringify(value));
    }),
  );
  expect(await bytesOf(textOf("whole"))).toBe('"whole"');
});

test("before each step a turn is waited for, and what fits into one step waits for none", async () => {
  let turns = 0;
  const turn = async (): Promise<void> => void turns++;
  await jsonBytes({ texts: [textOf("a".repeat(95)), textOf("b".repeat(95))] }, turn, 50);
  expect(turns).toBe(Math.ceil(JSON.stringify({ texts: ["a".repeat(95), "b".repeat(95)] }).length / 50));
  await jsonBytes({ text: textOf("a") }, turn, 50);
  expect(turns).toBe(5);
});

test("another writer, and a reader, are given the value itself", () => {
  const value = { text: textOf("“due”\n\u{1f600}") };
  expect(JSON.stringify(value)).toBe(JSON.stringify({ text: "“due”\n\u{1f600}" }));
  expect(value.text.read()).toBe("“due”\n\u{1f600}");
});

test("a value that cannot be written leaves nothing behind for the next", async () => {
  const circle: Record<string, unknown> = { text: textOf("a") };
  circle["self"] = circle;
  await expect(bytesOf(circle)).rejects.toThrow(TypeError);
  expect(JSON.stringify(textOf("a"))).toBe('"a"');
});
