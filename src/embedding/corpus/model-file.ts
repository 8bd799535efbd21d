import { createHash } from "node:crypto";
import { closeSync, fstatSync, fsyncSync, openSync, readSync, renameSync, writeSync } from "node:fs";
import { basename, dirname } from "node:path";
import { OnpointError, systemCodeOf } from "#base/errors.ts";
import type { CorpusModel } from "./model.ts";

/** Raised when older files cannot be read any more; a model of another format counts as not held. */
const FORMAT_VERSION = 1;
const MAGIC = "onpoint vectors\n";
const CHECKSUM_BYTES = 32;
const LENGTH_BYTES = 4;
/** Where the head begins. */
const HEAD_AT = MAGIC.length + LENGTH_BYTES;
/** Above any head that is written. */
const HEAD_BYTES_MAX = 64 * 1024;

/** What stands at the head of a model's file. */
export type ModelHead = {
  readonly format: number;
  readonly dimensions: number;
  readonly terms: number;
  /** The latest has the highest. */
  readonly sequence: number;
  readonly trainedAt: string;
  /** Decisions that were held then, copies counted once. */
  readonly works: number;
  readonly passages: number;
  readonly citingTexts: number;
  readonly seed: number;
};

/** Of the same vectors of the same terms, whenever and wherever they were trained, always the same. */
export function modelId(model: CorpusModel): string {
  const hash = createHash("sha256");
  for (const part of partsOf(model)) hash.update(part);
  return `corpus-${hash.digest("hex").slice(0, 20)}`;
}

/**
 * The file: a magic line, the length of the head and the head as JSON (padded with spaces to four bytes), hashes and
 * scales (four bytes a term), vectors, and the SHA-256 of everything before it. It is written beside its place and
 * moved there when it is whole and on disk: a crash leaves the old state or the new one.
 */
export function writeModel(
  path: string,
  head: Omit<ModelHead, "format" | "dimensions" | "terms">,
  model: CorpusModel,
): void {
  const full: ModelHead = { format: FORMAT_VERSION, dimensions: model.dimensions, terms: model.hashes.length, ...head };
  const json = JSON.stringify(full);
  const padded = Buffer.from(json.padEnd(Math.ceil(json.length / 4) * 4));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(padded.length);
  const hash = createHash("sha256");
  const temporary = `${path}.new`;
  const descriptor = openSync(temporary, "w", 0o600);
  try {
    for (const part of [Buffer.from(MAGIC), length, padded, ...partsOf(model)]) {
      hash.update(part);
      writeWhole(descriptor, part);
    }
    writeWhole(descriptor, hash.digest());
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(temporary, path);
  syncDirectory(dirname(path));
}

/**
 * Reads the head alone, for it is looked whether there is a newer model several times a second; undefined for a file that
 * is none of ours or of another format.
 */
export function readHead(path: string): ModelHead | undefined {
  const descriptor = openSync(path, "r");
  try {
    const before = readStart(descriptor, HEAD_AT);
    const head_bytes = before.length < HEAD_AT ? 0 : before.readUInt32LE(MAGIC.length);
    return headOf(readStart(descriptor, HEAD_AT + Math.min(head_bytes, HEAD_BYTES_MAX)));
  } finally {
    closeSync(descriptor);
  }
}

/** Throws `corrupt` when a byte of it is not as it was written, `not_found` when there is no such file. */
export function readModel(path: string): { readonly head: ModelHead; readonly model: CorpusModel } {
  const file = readWhole(path);
  const end = file.length - CHECKSUM_BYTES;
  const head = end > 0 && checksum(file, end).equals(file.subarray(end)) ? headOf(file) : undefined;
  if (head === undefined) throw damaged(path);
  const { dimensions, terms } = head;
  const hashesAt = HEAD_AT + file.readUInt32LE(MAGIC.length);
  const scalesAt = hashesAt + terms * 4;
  const vectorsAt = scalesAt + terms * 4;
  if (vectorsAt + terms * dimensions !== end) throw damaged(path);
  const model = {
    dimensions,
    hashes: new Uint32Array(file.buffer, hashesAt, terms),
    scales: new Float32Array(file.buffer, scalesAt, terms),
    vectors: new Int8Array(file.buffer, vectorsAt, terms * dimensions),
  };
  return { head, model };
}

/** Into a buffer of its own, whose beginning lies on four bytes. */
function readWhole(path: string): Buffer<ArrayBuffer> {
  let descriptor: number;
  try {
    descriptor = openSync(path, "r");
  } catch (thrown) {
    if (systemCodeOf(thrown) !== "ENOENT") throw thrown;
    throw new OnpointError("not_found", "the vectors' model is not held any more", {
      hint: "Vectors are made anew with the model that is.",
      cause: thrown,
    });
  }
  try {
    return readStart(descriptor, fstatSync(descriptor).size);
  } finally {
    closeSync(descriptor);
  }
}

/** So many bytes from the beginning, or what there is. */
function readStart(descriptor: number, bytes: number): Buffer<ArrayBuffer> {
  const start = Buffer.from(new ArrayBuffer(bytes));
  let done = 0;
  while (done < bytes) {
    const count = readSync(descriptor, start, done, bytes - done, done);
    if (count === 0) break;
    done += count;
  }
  return start.subarray(0, done);
}

function damaged(path: string): OnpointError {
  return new OnpointError("corrupt", `the vectors' model ${basename(path)} is damaged`, {
    hint: "Run `onpoint embed train`: the model is made again from the records.",
  });
}

function headOf(file: Buffer): ModelHead | undefined {
  if (file.length < HEAD_AT || file.toString("latin1", 0, MAGIC.length) !== MAGIC) return undefined;
  try {
    const head = JSON.parse(file.toString("utf8", HEAD_AT, HEAD_AT + file.readUInt32LE(MAGIC.length))) as ModelHead;
    return head.format === FORMAT_VERSION ? head : undefined;
  } catch {
    return undefined;
  }
}

function partsOf({ hashes, scales, vectors }: CorpusModel): readonly Uint8Array[] {
  return [hashes, scales, vectors].map((part) => new Uint8Array(part.buffer, part.byteOffset, part.byteLength));
}

function checksum(file: Buffer, end: number): Buffer {
  return createHash("sha256").update(file.subarray(0, end)).digest();
}

function writeWhole(descriptor: number, part: Uint8Array): void {
  for (let at = 0; at < part.length;) at += writeSync(descriptor, part, at);
}

function syncDirectory(dir: string): void {
  const descriptor = openSync(dir, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
