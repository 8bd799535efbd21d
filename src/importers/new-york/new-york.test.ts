import { describe, expect, test } from "vitest";
import { currentAt } from "#laws/currency.ts";
import {
  chainsCited,
  directoryOf,
  importLawsFrom,
  lawDatabase,
  rejectsIn,
  standingAt,
} from "#test/laws/import-laws.ts";
import { paragraphsOf, printedDays } from "./words.ts";

const TODAY = "2026-06-30";

type Document = { readonly [field: string]: unknown };
const documents = (...items: readonly Document[]): Document => ({ items, size: items.length });
const section = (number: string, title: string, text: string, more: Document = {}): Document => ({
  lawId: "PEN",
  locationId: number,
  title,
  docType: "SECTION",
  docLevelId: number,
  activeDate: "2020-01-03",
  sequenceNo: 9,
  repealedDate: null,
  repealed: false,
  text,
  documents: documents(),
  ...more,
});

const FORDS =
  "  § 9.05 Fording by night.\\n  1. A person is guilty of fording by night when he crosses a ford after the lamp of\\nthe keeper is out, and the keeper has\\ncalled.\\n\\n  2. It is no defense that:\\n  (a) the water was low; or\\n  (b) the keeper slept.\\n  * NB Effective July 1, 2026\\n";

const law = (active: string, ...sections: readonly Document[]): string =>
  JSON.stringify({
    success: true,
    message: "The document.",
    responseType: "law-tree",
    result: {
      lawVersion: { lawId: "PEN", activeDate: active },
      info: { lawId: "PEN", name: "Penal", lawType: "CONSOLIDATED", chapter: "40" },
      documents: {
        lawId: "PEN",
        locationId: "-CH40",
        title: "Penal",
        docType: "CHAPTER",
        docLevelId: "40",
        activeDate: "2014-09-22",
        repealed: false,
        text: "  CHAPTER 40\\n  AN ACT of bridges\\n",
        documents: documents({
          lawId: "PEN",
          locationId: "P1",
          title: "Of Water",
          docType: "PART",
          docLevelId: "1",
          activeDate: "2014-09-22",
          repealed: false,
          text: "  PART ONE\\n",
          documents: documents({
            lawId: "PEN",
            locationId: "P1A9",
            title: "Fords",
            docType: "ARTICLE",
            docLevelId: "9",
            activeDate: "2014-09-22",
            repealed: false,
            text: "  ARTICLE 9\\n",
            documents: documents(...sections),
          }),
        }),
      },
    },
  });

const FIRST = law(
  "2026-05-01",
  section("9.05", "Fording by night", FORDS),
  section(
    "9.05*2",
    "Fording by night",
    "  § 9.05 Fording by night.\\n  A ford is shut.\\n  * NB Repealed July 1, 2026\\n",
    {
      docLevelId: "9.05*2",
    },
  ),
  section("9.10", "Tolls", "  § 9.10 Tolls. None.\\n"),
  section("9.15", "Reeves", "  § 9.15 Reeves.\\n", { repealed: true, repealedDate: "2019-04-12" }),
  section("9.20", "Boats", ""),
);

