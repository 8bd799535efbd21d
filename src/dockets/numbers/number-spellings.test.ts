import { expect, test } from "vitest";
import { docketKey, officeOf } from "#cases/docket-key.ts";
import { asSeen, isOfSomeYear, otherSpellings } from "./number-spellings.ts";

const printed = (year: number, serial: number): string[] =>
  ["md", "ml", "mn", "mp", "sw", "gj", "po", "pt", "hc", "ct"].map((kind) => `${year}${kind}${serial}`);

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
  ["CV-19-01234-PHX-DGC", ["19cv1234"]],
  ["Case No. SACV 19-01234 JVS (DFMx)", ["19cv1234"]],
  ["CR 19-00012-TUC", ["19cr12"]],
  ["MD-15-02641-PHX-DGC", ["15md2641"]],
  ["No. 92-0190-X", ["92-190", "92cv190", "92cr190", "92mc190", "92mj190", "92bk190", "92ap190", ...printed(92, 190)]],
  ["", []],
  ["Alder", []],
])("%s", (given, keys) => {
  expect(otherSpellings(given).map(docketKey)).toEqual(keys);
});

const TODAY = new Date("2026-11-01T00:00:00Z");

test.each([
  "MDL 2788",
  "MDL No. 2788",
  "MDL-2788",
  "MDL Docket No. 2788",
  "M.D.L. No. 02788",
  "In re Heron Pumps Products Liability Litigation, MDL No. 2788",
  "Multidistrict Litigation No. 2788",
])("%s is the serial of a case of some year since the Panel sits", (given) => {
  const keys = otherSpellings(given, TODAY).map(docketKey);
  expect(keys).toContain("17md2788");
  expect(keys).toContain("68ml2788");
  expect(keys.slice(0, 3)).toEqual(["26md2788", "26ml2788", "26mn2788"]);
  expect(keys.slice(-3)).toEqual(["mdl-no-2788", "mdl-2788", "mdl-docket-no-2788"]);
  expect(new Set(keys).size).toBe(3 * 59 + 3);
});

test.each(["MDL No. 17-2788", "MDL 2017-2788 (ABC)"])("%s names the year", (given) => {
  expect(otherSpellings(given, TODAY).map(docketKey).slice(0, 3)).toEqual(["17md2788", "17ml2788", "17mn2788"]);
});

test.each([
  ["MDL No. 2788", true],
  ["MDL No. 17-2788", false],
  ["1:17-md-02788 (MDL No. 2788)", false],
  ["1:17-md-02788", false],
  ["17-2788", false],
])("%s may be of any year: %s", (given, isOpen) => {
  expect(isOfSomeYear(given)).toBe(isOpen);
});

test("an office stays in its place where the number names the kind", () => {
  expect(otherSpellings("2:19-12").map(officeOf)).toEqual([null, ...Array<number>(16).fill(2)]);
});

test("what is copied along and not seen is no part of a number", () => {
  expect(asSeen("\u202d1:24\u00ad-cv\u200b-01234\ufeff")).toBe("1:24-cv-01234");
});
