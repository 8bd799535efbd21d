import { createHash } from "node:crypto";
import { open, readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import { extract } from "tar-stream";
import { LIMITS } from "#base/limits.ts";
import { OnpointError, messageOf, systemCodeOf } from "#base/errors.ts";
import type { OpenPart, Place, RejectReason, Row, SourcePart } from "../frame/source.ts";
import { fileStamp, openInput } from "./open.ts";

/** A JSON document of a directory or an archive; `text` is undefined when it is larger than a row may be. */
export type JsonFile = { readonly path: string; readonly bytes: number; readonly text: string | undefined };
/** What becomes of one document; its place and size are filled in. */
export type ToItem<Item extends Row> = (file: JsonFile, place: Place) => Item;

const ARCHIVE = /\.(?:tar|tar\.gz|tgz|tar\.zst|tar\.bz2)$/u;
const FILES_PER_GROUP = 64;

/** The JSON documents at a path, a directory or a tar archive, as one part. `isWanted` judges by the path inside it. */
export async function jsonFilesPart<Item extends Row>(
  path: string,
  isWanted: (path: string) => boolean,
  toItem: ToItem<Item>,
): Promise<SourcePart<Item>> {
  const isDirectory = await isDirectoryAt(path);
  if (!isDirectory && !ARCHIVE.test(path)) {
    throw new OnpointError("unsupported", `${path} is neither a directory nor a tar archive`, {
      hint: path.endsWith(".zip")
        ? `unpack it and import the directory: unzip -d cases ${basename(path)}`
        : "known are a directory, .tar, .tar.gz, .tgz, .tar.zst and .tar.bz2; unpack anything else first",
    });
  }
  return isDirectory ? directoryPart(path, isWanted, toItem) : archivePart(path, isWanted, toItem);
}

async function isDirectoryAt(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (thrown) {
    if (systemCodeOf(thrown) !== "ENOENT") throw thrown;
    throw new OnpointError("not_found", `${path} does not exist`, { cause: thrown });
  }
}

async function directoryPart<Item extends Row>(
  root: string,
  isWanted: (path: string) => boolean,
  toItem: ToItem<Item>,
): Promise<SourcePart<Item>> {
  const listed = await listFiles(root, isWanted);
  let taken = 0;
  async function* files(skip: number): AsyncGenerator<JsonFile> {
    for (const { path, size_bytes } of listed.files.slice(skip)) {
      yield { path, bytes: size_bytes, text: await readWhole(join(root, path), size_bytes) };
      taken += size_bytes;
    }
  }
  return {
    key: listed.key,
    label: basename(root),
    size_bytes: listed.files.reduce((sum, { size_bytes }) => sum + size_bytes, 0),
    open: async (afterRow): Promise<OpenPart<Item>> => ({
      groups: inGroups(files(afterRow), afterRow, toItem),
      bytesTaken: () => taken,
      close: async () => undefined,
    }),
  };
}

type Listed = { readonly path: string; readonly size_bytes: number };

/** Every wanted file in the order of paths, and a key that changes when a file is added, removed or rewritten. */
async function listFiles(
  root: string,
  isWanted: (path: string) => boolean,
): Promise<{ readonly files: readonly Listed[]; readonly key: string }> {
  const entries = await readdir(root, { recursive: true });
  const hash = createHash("sha256");
  const files: Listed[] = [];
  for (const path of entries
    .map((entry) => entry.replaceAll("\\", "/"))
    .filter(isWanted)
    .toSorted()) {
    const found = await stat(join(root, path));
    if (!found.isFile()) continue;
    const { size, mtimeMs } = found;
    hash.update(`${path}\0${size}\0${mtimeMs}\n`);
    files.push({ path, size_bytes: size });
  }
  return { files, key: `${basename(root)}:${files.length}:${hash.digest("hex").slice(0, 16)}` };
}

async function readWhole(path: string, size_bytes: number): Promise<string | undefined> {
  if (size_bytes > LIMITS.import_field_bytes_max) return undefined;
  const file = await open(path);
  try {
    return await file.readFile("utf8");
  } finally {
    await file.close();
  }
}

async function archivePart<Item extends Row>(
  path: string,
  isWanted: (path: string) => boolean,
  toItem: ToItem<Item>,
): Promise<SourcePart<Item>> {
  const { key, size_bytes } = await fileStamp(path);
  return {
    key,
    label: basename(path),
    size_bytes,
    open: async (afterRow) => {
      const input = openInput(path);
      return {
        groups: inGroups(archived(basename(path), input.chunks, isWanted, afterRow), afterRow, toItem),
        bytesTaken: () => input.bytesTaken(),
        close: () => input.close(),
      };
    },
  };
}

async function* archived(
  label: string,
  chunks: AsyncIterator<Buffer>,
  isWanted: (path: string) => boolean,
  skip: number,
): AsyncGenerator<JsonFile> {
  const source = Readable.from({ [Symbol.asyncIterator]: () => chunks });
  const tar = extract();
  source.on("error", (error) => tar.destroy(error));
  source.pipe(tar);
  let seen = 0;
  try {
    for await (const entry of tar) {
      const { name, size, type } = entry.header;
      if (type === "file" && isWanted(name)) seen += 1;
      if (type !== "file" || !isWanted(name) || seen <= skip || size > LIMITS.import_field_bytes_max) {
        entry.resume();
        if (type === "file" && isWanted(name) && seen > skip) yield { path: name, bytes: size, text: undefined };
        continue;
      }
      const parts: Buffer[] = [];
      for await (const part of entry) parts.push(part as Buffer);
      yield { path: name, bytes: size, text: Buffer.concat(parts).toString("utf8") };
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

async function* inGroups<Item extends Row>(
  files: AsyncGenerator<JsonFile>,
  afterRow: number,
  toItem: ToItem<Item>,
): AsyncGenerator<readonly Item[]> {
  let group: Item[] = [];
  let row = afterRow;
  let failure: { readonly thrown: unknown } | undefined;
  try {
    for await (const file of files) {
      row += 1;
      group.push(toItem(file, { file: file.path, row }));
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

/** The document's value, or why it is none. */
export function parseJson(file: JsonFile): { readonly value: unknown } | { readonly reject: RejectReason } {
  if (file.text === undefined) {
    const limit_mb = Math.floor(LIMITS.import_field_bytes_max / 1e6);
    return {
      reject: {
        reason: "too_large",
        message: `the document has ${Math.ceil(file.bytes / 1e6)} MB`,
        hint: `a document may have ${limit_mb} MB; split it`,
      },
    };
  }
  try {
    return { value: JSON.parse(file.text) as unknown };
  } catch (thrown) {
    return {
      reject: {
        reason: "bad_json",
        message: messageOf(thrown).slice(0, 300),
        hint: "one JSON object in UTF-8 is expected",
      },
    };
  }
}