describe("the laws of New York from Open Legislation", () => {
  test("a section has its paragraphs, its place, its citation and the days that are printed", async () => {
    const db = await lawDatabase();
    const report = await importLawsFrom(db, "new-york", await directoryOf({ "PEN.json": FIRST }));
    expect(report.counts).toMatchObject({ rejected: 0 });
    const chains = await chainsCited(db, "N.Y. Penal Law § 9.05");
    const versions = chains.flatMap((chain) => chain.versions);
    expect(
      versions.map(({ path, effectiveDate, expiresOn, edition }) => [path, effectiveDate, expiresOn, edition]),
    ).toEqual(
      expect.arrayContaining([
        ["pen.pt1.a9.s9_05", "2026-07-01", undefined, "2026-05-01"],
        ["pen.pt1.a9.s9_05_2", null, "2026-07-01", "2026-05-01"],
      ]),
    );
    const onDay = (day: string): readonly (string | undefined)[] =>
      chains.flatMap((chain) => currentAt(chain.versions, day, day)?.path ?? []);
    expect(onDay("2026-06-30")).toEqual(["pen.pt1.a9.s9_05_2"]);
    expect(onDay("2026-07-01")).toEqual(["pen.pt1.a9.s9_05"]);
    const night = versions.find(({ effectiveDate }) => effectiveDate !== null);
    expect(night).toMatchObject({ number: "9.05", title: "Fording by night", nodeType: "LEAF", type: "statute" });
    expect((await standingAt(db, "N.Y. Penal Law § 9.10", TODAY))?.text.html).toBe("<p>§ 9.10 Tolls. None.</p>");
    const [article] = await chainsCited(db, "N.Y. Penal Law art. 9");
    expect(article?.versions[0]).toMatchObject({ title: "Fords", nodeType: "PARENT" });
    expect(
      (await importLawsFrom(db, "new-york", await directoryOf({ "PEN.json": FIRST }))).counts.versions,
    ).toMatchObject({
      added: 0,
      updated: 0,
      removed: 0,
    });
  });

  test("what is repealed is no law, and neither is a section without words", async () => {
    const db = await lawDatabase();
    await importLawsFrom(db, "new-york", await directoryOf({ "PEN.json": FIRST }));
    for (const citation of ["N.Y. Penal Law § 9.15", "N.Y. Penal Law § 9.20"]) {
      const [chain] = await chainsCited(db, citation);
      expect(chain?.versions, citation).toHaveLength(1);
      expect(currentAt(chain?.versions ?? [], TODAY, TODAY), citation).toBeUndefined();
    }
  });

  test("directories named by days are editions: what changed has versions, what is gone has ended", async () => {
    const db = await lawDatabase();
    const later = law("2026-06-02", section("9.10", "Tolls", "  § 9.10 Tolls. One penny.\\n"));
    const files = { "2026-06-05/PEN.json": later, "2026-05-08/PEN.json": FIRST };
    await importLawsFrom(db, "new-york", await directoryOf(files));
    const [tolls] = await chainsCited(db, "N.Y. Penal Law § 9.10");
    expect(tolls?.versions.map(({ edition }) => edition)).toEqual(["2026-05-08", "2026-06-05"]);
    const gone = (await chainsCited(db, "N.Y. Penal Law § 9.20"))[0]?.versions.at(-1);
    expect(gone).toMatchObject({ isTombstone: true, edition: "2026-06-05" });
  });

  test.each([
    ["{", "bad_json"],
    ['{"success": false, "errorCode": 1, "message": "no such law"}', "wrong_document"],
    [FIRST.replace('"docType":"PART"', '"docType":7'), "wrong_document"],
    [FIRST.replace("CONSOLIDATED", "RULES"), "other_kind"],
    [FIRST.replace(/"text":"[^"]*"/gu, '"text":""'), "no_text"],
  ])("what is no law of the service is told and left out (%#)", async (text, reason) => {
    const db = await lawDatabase();
    const report = await importLawsFrom(db, "new-york", await directoryOf({ "PEN.json": text }));
    expect((await rejectsIn(report)).map((reject) => reject["reason"])).toEqual([reason]);
    expect(await chainsCited(db, "N.Y. Penal Law § 9.10")).toEqual([]);
  });
});

test("lines that were broken where they were full are paragraphs again, however their ends are written", () => {
  const expected = [
    "§ 9.05 Fording by night.",
    "1. A person is guilty of fording by night when he crosses a ford after the lamp of the keeper is out, and the keeper has called.",
    "2. It is no defense that:",
    "(a) the water was low; or",
    "(b) the keeper slept.",
    "* NB Effective July 1, 2026",
  ];
  expect(paragraphsOf(FORDS)).toEqual(expected);
  expect(paragraphsOf(FORDS.replaceAll("\\n", "\n"))).toEqual(expected);
});

test.each([
  ["  * NB Effective July 1, 2026", { effectiveDate: "2026-07-01" }],
  ["  * NB Effective until Sept 2, 2027", { effectiveDate: null }],
  ["  * NB Effective until September 2, 2027", { effectiveDate: null, expiresOn: "2027-09-02" }],
  ["  * NB Expires December 31, 2030", { effectiveDate: null, expiresOn: "2030-12-31" }],
  ["  * NB There are 2 § 9.05's", { effectiveDate: null }],
  ["  The act is NB Effective July 1, 2026, and more", { effectiveDate: null }],
])("the days that %j states", (line, days) => expect(printedDays(line)).toEqual(days));
