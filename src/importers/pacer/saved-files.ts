import { OnpointError } from "#base/errors.ts";
import { fileAlone, filesIn, filesOfArchive, isDirectoryAt } from "../input/files.ts";
import type { Files } from "../input/files.ts";

const WANTED = /\.(?:html?|txt|eml|json|acms_json|pdf)$/iu;
const ARCHIVE = /\.(?:tar|tar\.gz|tgz|tar\.zst|tar\.bz2)$/iu;
const SAVED = {
  isWanted: (path: string): boolean => WANTED.test(path),
  /** Scanned filings are large; a larger one is a film. */
  file_bytes_max: 100 * 1024 * 1024,
};

/** The saved pages and filings at a path. Throws OnpointError where there is nothing, or nothing that can be opened. */
export async function savedFilesAt(path: string): Promise<Files> {
  if (await isDirectoryAt(path)) return filesIn(path, SAVED);
  if (ARCHIVE.test(path)) return filesOfArchive(path, SAVED);
  if (WANTED.test(path)) return fileAlone(path, SAVED);
  throw new OnpointError("unsupported", `${path} is no directory, no tar archive and no page`, {
    hint: "known are directories, .tar, .tar.gz, .tgz, .tar.zst, .tar.bz2, and files named .html, .txt, .eml, .json or .pdf",
  });
}
