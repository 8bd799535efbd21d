import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import { extract } from "tar-stream";
import { messageOf, OnpointError, systemCodeOf } from "#base/errors.ts";
import { fileStamp, openInput } from "../input/open.ts";

/** One saved file; `bytes` is undefined where it is larger than a page or a filing may be. */
export type SavedFile = { readonly path: string; readonly size_bytes: number; readonly bytes: Buffer | undefined };

/** A directory, an archive or a single file, read from front to back. */
export type SavedFiles = {
  /** Changes when a file is added, removed or rewritten. */
  readonly key: string;
  readonly label: string;
  readonly size_bytes: number;
  readonly open: (skip: number) => {
    readonly files: AsyncGenerator<SavedFile>;
    readonly bytesTaken: () => number;
    readonly close: () => Promise<void>;
  };
};

const WANTED = /\.(?:html?|txt|eml|json|acms_json|pdf)$/iu;
const ARCHIVE = /\.(?:tar|tar\.gz|tgz|tar\.zst|tar\.bz2)$/iu;
/** Scanned filings are large; a larger one is a film. */
const FILE_BYTES_MAX = 100 * 1024 * 1024;

/** The saved pages and filings at a path. Throws OnpointError where there is nothing, or nothing that can be opened. */
export async function savedFilesAt(path: string): Promise<SavedFiles> {
  const found = await stat(path).catch((thrown: unknown) => {
    if (systemCodeOf(thrown) !== "ENOENT") throw thrown;
    throw new OnpointError("not_found", `${path} does not exist`, { cause: thrown });
  });
  if (found.isDirectory()) return directoryAt(path);
  if (ARCHIVE.test(path)) return archiveAt(path);
  if (WANTED.test(path)) return fileAt(path);
  throw new OnpointError("unsupported", `${path} is no directory, no tar archive and no page`, {
    hint: "known are directories, .tar, .tar.gz, .tgz, .tar.zst, .tar.bz2, and files named .html, .txt, .eml, .json or .pdf",
  });
}

type Listed = { readonly path: string; readonly size_bytes: number };

async function directoryAt(root: string): Promise<SavedFiles> {
  const hash = createHash("sha256");
  const listed: Listed[] = [];
  const names = (await readdir(root, { recursive: true })).map((name) => name.replaceAll("\\", "/"));
  for (const path of names.filter((name) => WANTED.test(name)).toSorted()) {
    const found = await stat(join(root, path));
    if (!found.isFile()) continue;
    const { size, mtimeMs } = found;
    hash.update(`${path}\0${size}\0${mtimeMs}\n`);
    listed.push({ path, size_bytes: size });
  }
  return ofListed(root, `${basename(root)}:${listed.length}:${hash.digest("hex").slice(0, 16)}`, listed);
}

async function fileAt(path: string): Promise<SavedFiles> {
  const { key, size_bytes } = await fileStamp(path);
  return ofListed(join(path, ".."), key, [{ path: basename(path), size_bytes }]);
}

function ofListed(root: string, key: string, listed: readonly Listed[]): SavedFiles {
  let taken = 0;
  async function* files(skip: number): AsyncGenerator<SavedFile> {
    for (const { path, size_bytes } of listed.slice(skip)) {
      const bytes = size_bytes > FILE_BYTES_MAX ? undefined : await readFile(join(root, path));
      taken += size_bytes;
      yield { path, size_bytes, bytes };
    }
  }
  return {
    key,
    label: basename(root),
    size_bytes: listed.reduce((sum, { size_bytes }) => sum + size_bytes, 0),
    open: (skip) => ({ files: files(skip), bytesTaken: () => taken, close: async () => undefined }),
  };
}

async function archiveAt(path: string): Promise<SavedFiles> {
  const { key, size_bytes } = await fileStamp(path);
  return {
    key,
    label: basename(path),
    size_bytes,
    open: (skip) => {
      const input = openInput(path);
      return {
        files: archived(basename(path), input.chunks, skip),
        bytesTaken: () => input.bytesTaken(),
        close: () => input.close(),
      };
    },
  };
}

async function* archived(label: string, chunks: AsyncIterator<Buffer>, skip: number): AsyncGenerator<SavedFile> {
  const source = Readable.from({ [Symbol.asyncIterator]: () => chunks });
  const tar = extract();
  source.on("error", (error) => tar.destroy(error));
  source.pipe(tar);
  let seen = 0;
  try {
    for await (const entry of tar) {
      const { name, size, type } = entry.header;
      const isWanted = type === "file" && WANTED.test(name);
      if (isWanted) seen += 1;
      if (!isWanted || seen <= skip || size > FILE_BYTES_MAX) {
        entry.resume();
        if (isWanted && seen > skip) yield { path: name, size_bytes: size, bytes: undefined };
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
