import { beginReading, finishReading } from "#citator/read-opinion.ts";
import { QUESTION_CHARS_MAX } from "#analysis/readers/extractive/question.ts";
import { readExtractively } from "#analysis/readers/extractive/extractive.ts";
import { partOf } from "#analysis/invented.fixture.ts";
import { textOfPart } from "#briefs/docx-text.ts";
import { readBrief } from "#citations/check.ts";
import { LIMITS } from "#base/limits.ts";
import { recogniseCourt } from "#courts/courts.ts";
import { NAME_CHARS_MAX } from "#courts/recognise.ts";
import { titleOf, typeOfFiling } from "#dockets/document-types/title-page.ts";
import { typeOfEntry } from "#dockets/document-types/type-of-entry.ts";
import { district } from "#dockets/pages/invented.fixture.ts";
import { readPage } from "#dockets/pages/pages.ts";
import { mapCapCase } from "#importers/cap/case-json.ts";
import { DC_NAMESPACE, sectionDraft } from "#importers/dc-code/section.ts";
import { EREGS_READER } from "#importers/ecfr/eregs.ts";
import { printedReader } from "#importers/ecfr/printed.ts";
import { FEDERAL_REGISTER_READER } from "#importers/federal-register/document.ts";
import { mapDecision } from "#importers/jsonl/decision.ts";
import { collectionOf, draftOfLine, LINE } from "#importers/law-jsonl/line.ts";
import type { DocumentReader } from "#importers/laws/xml-files.ts";
import { USLM_READER } from "#importers/uslm/rows.ts";
import { parseXml, readXml } from "#importers/xml/read-xml.ts";
import { caseNameOf, cleanCaption } from "#opinions/derive/case-name.ts";
import { readOpinion } from "#opinions/derive/read-opinion.ts";
import { readHead } from "#opinions/head/read-head.ts";
import { readQueryAs } from "#search/read/query-forms.ts";
import { escapeHtml } from "#text/escape-html.ts";
import { splitPassages } from "#text/passages.ts";
import { textOfPages } from "#text/pdf/page-lines.ts";

/** A place where text of somebody else comes in, and all that is done with it there by pure functions. */
export type TextEntry = {
  readonly name: string;
  readonly read: (text: string) => unknown;
  /** It takes no longer text. */
  readonly chars_max?: number;
  /** It is read with every sixth text. */
  readonly isSlow?: true;
  /** One expression, which makes no tables and may not end where it is not counted. */
  readonly isPlanted?: true;
};

/** The Federal Register's day is told by the path. */
const PLACE = "full_text/xml/2014/12/29/2014-7.xml";
const TOLD = { source: "tests", place: null, courtId: "nysd", asOf: "2020-01-01", fetchedAt: null };
const OPINION = { type: "lead", courtId: "ca9", caseName: "Alder v. Birch", year: 1990 } as const;
const COLLECTION = { kind: "collection", id: "code", name: "Code", type: "statute", state: "Vermont" } as const;

