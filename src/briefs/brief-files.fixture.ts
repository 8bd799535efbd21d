import { zipOf } from "#test/zip-files.ts";

const WORD =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"';

/** A Word file of these parts of XML, by their names without directory. */
export function docxOf(parts: { readonly document: string; readonly footnotes?: string }): Buffer {
  const entries: [string, string][] = [
    ["[Content_Types].xml", "<Types/>"],
    ["word/document.xml", `<w:document ${WORD}><w:body>${parts.document}</w:body></w:document>`],
  ];
  if (parts.footnotes !== undefined)
    entries.push(["word/footnotes.xml", `<w:footnotes ${WORD}>${parts.footnotes}</w:footnotes>`]);
  return zipOf(entries.map(([name, content]) => ({ name, content: Buffer.from(content) })));
}
