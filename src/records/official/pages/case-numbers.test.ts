import { expect, test } from "vitest";
import { readCaseNumbers } from "./case-numbers.ts";

const ONE = { caseId: "4821", docketNumber: "1:24-cv-01234-IQ", caption: 'Brook & Sons v. "Marlow"' };

test.each<[string, string, unknown]>([
  [
    "a case",
    `<?xml version='1.0'?><request number='24-1234'><case number='1:24-cv-01234-IQ' id='4821' title='Brook &amp; Sons v. &quot;Marlow&quot;' sortable=''/></request>`,
    { kind: "cases", cases: [ONE] },
  ],
  [
    "a caption as a clerk typed it",
    `<request number='1'><case number="1:24-cv-01234-IQ" id="4821" title="Brook & Sons v. &quot;Marlow&quot;"/></request>`,
    { kind: "cases", cases: [ONE] },
  ],
  [
    "a caption with markup in it",
    `<request><case number='1' id='2' title='A &lt;case id="9"/&gt; B'/></request>`,
    { kind: "cases", cases: [{ caseId: "2", docketNumber: "1", caption: 'A <case id="9"/> B' }] },
  ],
  ["none", `<request number='1'><message text='Cannot find case 1'/></request>`, { kind: "cases", cases: [] }],
  ["one under seal", `<request number='1'><message text='Case Under Seal'/></request>`, { kind: "sealed" }],
  ["half an answer", `<request number='1'><case number='1:24-cv-01234-IQ' id='4821' title='Br`, { kind: "unreadable" }],
  [
    "another message",
    `<request number='1'><message text='Unable to connect to the database'/></request>`,
    { kind: "unreadable" },
  ],
  ["nothing", `<request number='1'></request>`, { kind: "unreadable" }],
  ["a page", `<html><body>Case not found</body></html>`, { kind: "unreadable" }],
  ["an empty answer", "", { kind: "unreadable" }],
  [
    "entities of its own",
    `<!DOCTYPE r [<!ENTITY a "b">]><request><case id='1' number='2' title='&a;'/></request>`,
    { kind: "cases", cases: [{ caseId: "1", docketNumber: "2", caption: "&a;" }] },
  ],
])("%s", (_what, xml, expected) => expect(readCaseNumbers(xml)).toEqual(expected));
