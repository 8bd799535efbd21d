import { fromBufferPromise } from "yauzl";
import type { Entry, ZipFile } from "yauzl";
import { OnpointError } from "#base/errors.ts";
import type { PagedBrief } from "./briefs.ts";
import { notesOf, textOfPart } from "./docx-text.ts";

/** One part of the file unpacked, and all that are read together: a page of text takes some 20 kB. */
const PART_BYTES_MAX = 64 * 1024 * 1024;
const PARTS_MAX = 5_000;
const PARTS = ["word/document.xml", "word/footnotes.xml", "word/endnotes.xml"] as const;

/** The text of a Word file: its paragraphs, then its footnotes and endnotes in their order. */
export async function readDocx(bytes: Uint8Array, name: string): Promise<PagedBrief> {
  const parts = await unpack(bytes, name);
  const [body, ...notes] = PARTS.map((part) => parts.get(part));
  if (body === undefined)
    throw new OnpointError("invalid_input", `${name} is a zip file, not a Word file`, { hint: "check a .docx file" });
  const { text: main, pageStarts } = textOfPart(body);
  const texts = [main, ...notes.flatMap((part) => (part === undefined ? [] : notesOf(part)))];
  // What stands before the first word moves no page.
  const whole = texts.join("\n\n");
  const text = whole.trim();
  if (text === "") throw new OnpointError("invalid_input", `${name} holds no text`);
  const lead = whole.length - whole.trimStart().length;
  // The notes stand behind the last page, on no page of their own.
  return { text, pageStarts: pageStarts.map((at) => Math.max(0, at - lead)), pagesEnd: main.length - lead };
}

async function unpack(bytes: Uint8Array, name: string): Promise<Map<string, string>> {
  const wanted = new Set<string>(PARTS);
  const parts = new Map<string, string>();
  try {
    const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), {
      lazyEntries: true,
    });
    if (zip.entryCount > PARTS_MAX) throw tooLarge(name);
    for await (const entry of zip.eachEntry()) {
      if (wanted.has(entry.fileName)) parts.set(entry.fileName, await unpackEntry(zip, entry, name));
    }
  } catch (thrown) {
    if (thrown instanceof OnpointError) throw thrown;
    throw new OnpointError("invalid_input", `${name} is damaged: ${thrown instanceof Error ? thrown.message : ""}`, {
      hint: "open it in a word processor and save it again",
      cause: thrown,
    });
  }
  return parts;
}

/** What an entry says of its own size is not believed: unpacking stops at the bound. */
async function unpackEntry(zip: ZipFile, entry: Entry, name: string): Promise<string> {
  if (entry.isEncrypted())
    throw new OnpointError("invalid_input", `${name} is protected by a password`, { hint: "save it without one" });
  if (entry.uncompressedSize > PART_BYTES_MAX) throw tooLarge(name);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    chunks.push(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    if (bytes > PART_BYTES_MAX) throw tooLarge(name);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function tooLarge(name: string): OnpointError {
  return new OnpointError("too_large", `${name} unpacks to more than a brief can be`, { hint: "check it in parts" });
}
