import { describe, expect, test } from "vitest";
import {
  docketKey,
  docketNumbers,
  isSameOffice,
  isSpreadsheetDate,
  keyedNumbers,
  maySpreadsheetHaveMade,
  rowsNumbered,
} from "./docket-key.ts";

/** Each line lists spellings of one docket number. */
const SAME: readonly (readonly string[])[] = [
  [
    "1:19-cv-01234-ABC",
    "19-cv-1234",
    "2019cv01234",
    "1:19-cv-01234",
    "19 Civ. 1234",
    "No. 19 Civ. 1234 (ABC)",
    "19-CV-1234 (ABC) (DEF)",
  ],
  ["2:05-cr-00119-KJD-LRL-1", "05-cr-119", "2005 CR 00119", "5:05-cr-00119"],
  ["83 Civ. 8898 (MEL)", "83-cv-8898", "1:83-cv-08898-MEL", "No. 83 Civ. 8898 (MEL)"],
  ["3:08-md-01958-PAM/JSM", "08-md-1958"],
  ["92-190", "No. 92-190", "92-0190", "Docket No. 92-00190", "Nos. 92-190, 92-191", "92-190 and 92-191", "1992-190"],
  ["00-6029", "No. 00-6029", "2000-6029"],
  ["2019-1234", "19-1234", "No. 2019\u20131234"],
  ["05-4210-cr", "05-4210", "05-4210-cr (L)", "05-4210-cr(L)", "Docket No. 05-4210-cr."],
  ["A-35", "No. A-35", "a-035"],
  ["09-35697", "09-35697-JAC7", "8:09-35697-rfn11", "2009-35697", "09-35697-CRJ"],
  ["14-80555", "14-80555-JJG-13", "14-80555-JJG13"],
  ["07-02023", "07-02023-8-RDD", "8:07-02023"],
  ["19-70001", "8-19-70001-ast", "8:19-70001-ast", "8-19-70001"],
  ["CV-2013-0042", "cv 2013 42"],
  ["4", "No. 4", "004"],
  ["85 C 10000", "85-c-10000", "1:85-C-10000"],
  ["56,911", "No. 56911", "56911", "Nos. 56,911 and 56,912"],
  ["S-12,345", "s-12345"],
  ["9 ORIG", "No. 9, Orig.", "No. 9, Original", "9 Orig", "No. 9 Original."],
  ["70, Misc.", "No. 70 Misc."],
];

const DIFFERENT: readonly (readonly [string, string])[] = [
  ["19-cv-1234", "19-cr-1234"],
  ["19-cv-1234", "18-cv-1234"],
  ["19-cv-1234", "19-cv-12340"],
  ["92-190", "91-190"],
  ["1-19-0123", "19-0123"],
  ["92-190-191", "92-190"],
  ["A-35", "35"],
  ["56,911", "56,223"],
  ["92-190,191", "92-190191"],
  ["9, Orig.", "9"],
  ["9, Original", "10, Original"],
  ["70, Misc.", "70"],
];

describe("docket numbers", () => {
  test.each(SAME.map((spellings) => [spellings[0], spellings] as const))("spellings of %s", (_first, spellings) => {
    expect(new Set(spellings.map(docketKey)).size, spellings.map(docketKey).join(" | ")).toBe(1);
    expect(docketKey(spellings[0])).not.toBeNull();
  });

  test.each(DIFFERENT)("%s is not %s", (left, right) => expect(docketKey(left)).not.toBe(docketKey(right)));

  test.each([
    ["92-190", ["92-190"]],
    ["Nos. 92-190, 92-191 & 92-0192", ["92-190", "92-191", "92-192"]],
    ["92-190, 92-190 and 92-0190", ["92-190"]],
    ["1:19-cv-01234-ABC; 1:19-cv-01235-ABC (consolidated)", ["19cv1234", "19cv1235"]],
    ["No. 52,812 and No. 52,813", ["52812", "52813"]],
    ["92-190 and 3 others", ["92-190"]],
    ["92-190, -191", ["92-190"]],
    ["4, 5", ["4", "5"]],
    ["No. 9, Orig.; No. 10, Orig.", ["9-orig", "10-orig"]],
    ["none", []],
  ])("the numbers of %j", (text, keys) => {
    expect(docketNumbers(text).map(({ key }) => key)).toEqual(keys);
  });

  test("a number is kept as it is printed", () => {
    expect(docketNumbers("Nos. 92-190, 92-0191").map(({ number }) => number)).toEqual(["Nos. 92-190", "92-0191"]);
    expect(docketNumbers("52,812 and 52,813").map(({ number }) => number)).toEqual(["52,812", "52,813"]);
    expect(docketNumbers(Array.from({ length: 90 }, (_, at) => `9-${at}`).join(","))).toHaveLength(50);
  });

  test("a hostile number takes no longer than its length", () => {
    expect(docketKey(`19-cv-1${"-a1".repeat(50_000)}!`)).not.toBeNull();
    expect(docketKey(`19cv1${"(".repeat(50_000)}`)).not.toBeNull();
  });

  test.each([null, undefined, "", "  ", "No.", "--"])("nothing to compare in %j", (text) =>
    expect(docketKey(text)).toBeNull(),
  );
});

test.each([
  ["8:03-cv-1962", "5:03-cv-1962", false],
  ["8:03-cv-1962", "08:03-cv-01962-ABC", true],
  ["8:03-cv-1962", "03-cv-1962", true],
  ["No. 8:03-cv-1962", "5:03-cv-1962", false],
  ["92-190", "91-190", true],
  ["8-19-70001-ast", "1:19-70001", false],
  ["8-19-70001-ast", "8:19-70001", true],
  ["1-19-0123", "2-19-0123", true],
])("%s and %s may be of one division: %j", (left, right, isSame) => {
  expect(isSameOffice(left, right)).toBe(isSame);
  expect(isSameOffice(right, left)).toBe(isSame);
});

test("rows are told in the order of the numbers asked for, without those of another division", () => {
  const rows = [
    { docket_number: "5:03-cv-1962", docket_key: "03cv1962" },
    { docket_number: "8:03-cv-1962", docket_key: "03cv1962" },
    { docket_number: null, docket_key: "92-190" },
  ];
  const asked = keyedNumbers(["92-0190", "8:03-cv-01962", "no number"]);
  expect(rowsNumbered(rows, asked)).toEqual([rows[2], rows[1]]);
  expect(rowsNumbered(rows, [])).toEqual([]);
});

test.each([
  ["21-Jul", "07-21"],
  ["Jan-74", "74-1"],
  ["Jan-74", "1-74"],
  ["Aug-57", "08-57"],
  ["Jan-74", "01-7574"],
  ["Jun-07", "06-6407"],
])("a spreadsheet may have made %s of %s", (spoilt, number) => {
  expect(isSpreadsheetDate(spoilt)).toBe(true);
  expect(maySpreadsheetHaveMade(spoilt, docketKey(number) ?? "")).toBe(true);
});

test.each([
  ["Jan-74", "02-7574"],
  ["Jan-74", "01-7475"],
  ["Jan-74", "01-574"],
  ["21-Jul", "07-5521"],
])("no spreadsheet made %s of %s", (spoilt, number) => {
  expect(maySpreadsheetHaveMade(spoilt, docketKey(number) ?? "")).toBe(false);
});

test.each(["08-57", "A-57", "Jan", "32", "No. 9, Orig.", "", null])("no spreadsheet made %j", (number) => {
  expect(isSpreadsheetDate(number)).toBe(false);
});
