import { describe, expect, test } from "vitest";
import { standingAt, importLawsFrom, lawDatabase } from "#test/laws/import-laws.ts";
import { zipOf } from "#test/zip-files.ts";
import { directory, fetching, run, site } from "./site.fixture.ts";
import type { Files } from "./site.fixture.ts";
import { PUBLISHERS } from "./sources.ts";
import type { Publisher, PublisherName } from "./sources.ts";

/** Invented laws in the shape of each publisher's files, at the addresses and in the listings that it describes. */

const GOV = "www.govinfo.gov/bulkdata";

const listing = (path: string, names: readonly string[], sized = true): string =>
  JSON.stringify({
    files: [
      { name: "resources", folder: true, link: `https://${GOV}/json/${path}/resources` },
      ...names.map((name) => ({
        name,
        folder: false,
        link: `https://${GOV}/${path}/${name}`,
        fileExtension: "xml",
        size: sized ? 1234 : null,
      })),
      { displayLabel: "all.zip", folder: false, fileExtension: "zip", link: `https://${GOV}/${path}/all.zip` },
    ],
  });

const USLM = `<?xml version="1.0" encoding="UTF-8"?><uscDoc identifier="/us/usc/t70" xmlns="http://xml.house.gov/schemas/uslm/1.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"><meta><dc:title>Title 70</dc:title><dcterms:created>2024-01-02T05:15:14</dcterms:created></meta><main><title identifier="/us/usc/t70"><num value="70">Title 70—</num><heading>BRIDGES</heading><section identifier="/us/usc/t70/s101"><num value="101">§ 101.</num><heading> Tolls</heading><content>No troll shall toll.</content></section></title></main></uscDoc>`;

const ECFR = `<?xml version="1.0" encoding="UTF-8" ?><DLPSTEXTCLASS><TEXT><BODY><ECFRBRWS><AMDDATE>Dec. 16, 2019</AMDDATE><DIV1 N="1" NODE="12:1" TYPE="TITLE"><HEAD>Title 12—Bridges—Volume 1</HEAD><DIV3 N="I" NODE="12:1.0.1" TYPE="CHAPTER"><HEAD>CHAPTER I—TOLLS</HEAD><DIV5 N="9" NODE="12:1.0.1.1.1" TYPE="PART"><HEAD>PART 9—TOLLS</HEAD><DIV8 N="§ 9.1" NODE="12:1.0.1.1.1.0.1.1" TYPE="SECTION"><HEAD>§ 9.1 Scope.</HEAD><P>No troll shall toll.</P></DIV8></DIV5></DIV3></DIV1></ECFRBRWS></BODY></TEXT></DLPSTEXTCLASS>`;

const VOLUME = `<?xml version="1.0" encoding="UTF-8"?><CFRDOC><AMDDATE>Dec. 29, 2022</AMDDATE><FMTR><TITLEPG><TITLENUM>Title 12</TITLENUM><SUBJECT>Bridges and Fords</SUBJECT><PARTS>Parts 1 to 199</PARTS><REVISED>Revised as of January 1, 2024</REVISED></TITLEPG></FMTR><TITLE><LRH>12 CFR Ch. I</LRH><CFRTITLE><TITLEHD><HD SOURCE="HED">Title 12—Bridges and Fords</HD></TITLEHD></CFRTITLE><CHAPTER><TOC><HD SOURCE="HED">CHAPTER I—TOLLS</HD></TOC><SUBCHAP TYPE="N"><HD SOURCE="HED">SUBCHAPTER A—BRIDGES</HD><PART><EAR>Pt. 9</EAR><HD SOURCE="HED">PART 9—TOLLS</HD><AUTH><HD SOURCE="HED">Authority:</HD><P>70 U.S.C. 101.</P></AUTH><SECTION><SECTNO>§ 9.1</SECTNO><SUBJECT>Scope.</SUBJECT><P>No troll shall toll.</P></SECTION></PART></SUBCHAP></CHAPTER></TITLE></CFRDOC>`;

const rule = (number: string, page: string): string =>
  `<RULE><PREAMB>${page}<AGENCY TYPE="S">BUREAU OF BRIDGES</AGENCY><SUBJECT>Tolls of Bridges</SUBJECT><EFFDATE><HD SOURCE="HED">DATES:</HD><P>This rule is effective February 1, 2024.</P></EFFDATE></PREAMB><SUPLINF><P>No troll shall toll.</P></SUPLINF>${number}</RULE>`;
