import { expect, test } from "vitest";
import { lawKey } from "#citations/laws/law-key.ts";
import { chainsOf, nodesByRegisterKey } from "#laws/store/read.ts";
import { caveatOf } from "./register-row.ts";
import { directoryOf, importLawsFrom, lawDatabase, rejectsIn, standingAt } from "#test/laws/import-laws.ts";

const rule = (dates: string, action = "Final rule."): string =>
  `<RULE><PREAMB><AGENCY TYPE="S">BUREAU OF BRIDGES</AGENCY><SUBJECT>Tolls of Bridges</SUBJECT><ACT><HD SOURCE="HED">ACTION:</HD><P>${action}</P></ACT><EFFDATE><HD SOURCE="HED">DATES:</HD><P>${dates}</P></EFFDATE></PREAMB><SUPLINF><HD SOURCE="HED">INFORMATION:</HD><P>No <E T="03">troll</E> shall<PRTPAGE P="102"/> toll.</P></SUPLINF><FRDOC>[FR Doc. 2014-7]</FRDOC></RULE>`;
const at = (name: string): string => `full_text/xml/2014/12/29/${name}.xml`;

test("a document is found by its register citation, with both dates and its type", async () => {
  const db = await lawDatabase();
  const directory = await directoryOf({
    [at("2014-7")]: rule("This rule is effective January 1, 2015."),
    [at("2014-8")]: rule("Effective May 1, 2015, but part 2 is effective June 1, 2015.", "Policy statement.").replace(
      "102",
      "202",
    ),
    [at("2014-9")]:
      '<PRESDOCU><EXECORD><HD SOURCE="HED">Of Fords</HD><P>By the authority vested in me.</P><PRTPAGE P="302"/></EXECORD></PRESDOCU>',
    [at("2014-10")]: "<NOTICE><PREAMB><SUBJECT>Meeting</SUBJECT><P>At noon.</P></PREAMB></NOTICE>",
    "2014-11.xml": rule("Never."),
    [at("2014-12")]: rule("x").slice(0, 200),
  });
  const report = await importLawsFrom(db, "federal-register", directory);
  expect((await rejectsIn(report)).map(({ file, reason }) => `${file} ${reason}`)).toEqual([
    "2014-11.xml wrong_document",
    "2014-12.xml bad_xml",
  ]);
  const found = await standingAt(db, "79 Fed. Reg. 101", "2024-01-01");
  expect(found?.version).toMatchObject({
    path: "v79.2014-12-29.2014-7",
    type: "regulation",
    title: "Tolls of Bridges",
    registerCitation: "79 Fed. Reg. 101",
    effectiveDate: "2015-01-01",
    publicationDate: "2014-12-29",
  });
  expect(found?.text.html).toContain("<p>No <i>troll</i> shall toll.</p>");
  const types = [];
  for (const citation of ["79 Fed. Reg. 201", "79 Fed. Reg. 301"]) {
    const [chain] = await chainsOf(db, await nodesByRegisterKey(db, lawKey(citation)));
    types.push([chain?.versions[0]?.type, chain?.versions[0]?.effectiveDate]);
  }
  expect(types).toEqual([
    ["guidance", null],
    ["executive_order", null],
  ]);
  expect((await importLawsFrom(db, "federal-register", directory)).unchanged).toBe(true);
});

