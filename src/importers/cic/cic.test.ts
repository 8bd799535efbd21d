import { describe, expect, test } from "vitest";
import { chainsCited, directoryOf, importLawsFrom, lawDatabase, standingAt } from "#test/laws/import-laws.ts";
import { readSectionHead } from "./section-head.ts";

const TODAY = "2023-01-01";

const page = (release: string, body: string): string => `<!DOCTYPE html>
<html lang="en">
 <head>
  <title>code</title>
  <meta content="Release 9 of the Official Code released ${release}
     Transformed and posted." name="description" />
 </head>
 <body>
  <nav><p class="transformation">Release 9, released ${release}.</p>
   <h1 class="title" id="t06"><b>Title 6 Bridges and Fords</b></h1>
   <ul class="leaders"><li id="t06c01-cnav01"><a href="#t06c01">Chapter 1 Tolls</a></li></ul></nav>
  <main>
   <div><h2 class="oneh2" id="t06c01"><b>Chapter 1 Tolls</b></h2>
   <p><b>Law reviews. —</b></p><p>For an article on tolls, see elsewhere.</p>
${body}
   </div>
  </main>
 </body>
</html>
`;

const section = (number: string, heading: string, below: string): string =>
  `<div><h3 id="t06c01s${number}"><b>
    § ${number}.
    ${heading}
   </b></h3>${below}</div>`;

const tolls = (third: string, notes = "Cited in no case."): string =>
  section(
    "6-1-101",
    "Tolls; exceptions.",
    `<ol type="a">
      <li id="t06c01s6-1-101ol1a">The keeper of a bridge may take a toll under W.S.
       <cite><a href="#t06c01s6-1-102">6-1-102</a></cite>
       , except from:
       <ol type="i">
        <li id="t06c01s6-1-101ol1ai">A midwife; or</li>
        <li id="t06c01s6-1-101ol1aii">A <i>physician</i> (
         <cite>6-1-103</cite>
         ).</li>
       </ol></li>
      <li id="t06c01s6-1-101ol1b">${third}</li>
     </ol>
     <p><b>History.</b> Laws 1982, ch. 7, § 3.</p>
     <p><b>Cross references. —</b></p><p>${notes}</p>`,
  );

const FIRST = page(
  "2021.10",
  tolls("No toll is more than six pence.") +
    section("6-1-102", "Reeves. [Effective until July 1, 2022]", "<p>Of the reeve.</p>") +
    section("6-1-102", "Reeves. [Effective July 1, 2022]", "<p>Of two reeves.</p>") +
    section("6-1-103 through 6-1-105", "[Repealed.]", "<p>Repealed by Laws 1997, ch. 1, § 2.</p>") +
    section("6-1-106", "Fords.", "<p>No ford.</p><p>History: Laws 1901.</p>"),
);
const NAME = "gov.wy.code.title.06.html";