const ISSUE = `<?xml version="1.0" encoding="UTF-8"?><FEDREG><VOL>89</VOL><NO>1</NO><DATE>Tuesday, January 2, 2024</DATE><UNITNAME>Contents</UNITNAME><CNTNTS><AGCY><HD SOURCE="HED">Bureau of Bridges</HD></AGCY></CNTNTS><RULES>${rule("<FRDOC>[FR Doc. 2023-28911 Filed 12-29-23; 8:45 am]</FRDOC>", '<PRTPAGE P="1"/>')}${rule("<FRDOC>[FR Doc. 2023-28912 Filed 12-29-23; 8:45 am]</FRDOC>", "")}</RULES><NEWPART><PTITLE><PARTNO>Part II</PARTNO></PTITLE><NOTICES><NOTICE><PREAMB><PRTPAGE P="205"/><SUBJECT>Meeting</SUBJECT><P>At noon.</P></PREAMB><FRDOC>[FR Doc. E8-101 Filed 1-2-24]</FRDOC></NOTICE><NOTICE><PREAMB><SUBJECT>Without number</SUBJECT></PREAMB></NOTICE></NOTICES></NEWPART></FEDREG>`;

const COUNCIL =
  'xmlns="https://code.dccouncil.us/schemas/dc-library" xmlns:codify="https://code.dccouncil.us/schemas/codify" xmlns:xi="http://www.w3.org/2001/XInclude"';
const CODE = "law-xml-codified-publication-2026/us/dc/council/code";
const entry = (name: string, text: string) => ({ name, content: Buffer.from(text) });
const REPOSITORY = zipOf([
  entry("law-xml-codified-publication-2026/README.md", "The code."),
  entry(
    `${CODE}/index.xml`,
    `<document ${COUNCIL} id="D.C. Code"><heading>Code</heading><meta><recency through="2026-09-10"/></meta><xi:include href="./titles/70/index.xml"/></document>`,
  ),
  entry(
    `${CODE}/titles/70/index.xml`,
    `<container ${COUNCIL}><prefix>Title</prefix><num>70</num><heading>Bridges.</heading><xi:include href="./sections/70-101.xml"/></container>`,
  ),
  entry(
    `${CODE}/titles/70/sections/70-101.xml`,
    `<section ${COUNCIL}><num>70-101</num><heading>Tolls.</heading><text>No troll shall toll.</text></section>`,
  ),
]);
const REFS = [
  "001e# service=git-upload-pack",
  "0000015563e21d refs/heads/main\0multi_ack side-band-64k",
  "003f63e21d refs/heads/publication/2021-10-18",
  "003f63e21d refs/heads/publication/2026-05-23.2026-09-16",
  "003f63e21d refs/heads/publication/2026-05-23.2026-07-01",
  "0000",
].join("\n");

type Offer = {
  readonly asked: readonly string[];
  readonly files: Files;
  readonly brings: readonly string[];
  readonly cites: string;
  readonly rejected?: number;
};

const OFFERS: Readonly<Partial<Record<PublisherName, Offer>>> = {
  usc: {
    asked: ["70"],
    files: {
      "uscode.house.gov/download/download.shtml": '<a href="releasepoints/us/pl/118/40/xml_usc70@118-40.zip">[XML]</a>',
      "uscode.house.gov/download/releasepoints/us/pl/118/40/xml_usc70@118-40.zip": zipOf([entry("usc70.xml", USLM)]),
    },
    brings: ["xml_usc70@118-40.zip"],
    cites: "70 U.S.C. § 101",
  },
  ecfr: {
    asked: ["12"],
    files: { [`${GOV}/ECFR/title-12/ECFR-title12.xml`]: ECFR },
    brings: ["ECFR-title12.xml"],
    cites: "12 C.F.R. § 9.1",
  },
  "cfr-annual": {
    asked: ["2024", "12"],
    files: {
      [`${GOV}/json/CFR/2024/title-12`]: listing("CFR/2024/title-12", ["CFR-2024-title12-vol1.xml"], false),
      [`${GOV}/CFR/2024/title-12/CFR-2024-title12-vol1.xml`]: VOLUME,
    },
    brings: ["2024/title-12/CFR-2024-title12-vol1.xml"],
    cites: "12 C.F.R. § 9.1",
  },
  "federal-register": {
    asked: ["2024-01-01..2024-01-03"],
    files: {
      [`${GOV}/json/FR/2024/01`]: listing("FR/2024/01", ["FR-2024-01-02.xml", "FR-2024-01-04.xml"]),
      [`${GOV}/FR/2024/01/FR-2024-01-02.xml`]: ISSUE,
    },
    brings: ["2024-01/FR-2024-01-02.xml"],
    cites: "89 Fed. Reg. 1",
    rejected: 1,
  },
  "dc-code": {
    asked: [],
    files: {
      "github.com/DCCouncil/law-xml-codified.git/info/refs?service=git-upload-pack": REFS,
      "codeload.github.com/DCCouncil/law-xml-codified/zip/refs/heads/publication/2026-05-23.2026-09-16": REPOSITORY,
    },
    brings: ["2026-09-16.zip"],
    cites: "D.C. Code § 70-101",
  },
};

