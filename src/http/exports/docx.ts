import { escapeHtml } from "#text/escape-html.ts";
import { zipOf } from "./zip.ts";

/** Words of one kind, one behind the other. */
export type Run =
  | string
  | {
      readonly text: string;
      readonly isItalic?: boolean;
      readonly isBold?: boolean;
      /** Above the line, as the number of a note. */
      readonly isRaised?: boolean;
    };

export type Block =
  | { readonly kind: keyof typeof STYLES; readonly runs: readonly Run[] }
  /** What is cited, and behind dots at the right edge where. */
  | { readonly kind: "entry"; readonly runs: readonly Run[]; readonly places: string }
  /** The first row is the head. */
  | { readonly kind: "table"; readonly rows: readonly (readonly (readonly Run[])[])[] };

export const DOCX_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

const W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Paragraphs by their kind: sizes are half points, indents twentieths of a point. */
const STYLES = {
  title: { size: 32, isBold: true, properties: "" },
  heading: { size: 24, isBold: true, properties: "<w:keepNext/>" },
  paragraph: { size: 22, isBold: false, properties: "" },
  quote: { size: 22, isBold: false, properties: '<w:ind w:left="720" w:right="720"/>' },
  center: { size: 22, isBold: false, properties: '<w:jc w:val="center"/>' },
  note: { size: 18, isBold: false, properties: "" },
} as const;

const TYPES = `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><Override PartName="/word/footer1.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.footer+xml"/></Types>`;
const RELATIONS = `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`;

const OF_DOCUMENT = `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/footer" Target="footer1.xml"/></Relationships>`;

/** Letter paper, margins of one inch, in twentieths of a point. */
const PAPER =
  '<w:sectPr><w:footerReference w:type="default" r:id="rId1"/><w:pgSz w:w="12240" w:h="15840"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="720" w:footer="720" w:gutter="0"/></w:sectPr>';
const BORDERS = ["top", "left", "bottom", "right", "insideH", "insideV"]
  .map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="808080"/>`)
  .join("");

/** A Word file (ECMA-376, part 1) of paragraphs and tables; each page has its number at the foot, behind `foot`. */
export function docxOf(blocks: readonly Block[], foot = ""): Buffer<ArrayBuffer> {
  const body = blocks.map(blockXml).join("");
  return zipOf([
    { name: "[Content_Types].xml", text: TYPES },
    { name: "_rels/.rels", text: RELATIONS },
    { name: "word/_rels/document.xml.rels", text: OF_DOCUMENT },
    { name: "word/footer1.xml", text: footerXml(foot) },
    {
      name: "word/document.xml",
      text: `${HEAD}<w:document xmlns:w="${W}" xmlns:r="${R}"><w:body>${body}${PAPER}</w:body></w:document>`,
    },
  ]);
}

/** `… Page 3 of 12`, in fields that Word fills in. */
function footerXml(foot: string): string {
  const style = '<w:rPr><w:sz w:val="16"/></w:rPr>';
  const words = (text: string): string =>
    `<w:r>${style}<w:t xml:space="preserve">${escapeHtml(legible(text))}</w:t></w:r>`;
  const field = (name: string): string =>
    `<w:fldSimple w:instr=" ${name} "><w:r>${style}<w:t>1</w:t></w:r></w:fldSimple>`;
  const before = foot === "" ? "Page " : `${foot} · Page `;
  return `${HEAD}<w:ftr xmlns:w="${W}"><w:p><w:pPr><w:jc w:val="center"/></w:pPr>${words(before)}${field("PAGE")}${words(" of ")}${field("NUMPAGES")}</w:p></w:ftr>`;
}

function blockXml(block: Block): string {
  if (block.kind === "table") return tableXml(block.rows);
  if (block.kind === "entry") return entryXml(block.runs, block.places);
  const { size, isBold, properties } = STYLES[block.kind];
  return paragraphXml(block.runs, size, isBold, properties);
}

/** Six and a half inches between the margins; the second line of what is cited hangs. */
const ENTRY =
  '<w:tabs><w:tab w:val="right" w:leader="dot" w:pos="9360"/></w:tabs><w:ind w:left="360" w:right="1080" w:hanging="360"/>';

function entryXml(runs: readonly Run[], places: string): string {
  return paragraphXml([...runs, "\t", places], 22, false, ENTRY);
}

function tableXml(rows: Extract<Block, { kind: "table" }>["rows"]): string {
  const written = rows.map((cells, at) => {
    const head = at === 0 ? "<w:trPr><w:tblHeader/></w:trPr>" : "";
    const inside = cells.map((runs) => `<w:tc><w:tcPr/>${paragraphXml(runs, 18, at === 0)}</w:tc>`).join("");
    return `<w:tr>${head}${inside}</w:tr>`;
  });
  return `<w:tbl><w:tblPr><w:tblW w:w="5000" w:type="pct"/><w:tblBorders>${BORDERS}</w:tblBorders></w:tblPr><w:tblGrid>${(rows[0] ?? []).map(() => "<w:gridCol/>").join("")}</w:tblGrid>${written.join("")}</w:tbl><w:p/>`;
}

/** Sizes are half points; `properties` stand in the order of the schema, behind the spacing where that is due. */
function paragraphXml(runs: readonly Run[], size: number, isBold: boolean, properties = ""): string {
  const inside = runs.map((run) => {
    const {
      text,
      isItalic = false,
      isBold: isOwn = false,
      isRaised = false,
    } = typeof run === "string" ? { text: run } : run;
    const raised = isRaised ? '<w:vertAlign w:val="superscript"/>' : "";
    const style = `${isOwn || isBold ? "<w:b/>" : ""}${isItalic ? "<w:i/>" : ""}<w:sz w:val="${size}"/>${raised}`;
    return `<w:r><w:rPr>${style}</w:rPr>${wordsXml(text)}</w:r>`;
  });
  const [before, behind] = splitAtSpacing(properties);
  return `<w:p><w:pPr>${before}<w:spacing w:after="120"/>${behind}</w:pPr>${inside.join("")}</w:p>`;
}

/** The schema has `keepNext` and `tabs` before `spacing`, `ind` and `jc` behind it (ECMA-376, part 1, 17.3.1.26). */
function splitAtSpacing(properties: string): readonly [before: string, behind: string] {
  const at = properties.search(/<w:(?:ind|jc) /u);
  return at < 0 ? [properties, ""] : [properties.slice(0, at), properties.slice(at)];
}

/** Tabs and breaks of lines are elements of their own. */
function wordsXml(text: string): string {
  return legible(text)
    .split(/([\t\n])/u)
    .map((part) => {
      if (part === "\t") return "<w:tab/>";
      if (part === "\n") return "<w:br/>";
      return part === "" ? "" : `<w:t xml:space="preserve">${escapeHtml(part)}</w:t>`;
    })
    .join("");
}

/** XML 1.0 has no place for most control characters. */
function legible(text: string): string {
  return text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, " ");
}
