import { expect, test } from "vitest";
import { calledSo, isCalledOtherwise } from "./called.ts";

test.each([
  ["Zeta Holdings v. Eta Corporation", ["Brook v. Marlow Freight Co."], true],
  ["Wrong v. Other Corp.", ["Brook v. Marlow Freight Corp."], true],
  ["Brook v. Marlow", ["Brook v. Marlow Freight Co."], false],
  ["In re Marlow Freight Litigation", ["Brook v. Marlow Freight Co."], false],
  ["Marlow Mfg.", ["Marlow Manufacturing v. Brook"], false],
  ["Brook v. Heron", ["In re Larkspur", "Heron Bay Packing"], false],
  ["In re", ["Brook v. Marlow"], false],
  ["Brook v. Marlow", [], false],
  ["Brook v. Marlow", [""], false],
])("%s is not one of %j: %s", (name, names, isOther) => {
  expect(isCalledOtherwise(name, names)).toBe(isOther);
});

const ALL = ["Charlie v. Delta", "Able v. Baker", "Marlow Co. v. Brook", "Marlow LLC v. Brook"];

test.each<[string | null, readonly string[]]>([
  ["charlie versus delta corp", ["Charlie v. Delta"]],
  ["Able", ["Able v. Baker"]],
  ["Marlow LLC", ["Marlow LLC v. Brook"]],
  ["Marlow Inc.", ["Marlow Co. v. Brook", "Marlow LLC v. Brook"]],
  ["Zeta v. Eta", ALL],
  [null, ALL],
])("%s calls %j", (name, fitting) => {
  expect(calledSo(ALL, name, (one) => [one])).toEqual(fitting);
});