describe("state codes of Public.Resource.Org", () => {
  test("a section has its words with the numbers of its parts, its notes apart, its place and its citation", async () => {
    const db = await lawDatabase();
    const report = await importLawsFrom(db, "cic", await directoryOf({ [`wy/r80/${NAME}`]: FIRST }));
    expect(report.counts).toMatchObject({ rejected: 0 });
    const { version, text } = (await standingAt(db, "Wyo. Stat. § 6-1-101", TODAY)) ?? {};
    expect(version).toMatchObject({
      path: "t06.c01.s6-1-101",
      number: "6-1-101",
      title: "Tolls; exceptions.",
      edition: "2021-10-01",
      nodeType: "LEAF",
      type: "statute",
    });
    expect(text?.text).toBe(
      "(a) The keeper of a bridge may take a toll under W.S. 6-1-102, except from:\n\n(i) A midwife; or\n\n(ii) A physician (6-1-103).\n\n(b) No toll is more than six pence.",
    );
    expect(text?.html).toContain('<div class="provision" id="p-a-ii">');
    expect(text?.notesHtml).toBe(
      "<p>History. Laws 1982, ch. 7, § 3.</p><p>Cross references. —</p><p>Cited in no case.</p>",
    );
    const [chapter] = await chainsCited(db, "Wyo. Stat. tit. 6, ch. 1");
    expect(chapter?.versions[0]).toMatchObject({ path: "t06.c01", number: "1", title: "Tolls", nodeType: "PARENT" });
    expect((await standingAt(db, "Wyo. Stat. § 6-1-106", TODAY))?.text.text).toBe("No ford.");
  });

  test("what is repealed is no law, and what has days of its own stands by them", async () => {
    const db = await lawDatabase();
    await importLawsFrom(db, "cic", await directoryOf({ [NAME]: FIRST }));
    const [gone] = await chainsCited(db, "Wyo. Stat. §§ 6-1-103 through 6-1-105");
    expect(gone?.versions[0]).toMatchObject({ isTombstone: true });
    const chains = (await chainsCited(db, "Wyo. Stat. § 6-1-102")).map(({ versions }) => versions[0]);
    expect(chains.map((version) => [version?.title, version?.expiresOn, version?.effectiveDate])).toEqual(
      expect.arrayContaining([
        ["Reeves.", "2022-07-01", null],
        ["Reeves.", undefined, "2022-07-01"],
      ]),
    );
  });

  test("a later release makes a version where the words are others, and none where only the notes are", async () => {
    const db = await lawDatabase();
    const second = page("2022.05", tolls("No toll is more than six pence.", "Cited in many cases."));
    const third = page("2022.10", tolls("No toll is more than seven pence."));
    await importLawsFrom(
      db,
      "cic",
      await directoryOf({ [`b/${NAME}`]: third, [`a/${NAME}`]: second, [`c/${NAME}`]: FIRST }),
    );
    const [chain] = await chainsCited(db, "Wyo. Stat. § 6-1-101");
    expect(chain?.versions.map(({ edition }) => edition)).toEqual(["2021-10-01", "2022-10-01"]);
    const [ford] = await chainsCited(db, "Wyo. Stat. § 6-1-106");
    expect(ford?.versions.map(({ edition, isTombstone }) => [edition, isTombstone])).toEqual([
      ["2021-10-01", false],
      ["2022-05-01", true],
    ]);
  });

  test.each([
    ["gov.ky.krs.title.40.html", "Ky. Rev. Stat. § 6-1-101", "(a) The keeper", "(i) A midwife"],
    ["gov.va.code.title.06.html", "Va. Code § 6-1-101", "a. The keeper", "(i) A midwife"],
  ])("%s numbers its parts as that state does", async (name, citation, first, second) => {
    const db = await lawDatabase();
    await importLawsFrom(db, "cic", await directoryOf({ [name]: FIRST }));
    const text = (await standingAt(db, citation, TODAY))?.text.text;
    expect(text).toContain(first);
    expect(text).toContain(second);
  });

  test("files of other names are passed over, and a directory of nothing else is refused", async () => {
    const db = await lawDatabase();
    const others = { "gov.zz.code.title.06.html": FIRST, "readme.html": "<html/>" };
    await expect(importLawsFrom(db, "cic", await directoryOf(others))).rejects.toMatchObject({ code: "invalid_input" });
    const report = await importLawsFrom(db, "cic", await directoryOf({ ...others, [NAME]: FIRST }));
    expect(report.notes).toEqual([
      "2 files are passed over: their names are of no title or constitution of a known state",
    ]);
  });

  test("a file without a release is left out as a whole", async () => {
    const db = await lawDatabase();
    const report = await importLawsFrom(db, "cic", await directoryOf({ [NAME]: FIRST.replaceAll("released", "of") }));
    expect(report).toMatchObject({ nothingCameIn: true, counts: { rejected: 1 } });
  });
});

test.each([
  ["§ 6-2-305. [Repealed.]", "6-2-305", "[Repealed.]", true],
  ["434.444. Misrepresenting status — Exemptions.", "434.444", "Misrepresenting status — Exemptions.", false],
  ["§ 8.2-208. Repealed by Acts 2003, c. 353.", "8.2-208", "Repealed by Acts 2003, c. 353.", true],
  ["§ 13.1-1119.", "13.1-1119", null, false],
  ["§ 13.1-631. Reserved name.", "13.1-631", "Reserved name.", false],
  ["§ 36. Rights not enumerated reserved to people.", "36", "Rights not enumerated reserved to people.", false],
  [
    "§ 6-3-203. Cruelty to animals; penalties. [Repealed]",
    "6-3-203",
    "Cruelty to animals; penalties. [Repealed]",
    true,
  ],
  ["§§ 6-4-101, 6-4-102. [Reserved.]", "6-4-101, 6-4-102", "[Reserved.]", true],
])("the heading %s", (text, number, title, isTombstone) => {
  expect(readSectionHead(text)).toMatchObject({ number, title, isTombstone });
});
