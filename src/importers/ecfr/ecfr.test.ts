import { expect, test } from "vitest";
import {
  chainsCited,
  directoryOf,
  importLawsFrom,
  lawDatabase,
  rejectsIn,
  standingAt,
} from "#test/laws/import-laws.ts";

const regulation = (day: string, number: string, published: string, inner: string): string =>
  `<regulation xmlns="eregs"><fdsys><cfrTitleText>Bridges</cfrTitleText><title>TOLLS</title></fdsys><preamble><cfr><title>70</title><section>9</section></cfr><documentNumber>${number}</documentNumber><effectiveDate>${day}</effectiveDate><federalRegisterURL>https://www.federalregister.gov/documents/${published}/${number}/tolls</federalRegisterURL></preamble><part label="9"><tableOfContents/><content>${inner}</content></part><analysis><analysisSection>Why.</analysisSection></analysis></regulation>`;
const section = (number: string, heading: string, words: string): string =>
  `<section label="9-${number}" sectionNum="${number}"><subject>§ 9.${number} ${heading}</subject><paragraph label="9-${number}-a" marker="(a)"><title type="keyterm">Tolls.</title><content>${words} <ref target="x">§ 9.2</ref>.</content></paragraph></section>`;

const FIRST = regulation(
  "2012-01-01",
  "2011-5",
  "2011/12/01",
  `<subpart subpartLetter="A"><title>General</title><content>${section("1", "Scope.", "All bridges, see")}${section("2", "Reeves.", "Reeves, see")}</content></subpart><appendix label="9-A" appendixLetter="A"><appendixTitle>Appendix A to Part 9</appendixTitle><appendixSection><subject>Forms</subject><paragraph marker="1."><content>A form.</content></paragraph></appendixSection></appendix><interpretations><title>Supplement I</title><interpSection label="9-1-Interp"><title>Section 9.1—Scope</title><interpParagraph marker="1."><content>Also fords.</content></interpParagraph></interpSection></interpretations>`,
);
const FUTURE = regulation(
  "2090-01-01",
  "2013-7",
  "2013/05/06",
  `<subpart subpartLetter="A"><title>General</title><content>${section("1", "Scope.", "No bridges, see")}</content></subpart>`,
);
const SAME_DAY = FIRST.replaceAll("2011-5", "2011-6")
  .replace("2011/12/01", "2011/12/15")
  .replace("All bridges", "Most bridges");

test("a part by its effective dates, those to come included; what does not change has one version", async () => {
  const db = await lawDatabase();
  const directory = await directoryOf({
    "regulation/9/b.xml": FUTURE,
    "regulation/9/c.xml": FIRST,
    "regulation/9/d.xml": FUTURE.replace("2090-01-01", "2091-01-01"),
    "regulation/9/a.xml": SAME_DAY,
    "notice/9/n.xml": '<notice xmlns="eregs"/>',
  });
  const report = await importLawsFrom(db, "ecfr", directory);
  expect(report.rejected).toEqual([]);
  expect(report.notes).toHaveLength(1);
  const words = async (citation: string, day: string) => (await standingAt(db, citation, day))?.text.text;
  expect(await words("70 C.F.R. § 9.1", "2011-12-31")).toBeUndefined();
  expect(await words("70 C.F.R. § 9.1", "2012-01-01")).toBe("(a) Tolls. Most bridges, see § 9.2.");
  expect(await words("70 C.F.R. § 9.1", "2090-01-01")).toBe("(a) Tolls. No bridges, see § 9.2.");
  expect((await standingAt(db, "70 C.F.R. § 9.2", "2090-01-01"))?.version.isTombstone).toBe(true);
  expect((await chainsCited(db, "70 C.F.R. § 9.2"))[0]?.versions).toHaveLength(2);
  const [part] = await chainsCited(db, "70 C.F.R. pt. 9");
  expect(part?.versions.map(({ effectiveDate, publicationDate }) => [effectiveDate, publicationDate])).toEqual([
    ["2012-01-01", "2011-12-01"],
    ["2012-01-01", "2011-12-15"],
    ["2090-01-01", "2013-05-06"],
    ["2091-01-01", "2013-05-06"],
  ]);
  expect(await words("70 C.F.R. pt. 9, app. A", "2024-01-01")).toContain("A form.");
  expect(await words("70 C.F.R. pt. 9, supp. I, Section 9.1", "2024-01-01")).toContain("Also fords.");
  expect((await importLawsFrom(db, "ecfr", directory)).unchanged).toBe(true);
});

test.each([
  [FIRST.slice(0, 500), "bad_xml"],
  [FIRST.replace('xmlns="eregs"', 'xmlns="urn:x"'), "wrong_document"],
  [FIRST.replace("<effectiveDate>2012-01-01", "<effectiveDate>soon"), "wrong_document"],
])("a file that is damaged or of another kind is left out as a whole", async (text, reason) => {
  const db = await lawDatabase();
  const report = await importLawsFrom(db, "ecfr", await directoryOf({ "9.xml": text }));
  expect((await rejectsIn(report)).map((reject) => reject["reason"])).toEqual([reason]);
  expect(await chainsCited(db, "70 C.F.R. § 9.1")).toEqual([]);
});
