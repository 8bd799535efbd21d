import { open } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { dirname, join } from "node:path";
import { privateDirectory } from "#base/private-files.ts";
import type { Place, RejectReason } from "./source.ts";

export type Reject = RejectReason & { readonly place: Place; readonly sourceId: string | null };

/** A row that was left out, as the report of a run shows it. */
export type ShownReject = RejectReason & { readonly place: string };

/** Of so many rows left out a report says why, each for a reason of its own. */
const SHOWN_MAX = 3;
/** How far a file of rejects is looked into for them. */
const LOOK_BYTES_MAX = 256 * 1024;

/**
 * The rows left out of a run, one JSON object a line: `file`, `row`, `line`, `source_id`, `reason`, `message`, `hint`.
 * Lines are written before the transaction that counts them, and the transaction keeps the length: what an
 * interruption left beyond it is cut off when the run goes on.
 */
export class RejectFile {
  readonly path: string;
  #file: FileHandle | undefined;
  #length_bytes: number;

  constructor(dataDir: string, runName: string, length_bytes: number) {
    this.path = join(dataDir, "rejects", `${runName}.jsonl`);
    this.#length_bytes = length_bytes;
  }

  get length_bytes(): number {
    return this.#length_bytes;
  }

  async append(rejects: readonly Reject[]): Promise<void> {
    if (rejects.length === 0) return;
    const lines = rejects.map(({ place, sourceId, reason, message, hint }) =>
      JSON.stringify({ ...place, source_id: sourceId, reason, message, hint }),
    );
    const bytes = Buffer.from(`${lines.join("\n")}\n`);
    const file = await this.#opened();
    await file.write(bytes, 0, bytes.length, this.#length_bytes);
    this.#length_bytes += bytes.length;
  }

  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
  }

  async #opened(): Promise<FileHandle> {
    if (this.#file !== undefined) return this.#file;
    privateDirectory(dirname(this.path));
    this.#file = await open(this.path, this.#length_bytes === 0 ? "w" : "r+");
    await this.#file.truncate(this.#length_bytes);
    return this.#file;
  }
}

/** The first row that was left out for each of the first few reasons, in the order of the file. */
export async function firstRejectsIn(path: string): Promise<readonly ShownReject[]> {
  const file = await open(path, "r");
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(LOOK_BYTES_MAX), 0, LOOK_BYTES_MAX, 0);
    const lines = buffer.subarray(0, bytesRead).toString("utf8").split("\n").slice(0, -1);
    const first = new Map<string, ShownReject>();
    for (const line of lines) {
      if (first.size === SHOWN_MAX) break;
      const { reason, message, hint, ...place } = JSON.parse(line) as RejectReason & Place;
      if (!first.has(reason)) first.set(reason, { reason, message, hint, place: placeText(place) });
    }
    return [...first.values()];
  } finally {
    await file.close();
  }
}

function placeText({ file, row, line }: Place): string {
  return line === undefined ? `${file}, row ${row}` : `${file}, line ${line}`;
}
