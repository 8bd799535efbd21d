import { rowInTime } from "../frame/rows-in-time.ts";
import { inGroups } from "../input/files.ts";
import type { Files } from "../input/files.ts";
import type { DocketPart, PreparedDockets } from "./docket-item.ts";
import { itemOfFile } from "./file-item.ts";
import { savedFilesAt } from "./saved-files.ts";

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

function partOf({ open, ...of }: Files): DocketPart {
  return {
    ...of,
    open: async (afterRow) => {
      const { files, ...opened } = open(afterRow);
      const groups = inGroups(files, { afterRow, size: FILES_PER_GROUP }, (file, place) =>
        rowInTime(() => itemOfFile(file, place, PACER), {
          place,
          sourceId: file.path,
          bytes: file.size_bytes,
          sightings: [],
          rejects: [],
        }),
      );
      return { ...opened, groups };
    },
  };
}
