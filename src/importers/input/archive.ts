import { filesOfArchive } from "./files.ts";
import type { Files, Wanted } from "./files.ts";
import { filesInZip } from "./zip.ts";

const TAR = /\.(?:tar|tar\.gz|tgz|tar\.zst|tar\.bz2)$/iu;
export const ZIP = /\.zip$/iu;

/** For whoever gave something else. */
export const KNOWN_ARCHIVES = ".zip, .tar, .tar.gz, .tgz, .tar.zst and .tar.bz2";

/** The wanted files of an archive, read as it was published; undefined where the path has no name of one. */
export async function archiveAt(path: string, wanted: Wanted): Promise<Files | undefined> {
  if (ZIP.test(path)) return filesInZip(path, wanted);
  return TAR.test(path) ? filesOfArchive(path, wanted) : undefined;
}
