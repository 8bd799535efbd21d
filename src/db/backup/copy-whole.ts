import { createReadStream, createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";

/** Copies a file for its owner alone, never a database that is open; it is on disk when this returns. */
export async function copyWhole(from: string, to: string): Promise<void> {
  await pipeline(createReadStream(from), createWriteStream(to, { mode: 0o600, flush: true }));
}
