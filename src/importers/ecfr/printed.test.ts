import { expect, test } from "vitest";
import { childrenAt } from "#laws/store/tree.ts";
import {
  chainsCited,
  directoryOf,
  importLawsFrom,
  lawDatabase,
  rejectsIn,
  standingAt,
} from "#test/laws/import-laws.ts";

const TODAY = "2024-01-01";

const annual = (day: string, ...sections: string[]): string =>
  `<?xml version="1.0"?><CFRGRANULE><FDSYS><CFRTITLE>70</CFRTITLE><CFRTITLETEXT>Bridges</CFRTITLETEXT><VOL>9</VOL><DATE>${day}</DATE><TITLE>TOLLS</TITLE></FDSYS><PART><EAR>Pt. 9</EAR><HD SOURCE="HED">PART 9—TOLLS (REGULATION B)</HD><CONTENTS><SECTNO>9.1</SECTNO><SUBJECT>Scope.</SUBJECT></CONTENTS><AUTH><HD SOURCE="HED">Authority:</HD><P>70 U.S.C. 101.</P></AUTH>
<SUBPART><HD SOURCE="HED">Subpart A—General</HD>${sections.join("")}<SUBJGRP><HD SOURCE="HED">Of Reeves</HD><SECTION><SECTNO>§ 9.7</SECTNO><SUBJECT>Reeves.</SUBJECT><P>One a bridge.</P></SECTION></SUBJGRP></SUBPART>
<SUBPART><RESERVED>Subpart B [Reserved]</RESERVED></SUBPART>
<APPENDIX><EAR>Pt. 9, App. A</EAR><HD SOURCE="HED">Appendix A to Part 9—Forms</HD><P>A form.</P></APPENDIX></PART></CFRGRANULE>`;
const section = (number: string, heading: string, words: string): string =>
  `<SECTION><SECTNO>§ 9.${number}</SECTNO><SUBJECT>${heading}</SUBJECT><P>(a) <E T="03">Tolls.</E> ${words}<PRTPAGE P="9"/></P><CITA>[76 FR 1, Jan. 1, 2011]</CITA></SECTION>`;

const FIRST = annual(
  "2012-01-01",
  section("1", "Scope.", "All bridges."),
  section("2", "Fords.", "No ford."),
  "<SECTION><SECTNO>§ 9.3</SECTNO><RESERVED>[Reserved]</RESERVED></SECTION><SECTION><SECTNO>§§ 9.4-9.6</SECTNO><RESERVED>[Reserved]</RESERVED></SECTION>",
);
const SECOND = annual("2013-01-01", section("1", "Scope.", "Most bridges."));

test("annual editions of a part: sections, notes apart, what is reserved, what a later edition lacks", async () => {
  const db = await lawDatabase();
  const directory = await directoryOf({ "b.xml": FIRST, "a.xml": SECOND });
  expect((await importLawsFrom(db, "ecfr", directory)).rejected).toEqual([]);
  const words = async (citation: string, day: string) => (await standingAt(db, citation, day))?.text;
  expect(await words("70 C.F.R. § 9.1", "2011-12-31")).toBeUndefined();
  expect(await words("70 C.F.R. § 9.1", "2012-06-01")).toMatchObject({
    html: "<p>(a) <i>Tolls.</i> All bridges.</p>",
    notesHtml: "<p>[76 FR 1, Jan. 1, 2011]</p>",
  });
  expect((await words("70 C.F.R. § 9.1", TODAY))?.text).toBe("(a) Tolls. Most bridges.");
  for (const gone of ["70 C.F.R. § 9.2", "70 C.F.R. § 9.3"]) {
    expect((await standingAt(db, gone, TODAY))?.version.isTombstone, gone).toBe(true);
  }
  expect(await chainsCited(db, "70 C.F.R. § 9.4")).toEqual([]);
  expect((await standingAt(db, "70 C.F.R. § 9.7", TODAY))?.version).toMatchObject({
    path: "t70.pt9.subptA.s9_7",
    title: "Reeves.",
    edition: "2012-01-01",
  });
  expect((await standingAt(db, "70 C.F.R. pt. 9, app. A", TODAY))?.version.title).toBe("Forms");
  const { children } = await childrenAt(db, { collectionId: "us-cfr", path: "t70.pt9" }, TODAY, TODAY);
  expect(children.map(({ citation, title }) => `${citation} ${title}`)).toEqual([
    "70 C.F.R. pt. 9, subpt. A General",
    "70 C.F.R. pt. 9, app. A Forms",
  ]);
  expect((await importLawsFrom(db, "ecfr", directory)).unchanged).toBe(true);
});

