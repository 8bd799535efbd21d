import { assert as holds, boolean, constantFrom, integer, nat, property, record, stringMatching } from "fast-check";
import { describe, expect, test } from "vitest";
import {
  docketIdPart,
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
  ["19 C 4471", "1:19-cv-04471", "19-C-4471", "19 C 4471 (ABC)"],
  ["80 B 2108", "1:80-bk-02108"],
  ["18 Mag. 3161", "1:18-mj-03161"],
  ["08-357C", "1:08-cv-00357", "08-357T", "08-357 C"],
  ["19-1020V", "1:19-vv-01020"],
  ["01-19-00123-CV", "01-19-00123", "No. 01-19-00123-CV", "01-19-00123-CR"],
  ["12918-3-II", "12918-3", "No. 12918-3-II"],
  ["2:20-mc-00021-JES-M_M", "2:20-mc-21", "20-mc-21"],
  ["CC-19-1234-LSTa", "CC-19-1234", "No. CC-19-1234-LSTa"],
  ["A-1234-19T2", "A-1234-19", "A-01234-19T4"],
  ["1234 C.D. 2019", "1234 CD 2019", "No. 1234 C. D. 2019"],
  ["123 EDA 2019", "No. 123 EDA 2019"],
  ["123456/2019", "Index No. 123456/2019", "123456/19", "123456/2019E"],
  ["C 02-1955-SI", "C-02-1955 (SI)", "C02-1955", "3:02-cv-01955"],
  ["CV-04-424-PHX-ROS", "CV 04-0424", "2:04-cv-00424-ROS"],
  ["CR 08-0582-GW", "2:08-cr-00582", "CR-08-582 GW (RZx)"],
  ["109-81C", "81-109C", "1:81-cv-00109"],
  ["02-405S", "02-405", "02-405 S", "02-0405"],
  ["06-1497 (MJD/RLE)", "06-1497", "06-1497(MJD/RLE)"],
  ["4:97-2141-23", "97-2141"],
  ["99-389-01", "99-389", "99-389-02"],
  ["2-02-CV-146", "2:02-cv-00146"],
  ["22A123", "22-A-123", "No. 22A123", "22 A 123"],
  ["2019-CA-0123", "19-CA-123", "No. 2019-CA-0123"],
  ["19AP-123", "19 AP 123", "No. 19AP-123"],
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
  ["A-1234-19", "A-1235-19T2"],
  ["01-19-00123-CV", "02-19-00123-CV"],
  ["12918-3-II", "12918-4-II"],
  ["CC-19-1234", "NC-19-1234"],
  ["123 EDA 2019", "123 WDA 2019"],
  ["08-357C", "08-357V"],
  ["1234 C.D. 2019", "1234 C.D. 2018"],
  ["22A123", "22M123"],
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
    ["No. 19-1234 (consolidated with 19-1240)", ["19-1234", "19-1240"]],
    ["19-cv-1234 c/w 19-cv-1300", ["19cv1234", "19cv1300"]],
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

function leadsTo(asked: string, held: string): boolean {
  const row = { docket_number: held, docket_key: docketKey(held) ?? "" };
  return rowsNumbered([row], keyedNumbers([asked])).length === 1;
}

type Written = { readonly year: number; readonly serial: number; readonly kind: string };

function written({ year, kind, serial }: Written): string {
  return [String(year), kind, String(serial)].filter((part) => part !== "").join("-");
}

test("of several numbers that are asked for as one text the first counts, and no judge of another", () => {
  expect(leadsTo("99-1-4579-DK, 99-1-8568-PM, 99-1-400-DK", "99-1-4579-DK")).toBe(true);
});

describe("what is asked for and what is held", () => {
  test.each([
    ["1:19-cv-04471", "19 C 4471"],
    ["1:90-cv-01413", "90-C-1413"],
    ["08-357", "08-357C"],
    ["1:08-cv-00357", "08-357"],
    ["14-bk-80555", "14-80555-JJG-13"],
    ["8:19-bk-71234", "8-19-71234-reg"],
    ["1:09-cv-10393", "09-10393-NMG"],
    ["1:14-cv-00286", "14-286 (JMF)"],
    ["4:90-cv-00605", "4-90-605"],
    ["90-cv-605", "4-90-605"],
    ["2:19-cv-01234", "19-1234"],
    ["1:80-cv-00878", "80-6-00878"],
    ["19-1234", "2:19-cv-01234-ABC"],
    ["1:08-vv-00357", "08-357V"],
    ["08-357", "08-357V"],
  ])("%s leads to %s", (asked, held) => {
    expect(leadsTo(asked, held)).toBe(true);
  });

  test.each([
    ["19-cv-1234", "19-cr-1234"],
    ["19-cv-1234", "18-1234"],
    ["19-cv-1234", "19-12340"],
    ["5:90-cv-00605", "4-90-605"],
    ["90-605", "4-90-605"],
    ["1:19-cv-01234", "2:19-cv-01234"],
    ["1:14-cv-00286-ABC", "14-286 (JMF)"],
    ["1:08-cr-00357", "08-357C"],
    ["01-19-00123", "19-123"],
    ["A-1234-19", "1234-19"],
  ])("%s does not lead to %s", (asked, held) => {
    expect(leadsTo(asked, held)).toBe(false);
  });

  const kind = constantFrom("cv", "cr", "mc", "bk", "C", "B", "Civ.", "");
  const number = record({ year: integer({ min: 10, max: 99 }), serial: integer({ min: 1, max: 99_999 }), kind });
  const KIND_MEANT: Readonly<Record<string, string>> = { C: "cv", B: "bk", "Civ.": "cv" };

  test("two numbers agree when year and serial do and the kinds do not contradict", () => {
    holds(
      property(number, number, nat(2), (one, another, sharing) => {
        const other = { ...another, ...(sharing > 0 && { year: one.year, serial: one.serial }) };
        const [left, right] = [one, other].map((each) => KIND_MEANT[each.kind] ?? each.kind);
        const isSame =
          one.year === other.year && one.serial === other.serial && (left === right || left === "" || right === "");
        expect(leadsTo(written(one), written(other)), `${written(one)} / ${written(other)}`).toBe(isSame);
      }),
      { numRuns: 500 },
    );
  });

  test("no digit is passed over", () => {
    holds(
      property(number, integer({ min: 0, max: 9 }), (one, digit) => {
        const longer = `${written(one)}${digit}`;
        expect(leadsTo(longer, written(one)), longer).toBe(false);
      }),
    );
  });

  test("what leads one way leads the other", () => {
    holds(
      property(number, number, boolean(), (one, another, isShared) => {
        const other = isShared ? { ...another, year: one.year, serial: one.serial } : another;
        expect(leadsTo(written(one), written(other))).toBe(leadsTo(written(other), written(one)));
      }),
    );
  });
});

test("the part of an id keeps the first rules", () => {
  expect(["19 C 4471", "01-19-00123-CV", "A-1234-19T2", "1:19-cv-01234-ABC"].map(docketIdPart)).toEqual([
    "19c4471",
    "1-19-123-cv",
    "a-1234-19-t-2",
    "19cv1234",
  ]);
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

test("no longer word of a number is passed over", () => {
  const forms = ["1:19-cv-01234", "19-1234", "19 C 4471", "01-19-00123-CV", "A-1234-19T2", "08-357C", "123 EDA 2019"];
  const alien = stringMatching(/^[b-z]{8,12}$/u);
  holds(
    property(constantFrom(...forms), alien, boolean(), (form, word, isBefore) => {
      const text = isBefore ? `${word}-${form}` : `${form}-${word}`;
      expect(
        docketNumbers(text).map(({ key }) => key),
        text,
      ).not.toContain(docketKey(form));
    }),
    { numRuns: 300 },
  );
});
