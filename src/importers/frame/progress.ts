import { monotonicMs } from "#base/clock.ts";

export type ImportProgress = {
  readonly phase: "preparing" | "importing";
  /** The file at hand. */
  readonly label: string;
  /** Bytes of input as it lies on disk, over all parts. */
  readonly done_bytes: number;
  readonly total_bytes: number;
  /** Decompressed text handled by this process. */
  readonly raw_bytes: number;
  readonly rows: number;
  /** Raw text a second since this process began. */
  readonly raw_mb_per_s: number;
};

/** Keeps account of how far an import has come. */
export class ProgressMeter {
  readonly #tell: ((progress: ImportProgress) => void) | undefined;
  readonly #started_ms: number = monotonicMs();
  #label = "";
  #before_bytes = 0;
  #part_bytes = 0;
  #total_bytes = 0;
  #raw_bytes = 0;
  #rows = 0;

  constructor(tell: ((progress: ImportProgress) => void) | undefined) {
    this.#tell = tell;
  }

  preparing(label: string, done_bytes: number, total_bytes: number): void {
    this.#send("preparing", label, done_bytes, total_bytes);
  }

  /** By its place: files of several editions have the same name. */
  beginPart(index: number, parts: readonly { readonly label: string; readonly size_bytes: number }[]): void {
    this.#label = parts[index]?.label ?? "";
    this.#before_bytes = parts.slice(0, index).reduce((sum, part) => sum + part.size_bytes, 0);
    this.#total_bytes = parts.reduce((sum, part) => sum + part.size_bytes, 0);
    this.#part_bytes = 0;
  }

  advance(taken_bytes: number, raw_bytes: number, rows: number): void {
    this.#part_bytes = taken_bytes;
    this.#raw_bytes += raw_bytes;
    this.#rows += rows;
    this.#send("importing", this.#label, this.#before_bytes + this.#part_bytes, this.#total_bytes);
  }

  #send(phase: ImportProgress["phase"], label: string, done_bytes: number, total_bytes: number): void {
    if (this.#tell === undefined) return;
    const elapsed_s = (monotonicMs() - this.#started_ms) / 1000;
    this.#tell({
      phase,
      label,
      done_bytes,
      total_bytes,
      raw_bytes: this.#raw_bytes,
      rows: this.#rows,
      raw_mb_per_s: elapsed_s === 0 ? 0 : this.#raw_bytes / 1e6 / elapsed_s,
    });
  }
}