/** As the guide to the eCFR's bulk data describes it; no such file is at hand. */
const BULK = `<?xml version="1.0" encoding="UTF-8" ?><DLPSTEXTCLASS><HEADER><FILEDESC><TITLESTMT><TITLE>Title 70: Bridges</TITLE></TITLESTMT></FILEDESC></HEADER><TEXT><BODY><ECFRBRWS><AMDDATE>Dec. 16, 2019
</AMDDATE>
<DIV1 N="1" NODE="70:1" TYPE="TITLE"><HEAD>Title 70—Bridges—Volume 1</HEAD><CFRTOC><PTHD>Part </PTHD></CFRTOC>
<DIV3 N="I" NODE="70:1.0.1" TYPE="CHAPTER"><HEAD>CHAPTER I—BUREAU OF BRIDGES</HEAD>
<DIV5 N="9" NODE="70:1.0.1.1.1" TYPE="PART"><HEAD>PART 9—TOLLS</HEAD><AUTH><HED>Authority:</HED><PSPACE>70 U.S.C. 101.</PSPACE></AUTH>
<DIV6 N="A" NODE="70:1.0.1.1.1.1" TYPE="SUBPART"><HEAD>Subpart A—General</HEAD>
<DIV8 N="§ 9.1" NODE="70:1.0.1.1.1.1.1.1" TYPE="SECTION"><HEAD>§ 9.1   Scope.</HEAD><P>(a) <I>Tolls.</I> All bridges.</P><FP-1>Also fords.</FP-1><CITA TYPE="N">[76 FR 1, Jan. 1, 2011]</CITA></DIV8>
<DIV7 N="1" NODE="70:1.0.1.1.1.1.2" TYPE="SUBJGRP"><HEAD>Of Reeves</HEAD><DIV8 N="§ 9.2" TYPE="SECTION"><HEAD>§ 9.2   [Reserved]</HEAD></DIV8></DIV7></DIV6>
<DIV9 N="Appendix A" NODE="70:1.0.1.1.1.3.1.1.1" TYPE="APPENDIX"><HEAD>Appendix A to Part 9—Forms</HEAD><HD1>One</HD1><P>A form.</P><TABLE><TR><TH>Toll</TH></TR><TR><TD>A penny</TD></TR></TABLE></DIV9></DIV5></DIV3></DIV1></ECFRBRWS></BODY></TEXT></DLPSTEXTCLASS>`;
/** As the eCFR's own service gives a title. */
const SERVED = BULK.replace(/.*<DIV1 N="1" NODE="70:1"/su, '<?xml version="1.0"?><ECFR><DIV1 N="70"').replace(
  /<\/ECFRBRWS>.*/su,
  "</ECFR>",
);

test.each([
  ["bulk data", BULK, "title-70.xml"],
  ["a title of a day", SERVED, "2019-12-16/title-70.xml"],
])("the eCFR: %s", async (_, text, path) => {
  const db = await lawDatabase();
  const directory = await directoryOf({ [path]: text });
  expect((await importLawsFrom(db, "ecfr", directory)).rejected).toEqual([]);
  const found = await standingAt(db, "70 C.F.R. § 9.1", TODAY);
  expect(found?.version).toMatchObject({ path: "t70.pt9.subptA.s9_1", title: "Scope.", edition: "2019-12-16" });
  expect(found?.text).toMatchObject({
    html: "<p>(a) <i>Tolls.</i> All bridges.</p><p>Also fords.</p>",
    notesHtml: "<p>[76 FR 1, Jan. 1, 2011]</p>",
  });
  expect((await standingAt(db, "70 C.F.R. § 9.2", TODAY))?.version.isTombstone).toBe(true);
  expect((await standingAt(db, "70 C.F.R. pt. 9", TODAY))?.text.notesHtml).toContain("70 U.S.C. 101.");
  expect((await standingAt(db, "70 C.F.R. pt. 9, app. A", TODAY))?.text.html).toBe(
    "<h4>One</h4><p>A form.</p><table><tr><th>Toll</th></tr><tr><td>A penny</td></tr></table>",
  );
});

