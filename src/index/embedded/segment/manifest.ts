import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";

import { OnpointError } from "#base/errors.ts";

import type { DamagedPart } from "#index/index.ts";
import type { SegmentInfo } from "./segment-files.ts";

/** Raised when a change of the files makes older indexes unreadable; such an index is rebuilt from the records. */
export const FORMAT_VERSION = 7;

export const MANIFEST = "manifest.json";
/** The same text, written first; what is read when the manifest itself is damaged. */
export const MANIFEST_COPY = "manifest.copy.json";

/** One whole state of the index. */
export type Manifest = {
  readonly version: number;
  /** The fields and columns it was written for (see `Layout.fingerprint`). */
  readonly schema: string;
  /** Rises by one with every change. */
  readonly generation: number;
  /** Number of the next segment; names are never used twice. */
  readonly nextSegment: number;
  readonly segments: readonly SegmentInfo[];
  readonly quarantined: readonly DamagedPart[];
};

export const EMPTY_MANIFEST: Manifest = {
  version: FORMAT_VERSION,
  schema: "",
  generation: 0,
  nextSegment: 1,
  segments: [],
  quarantined: [],
};

/** The state on disk, the empty one for a new directory, or `damaged` when neither copy can be read. */
export function readManifest(dir: string): Manifest | "damaged" {
  const present = [MANIFEST, MANIFEST_COPY].filter((file) => existsSync(join(dir, file)));
  for (const file of present) {
    const manifest = parse(readFileSync(join(dir, file), "utf8"));
    if (manifest !== undefined) return manifest;
  }
  return present.length === 0 ? EMPTY_MANIFEST : "damaged";
}

/** Why a manifest file cannot be trusted, or undefined when it can. */
export function manifestFault(dir: string, file: string): string | undefined {
  const path = join(dir, file);
  if (!existsSync(path)) return "the file is missing";
  return parse(readFileSync(path, "utf8")) === undefined ? "its checksum does not fit" : undefined;
}

function parse(text: string): Manifest | undefined {
  const line = text.indexOf("\n");
  const json = text.slice(line + 1);
  if (line < 0 || text.slice(0, line) !== crc32(json).toString(16)) return undefined;
  const manifest = JSON.parse(json) as Manifest;
  if (manifest.version > FORMAT_VERSION) {
    throw new OnpointError("schema_too_new", "the search index was written by a newer version of the program", {
      hint: "Run the newer version, or move the index directory away and rebuild it.",
    });
  }
  return manifest;
}

/** Makes `manifest` the state of the index: when this returns, a crash at any moment cannot undo it. */
export function writeManifest(dir: string, manifest: Manifest): void {
  const json = JSON.stringify(manifest);
  const text = `${crc32(json).toString(16)}\n${json}`;
  for (const file of [MANIFEST_COPY, MANIFEST]) {
    const temporary = join(dir, `${file}.new`);
    const descriptor = openSync(temporary, "w");
    try {
      writeFileSync(descriptor, text);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, join(dir, file));
  }
  syncDirectory(dir);
}

/** Makes the directory's entries themselves durable. */
export function syncDirectory(dir: string): void {
  const descriptor = openSync(dir, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
