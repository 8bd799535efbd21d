import { statSync } from "node:fs";
import { join } from "node:path";
import { workerData } from "node:worker_threads";
import { serveThread } from "#base/threads/serve-thread.ts";
import { quarantineOf } from "#index/embedded/segment/index-writer.ts";
import type { Snapshot } from "#index/embedded/segment/index-writer.ts";
import { EMPTY_MANIFEST, FORMAT_VERSION, MANIFEST, readManifest } from "#index/embedded/segment/manifest.ts";
import type { Manifest } from "#index/embedded/segment/manifest.ts";
import { DamageError } from "#index/embedded/segment/pages.ts";
import { loadDeleted, loadResident } from "#index/embedded/segment/segment.ts";
import type { ResidentParts } from "#index/embedded/segment/segment.ts";
import type { DamagedPart } from "#index/index.ts";
import { Layout } from "#index/embedded/layout.ts";
import type { CollectionSchema } from "#index/schema.ts";
import type { SegmentInfo } from "#index/embedded/segment/segment-files.ts";

export type FollowData = { readonly dir: string; readonly schema: CollectionSchema };

/** Reads the states of an index that another process writes. */
export type FollowRequests = {
  /** The state on disk when it is another than this generation, else null. */
  newer: { input: number | null; answer: Snapshot | "unreadable" | null };
};

/** A state may go while it is being read, when the writer puts another in its place and deletes what that leaves. */
const TRIES = 8;

const { dir, schema } = workerData as FollowData;
const { fingerprint } = new Layout(schema);
let seen = "";
let loaded = new Map<string, { readonly info: SegmentInfo; readonly parts: ResidentParts }>();

serveThread<FollowRequests>({
  newer: (generation) => {
    const stamp = stampOf(join(dir, MANIFEST));
    if (generation !== null && stamp === seen) return null;
    const snapshot = readState();
    if (snapshot === undefined) return generation === null ? whollyMissing() : "unreadable";
    seen = stamp;
    return snapshot.manifest.generation === generation ? null : snapshot;
  },
});

/** Changes whenever the manifest is put in place anew. */
function stampOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? "" : `${found.ino} ${found.mtimeNs}`;
}

function readState(): Snapshot | undefined {
  for (let tries = 1; ; tries++) {
    const manifest = readManifest(dir);
    // Whoever writes the index repairs such a manifest, or rebuilds an index of another format or schema.
    if (manifest === "damaged" || !isReadable(manifest)) return undefined;
    const { snapshot, lost } = load(manifest);
    if (lost.length === 0 || tries === TRIES || !stateHasChanged(manifest)) return snapshot;
  }
}

/** What is answered from while all there is cannot be read: nothing, and the answers say so. */
function whollyMissing(): Snapshot {
  const found = readManifest(dir);
  const { generation, segments } = found === "damaged" ? EMPTY_MANIFEST : found;
  const lost =
    segments.length === 0
      ? [{ name: "everything", documents: 0, file: MANIFEST, reason: "it cannot be read" }]
      : segments.map((info) => quarantineOf(info, MANIFEST, "it was written in another format or for other fields"));
  return { manifest: { ...EMPTY_MANIFEST, generation, quarantined: lost }, segments: [] };
}

function isReadable({ version, schema: writtenFor, segments }: Manifest): boolean {
  return version === FORMAT_VERSION && (writtenFor === fingerprint || segments.length === 0);
}

function stateHasChanged({ generation }: Manifest): boolean {
  const now = readManifest(dir);
  return now === "damaged" || now.generation !== generation;
}

/** What cannot be read is left out, as if it had been set aside. */
function load(manifest: Manifest): { readonly snapshot: Snapshot; readonly lost: readonly DamagedPart[] } {
  const next: typeof loaded = new Map();
  const lost: DamagedPart[] = [];
  for (const info of manifest.segments) {
    try {
      next.set(info.name, { info, parts: partsOf(info) });
    } catch (thrown) {
      if (!(thrown instanceof DamageError)) throw thrown;
      lost.push(quarantineOf(info, thrown.file, thrown.message));
    }
  }
  loaded = next;
  const quarantined = [...manifest.quarantined, ...lost];
  const segments = [...next.values()];
  return {
    snapshot: { manifest: { ...manifest, segments: segments.map(({ info }) => info), quarantined }, segments },
    lost,
  };
}

/** Only what another state of the same segment does not have in memory already is read. */
function partsOf(info: SegmentInfo): ResidentParts {
  const held = loaded.get(info.name);
  if (held === undefined) return loadResident(dir, info);
  const isSame = held.info.deletions?.file === info.deletions?.file;
  return isSame ? held.parts : { ...held.parts, deleted: loadDeleted(dir, info) };
}
