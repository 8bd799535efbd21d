import { open, stat } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { dirname, join } from "node:path";
import { OnpointError, systemCodeOf } from "#base/errors.ts";

const OPEN_TO_ALL = 0o666;
const OF_OTHERS = 0o077;

let usersUmask = OF_OTHERS;

/** What is written from now on is its owner's alone: the records, what is made of them, backups. */
export function keepFilesPrivate(): void {
  usersUmask = process.umask(OF_OTHERS);
}

/**
 * Writes a file that the user asked for by its name. A new one is open to whom the user's own umask lets in, or to the
 * user alone; one that is there (a pipe or a terminal too) stays as open as it is.
 */
export async function writeUserFile(
  path: string,
  text: string,
  { isPrivate = false }: { readonly isPrivate?: boolean } = {},
): Promise<void> {
  const file = await created(path, isPrivate);
  try {
    await file.writeFile(text);
  } finally {
    await file.close();
  }
}

async function created(path: string, isPrivate: boolean): Promise<FileHandle> {
  let file: FileHandle;
  try {
    file = await open(path, "wx", OPEN_TO_ALL);
  } catch (thrown) {
    const code = systemCodeOf(thrown);
    if (code === "EISDIR" || (code === "EEXIST" && (await stat(path)).isDirectory())) {
      throw new OnpointError("invalid_input", `${path} is a directory, and a file is to be written`, {
        hint: `Name a file in it, such as ${join(path, "report.html")}.`,
      });
    }
    if (code === "EEXIST") return open(path, "w");
    if (code !== "ENOENT" && code !== "ENOTDIR") throw thrown;
    throw new OnpointError("invalid_input", `${path} cannot be written: ${dirname(path)} is not a directory`, {
      hint: "Make the directory first, or name another file.",
      cause: thrown,
    });
  }
  await file.chmod(isPrivate ? OPEN_TO_ALL & ~OF_OTHERS : OPEN_TO_ALL & ~usersUmask);
  return file;
}