test("notes, footnotes, formulas and raised figures of a rule stay where they stand", async () => {
  const db = await lawDatabase();
  const words =
    '<P>(a) A toll of 10<sup>3</sup> pence<sup>1</sup> for H<E T="52">2</E>O:</P><MATH><img src="/graphics/er01.gif"/></MATH><P>Where <img src="/graphics/er02.gif"/> is the width.</P><TABLE><TR><TD>10<sup>6</sup><br/>units</TD></TR></TABLE><NOTE><HED>Note to § 9.1(a):</HED><P>A ford is no bridge.</P></NOTE><FTNT><P><sup>1</sup> Of copper.</P></FTNT><EDNOTE><HED>Editorial Note:</HED><PSPACE>Typeset anew.</PSPACE></EDNOTE>';
  const text = SERVED.replace("<P>(a) <I>Tolls.</I> All bridges.</P>", words);
  await importLawsFrom(db, "ecfr", await directoryOf({ "2019-12-16/title-70.xml": text }));
  const found = await standingAt(db, "70 C.F.R. § 9.1", TODAY);
  expect(found?.text.html).toBe(
    '<p>(a) A toll of 10<sup>3</sup> pence<sup>1</sup> for H<sub>2</sub>O:</p><p><span class="figure">[image]</span></p><p>Where <span class="figure">[image]</span> is the width.</p><table><tr><td>10<sup>6</sup><br>units</td></tr></table><div class="note"><h4>Note to § 9.1(a):</h4><p>A ford is no bridge.</p></div><div class="note"><p><sup>1</sup> Of copper.</p></div><p>Also fords.</p>',
  );
  expect(found?.text.text).toContain("O:\n\n[image]\n\nWhere [image] is the width.");
  expect(found?.text.notesHtml).toContain("Typeset anew.");
  expect(found?.text.notesHtml).not.toContain("copper");
});

test("a printed book's picture is told of where it has no words, and its note is the rule's", async () => {
  const db = await lawDatabase();
  const first = FIRST.replace(
    "All bridges.<PRTPAGE",
    'All bridges: <MATH SPAN="1"><MID>er01.001</MID></MATH></P><GPH SPAN="3"><GID>ER01.000</GID></GPH><NOTE><HD SOURCE="HED">Note:</HD><P>No fords.</P></NOTE><P>End.<PRTPAGE',
  );
  expect(first).not.toBe(FIRST);
  await importLawsFrom(db, "ecfr", await directoryOf({ "b.xml": first }));
  const found = await standingAt(db, "70 C.F.R. § 9.1", TODAY);
  expect(found?.text.html).toBe(
    '<p>(a) <i>Tolls.</i> All bridges: <span class="figure">[image]</span></p><p><span class="figure">[image]</span></p><div class="note"><h3>Note:</h3><p>No fords.</p></div><p>End.</p>',
  );
});

test.each([
  [FIRST.slice(0, 900), "bad_xml"],
  [SERVED, "wrong_document"],
  [FIRST.replace("<CFRTITLE>70</CFRTITLE>", ""), "wrong_document"],
  ["<CFRGRANULE><FDSYS/></CFRGRANULE>", "wrong_document"],
  [FIRST.replace("<CFRGRANULE>", '<CFRGRANULE xmlns="urn:x">'), "wrong_document"],
])("what is damaged, of no day or of another kind is left out as a whole (%#)", async (text, reason) => {
  const db = await lawDatabase();
  const report = await importLawsFrom(db, "ecfr", await directoryOf({ "9.xml": text }));
  expect((await rejectsIn(report)).map((reject) => reject["reason"])).toEqual([reason]);
  expect(await chainsCited(db, "70 C.F.R. § 9.1")).toEqual([]);
});
