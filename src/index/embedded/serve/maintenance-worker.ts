import { workerData } from "node:worker_threads";

import { giveWay } from "#base/background.ts";
import { serveThread } from "#base/threads/serve-thread.ts";

import type { CollectionSchema } from "#index/schema.ts";
import { Layout } from "#index/embedded/layout.ts";
import type { OpenSegment } from "#index/embedded/segment/index-writer.ts";
import { manifestFault } from "#index/embedded/segment/manifest.ts";
import { mergeSegments } from "#index/embedded/segment/merge.ts";
import { DamageError, PageCache } from "#index/embedded/segment/pages.ts";
import type { SegmentInfo } from "#index/embedded/segment/segment-files.ts";
import { loadResident, Segment } from "#index/embedded/segment/segment.ts";
import type { SegmentCounts } from "#index/embedded/segment/part.ts";
import { verifySegment } from "#index/embedded/segment/verify.ts";

export type MaintenanceData = { readonly dir: string; readonly schema: CollectionSchema };

export type SegmentFault = { readonly segment: string; readonly file: string; readonly reason: string };

/** The thread for long work that only reads the index or writes files nothing refers to yet. */
export type MaintenanceRequests = {
  merge: { input: { name: string; sources: readonly OpenSegment[] }; answer: SegmentInfo };
  verify: { input: OpenSegment; answer: SegmentCounts | SegmentFault };
  manifestFault: { input: string; answer: string | null };
};

/** Merging and verifying read each page once: a small cache does. */
const CACHE_BYTES = 8 * 1024 * 1024;

const { dir, schema } = workerData as MaintenanceData;
const layout = new Layout(schema);

giveWay();
serveThread<MaintenanceRequests>({
  merge: ({ name, sources }) => {
    const cache = new PageCache(CACHE_BYTES);
    const segments = sources.map(({ info, parts }) => new Segment(dir, layout, info, parts, cache));
    try {
      return mergeSegments(dir, name, layout, segments);
    } finally {
      for (const segment of segments) segment.close();
    }
  },
  verify: ({ info }) => {
    let segment: Segment | undefined;
    try {
      segment = new Segment(dir, layout, info, loadResident(dir, info), new PageCache(CACHE_BYTES));
      return verifySegment(segment);
    } catch (error) {
      if (!(error instanceof DamageError)) throw error;
      return { segment: info.name, file: error.file, reason: error.message };
    } finally {
      segment?.close();
    }
  },
  manifestFault: (file) => manifestFault(dir, file) ?? null,
});
