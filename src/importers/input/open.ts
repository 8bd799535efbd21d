import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { Readable } from "node:stream";
import { createGunzip, createZstdDecompress } from "node:zlib";
import { messageOf, OnpointError, systemCodeOf } from "#base/errors.ts";
import { bunzip2 } from "./bunzip2.ts";

/** A file being read, decompressed on the way. */
export type Input = {
  readonly chunks: AsyncIterator<Buffer>;
  /** Bytes of the file itself taken so far; with `sizeOf` it tells how far along the reading is. */
  bytesTaken(): number;
  close(): Promise<void>;
};

export const COMPRESSIONS = [".bz2", ".gz", ".zst"] as const;

/** The name without its compression suffix: `opinions.csv.bz2` -> `opinions.csv`. */
export function withoutCompression(name: string): string {
  const suffix = COMPRESSIONS.find((known) => name.endsWith(known));
  return suffix === undefined ? name : name.slice(0, -suffix.length);
}

/**
 * Opens a plain, bzip2, gzip or Zstandard file, told apart by suffix. A damaged or truncated file throws
 * `corrupt` after everything before the damage has been delivered.
 */
export function openInput(path: string): Input {
  const file = createReadStream(path, { highWaterMark: 256 * 1024 });
  let taken = 0;
  const counted = (async function* counting(): AsyncGenerator<Buffer> {
    for await (const chunk of file) {
      taken += (chunk as Buffer).length;
      yield chunk as Buffer;
    }
  })();
  const chunks = explained(path, decompressed(path, counted));
  return {
    chunks,
    bytesTaken: () => taken,
    close: async () => {
      await chunks.return(undefined);
      file.destroy();
    },
  };
}

function decompressed(path: string, compressed: AsyncGenerator<Buffer>): AsyncIterable<Buffer> {
  if (path.endsWith(".bz2")) return bunzip2(compressed);
  if (path.endsWith(".gz") || path.endsWith(".tgz")) return piped(compressed, createGunzip({ chunkSize: 256 * 1024 }));
  if (path.endsWith(".zst")) return piped(compressed, createZstdDecompress({ chunkSize: 256 * 1024 }));
  return compressed;
}

async function* piped(compressed: AsyncGenerator<Buffer>, inflate: NodeJS.ReadWriteStream): AsyncGenerator<Buffer> {
  const source = Readable.from(compressed);
  source.on("error", (error) => (inflate as unknown as Readable).destroy(error));
  source.pipe(inflate);
  try {
    for await (const chunk of inflate) yield chunk as Buffer;
  } finally {
    source.destroy();
    (inflate as unknown as Readable).destroy();
  }
}

async function* explained(path: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of chunks) yield chunk;
  } catch (error) {
    throw explanationOf(path, error);
  }
}

function explanationOf(path: string, error: unknown): OnpointError {
  if (error instanceof OnpointError) return error;
  const code = systemCodeOf(error);
  if (code === "ENOENT") return new OnpointError("not_found", `${path} does not exist`, { cause: error });
  if (code === "EACCES") return new OnpointError("forbidden", `${path} may not be read by this user`, { cause: error });
  if (code === "EISDIR") return new OnpointError("invalid_input", `${path} is a directory`, { cause: error });
  return new OnpointError("corrupt", `${basename(path)} cannot be decompressed: ${messageOf(error)}`, {
    hint: "the file is truncated or damaged; fetch it again and repeat the import, which goes on where it can",
    cause: error,
  });
}

/** Size in bytes and a key that changes when the file does: name, size and time of change. */
export async function fileStamp(path: string): Promise<{ readonly size_bytes: number; readonly key: string }> {
  const { size, mtimeMs } = await stat(path);
  return { size_bytes: size, key: `${basename(path)}:${size}:${Math.floor(mtimeMs)}` };
}