const ISSUE = `<?xml version="1.0" encoding="UTF-8"?><frDoc xmlns="http://schemas.gpo.gov/xml/uslm" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"><meta><dc:type>Federal Register Issue</dc:type><volume>83</volume><dc:date>2018-02-07</dc:date></meta><main><collection>
<component><meta><dc:title>Contents</dc:title></meta><main><toc><groupItem><target>5297</target></groupItem></toc></main></component>
<component><main><rules><collection><component><rule style="-uslm-sgm:RULE"><meta><dc:type>Federal Register Rule</dc:type><startingPage>5297</startingPage><docNumber>2018–00052</docNumber></meta>
<preface><organization>BUREAU OF BRIDGES</organization><subject>Tolls of Bridges</subject><action><actionDescription><headingText>ACTION:</headingText> Final rule.</actionDescription></action></preface>
<main><rulePreamble><statement role="dates"><content><heading>DATES:</heading><p>This rule becomes effective <date date="2018-03-01">March 1, 2018</date>.</p><p>Comments are due by <date date="2018-04-01">April 1, 2018</date>.</p></content></statement></rulePreamble><content><p>No <inline class="italic">troll</inline> shall toll.</p></content></main>
<notes><frDocId>[FR Doc. 2018–00052]</frDocId></notes></rule></component></collection></rules></main></component>
<component><main><proposedRules><collection><component><rule style="-uslm-sgm:PRORULE"><meta><dc:type>Federal Register Proposed Rule</dc:type><startingPage>5301</startingPage><docNumber>2018–00053</docNumber></meta><preface><subject>Fords</subject></preface><main><p>Also fords.</p></main></rule></component></collection></proposedRules></main></component>
<component><main><notices><collection><component><notice><meta><dc:type>Federal Register Notice</dc:type><startingPage>5301</startingPage><docNumber>2018–00054</docNumber></meta><preface><subject>Draft Guidance on Weirs</subject></preface><main><p>At noon.</p></main></notice></component></collection></notices></main></component>
<component><main><presidentialDocs><collection><component><presidentialDoc style="-uslm-sgm:EXECORD"><meta><dc:title>Executive Order 99999</dc:title><dc:subject>Of Ferries</dc:subject><startingPage>5519</startingPage><docNumber>2018–00055</docNumber></meta><preface><dc:title>Executive Order 99999</dc:title></preface><main><content><p>By the authority vested in me.</p></content></main></presidentialDoc></component></collection></presidentialDocs></main></component>
</collection></main></frDoc>`;

test("of an issue in USLM each document is found by the page on which it begins", async () => {
  const db = await lawDatabase();
  const directory = await directoryOf({
    "FR-2018-02-07.xml": ISSUE,
    "cut.xml": ISSUE.slice(0, ISSUE.length / 2),
    "other.xml": ISSUE.replace("schemas.gpo.gov/xml/uslm", "other.example"),
    "empty.xml": ISSUE.replaceAll(/<(rule|notice|presidentialDoc) .*?<\/\1>|<notice>.*?<\/notice>/gsu, ""),
  });
  const report = await importLawsFrom(db, "federal-register", directory);
  const rejects = (await rejectsIn(report)).map(({ file, reason }) => `${file} ${reason}`);
  expect(rejects.toSorted()).toEqual(["cut.xml bad_xml", "empty.xml wrong_document", "other.xml wrong_document"]);
  const found = await standingAt(db, "83 Fed. Reg. 5297", "2018-06-01");
  expect(found?.version).toMatchObject({
    path: "v83.2018-02-07.2018-00052",
    number: "2018-00052",
    type: "regulation",
    title: "Tolls of Bridges",
    effectiveDate: "2018-03-01",
    publicationDate: "2018-02-07",
  });
  expect(found?.text.html).toContain("<p>BUREAU OF BRIDGES</p><p>Tolls of Bridges</p>");
  expect(found?.text.html).toContain("<p>No troll shall toll.</p>");
  expect(found?.text.html).not.toContain("FR Doc");
  const nodes = await nodesByRegisterKey(db, lawKey("83 Fed. Reg. 5301"));
  const types = (await chainsOf(db, nodes)).map(({ versions }) => versions[0]?.type ?? "");
  expect(types.toSorted()).toEqual(["guidance", "notice"]);
  const caveats = (await chainsOf(db, nodes)).map(({ versions }) => versions[0]?.caveat ?? "none");
  expect(caveats.toSorted()).toEqual(["none", "proposed"]);
  expect((await standingAt(db, "83 Fed. Reg. 5519", "2018-06-01"))?.version).toMatchObject({
    type: "executive_order",
    title: "Of Ferries",
  });
});

test.each([
  [true, "ACTION: Notice of proposed rulemaking.", "proposed"],
  [true, "", "proposed"],
  [true, "Proposed rule; withdrawal.", "withdrawn"],
  [false, "Withdrawal of proposed rule.", "withdrawn"],
  [false, "Notice of withdrawal of petition.", undefined],
  [false, "Notice; request for comments.", undefined],
])("whether a proposal (%s) with the action %j is a proposed rule", (isProposal, action, caveat) => {
  expect(caveatOf(isProposal, action)).toBe(caveat);
});
