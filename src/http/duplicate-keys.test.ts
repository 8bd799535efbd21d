import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { duplicateKey } from "./duplicate-keys.ts";

describe("a key given twice", () => {
  test.each([
    ['{"query": "a", "query": "b"}', "query"],
    ['{"a": {"b": 1, "c": [2, {"d": 3}], "b": 4}}', "a.b"],
    ['{"a": [{"b": 1}, {"c": {"d": "x", "d": "y"}}]}', "a.c.d"],
    ['[{"a": 1}, {"b": 1 , "b"\t:\n2}]', "b"],
    [String.raw`{"query": 1, "qu\u0065ry": 2}`, "query"],
    [String.raw`{"\\": 1, "a": "\\\"", "\\": 2}`, "\\"],
    ['{"__proto__": 1, "__proto__": 2}', "__proto__"],
    ['{"": 1, "": 2}', ""],
  ])("in %s is found", (json, path) => expect(duplicateKey(json)).toBe(path));

  test.each([
    "{}",
    "[]",
    '"a"',
    "1",
    '[{"a": 1}, {"a": 2}]',
    '{"a": {"a": {"a": 1}}, "b": {"a": 1}}',
    '{"a": "b", "b": "a", "c": ["a", "a"]}',
    String.raw`{"a": "\"a\": 1, \"a\": {", "b": "}}\\"}`,
  ])("is not seen in %s", (json) => expect(duplicateKey(json)).toBeUndefined());
});

test("what JSON.stringify writes never has one; the same member once more always has", () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      expect(duplicateKey(JSON.stringify(JSON.parse(json)))).toBeUndefined();
    }),
  );
  const member = fc.tuple(fc.string({ unit: "binary", minLength: 1 }), fc.jsonValue());
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), member, (object, [key, value]) => {
      const once = `${JSON.stringify(key)}: ${JSON.stringify(value)}`;
      const others = Object.entries(object).map(([name, each]) => `${JSON.stringify(name)}: ${JSON.stringify(each)}`);
      expect(
        duplicateKey(
          `{${[once, ...others.filter((_, index) => Object.keys(object)[index] !== key), once].join(", ")}}`,
        ),
      ).toBe(key);
    }),
  );
});