describe("what a publisher offers", () => {
  test.each(Object.entries(OFFERS))(
    "of %s comes in whole, though it is cut off twenty times, and asks its hosts alone",
    async (name, { asked, files, brings, cites, rejected = 0 }) => {
      const publisher: Publisher = PUBLISHERS[name as PublisherName];
      const made = await site(files);
      const options = fetching(publisher, asked, { dir: await directory(), mirror: made.origin });
      const largest = Math.max(...Object.values(files).map((content) => Buffer.byteLength(content)));
      made.cutAfter = Math.ceil(largest / 21);
      // Listings are small and are not gone on with: they come whole.
      made.wholePaths = Object.keys(files).filter((path) => /\/json\/|shtml|info\/refs/u.test(path));
      const urls = await run(options);
      expect(urls).toHaveLength(brings.length);
      const attempts = made.asked.filter((one) => one.startsWith("GET") && /\.xml|\.zip|\/zip\//u.test(one));
      expect(attempts.length).toBeGreaterThan(20);
      const hosts = new Set(made.asked.map((one) => one.split(" ")[1]?.split("/")[0] ?? ""));
      for (const host of hosts) expect(publisher.hosts).toContain(host);
      const db = await lawDatabase();
      const report = await importLawsFrom(db, publisher.importer as "uslm", options.dir);
      expect(report.counts.rejected, JSON.stringify(report.rejected)).toBe(rejected);
      const found = await standingAt(db, cites, "2026-12-01");
      expect(found?.text.html).toContain("No troll shall toll");
      made.asked.length = 0;
      expect(await run(options)).toEqual([]);
    },
  );

  test("of the annual C.F.R. keeps the day of the volume, and of the Register each document its page", async () => {
    const db = await lawDatabase();
    const { files } = OFFERS["cfr-annual"] as Offer;
    const made = await site(files);
    const options = fetching(PUBLISHERS["cfr-annual"], ["2024", "12"], { dir: await directory(), mirror: made.origin });
    await run(options);
    await importLawsFrom(db, "ecfr", options.dir);
    expect((await standingAt(db, "12 C.F.R. § 9.1", "2026-12-01"))?.version).toMatchObject({ edition: "2024-01-01" });
    const issue = await directory();
    const register = fetching(PUBLISHERS["federal-register"], ["2024-01"], {
      dir: issue,
      mirror: (
        await site({
          [`${GOV}/json/FR/2024/01`]: listing("FR/2024/01", ["FR-2024-01-02.xml"]),
          [`${GOV}/FR/2024/01/FR-2024-01-02.xml`]: ISSUE,
        })
      ).origin,
    });
    await run(register);
    await importLawsFrom(db, "federal-register", issue);
    expect((await standingAt(db, "89 Fed. Reg. 205", "2026-12-01"))?.version).toMatchObject({
      path: "v89.2024-01-02.E8-101",
      publicationDate: "2024-01-02",
    });
  });
});

describe("what is not offered", () => {
  const GONE = "<!DOCTYPE html><html><title>Govinfo Bulkdata Service Error</title></html>";

  test.each<[PublisherName, readonly string[], object]>([
    ["cfr-annual", [], { code: "invalid_input", hint: expect.stringContaining("2024") as string }],
    ["cfr-annual", ["2024", "51"], { code: "invalid_input" }],
    ["cfr-annual", ["2024", "12"], { code: "unavailable" }],
    ["federal-register", [], { code: "invalid_input" }],
    ["federal-register", ["yesterday"], { code: "invalid_input" }],
    ["federal-register", ["2024-02..2024-01"], { code: "invalid_input" }],
    ["federal-register", ["2024-01"], { code: "unavailable" }],
    ["dc-code", ["1999-01-01"], { code: "unavailable" }],
  ])("of %s %j is refused", async (name, asked, expected) => {
    await expect(PUBLISHERS[name].offered(asked, async () => GONE)).rejects.toMatchObject(expected);
  });

  test("of the D.C. Code a day without a publication names the newest", async () => {
    await expect(PUBLISHERS["dc-code"].offered(["1999-01-01"], async () => REFS)).rejects.toMatchObject({
      code: "invalid_input",
      hint: "the newest is 2026-09-16",
    });
  });
});
