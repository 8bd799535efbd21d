import { basename } from "node:path";
import { openPromise } from "yauzl";
import type { Entry, ZipFile } from "yauzl";
import { messageOf, OnpointError } from "#base/errors.ts";
import type { Files, ReadFile, Wanted } from "./files.ts";
import { fileStamp } from "./open.ts";

/** More than any publisher's archive has: a directory of so many names is read into memory whole. */
const ENTRIES_MAX = 500_000;

/** `size_bytes` is what it unpacks to. */
export type ZippedFile = { readonly name: string; readonly size_bytes: number; readonly entry: Entry };

/** The files in a zip archive, in the order in which they stand in it. */
export async function listZip(path: string): Promise<ZippedFile[]> {
  const zip = await opened(path);
  try {
    const entries = await filesOf(zip, path);
    return entries.map((entry) => ({ name: entry.fileName, size_bytes: entry.uncompressedSize, entry }));
  } catch (thrown) {
    throw explained(path, thrown);
  } finally {
    zip.close();
  }
}

/** One file of the zip archive it was listed in, unpacked as it is read. */
export async function* openInZip(path: string, { entry }: ZippedFile): AsyncGenerator<Buffer> {
  const zip = await opened(path);
  try {
    yield* unpacked(zip, entry, path);
  } catch (thrown) {
    throw explained(path, thrown);
  } finally {
    zip.close();
  }
}

/** The wanted files of a zip archive, as of a directory. */
export async function filesInZip(path: string, wanted: Wanted): Promise<Files> {
  const { key, size_bytes } = await fileStamp(path);
  return {
    key,
    label: basename(path),
    size_bytes,
    open: (skip) => {
      let taken = 0;
      const files = readFiles(path, wanted, { skip, onBytes: (bytes) => (taken += bytes) });
      return { files, bytesTaken: () => taken, close: async () => void (await files.return(undefined)) };
    },
  };
}

async function* readFiles(
  path: string,
  { isWanted, file_bytes_max }: Wanted,
  { skip, onBytes }: { readonly skip: number; readonly onBytes: (bytes: number) => void },
): AsyncGenerator<ReadFile> {
  const zip = await opened(path);
  try {
    const entries = (await filesOf(zip, path)).filter(({ fileName }) => isWanted(fileName));
    for (const entry of entries.slice(skip)) {
      const { fileName, uncompressedSize: size_bytes } = entry;
      const isRead = size_bytes <= file_bytes_max;
      const parts: Buffer[] = [];
      if (isRead) for await (const part of unpacked(zip, entry, path)) parts.push(part);
      yield { path: fileName, size_bytes, bytes: isRead ? Buffer.concat(parts) : undefined };
      onBytes(entry.compressedSize);
    }
  } catch (thrown) {
    throw explained(path, thrown);
  } finally {
    zip.close();
  }
}

async function opened(path: string): Promise<ZipFile> {
  try {
    return await openPromise(path, { lazyEntries: true, autoClose: false });
  } catch (thrown) {
    throw explained(path, thrown);
  }
}

async function filesOf(zip: ZipFile, path: string): Promise<Entry[]> {
  if (zip.entryCount > ENTRIES_MAX)
    throw new OnpointError("too_large", `${basename(path)} holds ${zip.entryCount} files`, {
      hint: `an archive may hold ${ENTRIES_MAX}; unpack it and import the directory`,
    });
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) if (!entry.fileName.endsWith("/")) entries.push(entry);
  return entries;
}

/** The library refuses a file that unpacks to another size than its entry says. */
async function* unpacked(zip: ZipFile, entry: Entry, path: string): AsyncGenerator<Buffer> {
  if (entry.isEncrypted())
    throw new OnpointError("unsupported", `${entry.fileName} in ${basename(path)} is protected by a password`, {
      hint: "unpack it with its password and import the directory",
    });
  for await (const chunk of await zip.openReadStreamPromise(entry)) yield chunk as Buffer;
}

function explained(path: string, thrown: unknown): unknown {
  if (thrown instanceof OnpointError || (thrown instanceof Error && "syscall" in thrown)) return thrown;
  return new OnpointError("corrupt", `${basename(path)} cannot be read as a zip archive: ${messageOf(thrown)}`, {
    hint: "the file is truncated or damaged; fetch it again and repeat the import",
    cause: thrown,
  });
}
