import { workerData } from "node:worker_threads";

import { giveWay } from "#base/background.ts";
import { serveThread } from "#base/threads/serve-thread.ts";

import type { IndexChanges, IndexDocument } from "#index/index.ts";
import type { CollectionSchema } from "#index/schema.ts";
import { Layout } from "#index/embedded/layout.ts";
import type { OpenSegment, Snapshot } from "#index/embedded/segment/index-writer.ts";
import { IndexWriter } from "#index/embedded/segment/index-writer.ts";
import type { SegmentInfo } from "#index/embedded/segment/segment-files.ts";

export type WriterData = {
  readonly dir: string;
  readonly schema: CollectionSchema;
  readonly buffer_words_max: number;
  /** What a writer before it has read: it is not read again. */
  readonly known: readonly OpenSegment[];
};

/** The writer thread: the one place that changes the index. */
export type WriterRequests = {
  snapshot: { input: null; answer: Snapshot };
  apply: { input: Required<IndexChanges>; answer: Snapshot };
  add: { input: readonly IndexDocument[]; answer: null };
  removeAll: { input: null; answer: null };
  commit: { input: { mends: boolean }; answer: Snapshot };
  rollback: { input: null; answer: null };
  missing: { input: readonly string[]; answer: string[] };
  reserve: { input: null; answer: string };
  release: { input: string; answer: null };
  replace: { input: { sources: readonly OpenSegment[]; merged: SegmentInfo }; answer: Snapshot | null };
  quarantine: { input: { segment: string; file: string; reason: string }; answer: Snapshot };
  sweep: { input: null; answer: null };
};

const { dir, schema, buffer_words_max, known } = workerData as WriterData;
let opened: IndexWriter | undefined;

/** Opened at the first request, so that a directory that cannot be opened is an answer and not a crash. */
function writer(): IndexWriter {
  opened ??= new IndexWriter(dir, new Layout(schema), buffer_words_max, known);
  return opened;
}

giveWay();
serveThread<WriterRequests>({
  snapshot: () => writer().snapshot(),
  apply: ({ upserts, deletes, mends }) => {
    writer().remove(deletes);
    writer().add(upserts);
    writer().commit(mends);
    return writer().snapshot();
  },
  add: (documents) => {
    writer().add(documents);
    return null;
  },
  removeAll: () => {
    writer().removeAll();
    return null;
  },
  commit: ({ mends }) => {
    writer().commit(mends);
    return writer().snapshot();
  },
  rollback: () => {
    writer().rollback();
    return null;
  },
  missing: (ids) => writer().missing(ids),
  reserve: () => writer().reserve(),
  release: (name) => {
    writer().release(name);
    return null;
  },
  replace: ({ sources, merged }) => (writer().replace(sources, merged) ? writer().snapshot() : null),
  quarantine: ({ segment, file, reason }) => {
    writer().quarantine(segment, file, reason);
    return writer().snapshot();
  },
  sweep: () => {
    writer().removeStrangers();
    return null;
  },
});
