import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";

import { OnpointError, systemCodeOf } from "#base/errors.ts";
import { privateDirectory } from "#base/private-files.ts";
import { TOOK_TOO_LONG, withinTime } from "#base/within-time.ts";

import type { DamagedPart, IndexDocument } from "#index/index.ts";
import { Columns } from "#index/embedded/columns/columns.ts";
import { writeParts } from "#index/embedded/terms/dictionary-writer.ts";
import type { Layout } from "#index/embedded/layout.ts";
import { SegmentBuffer } from "./segment-buffer.ts";
import type { Manifest } from "./manifest.ts";
import { EMPTY_MANIFEST, FORMAT_VERSION, MANIFEST, MANIFEST_COPY, readManifest, writeManifest } from "./manifest.ts";
import { DamageError } from "./pages.ts";
import type { SegmentInfo } from "./segment-files.ts";
import { filesOf } from "./segment-files.ts";
import type { ResidentParts } from "./segment.ts";
import { loadResident } from "./segment.ts";

export type OpenSegment = { readonly info: SegmentInfo; readonly parts: ResidentParts };

/** A state of the index with everything a reader needs besides the files. */
export type Snapshot = { readonly manifest: Manifest; readonly segments: readonly OpenSegment[] };

const QUARANTINE = "quarantine";
/** System errors that mean there is no room: full disk, quota, file size limit. */
const FULL = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/** What reading the words of a document may take; the longest known take a second. */
export const READ_BUDGET: { document_ms_max: number } = { document_ms_max: 20_000 };

/** A segment whose deletions may still change before the next commit. */
type Draft = {
  info: SegmentInfo;
  parts: ResidentParts;
  columns: Columns;
  deleted: Int32Array | null;
  changed: boolean;
};

/**
 * The only one that changes the index. Changes gather in memory and in new segments; nothing is visible or
 * survives a crash before `commit`, which swaps the manifest. Runs in a thread of its own, synchronously.
 */
export class IndexWriter {
  readonly #dir: string;
  readonly #words_max: number;
  #manifest: Manifest;
  #drafts: Draft[] = [];
  readonly #layout: Layout;
  readonly #buffer: SegmentBuffer;
  /** Place of each id in the buffer, and the places that were replaced while still there. */
  readonly #buffered = new Map<string, number>();
  readonly #overwritten = new Set<number>();
  readonly #reserved = new Set<string>();
  #nextSegment: number;

