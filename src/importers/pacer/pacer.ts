import { savedFilesAt } from "./saved-files.ts";
import type { SavedFile, SavedFiles } from "./saved-files.ts";
import type { DocketItem, DocketPart, PreparedDockets } from "./docket-item.ts";
import { itemOfFile } from "./file-item.ts";

/** The name that its records bear. */
export const PACER = "pacer";

const FILES_PER_GROUP = 16;

/**
 * Pages of the federal courts' records system as they were saved, and filings in PDF, in directories, archives or single
 * files. Throws OnpointError where a path cannot be opened.
 */
export async function preparePacer(paths: readonly string[]): Promise<PreparedDockets> {
  const parts = await Promise.all(paths.map(async (path) => partOf(await savedFilesAt(path))));
  return { source: PACER, parts, notes: [], finish: async () => undefined, close: async () => undefined };
}

function partOf({ key, label, size_bytes, open }: SavedFiles): DocketPart {
  return {
    key,
    label,
    size_bytes,
    open: async (afterRow) => {
      const { files, bytesTaken, close } = open(afterRow);
      return { groups: inGroups(files, afterRow), bytesTaken, close };
    },
  };
}

async function* inGroups(files: AsyncGenerator<SavedFile>, afterRow: number): AsyncGenerator<readonly DocketItem[]> {
  let group: DocketItem[] = [];
  let row = afterRow;
  let failure: { readonly thrown: unknown } | undefined;
  try {
    for await (const file of files) {
      row += 1;
      group.push(itemOfFile(file, { file: file.path, row }, PACER));
      if (group.length === FILES_PER_GROUP) {
        yield group;
        group = [];
      }
    }
  } catch (thrown) {
    failure = { thrown };
  }
  if (group.length > 0) yield group;
  if (failure !== undefined) throw failure.thrown;
}
