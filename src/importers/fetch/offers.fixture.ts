import { zipOf } from "#test/zip-files.ts";
import type { Files } from "./site.fixture.ts";
import type { PublisherName } from "./sources.ts";

/** Invented laws in the shape of each publisher's files, at the addresses and in the listings that it describes. */

export const GOV = "www.govinfo.gov/bulkdata";

export const listing = (path: string, names: readonly string[], sized = true): string =>
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
export const ISSUE = `<?xml version="1.0" encoding="UTF-8"?><FEDREG><VOL>89</VOL><NO>1</NO><DATE>Tuesday, January 2, 2024</DATE><UNITNAME>Contents</UNITNAME><CNTNTS><AGCY><HD SOURCE="HED">Bureau of Bridges</HD></AGCY></CNTNTS><RULES>${rule("<FRDOC>[FR Doc. 2023-28911 Filed 12-29-23; 8:45 am]</FRDOC>", '<PRTPAGE P="1"/>')}${rule("<FRDOC>[FR Doc. 2023-28912 Filed 12-29-23; 8:45 am]</FRDOC>", "")}</RULES><NEWPART><PTITLE><PARTNO>Part II</PARTNO></PTITLE><NOTICES><NOTICE><PREAMB><PRTPAGE P="205"/><SUBJECT>Meeting</SUBJECT><P>At noon.</P></PREAMB><FRDOC>[FR Doc. E8-101 Filed 1-2-24]</FRDOC></NOTICE><NOTICE><PREAMB><SUBJECT>Without number</SUBJECT></PREAMB></NOTICE></NOTICES></NEWPART></FEDREG>`;

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
export const REFS = [
  "001e# service=git-upload-pack",
  "0000015563e21d refs/heads/main\0multi_ack side-band-64k",
  "003f63e21d refs/heads/publication/2021-10-18",
  "003f63e21d refs/heads/publication/2026-05-23.2026-09-16",
  "003f63e21d refs/heads/publication/2026-05-23.2026-07-01",
  "0000",
].join("\n");

export type Offer = {
  readonly asked: readonly string[];
  readonly files: Files;
  readonly brings: readonly string[];
  readonly cites: string;
  readonly rejected?: number;
};

export const OFFERS: Readonly<Partial<Record<PublisherName, Offer>>> = {
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
