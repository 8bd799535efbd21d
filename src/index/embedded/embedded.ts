import { OnpointError } from "#base/errors.ts";
import { heavyWork } from "#base/heavy-work.ts";
import { LIMITS } from "#base/limits.ts";
import type { Logger } from "#base/log.ts";
import { byMemory } from "#base/memory-share.ts";
import { openOrClose } from "#base/open-or-close.ts";
import { RestingThread } from "#base/threads/resting-thread.ts";

import type {
  Asker,
  CountsRequest,
  EngineRequest,
  EngineResponse,
  EngineStatus,
  EngineVerification,
  IndexChanges,
  IndexDocument,
  NearestRequest,
  NearestResponse,
  SearchEngine,
  WordFrequency,
  WordQuestion,
} from "#index/index.ts";
import type { CollectionSchema } from "#index/schema.ts";
import type { OpenSegment, Snapshot } from "./segment/index-writer.ts";
import type { MaintenanceData, MaintenanceRequests, SegmentFault } from "./serve/maintenance-worker.ts";
import { EMPTY_MANIFEST, MANIFEST, MANIFEST_COPY } from "./segment/manifest.ts";
import type { Manifest } from "./segment/manifest.ts";
import { DamageError } from "./segment/pages.ts";
import { MergeSchedule } from "./serve/merge-schedule.ts";
import { SearchThreads } from "./serve/search-threads.ts";
import type { SearchThreadsOptions } from "./serve/search-threads.ts";
import type { SearchedByThreads } from "./serve/searched-by-threads.ts";
import type { WriterData, WriterRequests } from "./serve/writer-worker.ts";

export type EmbeddedOptions = {
  /** Made when it is not there. Nothing else may be kept in it. */
  readonly dir: string;
  /** What is indexed; an index written for other fields is rebuilt from the records. */
  readonly schema: CollectionSchema;
  /** Threads that search other indexes too; without them it has its own, as the next three say. */
  readonly threads?: SearchThreads | undefined;
  /** Search threads. */
  readonly workers?: number;
  /** Pages of postings and positions kept in memory, all threads together. */
  readonly cache_bytes_max?: number;
  /** A search that costs more has threads apart; see `LIGHT_UNITS_MAX`. */
  readonly lightUnits_max?: number;
  readonly log: Logger;
  /** Words held in memory before a segment is written; 16 bytes each at the worst moment. */
  readonly buffer_words_max?: number;
  /** Words a wildcard, root or stem may stand for. */
  readonly expansions_max?: number;
  /** A search that takes longer is stopped. */
  readonly deadline_ms?: number;
  /** Tests switch background merges off and call `mergeNow`. */
  readonly mergeInBackground?: boolean;
  /** After so long without a change the threads that write and merge end, until the next. */
  readonly writerIdle_ms?: number;
  /** After so long without a change what is left in many segments is merged, so that a search reads few. */
  readonly rest_ms?: number;
};

export type EmbeddedStatus = EngineStatus & {
  readonly generation: number;
  readonly segments: readonly {
    readonly name: string;
    readonly documents: number;
    readonly deleted: number;
    readonly size_bytes: number;
  }[];
  readonly merging: boolean;
};

/** Of the threads that write and merge: what they make is garbage soon, and a larger young generation only lets more of it lie. */
const HEAP_LIMITS = { maxYoungGenerationSizeMb: 16 };
const CACHE_BYTES_DEFAULT = 192 * 1024 * 1024;
const BUFFER_WORDS = { usual: 12_000_000, short: 2_000_000 };
export const DEADLINE_MS_DEFAULT = 10_000;

/**
 * Opens the index of a directory, or starts an empty one. Reads no postings. A damaged part is set aside and
 * named in `status`.
 */
export async function openEmbeddedIndex(options: EmbeddedOptions): Promise<EmbeddedIndex> {
  return openOrClose(new EmbeddedIndex(options));
}

/** The embedded keyword index: searches in a pool of threads, changes in another, merges in a third. */
export class EmbeddedIndex implements SearchEngine {
  readonly #options: EmbeddedOptions;
  readonly #writer: RestingThread<WriterRequests>;
  readonly #merger: RestingThread<MaintenanceRequests>;
  readonly #threads: SearchThreads;
  #searched: SearchedByThreads | undefined;
  #snapshot: Snapshot = { manifest: EMPTY_MANIFEST, segments: [] };
  #changes: Promise<unknown> = Promise.resolve();
  readonly #merges: MergeSchedule;
  #closed = false;

