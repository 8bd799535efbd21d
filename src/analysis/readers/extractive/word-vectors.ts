import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Made by `node eval/word-vectors.ts --write`: a line for each stem, and its vector in half a byte a number. */
export const VECTORS_FILE: string = join(import.meta.dirname, "word-vectors.txt");
export const VECTOR_DIMENSIONS = 64;
/** A number of a vector is kept as one of -7 to 7 times a scale that its cosines do not need. */
const STEPS = 7;

/** The vectors as they are kept, by their stems: a process that reads a few documents unpacks a few of them. */
const PACKED: ReadonlyMap<string, string> = readPacked(readFileSync(VECTORS_FILE, "utf8"));
const UNPACKED = new Map<string, Float32Array | undefined>();

const RANKS: ReadonlyMap<string, number> = new Map([...PACKED.keys()].map((stem, rank) => [stem, rank]));
/** As rare as a word is taken to be that has no vector. */
const RANK_UNKNOWN = 16_000;
const RANK_COMMON = 50;

/** From 0 to 1: how rare a stem is in opinions; the table has the commoner ones first. */
export function rarityOf(stem: string): number {
  const rank = RANKS.get(stem) ?? RANK_UNKNOWN;
  return Math.log1p(rank / RANK_COMMON) / Math.log1p(RANK_UNKNOWN / RANK_COMMON);
}

/** Cosines below this tell nothing. */
const COSINE_MIN = 0.4;

/** From 0 to 1: how far one stem may stand for another; 0 where either is not known. */
export function likeness(one: string, other: string): number {
  const [own, that] = [vectorOf(one), vectorOf(other)];
  if (own === undefined || that === undefined) return one === other ? 1 : 0;
  return Math.max(0, (dot(own, that) - COSINE_MIN) / (1 - COSINE_MIN));
}

/** The direction of several weighted stems together; undefined where none is known. */
export function directionOf(stems: Iterable<readonly [stem: string, weight: number]>): Float32Array | undefined {
  const sum = new Float32Array(VECTOR_DIMENSIONS);
  for (const [stem, weight] of stems) {
    const vector = vectorOf(stem);
    if (vector === undefined) continue;
    for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) + weight * (vector[at] ?? 0);
  }
  return unit(sum);
}

/** Of two vectors of unit length, from -1 to 1. */
export function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

/** A vector as it is kept: only its direction is. */
export function packVector(vector: Float32Array): string {
  const most = vector.reduce((largest, value) => Math.max(largest, Math.abs(value)), 1e-12);
  const steps = Array.from(vector, (value) => Math.round((value / most) * STEPS) + STEPS);
  const bytes = Buffer.alloc(steps.length / 2);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = (steps[2 * at] ?? 0) * 16 + (steps[2 * at + 1] ?? 0);
  return bytes.toString("base64url");
}

/** Of unit length; undefined for one without a direction. */
export function unpackVector(packed: string): Float32Array | undefined {
  const vector = new Float32Array(VECTOR_DIMENSIONS);
  for (const [at, byte] of Buffer.from(packed, "base64url").entries()) {
    vector[2 * at] = (byte >> 4) - STEPS;
    vector[2 * at + 1] = (byte & 15) - STEPS;
  }
  return unit(vector);
}

/** Stems that stand in like company in opinions have like vectors; all are of unit length. */
function vectorOf(stem: string): Float32Array | undefined {
  const packed = PACKED.get(stem);
  if (packed === undefined) return undefined;
  if (!UNPACKED.has(stem)) UNPACKED.set(stem, unpackVector(packed));
  return UNPACKED.get(stem);
}

function readPacked(lines: string): ReadonlyMap<string, string> {
  const packed = new Map<string, string>();
  for (const line of lines.split("\n")) {
    const end = line.indexOf(" ");
    if (end > 0) packed.set(line.slice(0, end), line.slice(end + 1));
  }
  return packed;
}

/** In place; undefined for a vector of zeros. */
function unit(vector: Float32Array): Float32Array | undefined {
  const length = Math.sqrt(dot(vector, vector));
  if (length === 0) return undefined;
  for (let at = 0; at < vector.length; at += 1) vector[at] = (vector[at] ?? 0) / length;
  return vector;
}
