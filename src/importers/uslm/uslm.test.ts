import { describe, expect, test } from "vitest";
import { childrenAt } from "#laws/store/tree.ts";
import {
  chainsCited,
  directoryOf,
  importLawsFrom,
  lawDatabase,
  rejectsIn,
  standingAt,
} from "#test/laws/import-laws.ts";
import { zipOf } from "#test/zip-files.ts";

const TODAY = "2024-01-01";

const title = (created: string, inner: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><uscDoc identifier="/us/usc/t70" xmlns="http://xml.house.gov/schemas/uslm/1.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"><meta><dc:title>Title 70</dc:title><dcterms:created>${created}T05:15:14</dcterms:created></meta><main><title identifier="/us/usc/t70"><num value="70">Title 70—</num><heading>BRIDGES</heading><toc><tocItem>1. Tolls</tocItem></toc>${inner}</title></main></uscDoc>`;
const section = (value: string, heading: string, body: string, attributes = ""): string =>
  `<section ${attributes} identifier="/us/usc/t70/s${value}"><num value="${value}">§ ${value}.</num><heading> ${heading}</heading>${body}</section>`;
const chapter = (inner: string): string =>
  `<chapter identifier="/us/usc/t70/ch1"><num value="1">CHAPTER 1—</num><heading>TOLLS</heading>${inner}</chapter>`;

const TOLLS = section(
  "101",
  "Tolls",
  `<chapeau>No <i>troll</i> shall toll—</chapeau>
   <subsection identifier="/us/usc/t70/s101/a"><num value="a">(a)</num><heading> Bridges</heading><content>
     <p>a bridge;</p><p>or a ford;</p></content>
     <paragraph><num value="1">(1)</num><content> see <ref href="/us/usc/t1">title 1</ref>,</content></paragraph>
     <continuation>without a warrant.</continuation></subsection>
   <sourceCredit>(May 1, 1901, ch. 3.)</sourceCredit>
   <notes><note topic="amendments"><heading>Amendments</heading><p>1902—Act of 1902 provided: <quotedContent><section><num value="9">§ 9.</num><content>Not of the code.</content></section></quotedContent></p></note></notes>`,
);

const FIRST = title(
  "2013-07-26",
  chapter(TOLLS + section("102", "Reeves", "<content>Of the reeve.</content>")) +
    section("201 to 203", "Repealed", "", 'status="repealed"') +
    section("204e–5", "Fords", "<content>No ford.</content>"),
);
const SECOND = title("2016-04-27", chapter(TOLLS.replace("a bridge", "any bridge")));

describe("the United States Code in USLM", () => {
  test("is read from the zip archives in which it is published, its editions in the order of their days", async () => {
    const files = { "a/usc70.xml": SECOND, "b/usc70.xml": FIRST };
    const zipped = Object.entries(files).map(([name, text]) => ({ name, content: Buffer.from(text) }));
    const readme = { name: "readme.txt", content: Buffer.from("Not a law.") };
    const db = await lawDatabase();
    const report = await importLawsFrom(db, "uslm", await directoryOf({ "xml_usc70.zip": zipOf([...zipped, readme]) }));
    expect(report.counts).toMatchObject({ rejected: 0, rows: expect.any(Number) as number });
    const other = await lawDatabase();
    const plain = await importLawsFrom(other, "uslm", await directoryOf(files));
    expect(report.counts.versions).toEqual(plain.counts.versions);
    const standing = async (at: typeof db) => (await standingAt(at, "70 U.S.C. § 101", TODAY))?.text;
    expect(await standing(db)).toEqual(await standing(other));
    expect((await standing(db))?.html).toContain("any bridge");
  });

  test("a section has its words, its notes apart, its place and its citation", async () => {
    const db = await lawDatabase();
    const report = await importLawsFrom(db, "uslm", await directoryOf({ "usc70.xml": FIRST }));
    expect(report.counts).toMatchObject({ rejected: 0, versions: { added: 5, removed: 1 } });
    const { version, text } = (await standingAt(db, "70 U.S.C. § 101", TODAY)) ?? {};
    expect(version).toMatchObject({
      path: "t70.ch1.s101",
      title: "Tolls",
      number: "101",
      edition: "2013-07-26",
      type: "statute",
      sortOrder: 1,
    });
    expect(text?.html).toBe(
      '<p>No <i>troll</i> shall toll—</p><div class="provision" id="p-a"><p><span class="enum">(a)</span> <span class="heading">Bridges</span> a bridge;</p>' +
        '<p>or a ford;</p><div class="provision" id="p-a-1"><p><span class="enum">(1)</span> see title 1,</p></div><p>without a warrant.</p></div>',
    );
    expect(text?.notesHtml).toContain("Amendments");
    expect(text?.notesHtml).toContain("ch. 3.");
    expect(await chainsCited(db, "70 U.S.C. § 9")).toEqual([]);
    expect((await standingAt(db, "70 U.S.C. §§ 201 to 203", TODAY))?.version).toMatchObject({
      citation: "70 U.S.C. §§ 201 to 203",
      isTombstone: true,
    });
    expect((await standingAt(db, "70 U.S.C. § 204e-5", TODAY))?.version.citation).toBe("70 U.S.C. § 204e–5");
    const { children } = await childrenAt(db, { collectionId: "us-usc", path: "t70" }, TODAY, TODAY);
    expect(children.map(({ citation, title: heading }) => `${citation} ${heading}`)).toEqual([
      "70 U.S.C. ch. 1 TOLLS",
      "70 U.S.C. § 204e–5 Fords",
    ]);
  });

  test("editions of a title come in the order of their days, and the later ends what it lacks", async () => {
    const db = await lawDatabase();
    const directory = await directoryOf({ "a.xml": SECOND, "b.xml": FIRST });
    await importLawsFrom(db, "uslm", directory);
    const words = async (citation: string, day: string) => (await standingAt(db, citation, day))?.text.text;
    expect(await words("70 U.S.C. § 101", "2016-04-26")).toContain("a bridge");
    expect(await words("70 U.S.C. § 101", "2016-04-27")).toContain("any bridge");
    expect((await standingAt(db, "70 U.S.C. § 102", "2016-04-26"))?.version.isTombstone).toBe(false);
    expect((await standingAt(db, "70 U.S.C. § 102", "2016-04-27"))?.version.isTombstone).toBe(true);
    expect((await importLawsFrom(db, "uslm", directory)).unchanged).toBe(true);
  });

  test.each([
    ["truncated", FIRST.slice(0, -100), "bad_xml"],
    ["of another namespace", FIRST.replace("http://xml.house.gov/schemas/uslm/1.0", "urn:x"), "wrong_document"],
    ["another document", FIRST.replaceAll("uscDoc", "bill"), "wrong_document"],
    ["without a day", FIRST.replace(/<dcterms:created>.*?<\/dcterms:created>/u, ""), "wrong_document"],
    ["with entities", `<!DOCTYPE a [<!ENTITY a "x">]>${FIRST.replace(/^<\?xml[^>]*>/u, "")}`, "entity_declared"],
  ])("a file that is %s is left out as a whole", async (_, text, reason) => {
    const db = await lawDatabase();
    const report = await importLawsFrom(db, "uslm", await directoryOf({ "usc70.xml": text }));
    expect((await rejectsIn(report)).map((reject) => reject["reason"])).toEqual([reason]);
    expect(report.counts.versions.added).toBe(0);
    expect(await chainsCited(db, "70 U.S.C. § 101")).toEqual([]);
  });
});

const CFR = `<cfrDoc xmlns="http://schemas.gpo.gov/xml/uslm" xmlns:dcterms="http://purl.org/dc/terms/"><meta><docReleasePoint>2018-04-01</docReleasePoint><dcterms:created>2016-07-22</dcterms:created></meta><main><title><num value="70">Title 70</num><heading>Bridges</heading><chapter><num value="I">CHAPTER I</num><heading>REEVES</heading><part identifier="/us/cfr/t70/p9"><num value="9">PART 9</num><heading>TOLLS</heading><authority>70 U.S.C. 101.</authority><subpart><num value="A">Subpart A</num><heading>General</heading><section identifier="/us/cfr/t70/s9.1"><num value="9.1">§ 9.1</num><heading>Scope.</heading><content><p>All bridges.</p><source>[1 FR 2]</source></content></section></subpart></part></chapter></title></main></cfrDoc>`;

test("the Code of Federal Regulations in USLM: paths by title, part and subpart", async () => {
  const db = await lawDatabase();
  await importLawsFrom(db, "uslm", await directoryOf({ "cfr.xml": CFR }));
  const { version, text } = (await standingAt(db, "70 C.F.R. § 9.1", TODAY)) ?? {};
  expect(version).toMatchObject({
    path: "t70.pt9.subptA.s9_1",
    collectionId: "us-cfr",
    edition: "2018-04-01",
    type: "regulation",
  });
  expect(text).toMatchObject({ text: "All bridges.", notesHtml: "<p>[1 FR 2]</p>" });
});
