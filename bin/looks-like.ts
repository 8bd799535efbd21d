import { open, stat } from "node:fs/promises";
import { basename } from "node:path";

/** How files of a kind begin, what they are called, and how they come in. */
const KINDS: readonly { readonly begins: string | RegExp; readonly is: string; readonly hint: string }[] = [
  {
    begins: "PK\u0003\u0004",
    is: "a zip archive",
    hint: "uslm, ecfr, federal-register, cap, recap and pacer look into one; unpack it for any other",
  },
  { begins: "PK\u0005\u0006", is: "a zip archive with nothing in it", hint: "download it again" },
  { begins: "%PDF-", is: "a PDF file", hint: "pacer and trial-filings read PDF files" },
  {
    begins: "\u001f\u008b",
    is: "a gzip file",
    hint: "files that are compressed with gzip are read when their name ends in .gz or .tgz",
  },
  {
    begins: /^BZh\d/u,
    is: "a bzip2 file",
    hint: "files that are compressed with bzip2 are read when their name ends in .bz2",
  },
  {
    begins: "(\u00b5/\u00fd",
    is: "a Zstandard file",
    hint: "files that are compressed with Zstandard are read when their name ends in .zst",
  },
  {
    begins: "SQLite format 3",
    is: "a SQLite database",
    hint: "`onpoint restore` brings back a backup; no importer reads a database",
  },
  {
    begins: /^[\s\xef\xbb\xbf]*<(?:!doctype\s+html|html|head|body)\b/iu,
    is: "a page of HTML",
    hint: "check that it is the file you meant to download and not a page about it; pacer reads saved pages of a court's docket",
  },
  {
    begins: /^[\s\xef\xbb\xbf]*<uscDoc\b|^[\s\xef\xbb\xbf]*<\?xml[^>]*>[\s\S]{0,400}<(?:uscDoc|cfrDoc)\b/u,
    is: "a code in USLM",
    hint: "onpoint import uslm",
  },
  {
    begins: /^[\s\xef\xbb\xbf]*<\?xml[^>]*>[\s\S]{0,400}<(?:CFRGRANULE|CFRDOC|DLPSTEXTCLASS|ECFR)\b/u,
    is: "a part of the Code of Federal Regulations",
    hint: "onpoint import ecfr",
  },
  {
    begins: /^[\s\xef\xbb\xbf]*(?:<\?xml[^>]*>[\s\S]{0,400})?<gov_uscourts_docket\b/u,
    is: "a docket of the public archive",
    hint: "onpoint import recap",
  },
  {
    begins: /^[\s\xef\xbb\xbf]*<\?xml\b/u,
    is: "a file of XML",
    hint: "uslm, ecfr, federal-register and dc-code read laws in XML, recap dockets",
  },
  {
    begins: /^[\s\xef\xbb\xbf]*[{[]/u,
    is: "a file of JSON",
    hint: "jsonl and law-jsonl read one JSON object a line, cap directories of cases, recap dockets",
  },
  {
    begins: /^"?id"?,"?(?:date_created|date_filed|created)/u,
    is: "a table of CourtListener's bulk data",
    hint: "onpoint import courtlistener, with the directory of all tables",
  },
];

const HEAD_BYTES = 1024;
/** Of so many files it is said what they look like. */
const TOLD_MAX = 3;

/**
 * What the files at these paths look like, for a person whose import from `source` took nothing of them. Directories are
 * passed over, and files of a kind that this source reads.
 */
export async function whatTheyLookLike(paths: readonly string[], source: string): Promise<string[]> {
  const told: string[] = [];
  for (const path of paths) {
    if (told.length === TOLD_MAX) break;
    const words = await whatItLooksLike(path, source).catch(() => undefined);
    if (words !== undefined) told.push(words);
  }
  return told;
}

async function whatItLooksLike(path: string, source: string): Promise<string | undefined> {
  const found = await stat(path);
  if (!found.isFile()) return undefined;
  if (found.size === 0) return `${basename(path)} is empty.`;
  const file = await open(path, "r");
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const head = buffer.subarray(0, bytesRead).toString("latin1");
    const kind = KINDS.find(({ begins }) => (typeof begins === "string" ? head.startsWith(begins) : begins.test(head)));
    return kind === undefined || kind.hint.split(/[ ,:]+/u).includes(source)
      ? undefined
      : `${basename(path)} looks like ${kind.is}: ${kind.hint}.`;
  } finally {
    await file.close();
  }
}
