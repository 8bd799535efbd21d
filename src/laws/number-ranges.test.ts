import { expect, test } from "vitest";
import { isInRange } from "./number-ranges.ts";

test.each<[range: string, inside: string[], outside: string[]]>([
  ["4-40 to 4-44", ["4-40", "4-42", "4-44", "4-42a"], ["4-39", "4-45", "4-4", "5-42", "42"]],
  ["7a to 7c–1", ["7a", "7b", "7c", "7c-1", "7c–1"], ["7", "7d", "7c-2", "8a"]],
  ["40.34-40.36", ["40.34", "40.35", "40.36"], ["40.33", "40.37", "40"]],
  ["98 to 102", ["98", "100", "102"], ["97", "103", "10"]],
  ["101, 103 to 105", ["104"], ["101", "102", "106"]],
  ["101 – 105", ["103"], ["106"]],
  ["4-40", [], ["4-40", "5", "30"]],
  ["2000e-5", [], ["2000e-5", "2000e"]],
])("%s", (range, inside, outside) => {
  expect(inside.filter((number) => !isInRange(range, number))).toEqual([]);
  expect(outside.filter((number) => isInRange(range, number))).toEqual([]);
});
