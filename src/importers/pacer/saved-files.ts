import { OnpointError } from "#base/errors.ts";
import { archiveAt, KNOWN_ARCHIVES } from "../input/archive.ts";
import { fileAlone, filesIn, isDirectoryAt } from "../input/files.ts";
import type { Files } from "../input/files.ts";

const WANTED = /\.(?:html?|txt|eml|json|acms_json|pdf)$/iu;
const SAVED = {
  isWanted: (path: string): boolean => WANTED.test(path),
  /** Scanned filings are large; a larger one is a film. */
  file_bytes_max: 100 * 1024 * 1024,
};

/** The saved pages and filings at a path. Throws OnpointError where there is nothing, or nothing that can be opened. */
export async function savedFilesAt(path: string): Promise<Files> {
  if (await isDirectoryAt(path)) return filesIn(path, SAVED);
  const archive = await archiveAt(path, SAVED);
  if (archive !== undefined) return archive;
  if (WANTED.test(path)) return fileAlone(path, SAVED);
  throw new OnpointError("unsupported", `${path} is neither a directory nor an archive nor a page`, {
    hint: `give a directory, an archive (${KNOWN_ARCHIVES}), or a file named .html, .txt, .eml, .json or .pdf`,
  });
}
