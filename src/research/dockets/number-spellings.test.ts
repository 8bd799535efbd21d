import { expect, test } from "vitest";
import { docketKey, officeOf } from "#cases/docket-key.ts";
import { otherSpellings } from "./number-spellings.ts";

const printed = (year: number, serial: number): string[] =>
  ["md", "ml", "mp", "sw", "gj", "po", "pt", "hc", "ct"].map((kind) => `${year}${kind}${serial}`);

test.each([
  ["Civil Action No. 19-1234 (RBW)", ["19cv1234"]],
  [
    "Civ. A. No. 19-1234",
    ["19-1234", "19cv1234", "19cr1234", "19mc1234", "19mj1234", "19bk1234", "19ap1234", ...printed(19, 1234)],
  ],
  ["Criminal No. 19-12", ["19cr12"]],
  ["19-criminal-00012", ["19cr12"]],
  ["2019-00012", ["19-12", "19cv12", "19cr12", "19mc12", "19mj12", "19bk12", "19ap12", ...printed(19, 12)]],
  ["1:19-12", ["19-12", "19cv12", "19cr12", "19mc12", "19mj12", "19bk12", "19ap12", ...printed(19, 12)]],
  ["19-bk-10012", ["19-10012"]],
  ["Bankruptcy No. 19-10012 (ABC)", ["19-10012", "19bk10012"]],
  ["19-cv-1234", []],
  ["No. 92-0190-X", ["92-190", "92cv190", "92cr190", "92mc190", "92mj190", "92bk190", "92ap190", ...printed(92, 190)]],
  ["", []],
  ["Alder", []],
])("%s", (given, keys) => {
  expect(otherSpellings(given).map(docketKey)).toEqual(keys);
});

test("an office stays in its place where the number names the kind", () => {
  expect(otherSpellings("2:19-12").map(officeOf)).toEqual([null, ...Array<number>(15).fill(2)]);
});