  /** `words_max` words are held in memory before they are written out; the parts of `known` segments are not read again. */
  constructor(dir: string, layout: Layout, words_max: number, known: readonly OpenSegment[] = []) {
    this.#dir = dir;
    this.#layout = layout;
    this.#buffer = new SegmentBuffer(layout);
    this.#words_max = words_max;
    privateDirectory(dir);
    const found = readManifest(dir);
    this.#manifest = found === "damaged" ? this.#withoutManifest() : inThisFormat(found, layout);
    this.#nextSegment = this.#manifest.nextSegment;
    const lost: DamagedPart[] = [];
    for (const info of this.#manifest.segments) {
      try {
        const read = known.find((segment) => isDeepStrictEqual(segment.info, info));
        this.#drafts.push(this.#draftOf(info, read?.parts ?? loadResident(dir, info)));
      } catch (error) {
        if (!(error instanceof DamageError)) throw error;
        lost.push(quarantineOf(info, error.file, error.message));
      }
    }
    if (lost.length > 0 || this.#manifest !== found || this.#copiesDiffer())
      this.#swap(this.#manifest.quarantined.concat(lost));
    this.removeStrangers();
  }

  /** The committed state. */
  snapshot(): Snapshot {
    return { manifest: this.#manifest, segments: this.#drafts.map(({ info, parts }) => ({ info, parts })) };
  }

  /** Adds or replaces documents. Not visible before `commit`. */
  add(documents: readonly IndexDocument[]): void {
    this.#guarded(() => {
      for (const document of documents) {
        this.#forget(document.id);
        this.#buffered.set(document.id, this.#buffer.documents);
        if (withinTime(READ_BUDGET.document_ms_max, () => this.#buffer.add(document)) === TOOK_TOO_LONG)
          throw new OnpointError("too_large", `reading the words of document ${document.id} takes too long`);
        if (this.#buffer.words >= this.#words_max) this.#flush();
      }
    });
  }

  /** Removes documents by id; unknown ids are passed over. Not visible before `commit`. */
  remove(ids: readonly string[]): void {
    for (const id of ids) this.#forget(id);
  }

  /** Forgets everything that is in the index and in the making. Not visible before `commit`. */
  removeAll(): void {
    this.#buffer.clear();
    this.#buffered.clear();
    this.#overwritten.clear();
    this.#drafts = [];
  }

  /** Makes all changes since the last commit visible and durable together. `mends` clears the quarantine. */
  commit(mends = false): void {
    this.#guarded(() => {
      this.#flush();
      this.#drafts = this.#drafts.filter((draft) => livingIn(draft) > 0);
      for (const draft of this.#drafts) if (draft.changed) this.#writeDeletions(draft);
      this.#swap(mends ? [] : this.#manifest.quarantined);
    });
    if (mends) rmSync(join(this.#dir, QUARANTINE), { recursive: true, force: true });
  }

  /** Forgets all changes since the last commit. */
  rollback(): void {
    this.#buffer.clear();
    this.#buffered.clear();
    this.#overwritten.clear();
    this.#drafts = this.#manifest.segments.map((info) => this.#draftOf(info, loadResident(this.#dir, info)));
    this.removeStrangers();
  }

  /** Of these ids, those the index does not hold. */
  missing(ids: readonly string[]): string[] {
    return ids.filter((id) => !this.#drafts.some((draft) => livingPlace(draft, id) >= 0));
  }

  /** A name for a segment that a merge will write; its files are safe until `replace` or `release`. */
  reserve(): string {
    const name = this.#newName();
    this.#reserved.add(name);
    return name;
  }

  /** The merge came to nothing. */
  release(name: string): void {
    this.#reserved.delete(name);
    this.removeStrangers();
  }

  /**
   * Puts a merged segment in the place of its sources, with the documents that were deleted while it was being
   * written marked in it. False when a source is no longer there: the merge is then worthless.
   */
  replace(sources: readonly OpenSegment[], merged: SegmentInfo): boolean {
    this.#reserved.delete(merged.name);
    const names = sources.map((source) => source.info.name);
    const current = names.map((name) => this.#drafts.find((draft) => draft.info.name === name));
    if (!current.every((draft) => draft !== undefined)) return false;
    return this.#guarded(() => {
      const draft = this.#draftOf(merged, loadResident(this.#dir, merged));
      let number = 0;
      sources.forEach((source, s) => {
        const before = source.parts.deleted === null ? null : new Int32Array(source.parts.deleted);
        const after = current[s]?.deleted ?? null;
        for (let document = 0; document < source.info.documents; document++) {
          if (isSet(before, document)) continue;
          if (isSet(after, document)) markDeleted(draft, number);
          number++;
        }
      });
      const first = this.#drafts.findIndex((other) => names.includes(other.info.name));
      const rest = this.#drafts.filter((other) => !names.includes(other.info.name));
      this.#drafts = [...rest.slice(0, first), draft, ...rest.slice(first)];
      this.#drafts = this.#drafts.filter((other) => livingIn(other) > 0);
      for (const other of this.#drafts) if (other.changed) this.#writeDeletions(other);
      this.#swap(this.#manifest.quarantined);
      return true;
    });
  }

  /** Takes a damaged segment out of the index and sets its files aside. */
  quarantine(name: string, file: string, reason: string): void {
    const draft = this.#drafts.find((other) => other.info.name === name);
    if (draft === undefined) return;
    this.#guarded(() => {
      this.#drafts = this.#drafts.filter((other) => other !== draft);
      this.#swap([...this.#manifest.quarantined, quarantineOf(draft.info, file, reason)]);
      this.#setAside(filesOf(draft.info));
    });
  }

  /** Deletes files that neither the state, nor changes in the making, nor a running merge refer to. */
  removeStrangers(): void {
    const known = new Set([MANIFEST, MANIFEST_COPY, QUARANTINE]);
    const inUse = [...this.#manifest.segments, ...this.#drafts.map((draft) => draft.info)];
    for (const info of inUse) for (const file of filesOf(info)) known.add(file);
    for (const file of readdirSync(this.#dir)) {
      if (known.has(file) || this.#reserved.has(file.slice(0, file.indexOf(".")))) continue;
      if (/^(segment-\d+\.|manifest)/u.test(file)) rmSync(join(this.#dir, file), { force: true });
    }
  }

  #forget(id: string): void {
    const place = this.#buffered.get(id);
    if (place !== undefined) {
      this.#overwritten.add(place);
      this.#buffered.delete(id);
      return;
    }
    for (const draft of this.#drafts) {
      const document = livingPlace(draft, id);
      if (document >= 0) {
        markDeleted(draft, document);
        return;
      }
    }
  }

  #newName(): string {
    return `segment-${this.#nextSegment++}`;
  }

  #flush(): void {
    if (this.#buffer.documents === 0) return;
    const info = this.#buffer.write(this.#dir, this.#newName());
    const draft = this.#draftOf(info, loadResident(this.#dir, info));
    for (const place of this.#overwritten) markDeleted(draft, place);
    this.#drafts.push(draft);
    this.#buffered.clear();
    this.#overwritten.clear();
  }

  #draftOf(info: SegmentInfo, parts: ResidentParts): Draft {
    const deleted = parts.deleted === null ? null : new Int32Array(parts.deleted).slice();
    return { info, parts, columns: new Columns(parts.cols, this.#layout), deleted, changed: false };
  }

  #writeDeletions(draft: Draft): void {
    if (draft.deleted === null) return;
    const file = `${draft.info.name}.${this.#manifest.generation + 1}.del`;
    const { sum } = writeParts(join(this.#dir, file), [draft.deleted]);
    const count = countSet(draft.deleted);
    const deleted = new SharedArrayBuffer(draft.deleted.byteLength);
    new Int32Array(deleted).set(draft.deleted);
    draft.info = { ...draft.info, deletions: { file, count, sum } };
    draft.parts = { ...draft.parts, deleted };
    draft.changed = false;
  }

  #swap(quarantined: readonly DamagedPart[]): void {
    const manifest: Manifest = {
      version: this.#manifest.version,
      schema: this.#layout.fingerprint,
      generation: this.#manifest.generation + 1,
      nextSegment: this.#nextSegment,
      segments: this.#drafts.map((draft) => draft.info),
      quarantined,
    };
    writeManifest(this.#dir, manifest);
    this.#manifest = manifest;
  }

  /** Undoes everything since the last commit when `change` fails, so that the old state goes on serving. */
  #guarded<Value>(change: () => Value): Value {
    const manifest = this.#manifest;
    try {
      return change();
    } catch (error) {
      this.#manifest = manifest;
      this.rollback();
      if (!FULL.has(systemCodeOf(error) ?? "")) throw error;
      throw new OnpointError("storage_full", "there is no room left for the search index", {
        hint: "Free space on the disk of the data directory; the index goes on answering as it was.",
        cause: error,
      });
    }
  }

  #copiesDiffer(): boolean {
    return this.#manifest !== EMPTY_MANIFEST && !existsSync(join(this.#dir, MANIFEST_COPY));
  }

  /** Both copies of the manifest are damaged: everything is set aside and has to come from the records again. */
  #withoutManifest(): Manifest {
    const files = readdirSync(this.#dir).filter((file) => file !== QUARANTINE);
    this.#setAside(files);
    const lost = { name: "everything", documents: 0, file: MANIFEST, reason: "neither copy can be read" };
    const highest = Math.max(0, ...files.map((file) => Number(/^segment-(\d+)\./u.exec(file)?.[1] ?? 0)));
    return { ...EMPTY_MANIFEST, nextSegment: highest + 1, quarantined: [lost] };
  }

  #setAside(files: readonly string[]): void {
    mkdirSync(join(this.#dir, QUARANTINE), { recursive: true });
    for (const file of files) {
      if (existsSync(join(this.#dir, file))) renameSync(join(this.#dir, file), join(this.#dir, QUARANTINE, file));
    }
  }
}

/** An index of an earlier format or another schema cannot be read: its documents are missing until they are added again. */
function inThisFormat(manifest: Manifest, { fingerprint }: Layout): Manifest {
  const isEarlier = manifest.version !== FORMAT_VERSION;
  if (!isEarlier && (manifest.schema === fingerprint || manifest.segments.length === 0)) return manifest;
  const reason = isEarlier ? "it was written in an earlier format of the index" : "it was written for other fields";
  const lost = manifest.segments.map((info) => quarantineOf(info, MANIFEST, reason));
  return { ...manifest, version: FORMAT_VERSION, segments: [], quarantined: [...manifest.quarantined, ...lost] };
}

/** What is said of a segment whose file does not hold what was written. */
export function quarantineOf(info: SegmentInfo, file: string, reason: string): DamagedPart {
  return { name: info.name, documents: info.documents - (info.deletions?.count ?? 0), file, reason };
}

/** The document with this id if it is alive, else -1. */
function livingPlace(draft: Draft, id: string): number {
  return draft.columns.ids.find(id, (document) => !isSet(draft.deleted, document));
}

function livingIn(draft: Draft): number {
  return draft.info.documents - (draft.deleted === null ? 0 : countSet(draft.deleted));
}

function markDeleted(draft: Draft, document: number): void {
  draft.deleted ??= new Int32Array(Math.ceil(draft.info.documents / 32));
  const word = document >>> 5;
  draft.deleted[word] = (draft.deleted[word] as number) | (1 << (document & 31));
  draft.changed = true;
}

function isSet(bits: Int32Array | null, document: number): boolean {
  return bits !== null && (((bits[document >>> 5] as number) >>> (document & 31)) & 1) === 1;
}

function countSet(bits: Int32Array): number {
  let count = 0;
  for (const word of bits) for (let rest = word; rest !== 0; rest &= rest - 1) count++;
  return count;
}
