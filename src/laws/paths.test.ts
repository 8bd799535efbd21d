import fc from "fast-check";
import { expect, test } from "vitest";
import { ancestorPaths, parentOf, pathFault, pathLabel, underPath } from "./paths.ts";

test.each([
  ["t42.c21.s1983", undefined],
  ["a-b.C_d", undefined],
  ["", 0],
  [".a", 0],
  ["a..b", 2],
  ["a.", 2],
  ["a.b c", 3],
  ["t1.§5", 3],
  [`a.${"x".repeat(256)}`, 2],
  [Array.from({ length: 65 }, () => "a").join("."), 0],
])("%s", (path, position) => {
  expect(pathFault(path)?.position).toBe(position);
});

test.each([
  ["1-309.03", "1-309_03"],
  ["[25-825.01]", "25-825_01"],
  ["7-624(Perm)", "7-624_Perm"],
  ["78o–10", "78o-10"],
  ["§", ""],
])("%s as a label is %s", (text, label) => {
  expect(pathLabel(text)).toBe(label);
});

const path = fc
  .array(fc.stringMatching(/^[A-Za-z0-9_-]{1,3}$/u), { minLength: 1, maxLength: 4 })
  .map((labels) => labels.join("."));

test("the range below a path holds what begins with it and a full stop, and nothing else", () => {
  fc.assert(
    fc.property(path, path, (above, other) => {
      const { from, before } = underPath(above);
      expect(other >= from && other < before).toBe(other.startsWith(`${above}.`));
      expect(ancestorPaths(other)).toEqual(
        other
          .split(".")
          .slice(0, -1)
          .map((_, index, all) => all.slice(0, index + 1).join(".")),
      );
      expect(parentOf(other)).toBe(ancestorPaths(other).at(-1) ?? null);
    }),
  );
});