export const TEXT_ENTRIES: readonly TextEntry[] = [
  { name: "query of opinions", chars_max: LIMITS.query_chars_max, read: (text) => readQueryAs("opinions", text) },
  {
    name: "query of opinions as words",
    chars_max: LIMITS.query_chars_max,
    read: (text) => readQueryAs("opinions as words", text),
  },
  { name: "query of laws", chars_max: LIMITS.query_chars_max, read: (text) => readQueryAs("laws", text) },
  { name: "query of filings", chars_max: LIMITS.query_chars_max, read: (text) => readQueryAs("filings", text) },
  { name: "name of a court", isSlow: true, chars_max: NAME_CHARS_MAX, read: (text) => recogniseCourt(text) },
  { name: "brief as text", read: (text) => readBrief(text) },
  { name: "brief as a Word file", read: (text) => readBrief(textOfPart(wordPart(text)).text) },
  { name: "brief or filing as a PDF file", read: (text) => readBrief(textOfPages([text.split("\n")]).text) },
  {
    name: "question of a document",
    chars_max: QUESTION_CHARS_MAX,
    read: (text) => readExtractively(text, sourceOf("The lease ends. It is void.")),
  },
  {
    name: "document that is analysed",
    isSlow: true,
    read: (text) => readExtractively("When does the lease end?", sourceOf(text)),
  },
  { name: "case name", read: (text) => caseNameOf(cleanCaption(text), null) },
  { name: "opinion, plain", read: (text) => readOpinion({ text: { plain: text }, type: "lead", citations: [] }) },
  {
    name: "opinion, HTML",
    read: (text) => readOpinion({ text: { html: `<p>${text}</p>` }, type: "lead", citations: [] }),
  },
  { name: "head of an opinion", read: (text) => readHead({ opinionId: "one", text, paginationCitation: null }) },
  { name: "opinion read by the citator", read: citator },
  { name: "passages of an opinion", read: (text) => splitPassages(text) },
  { name: "decision of a JSON file", read: (text) => mapDecision("tests", decisionOf(text)) },
  { name: "case of the Caselaw Access Project", isSlow: true, read: (text) => mapCapCase(capOf(text)) },
  { name: "docket line", read: (text) => typeOfEntry({ description: text }) },
  {
    name: "filing",
    read: (text) => [titleOf(text), typeOfFiling({ description: "", isAttachment: false, text, given: null })],
  },
  {
    name: "filing's title",
    read: (text) => typeOfFiling({ description: text, isAttachment: false, text: "", given: null }),
  },
  { name: "page of a court", read: (text) => readPage(text, TOLD) },
  { name: "entry of a docket sheet", read: (text) => readPage(district(rowOf(escapeHtml(text))), TOLD) },
  { name: "notice by mail", read: (text) => readPage(`From: a@b.example\nSubject: ${text}\n\n${text}`, TOLD) },
  { name: "law of a JSON file", read: lawOfLine },
  { name: "law of the U.S. Code (USLM)", read: async (text) => rowsOf(USLM_READER, uslm(escapeHtml(text))) },
  {
    name: "law of the C.F.R. (annual, printed)",
    read: async (text) => rowsOf(printedReader(undefined), printed(escapeHtml(text))),
  },
  { name: "law of the C.F.R. (eRegulations)", read: async (text) => rowsOf(EREGS_READER, eregs(escapeHtml(text))) },
  {
    name: "document of the Federal Register",
    read: async (text) => rowsOf(FEDERAL_REGISTER_READER, rule(escapeHtml(text))),
  },
  { name: "section of the D.C. Code", read: dcSection },
];

function sourceOf(text: string) {
  return { kind: "opinion" as const, parts: [partOf(text)] };
}

function wordPart(text: string): string {
  return `<w:document><w:body><w:p><w:r><w:t>${escapeHtml(text)}</w:t></w:r></w:p></w:body></w:document>`;
}

function citator(text: string): unknown {
  return finishReading(beginReading({ ...OPINION, text }), () => undefined);
}

function decisionOf(text: string): object {
  const more = { caption: text, docket_number: text, judges: [text], headmatter_html: text };
  const opinions = [{ type: "lead", author: text, joined_by: text, precedential_note: text, text }];
  return { id: "1", court: "ca9", date_filed: "1990-01-01", case_name: text, ...more, opinions };
}

function capOf(text: string): object {
  const court = { name: text, name_abbreviation: text };
  const casebody = { judges: [text], head_matter: text, opinions: [{ type: "majority", author: text, text }] };
  const names = { name: text, name_abbreviation: text, docket_number: text };
  return { id: 1, ...names, decision_date: "1990-01-01", citations: [{ cite: text }], court, casebody };
}

function rowOf(html: string): string {
  return `<tr><td nowrap>02/03/2019</td><td align=right>1</td><td>${html}</td></tr>`;
}

