import { escapeHtml } from "#text/escape-html.ts";
import { zipOf } from "./zip.ts";

/** Words of one kind, one behind the other. */
export type Run = string | { readonly text: string; readonly isItalic?: boolean; readonly isBold?: boolean };

export type Block =
  | { readonly kind: "title" | "paragraph"; readonly runs: readonly Run[] }
  /** The first row is the head. */
  | { readonly kind: "table"; readonly rows: readonly (readonly (readonly Run[])[])[] };

export const DOCX_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

const W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const TYPES = `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`;
const RELATIONS = `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`;

/** Letter paper, margins of one inch, in twentieths of a point. */
const PAPER =
  '<w:sectPr><w:pgSz w:w="12240" w:h="15840"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="720" w:footer="720" w:gutter="0"/></w:sectPr>';
const BORDERS = ["top", "left", "bottom", "right", "insideH", "insideV"]
  .map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="808080"/>`)
  .join("");

/** A Word file (ECMA-376, part 1) of paragraphs and tables. */
export function docxOf(blocks: readonly Block[]): Buffer<ArrayBuffer> {
  const body = blocks.map(blockXml).join("");
  return zipOf([
    { name: "[Content_Types].xml", text: TYPES },
    { name: "_rels/.rels", text: RELATIONS },
    {
      name: "word/document.xml",
      text: `${HEAD}<w:document xmlns:w="${W}"><w:body>${body}${PAPER}</w:body></w:document>`,
    },
  ]);
}

function blockXml(block: Block): string {
  if (block.kind === "table") return tableXml(block.rows);
  const size = block.kind === "title" ? 32 : 22;
  return paragraphXml(block.runs, size, block.kind === "title");
}

function tableXml(rows: Extract<Block, { kind: "table" }>["rows"]): string {
  const written = rows.map((cells, at) => {
    const head = at === 0 ? "<w:trPr><w:tblHeader/></w:trPr>" : "";
    const inside = cells.map((runs) => `<w:tc><w:tcPr/>${paragraphXml(runs, 18, at === 0)}</w:tc>`).join("");
    return `<w:tr>${head}${inside}</w:tr>`;
  });
  return `<w:tbl><w:tblPr><w:tblW w:w="5000" w:type="pct"/><w:tblBorders>${BORDERS}</w:tblBorders></w:tblPr><w:tblGrid>${(rows[0] ?? []).map(() => "<w:gridCol/>").join("")}</w:tblGrid>${written.join("")}</w:tbl><w:p/>`;
}

/** Sizes are half points. */
function paragraphXml(runs: readonly Run[], size: number, isBold: boolean): string {
  const inside = runs.map((run) => {
    const { text, isItalic = false, isBold: bold = isBold } = typeof run === "string" ? { text: run } : run;
    const style = `${bold ? "<w:b/>" : ""}${isItalic ? "<w:i/>" : ""}<w:sz w:val="${size}"/>`;
    return `<w:r><w:rPr>${style}</w:rPr><w:t xml:space="preserve">${escapeHtml(legible(text))}</w:t></w:r>`;
  });
  return `<w:p><w:pPr><w:spacing w:after="120"/></w:pPr>${inside.join("")}</w:p>`;
}

/** XML 1.0 has no place for most control characters. */
function legible(text: string): string {
  return text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, " ");
}
