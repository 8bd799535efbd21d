import { createHash } from "node:crypto";
import { closeSync, fstatSync, fsyncSync, openSync, readSync, renameSync, writeSync } from "node:fs";
import { basename, dirname } from "node:path";
import { OnpointError, systemCodeOf } from "#base/errors.ts";
import type { CorpusModel, ModelRows } from "./model.ts";

/** Raised when older files cannot be read any more; a model of another format counts as not held. */
const FORMAT_VERSION = 1;
const MAGIC = "onpoint vectors\n";
const CHECKSUM_BYTES = 32;
const LENGTH_BYTES = 4;
/** Where the head begins. */
const HEAD_AT = MAGIC.length + LENGTH_BYTES;
/** Above any head that is written. */
const HEAD_BYTES_MAX = 64 * 1024;
const READ_BYTES = 256 * 1024;

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
  /** The number of the rules by which texts became terms; a model that names none is older than numbers. */
  readonly rules?: number;
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

/** A model whose vectors stay in its file, which is open until it is closed. */
export type ModelOnDisk = ModelRows & { readonly close: () => void };

/** Throws as `readModel` does. For few short texts: the vector of each of their terms is read when it is asked for. */
export function openModel(path: string): ModelOnDisk {
  const descriptor = openToRead(path);
  try {
    const head = headOf(readStart(descriptor, HEAD_BYTES_MAX));
    const end = fstatSync(descriptor).size - CHECKSUM_BYTES;
    const before = Buffer.alloc(LENGTH_BYTES);
    readAt(descriptor, before, MAGIC.length);
    if (head === undefined || !isWhole(descriptor, end)) throw damaged(path);
    const { dimensions, terms } = head;
    const hashesAt = HEAD_AT + before.readUInt32LE();
    const vectorsAt = hashesAt + terms * 8;
    if (vectorsAt + terms * dimensions !== end) throw damaged(path);
    const [hashes, scales, vectors] = [new Uint32Array(terms), new Float32Array(terms), new Int8Array(dimensions)];
    readAt(descriptor, new Uint8Array(hashes.buffer), hashesAt);
    readAt(descriptor, new Uint8Array(scales.buffer), hashesAt + terms * 4);
    const at = (term: number): number => {
      if (readSync(descriptor, vectors, 0, dimensions, vectorsAt + term * dimensions) < dimensions) throw damaged(path);
      return 0;
    };
    return { dimensions, hashes, scales, vectors, at, close: () => closeSync(descriptor) };
  } catch (thrown) {
    closeSync(descriptor);
    throw thrown;
  }
}

/** Whether the first bytes, up to the checksum, are as they were written. */
function isWhole(descriptor: number, end: number): boolean {
  if (end <= 0) return false;
  const hash = createHash("sha256");
  const some = Buffer.alloc(READ_BYTES);
  for (let at = 0; at < end; at += some.length) {
    const part = some.subarray(0, Math.min(some.length, end - at));
    readAt(descriptor, part, at);
    hash.update(part);
  }
  const sum = Buffer.alloc(CHECKSUM_BYTES);
  readAt(descriptor, sum, end);
  return hash.digest().equals(sum);
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
  const descriptor = openToRead(path);
  try {
    return readStart(descriptor, fstatSync(descriptor).size);
  } finally {
    closeSync(descriptor);
  }
}

function openToRead(path: string): number {
  try {
    return openSync(path, "r");
  } catch (thrown) {
    if (systemCodeOf(thrown) !== "ENOENT") throw thrown;
    throw new OnpointError("not_found", "the vectors' model is not held any more", {
      hint: "The vectors are rebuilt with the model that is.",
      cause: thrown,
    });
  }
}

/** So many bytes from the beginning, or what there is. */
function readStart(descriptor: number, bytes: number): Buffer<ArrayBuffer> {
  const start = Buffer.from(new ArrayBuffer(bytes));
  return start.subarray(0, readAt(descriptor, start, 0));
}

/** Answers how many bytes there were. */
function readAt(descriptor: number, into: Uint8Array, position: number): number {
  let done = 0;
  while (done < into.length) {
    const count = readSync(descriptor, into, done, into.length - done, position + done);
    if (count === 0) break;
    done += count;
  }
  return done;
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