function lawOfLine(text: string): unknown {
  const collection = LINE.parse(COLLECTION);
  const law = LINE.parse({
    kind: "law",
    id: "1",
    collection: "code",
    path: "code.t1.s1",
    number: "1",
    citation: "Vt. Stat. § 1",
    title: text.trim() || "Tolls",
    html: text,
  });
  if (collection.kind !== "collection" || law.kind === "collection") return undefined;
  return draftOfLine(law, collectionOf(collection, "tests"));
}

async function rowsOf(reader: DocumentReader, xml: string): Promise<unknown[]> {
  const rows: unknown[] = [];
  for await (const row of reader.rows(readXml([Buffer.from(xml)], reader.isContainer), PLACE)) rows.push(row);
  return rows;
}

function dcSection(text: string): unknown {
  const said = escapeHtml(text);
  const xml = `<section xmlns="${DC_NAMESPACE}"><num>1-1</num><heading>${said}</heading><text>${said}</text></section>`;
  const from = { effectiveDate: null, edition: "2020-01-01", publicationDate: null };
  return sectionDraft(parseXml(Buffer.from(xml)), { file: "1.xml", from, place: {} } as never);
}

/** The least document of each kind that is read, with the text wherever it has words. */
function uslm(text: string): string {
  return `<uscDoc identifier="/us/usc/t70" xmlns="http://xml.house.gov/schemas/uslm/1.0" xmlns:dcterms="http://purl.org/dc/terms/"><meta><dcterms:created>2013-07-26T05:15:14</dcterms:created></meta><main><title identifier="/us/usc/t70"><num value="70">Title 70—</num><heading>${text}</heading><section identifier="/us/usc/t70/s1"><num value="1">§ 1.</num><heading>${text}</heading><content><p>${text}</p></content><sourceCredit>(${text})</sourceCredit></section></title></main></uscDoc>`;
}

function printed(text: string): string {
  return `<CFRGRANULE><FDSYS><CFRTITLE>70</CFRTITLE><CFRTITLETEXT>Bridges</CFRTITLETEXT><VOL>9</VOL><DATE>2012-01-01</DATE><TITLE>TOLLS</TITLE></FDSYS><PART><EAR>Pt. 9</EAR><HD SOURCE="HED">PART 9—${text}</HD><SUBPART><HD SOURCE="HED">${text}</HD><SECTION><SECTNO>§ 9.1</SECTNO><SUBJECT>${text}</SUBJECT><P>${text}</P><CITA>${text}</CITA></SECTION></SUBPART></PART></CFRGRANULE>`;
}

function eregs(text: string): string {
  return `<regulation xmlns="eregs"><fdsys><cfrTitleText>Bridges</cfrTitleText><title>TOLLS</title></fdsys><preamble><cfr><title>70</title><section>9</section></cfr><documentNumber>2011-5</documentNumber><effectiveDate>2012-01-01</effectiveDate><federalRegisterURL>https://www.federalregister.gov/documents/2011/12/01/2011-5/tolls</federalRegisterURL></preamble><part label="9"><tableOfContents/><content><section label="9-1" sectionNum="1"><subject>§ 9.1 ${text}</subject><paragraph label="9-1-a" marker="(a)"><title type="keyterm">${text}</title><content>${text}</content></paragraph></section></content></part></regulation>`;
}

function rule(text: string): string {
  return `<RULE><PREAMB><AGENCY TYPE="S">${text}</AGENCY><SUBJECT>${text}</SUBJECT><ACT><HD SOURCE="HED">ACTION:</HD><P>${text}</P></ACT><EFFDATE><HD SOURCE="HED">DATES:</HD><P>${text}</P></EFFDATE></PREAMB><SUPLINF><P>${text}<PRTPAGE P="102"/></P></SUPLINF><FRDOC>[FR Doc. 2014-7]</FRDOC></RULE>`;
}