  constructor(options: EmbeddedOptions) {
    this.#options = options;
    this.#threads = options.threads ?? ownThreads(options);
    this.#writer = this.#writerThread();
    this.#merger = this.#mergerThread();
    this.#merges = new MergeSchedule({
      segments: () => this.#snapshot.manifest.segments,
      merge: async (names) => this.#merge(names),
      rest_ms: options.rest_ms,
      log: options.log,
    });
  }

  /** Reads the state on disk; called once, by `openEmbeddedIndex`. */
  async open(): Promise<void> {
    const { dir, schema, expansions_max = LIMITS.wildcard_expansions_max } = this.#options;
    this.#snapshot = await this.#writer.ask("snapshot", null);
    this.#searched = this.#threads.open({ dir, schema, expansions_max, snapshot: this.#snapshot });
    this.#considerMerging();
  }

  async search(request: EngineRequest, asker: Asker = {}): Promise<EngineResponse> {
    const { deadline_ms = DEADLINE_MS_DEFAULT } = this.#options;
    return this.#withoutDamage(async (searched) => searched.search(request, { ...asker, deadline_ms }));
  }

  async counts(asked: CountsRequest, asker: Asker = {}): Promise<readonly number[]> {
    const { deadline_ms = DEADLINE_MS_DEFAULT } = this.#options;
    return this.#withoutDamage(async (searched) => searched.counts(asked, { ...asker, deadline_ms }));
  }

  async nearest(request: NearestRequest, asker: Asker = {}): Promise<NearestResponse> {
    const { deadline_ms = DEADLINE_MS_DEFAULT } = this.#options;
    return this.#withoutDamage(async (searched) => searched.nearest(request, { ...asker, deadline_ms }));
  }

  async frequencies(words: readonly WordQuestion[], asker: Asker = {}): Promise<readonly WordFrequency[]> {
    const { deadline_ms = DEADLINE_MS_DEFAULT } = this.#options;
    return this.#withoutDamage(async (searched) => searched.frequencies(words, { ...asker, deadline_ms }));
  }

  apply({ upserts, deletes, mends = false }: IndexChanges): Promise<void> {
    return this.#change(async () => {
      await heavyWork.givenWay();
      this.#publish(await this.#writer.ask("apply", { upserts, deletes, mends }));
    });
  }

  replaceAll(batches: AsyncIterable<readonly IndexDocument[]>): Promise<void> {
    return this.#change(async () =>
      this.#writer.hold(async (writer) => {
        try {
          await writer.ask("removeAll", null);
          for await (const batch of batches) {
            await heavyWork.givenWay();
            await writer.ask("add", batch);
          }
          this.#publish(await writer.ask("commit", { mends: true }));
        } catch (error) {
          await writer.ask("rollback", null).catch(() => undefined);
          throw error;
        }
      }),
    );
  }

  /** Reads and checks every byte and count. Damaged segments are set aside as they are found. */
  async verify(): Promise<EngineVerification> {
    let [documents, terms, postings] = [0, 0, 0];
    const faults: SegmentFault[] = [];
    for (const file of this.#snapshot.manifest.generation === 0 ? [] : [MANIFEST, MANIFEST_COPY]) {
      const reason = await this.#merger.ask("manifestFault", file);
      if (reason !== null) faults.push({ segment: "", file, reason: `${file}: ${reason}` });
    }
    if (faults.length > 0)
      await this.#change(async () => this.#publish(await this.#writer.ask("commit", { mends: false })));
    for (const segment of this.#snapshot.segments) {
      const found = await this.#merger.ask("verify", segment);
      if ("reason" in found) {
        const still = this.#snapshot.segments.some(({ info }) => info.name === segment.info.name);
        if (!still) continue;
        faults.push(found);
        await this.#quarantine(found);
        continue;
      }
      documents += found.documents - (segment.info.deletions?.count ?? 0);
      terms += found.terms;
      postings += found.postings;
    }
    return { documents, terms, postings, faults };
  }

  async status(): Promise<EmbeddedStatus> {
    return statusOf(this.#snapshot.manifest, this.#merges.merging !== undefined);
  }

  missing(ids: readonly string[]): Promise<readonly string[]> {
    return this.#writer.ask("missing", ids);
  }

  /** Merges what the policy asks for until nothing is left to merge; with `all`, everything into one segment. */
  async mergeNow(options: { readonly all?: boolean } = {}): Promise<void> {
    await this.#merges.merging;
    if (options.all === true) await this.#merge(this.#snapshot.segments.map(({ info }) => info.name));
    else await this.#merges.mergeNow();
  }

  /** Waits until the changes made so far, and the merges they set off, are done. */
  async settled(): Promise<void> {
    await this.#changes;
    while (this.#merges.merging !== undefined) await this.#merges.merging;
  }

  /** Ends one search thread as a crash would; for fault tests. */
  async crashOneSearcher(options: { readonly heavy?: boolean } = {}): Promise<void> {
    await this.#threads.crashOne(options);
  }

  /** Whether a thread that writes or merges is there; for tests of what is kept. */
  get isWriterRunning(): boolean {
    return this.#writer.isRunning || this.#merger.isRunning;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#merges.close();
    await this.#changes;
    const isOwn = this.#options.threads === undefined;
    await Promise.all([
      isOwn ? this.#threads.close() : this.#searched?.close(),
      this.#writer.stop(),
      this.#merger.stop(),
    ]);
  }

  /** Changes are made one after another; a failed one does not stop the next. */
  #change<Value>(make: () => Promise<Value>): Promise<Value> {
    const made = this.#changes.then(make);
    this.#changes = made.catch(() => undefined);
    return made;
  }

  /** A damaged segment that a thread meets is set aside, and the work done again without it. */
  async #withoutDamage<Value>(work: (searched: SearchedByThreads) => Promise<Value>): Promise<Value> {
    for (;;) {
      const searched = this.#searched;
      const snapshot = this.#snapshot;
      if (searched === undefined) throw new OnpointError("unavailable", "the search index is not open");
      try {
        return await work(searched);
      } catch (error) {
        if (!(error instanceof DamageError)) throw error;
        const known = snapshot.segments.some(({ info }) => info.name === error.segment);
        if (!known) throw error;
        await this.#quarantine({ segment: error.segment, file: error.file, reason: error.message });
      }
    }
  }

  #writerThread(): RestingThread<WriterRequests> {
    const { dir, schema, buffer_words_max = byMemory(BUFFER_WORDS), log, writerIdle_ms } = this.#options;
    return new RestingThread<WriterRequests>({
      start: () => ({
        file: new URL("./serve/writer-worker.ts", import.meta.url),
        name: "thread that writes the index",
        data: { dir, schema, buffer_words_max, known: this.#snapshot.segments } satisfies WriterData,
        resourceLimits: HEAP_LIMITS,
      }),
      idle_ms: writerIdle_ms,
      onDeath: (reason) => {
        if (this.#closed) return;
        log.error({ reason }, "the index writer stopped and is replaced; the last change may be lost");
      },
    });
  }

  #mergerThread(): RestingThread<MaintenanceRequests> {
    const { dir, schema, log, writerIdle_ms } = this.#options;
    return new RestingThread<MaintenanceRequests>({
      start: () => ({
        file: new URL("./serve/maintenance-worker.ts", import.meta.url),
        name: "thread that merges the index",
        data: { dir, schema } satisfies MaintenanceData,
        resourceLimits: HEAP_LIMITS,
      }),
      idle_ms: writerIdle_ms,
      onDeath: (reason) => {
        if (!this.#closed) log.error({ reason }, "the merge thread stopped and is replaced");
      },
    });
  }

  #publish(snapshot: Snapshot): void {
    this.#snapshot = snapshot;
    void this.#searched?.use(snapshot).then(() => this.#sweep());
    this.#considerMerging();
  }

  async #sweep(): Promise<void> {
    if (this.#closed) return;
    await this.#writer.ask("sweep", null).catch((error: unknown) => {
      if (!this.#closed) this.#options.log.warn({ error }, "old index files could not be removed");
    });
  }

  #quarantine(fault: SegmentFault): Promise<void> {
    this.#options.log.error(fault, "a segment of the index is damaged and set aside");
    return this.#change(async () => this.#publish(await this.#writer.ask("quarantine", fault)));
  }

  #considerMerging(): void {
    if (this.#options.mergeInBackground !== false) this.#merges.consider();
  }

  async #merge(names: readonly string[]): Promise<boolean> {
    const sources = this.#snapshot.segments.filter(({ info }) => names.includes(info.name));
    if (sources.length === 0) return false;
    // The writer keeps the name of the segment in the making; another would delete its files.
    return this.#writer.hold(async () => this.#mergeInto(await this.#writer.ask("reserve", null), sources));
  }

  async #mergeInto(name: string, sources: readonly OpenSegment[]): Promise<boolean> {
    try {
      await heavyWork.givenWay();
      const merged = await this.#merger.ask("merge", { name, sources });
      return await this.#change(async () => {
        const snapshot = await this.#writer.ask("replace", { sources, merged });
        if (snapshot === null) return false;
        this.#publish(snapshot);
        return true;
      });
    } catch (error) {
      await this.#writer.ask("release", name).catch(() => undefined);
      if (error instanceof DamageError) {
        await this.#quarantine({ segment: error.segment, file: error.file, reason: error.message });
      }
      throw error;
    }
  }
}

/** Of an index that shares none with others. */
export function ownThreads(options: Partial<SearchThreadsOptions> & Pick<SearchThreadsOptions, "log">): SearchThreads {
  const { workers = 1, cache_bytes_max = CACHE_BYTES_DEFAULT, log, lightUnits_max } = options;
  return new SearchThreads({ workers, cache_bytes_max, log, lightUnits_max });
}

/** What a state of the index holds. */
export function statusOf(manifest: Manifest, merging: boolean): EmbeddedStatus {
  const segments = manifest.segments.map((info) => ({
    name: info.name,
    documents: info.documents - (info.deletions?.count ?? 0),
    deleted: info.deletions?.count ?? 0,
    size_bytes: Object.values(info.size_bytes).reduce((sum, size) => sum + size, 0),
  }));
  return {
    generation: manifest.generation,
    documents: segments.reduce((sum, segment) => sum + segment.documents, 0),
    size_bytes: segments.reduce((sum, segment) => sum + segment.size_bytes, 0),
    segments,
    merging,
    damaged: manifest.quarantined,
  };
}
