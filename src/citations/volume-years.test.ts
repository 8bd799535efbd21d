import { expect, test } from "vitest";
import { volumeYear } from "./volume-years.ts";

test.each([
  ["F.2d", 1, 1924],
  ["F.2d", 66, 1933],
  ["F.2d", 999, 1993],
  ["F.3d", 567, 2009],
  ["F.", 242, 1917],
  ["F. Supp.", 31, 1939],
])("%s volume %i is of about %i", (reporter, volume, year) => {
  expect(volumeYear(reporter, volume)).toBe(year);
});

test("of other reporters and volumes nothing is known", () => {
  expect(volumeYear("U.S.", 5)).toBeNull();
  expect(volumeYear("F.3d", 5000)).toBeNull();
  expect(volumeYear("F.2d", 0)).toBeNull();
  expect(volumeYear("constructor", 1)).toBeNull();
});
