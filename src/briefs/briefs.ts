import { OnpointError } from "#base/errors.ts";
import { readDocx } from "./docx.ts";
import { readPdf } from "./pdf.ts";

/** A file larger than this is no brief. */
export const BRIEF_BYTES_MAX: number = 20 * 1024 * 1024;
/** Some 800 pages of text; checking is proportional to it. */
export const BRIEF_CHARS_MAX = 2_000_000;

/** A text whose pages are known, or `pageStarts` is empty; what stands behind `pagesEnd` is on none. */
export type PagedBrief = {
  readonly text: string;
  /** UTF-16 units, of the first page on. */
  readonly pageStarts: readonly number[];
  readonly pagesEnd: number;
};

/** The text of a brief, whatever kind of file it is. */
export type BriefText = PagedBrief & {
  readonly kind: "text" | "docx" | "pdf";
};

/**
 * Reads a brief's text from a file's bytes; what kind it is they tell themselves. `name` stands in errors.
 * @throws OnpointError `invalid_input` for what is damaged, protected or holds no text, `too_large`
 */
export async function readBriefFile(bytes: Uint8Array, name: string): Promise<BriefText> {
  if (bytes.length > BRIEF_BYTES_MAX)
    throw new OnpointError("too_large", `${name} is larger than 20 MB`, { hint: "check it in parts" });
  const kind = kindOf(bytes);
  if (kind === "protected")
    throw new OnpointError("invalid_input", `${name} is protected by a password, or is an old Word file`, {
      hint: "save it as .docx without a password",
    });
  if (kind === "rtf")
    throw new OnpointError("invalid_input", `${name} is a rich text file`, { hint: "save it as .docx or .pdf" });
  const paged = await textOf(bytes, kind, name);
  if (paged.text.length > BRIEF_CHARS_MAX)
    throw new OnpointError("too_large", `${name} has more than 2,000,000 characters`, { hint: "check it in parts" });
  return { ...paged, kind };
}

async function textOf(bytes: Uint8Array, kind: BriefText["kind"], name: string): Promise<PagedBrief> {
  if (kind === "docx") return readDocx(bytes, name);
  if (kind === "pdf") return readPdf(bytes, name);
  const text = new TextDecoder().decode(bytes);
  if (text.includes("\0"))
    throw new OnpointError("invalid_input", `${name} is not a text file`, {
      hint: "check a .docx, .pdf or UTF-8 text file",
    });
  return { text, pageStarts: [], pagesEnd: 0 };
}

const PDF_HEAD_BYTES = 1024;

function kindOf(bytes: Uint8Array): BriefText["kind"] | "protected" | "rtf" {
  const begins = (...start: readonly number[]): boolean => start.every((byte, at) => bytes[at] === byte);
  if (begins(0x50, 0x4b, 0x03, 0x04) || begins(0x50, 0x4b, 0x05, 0x06)) return "docx";
  // The container of Word 97 to 2003, and of a .docx that is encrypted.
  if (begins(0xd0, 0xcf, 0x11, 0xe0)) return "protected";
  const head = Buffer.from(bytes.subarray(0, PDF_HEAD_BYTES)).toString("latin1");
  if (head.includes("%PDF-")) return "pdf";
  return head.startsWith("{\\rtf") ? "rtf" : "text";
}
