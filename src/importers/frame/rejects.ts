import { open } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { dirname, join } from "node:path";
import { privateDirectory } from "#base/private-files.ts";
import type { Place, RejectReason } from "./source.ts";

export type Reject = RejectReason & { readonly place: Place; readonly sourceId: string | null };

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
