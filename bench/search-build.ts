/**
 * Builds the index that `bench/search.ts` measures, in a process of its own, so that what the building needed does
 * not count as memory of searching. Prints its figures as JSON.
 *
 *     node bench/search-build.ts INDEX-DIRECTORY [DOCUMENTS]
 */
import type { IndexDocument } from "#index/index.ts";
import { IndexWriter } from "#index/embedded/segment/index-writer.ts";
import { mergeSegments } from "#index/embedded/segment/merge.ts";
import { planMerge } from "#index/embedded/segment/merge-policy.ts";
import { PageCache } from "#index/embedded/segment/pages.ts";
import { Segment } from "#index/embedded/segment/segment.ts";
import { Layout } from "#index/embedded/layout.ts";
import { OPINIONS } from "#search/opinions.ts";
import { cpuOf } from "./clock.ts";
import { benchDocuments, realBodies } from "./search-corpus.ts";

const BUFFER_WORDS_MAX = 12_000_000;
const BATCH = 500;
const COMMIT_EVERY = 50_000;

const [path = "", wanted] = process.argv.slice(2);
const bodies = await realBodies();
const documents = wanted === undefined ? bodies.length : Number(wanted);
const layout = new Layout(OPINIONS);
const writer = new IndexWriter(path, layout, BUFFER_WORDS_MAX);
let text_bytes = 0;
let inverting_ms = 0;
let merging_ms = 0;

let batch: IndexDocument[] = [];
let sinceCommit = 0;
for (const document of benchDocuments(bodies, documents)) {
  const { body } = document.texts;
  text_bytes += Buffer.byteLength(typeof body === "string" ? body : "");
  batch.push(document);
  if (batch.length < BATCH) continue;
  addBatch();
  if (sinceCommit < COMMIT_EVERY) continue;
  commit();
  process.stderr.write(`${Math.round(text_bytes / 1e6)} MB\n`);
}
addBatch();
commit();
const { segments } = writer.snapshot().manifest;
const sizes = segments.flatMap((info) => Object.values(info.size_bytes));
const figures = {
  documents,
  text_mb: text_bytes / 1e6,
  index_share_of_text: sizes.reduce((sum, size) => sum + size, 0) / text_bytes,
  build_mb_per_s: text_bytes / 1e3 / (inverting_ms + merging_ms),
  build_without_merges_mb_per_s: text_bytes / 1e3 / inverting_ms,
  segments: segments.length,
};
process.stdout.write(JSON.stringify(figures));

function addBatch(): void {
  inverting_ms += cpuOf(() => writer.add(batch));
  sinceCommit += batch.length;
  batch = [];
}

function commit(): void {
  inverting_ms += cpuOf(() => writer.commit());
  merging_ms += cpuOf(() => {
    while (mergeOnce());
  });
  sinceCommit = 0;
}

function mergeOnce(): boolean {
  const { manifest, segments: open } = writer.snapshot();
  const names = planMerge(manifest.segments).map((info) => info.name);
  if (names.length === 0) return false;
  const sources = open.filter(({ info }) => names.includes(info.name));
  const cache = new PageCache(8 << 20);
  const readers = sources.map(({ info, parts }) => new Segment(path, layout, info, parts, cache));
  const merged = mergeSegments(path, writer.reserve(), layout, readers);
  for (const reader of readers) reader.close();
  writer.replace(sources, merged);
  writer.removeStrangers();
  return true;
}
