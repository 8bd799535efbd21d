import { readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { OnpointError, systemCodeOf } from "#base/errors.ts";

/** One state of the code on disk: all of it, or what has changed since the one before. */
export type Edition = {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly root: string;
  /** Without a list of deleted files it is the whole code. */
  readonly isWhole: boolean;
};

export type ListedFile = { readonly path: string; readonly size_bytes: number };

const CODE = "us/dc/council/code";
const DAY = /^\d{4}-\d{2}-\d{2}$/u;

/** Where the files of the code are in an edition. */
export function codeDirectory(edition: Edition): string {
  return join(edition.root, CODE);
}

/** The editions below a directory in the order of their days: it holds one, or a directory for each named by its day. */
export async function editionsAt(path: string, day: string | undefined): Promise<Edition[]> {
  const names = await namesIn(path);
  if (names === undefined) {
    throw new OnpointError("not_found", `${path} is not a directory`, {
      hint: "unpack the archive first, such as: tar --zstd -xf dc-code.tar.zst -C dc-code",
    });
  }
  if (names.includes("us")) {
    const named = DAY.test(basename(path)) ? basename(path) : undefined;
    const stated = day ?? named;
    if (stated === undefined) {
      throw new OnpointError("invalid_input", `nothing says of which day the code in ${path} is`, {
        hint: "name its directory by the day (2024-05-09), or give --edition 2024-05-09",
      });
    }
    return [await editionOf(path, stated)];
  }
  const days = names.filter((name) => DAY.test(name)).toSorted();
  if (days.length === 0) {
    throw new OnpointError("invalid_input", `there is no D.C. Code in ${path}`, {
      hint: `expected ${CODE}/index.xml in it, or directories named by days (2024-05-09) that hold it`,
    });
  }
  return Promise.all(days.map(async (name) => editionOf(join(path, name), name)));
}

async function editionOf(root: string, day: string): Promise<Edition> {
  const names = (await namesIn(root)) ?? [];
  return { day, root, isWhole: !names.includes("deleted.txt") };
}

async function namesIn(path: string): Promise<string[] | undefined> {
  try {
    return (await stat(path)).isDirectory() ? await readdir(path) : undefined;
  } catch (thrown) {
    if (systemCodeOf(thrown) === "ENOENT") return undefined;
    throw thrown;
  }
}
