import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import { extract } from "tar-stream";
import { messageOf, OnpointError, systemCodeOf } from "#base/errors.ts";
import type { Place } from "../frame/source.ts";
import { fileStamp, openInput } from "./open.ts";

/** One file; `bytes` is undefined where it is larger than is wanted. */
export type ReadFile = { readonly path: string; readonly size_bytes: number; readonly bytes: Buffer | undefined };

/** Which files are read; `isWanted` judges by the path inside a directory or an archive. */
export type Wanted = { readonly isWanted: (path: string) => boolean; readonly file_bytes_max: number };

/** The wanted files of a directory or an archive, read from front to back. */
export type Files = {
  /** Changes when a file is added, removed or rewritten. */
  readonly key: string;
  readonly label: string;
  readonly size_bytes: number;
  /** Without the first so many. */
  readonly open: (skip: number) => OpenFiles;
};
export type OpenFiles = {
  readonly files: AsyncGenerator<ReadFile>;
  readonly bytesTaken: () => number;
  readonly close: () => Promise<void>;
};

type Listed = { readonly path: string; readonly size_bytes: number };

/** Throws `not_found` where there is nothing. */
export async function isDirectoryAt(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (thrown) {
    if (systemCodeOf(thrown) !== "ENOENT") throw thrown;
    throw new OnpointError("not_found", `${path} does not exist`, { cause: thrown });
  }
}

/** In the order of paths. */
export async function filesIn(root: string, wanted: Wanted): Promise<Files> {
  const hash = createHash("sha256");
  const listed: Listed[] = [];
  const names = (await readdir(root, { recursive: true })).map((name) => name.replaceAll("\\", "/"));
  for (const path of names.filter(wanted.isWanted).toSorted()) {
    const found = await stat(join(root, path));
    if (!found.isFile()) continue;
    const { size, mtimeMs } = found;
    hash.update(`${path}\0${size}\0${mtimeMs}\n`);
    listed.push({ path, size_bytes: size });
  }
  const key = `${basename(root)}:${listed.length}:${hash.digest("hex").slice(0, 16)}`;
  return ofListed(root, key, listed, wanted);
}

/** A single file as if it stood alone in its directory. */
export async function fileAlone(path: string, wanted: Wanted): Promise<Files> {
  const { key, size_bytes } = await fileStamp(path);
  return ofListed(join(path, ".."), key, [{ path: basename(path), size_bytes }], wanted);
}

function ofListed(root: string, key: string, listed: readonly Listed[], { file_bytes_max }: Wanted): Files {
  let taken = 0;
  async function* files(skip: number): AsyncGenerator<ReadFile> {
    for (const { path, size_bytes } of listed.slice(skip)) {
      const bytes = size_bytes > file_bytes_max ? undefined : await readFile(join(root, path));
      yield { path, size_bytes, bytes };
      taken += size_bytes;
    }
  }
  return {
    key,
    label: basename(root),
    size_bytes: listed.reduce((sum, { size_bytes }) => sum + size_bytes, 0),
    open: (skip) => ({ files: files(skip), bytesTaken: () => taken, close: async () => undefined }),
  };
}

/** The files of a tar archive, packed or not (see `openInput`), in the order in which they stand in it. */
export async function filesOfArchive(path: string, wanted: Wanted): Promise<Files> {
  const { key, size_bytes } = await fileStamp(path);
  return {
    key,
    label: basename(path),
    size_bytes,
    open: (skip) => {
      const input = openInput(path);
      return {
        files: archived(basename(path), input.chunks, wanted, skip),
        bytesTaken: () => input.bytesTaken(),
        close: () => input.close(),
      };
    },
  };
}

async function* archived(
  label: string,
  chunks: AsyncIterator<Buffer>,
  { isWanted, file_bytes_max }: Wanted,
  skip: number,
): AsyncGenerator<ReadFile> {
  const source = Readable.from({ [Symbol.asyncIterator]: () => chunks });
  const tar = extract();
  source.on("error", (error) => tar.destroy(error));
  source.pipe(tar);
  let seen = 0;
  try {
    for await (const entry of tar) {
      const { name, size, type } = entry.header;
      const isOne = type === "file" && isWanted(name);
      if (isOne) seen += 1;
      if (!isOne || seen <= skip || size > file_bytes_max) {
        entry.resume();
        if (isOne && seen > skip) yield { path: name, size_bytes: size, bytes: undefined };
        continue;
      }
      const parts: Buffer[] = [];
      for await (const part of entry) parts.push(part as Buffer);
      yield { path: name, size_bytes: size, bytes: Buffer.concat(parts) };
    }
  } catch (thrown) {
    if (thrown instanceof OnpointError) throw thrown;
    throw new OnpointError("corrupt", `${label} cannot be read as a tar archive: ${messageOf(thrown)}`, {
      hint: "the file is truncated or damaged; fetch it again and repeat the import",
      cause: thrown,
    });
  } finally {
    source.destroy();
  }
}

/** Files as items, so many at once; what was read before a failure is given before it is thrown. */
export async function* inGroups<Item>(
  files: AsyncGenerator<ReadFile>,
  { afterRow, size }: { readonly afterRow: number; readonly size: number },
  toItem: (file: ReadFile, place: Place) => Item,
): AsyncGenerator<readonly Item[]> {
  let group: Item[] = [];
  let row = afterRow;
  let failure: { readonly thrown: unknown } | undefined;
  try {
    for await (const file of files) {
      row += 1;
      group.push(toItem(file, { file: file.path, row }));
      if (group.length === size) {
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
