import { readFile, realpath, stat } from "node:fs/promises";
import { basename, dirname, sep } from "node:path";
import { isUtf8 } from "node:buffer";
import { systemCodeOf } from "#base/errors.ts";
import type { FilingText, TextState } from "#dockets/filings/model.ts";
import { textOfPages } from "#text/pdf/page-lines.ts";
import type { PagedText } from "#text/pdf/page-lines.ts";
import type { PdfFault, ReadPdf } from "#text/pdf/pdf.ts";
import type { ReadFrom } from "#text/pdf/words.ts";
import { wordsOfPdf } from "#text/pdf/words.ts";
import type { RejectReason } from "../frame/source.ts";
import type { FilingWordsAt } from "./filing-item.ts";

export type FilingWords = {
  readonly state: TextState;
  readonly content: FilingText;
  /** Why there are none, where a file was to have some. */
  readonly reject?: RejectReason;
};

/** A filing is no film. */
const FILE_BYTES_MAX = 100 * 1024 * 1024;
const PAGES_MAX = 5_000;
/** Some thousand pages of text. */
const CHARS_MAX = 8_000_000;

const NOTHING: FilingText = { text: "", pageStarts: [] };

/** The words of a filing with the places of its pages; a file that cannot be read says why. */
export async function readFilingWords(words: FilingWordsAt, readPdf: ReadPdf): Promise<FilingWords> {
  if (words.at === "nowhere") return { state: "not_given", content: NOTHING };
  if (words.at === "line") return ofPages(words.pages.map(linesOf), "the line");
  const name = basename(words.path);
  const bytes = await bytesOf(words, name);
  if ("state" in bytes) return bytes;
  if (bytes.subarray(0, 1024).includes("%PDF-")) {
    const read = await readPdf(bytes, PAGES_MAX);
    if ("fault" in read) return ofFault(read, name);
    const found = wordsOfPdf(read);
    return found === undefined ? scanned(name) : held(found, name);
  }
  if (!isUtf8(bytes) || bytes.includes(0))
    return unread("damaged", "file_unreadable", `${name} is neither a PDF file nor text in UTF-8`, "save it as either");
  const text = bytes.toString("utf8").replace(/^\u{feff}/u, "");
  return ofPages(text.split("\f").map(linesOf), name);
}

function linesOf(page: string): string[] {
  return page
    .replace(/\r\n?/gu, "\n")
    .replaceAll("\0", "")
    .trim()
    .split("\n")
    .map((line) => line.trimEnd());
}

function ofPages(pages: readonly (readonly string[])[], name: string): FilingWords {
  const content = textOfPages(pages);
  if (content.text.trim() !== "") return held(content, name);
  return name === "the line" ? { state: "not_given", content: NOTHING } : scanned(name);
}

function scanned(name: string): FilingWords {
  const hint = "run text recognition first, or set ONPOINT_TEXT_RECOGNITION=yes and import again";
  return unread("scanned", "no_text", `${name} holds pictures of pages and no text that could be read`, hint);
}

function held({ text, pageStarts, ...how }: PagedText & Partial<ReadFrom>, name: string): FilingWords {
  if (text.length > CHARS_MAX)
    return unread("too_large", "too_large", `${name} has more than 8,000,000 characters`, "give it in parts");
  if (how.readBy !== "ocr") return { state: "held", content: { text, pageStarts } };
  const recognised = { confidence_pct: how.confidence_pct ?? 0, unreadPages: how.unreadPages ?? 0 };
  return { state: "held", content: { text, pageStarts, recognised } };
}

async function bytesOf(
  { path, root: directory }: Extract<FilingWordsAt, { at: "file" }>,
  name: string,
): Promise<Buffer | FilingWords> {
  try {
    // A link may lead out of the directory.
    const [real, root] = [await realpath(path), await realpath(directory)];
    if (!`${dirname(real)}${sep}`.startsWith(`${root}${sep}`))
      return unread(
        "missing",
        "file_outside",
        `${name} is a link that leads out of the directory`,
        "put the file there",
      );
    const { size } = await stat(real);
    if (size > FILE_BYTES_MAX)
      return unread("too_large", "too_large", `${name} is larger than 100 MB`, "give it in parts");
    return await readFile(real);
  } catch (thrown) {
    if (systemCodeOf(thrown) === "ENOENT")
      return unread(
        "missing",
        "file_missing",
        `there is no file ${name}`,
        "put it beside the .jsonl file that names it",
      );
    if (systemCodeOf(thrown) === "EISDIR")
      return unread("missing", "file_missing", `${name} is a directory`, "name a file");
    throw thrown;
  }
}

function ofFault(found: PdfFault, name: string): FilingWords {
  switch (found.fault) {
    case "protected":
      return unread("protected", "pdf_protected", `${name} is protected by a password`, "save it without one");
    case "damaged":
      return unread("damaged", "pdf_damaged", `${name} is damaged: ${found.message.slice(0, 200)}`, "fetch it again");
    case "unreadable":
      return unread(
        "damaged",
        "pdf_unreadable",
        `${name} cannot be read: its fonts put other letters for those it prints`,
        "run text recognition on pictures of its pages",
      );
    case "too_long":
      return unread("too_large", "too_large", `${name} has ${found.pages} pages, more than 5,000`, "give it in parts");
  }
}

function unread(state: TextState, reason: string, message: string, hint: string): FilingWords {
  return {
    state,
    content: NOTHING,
    reject: { reason, message, hint: `${hint}; the filing is held without its words` },
  };
}
