import { expect, test } from "vitest";
import { shortName } from "./short-name.ts";

test.each([
  ["Alder v. Birch", "Alder"],
  ["United States v. Samuel Francis Birch", "Birch"],
  ["Charles Thomas Alder v. United States", "Alder"],
  ["Heron Bay Packing Co. v. Ostrander", "Heron Bay Packing Co."],
  ["State v. Ostrander", "Ostrander"],
  ["People v. Mary Quist", "Quist"],
  ["In re Larkspur Mills", "Larkspur Mills"],
  ["Robert Vale Co. v. Alder", "Robert Vale Co."],
  ["Blue Heron v. Alder", "Blue Heron"],
  ["Robert Vale, Jr. v. Alder", "Vale"],
  ["United States v. State", "United States v. State"],
])("%s is cited again as %s", (name, short) => {
  expect(shortName(name)).toBe(short);
});
