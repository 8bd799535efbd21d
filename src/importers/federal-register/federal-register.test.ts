import { expect, test } from "vitest";
import { lawKey } from "#citations/laws/law-key.ts";
import { chainsOf, nodesByRegisterKey } from "#laws/store/read.ts";
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
