import { crc32, deflateRawSync } from "node:zlib";

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

export type ZipEntry = {
  readonly name: string;
  readonly content: Buffer;
  /** What the file says of its size, where that is not so. */
  readonly saysBytes?: number;
  readonly isEncrypted?: boolean;
};

export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, saysBytes = content.length, isEncrypted = false } of entries) {
    const packed = deflateRawSync(content);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(isEncrypted ? 1 : 0, 2);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt32LE(crc32(content), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(saysBytes, 18);
    shared.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004", "latin1"), shared, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([Buffer.from("PK\u0001\u0002", "latin1"), Buffer.from([20, 0]), shared, tail, Buffer.from(name)]),
    );
    files.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, listed, Buffer.from("PK\u0005\u0006", "latin1"), end]);
}
