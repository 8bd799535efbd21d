import { OnpointError } from "#base/errors.ts";
import { LIMITS } from "#base/limits.ts";
import type { Logger } from "#base/log.ts";
import { openOrClose } from "#base/open-or-close.ts";
import { Thread } from "#base/threads/thread.ts";
import type {
  Asker,
  CountsRequest,
  EngineRequest,
  EngineResponse,
  NearestRequest,
  NearestResponse,
  SearchEngine,
  WordFrequency,
  WordQuestion,
} from "#index/index.ts";
import type { CollectionSchema } from "#index/schema.ts";
import { DEADLINE_MS_DEFAULT, ownThreads, statusOf } from "./embedded.ts";
import type { EmbeddedStatus } from "./embedded.ts";
import { quarantineOf } from "./segment/index-writer.ts";
import type { Snapshot } from "./segment/index-writer.ts";
import { EMPTY_MANIFEST } from "./segment/manifest.ts";
import { DamageError } from "./segment/pages.ts";
import type { FollowData, FollowRequests } from "./serve/follow-worker.ts";
import type { SearchThreads } from "./serve/search-threads.ts";
import type { SearchedByThreads } from "./serve/searched-by-threads.ts";

export type EmbeddedReaderOptions = {
  /** The directory of an index that another process writes. */
  readonly dir: string;
  readonly schema: CollectionSchema;
  /** As of `EmbeddedOptions`. */
  readonly threads?: SearchThreads | undefined;
  readonly workers?: number;
  readonly cache_bytes_max?: number;
  readonly expansions_max?: number;
  readonly deadline_ms?: number;
  readonly log: Logger;
  /** How often the directory is looked at for a new state. */
  readonly follow_ms?: number;
};

const FOLLOW_MS_DEFAULT = 200;
/** States that may go, or segments that may be damaged, before a search is refused. */
const TRIES = 16;

/** Opens the index of a directory for reading, beside the process that writes it. A directory not made yet is empty. */
export async function openEmbeddedReader(options: EmbeddedReaderOptions): Promise<EmbeddedReader> {
  return openOrClose(new EmbeddedReader(options));
}

/**
 * An index as another process writes it: each state that process makes is searched here soon after it is there for
 * good. Files the writer deletes stay readable while they are open; those it deleted before they could be opened belong
 * to a state that has gone, and the next one is read. Nothing is changed on disk: a damaged segment is left out of the
 * answers, which say so, until the writer has set it aside.
 */
export class EmbeddedReader implements SearchEngine {
  readonly #options: EmbeddedReaderOptions;
  #follower: Thread<FollowRequests>;
  readonly #threads: SearchThreads;
  #searched: SearchedByThreads | undefined;
  #snapshot: Snapshot = { manifest: EMPTY_MANIFEST, segments: [] };
  #following: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: EmbeddedReaderOptions) {
    this.#options = options;
    this.#threads = options.threads ?? ownThreads(options);
    this.#follower = this.#startFollower();
  }

  /** Reads the state on disk; called once, by `openEmbeddedReader`. */
  async open(): Promise<void> {
    const { dir, schema, expansions_max = LIMITS.wildcard_expansions_max, follow_ms } = this.#options;
    const found = await this.#follower.ask("newer", null);
    if (found !== null && found !== "unreadable") this.#snapshot = found;
    this.#searched = this.#threads.open({ dir, schema, expansions_max, snapshot: this.#snapshot });
    this.#timer = setInterval(() => void this.#follow(), follow_ms ?? FOLLOW_MS_DEFAULT);
    this.#timer.unref();
  }

  async search(request: EngineRequest, asker: Asker = {}): Promise<EngineResponse> {
    const { deadline_ms = DEADLINE_MS_DEFAULT } = this.#options;
    return this.#mending(async (searched) => searched.search(request, { ...asker, deadline_ms }));
  }

  async counts(asked: CountsRequest, asker: Asker = {}): Promise<readonly number[]> {
    const { deadline_ms = DEADLINE_MS_DEFAULT } = this.#options;
    return this.#mending(async (searched) => searched.counts(asked, { ...asker, deadline_ms }));
  }

  async nearest(request: NearestRequest, asker: Asker = {}): Promise<NearestResponse> {
    const { deadline_ms = DEADLINE_MS_DEFAULT } = this.#options;
    return this.#mending(async (searched) => searched.nearest(request, { ...asker, deadline_ms }));
  }

  async frequencies(words: readonly WordQuestion[], asker: Asker = {}): Promise<WordFrequency[]> {
    const { deadline_ms = DEADLINE_MS_DEFAULT } = this.#options;
    return this.#mending(async (searched) => searched.frequencies(words, { ...asker, deadline_ms }));
  }

  /** Of the state on disk: what is searched behind this question has it too, whenever the directory is looked at. */
  async status(): Promise<EmbeddedStatus> {
    const isCurrent = await this.#catchUp();
    return { ...statusOf(this.#snapshot.manifest, false), ...(!isCurrent && { isBehind: true }) };
  }

  async apply(): Promise<never> {
    throw readsOnly();
  }

  async replaceAll(): Promise<never> {
    throw readsOnly();
  }

  async missing(): Promise<never> {
    throw readsOnly();
  }

  async verify(): Promise<never> {
    throw readsOnly();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#following;
    const isOwn = this.#options.threads === undefined;
    await Promise.all([isOwn ? this.#threads.close() : this.#searched?.close(), this.#follower.stop()]);
  }

  /** Asks until the answer does not meet a segment that is gone or damaged. */
  async #mending<Answer>(ask: (searched: SearchedByThreads) => Promise<Answer>): Promise<Answer> {
    for (let tries = 1; ; tries++) {
      const searched = this.#searched;
      const asked = this.#snapshot;
      if (searched === undefined) throw new OnpointError("unavailable", "the search index is not open");
      try {
        return await ask(searched);
      } catch (error) {
        if (!(error instanceof DamageError) || tries === TRIES) throw error;
        if (this.#snapshot === asked) await this.#follow();
        if (this.#snapshot === asked) await this.#leaveOut(error);
      }
    }
  }

  /** Takes in the state on disk when it is a new one. */
  #follow(): Promise<void> {
    this.#following ??= this.#readNewer()
      .catch((error: unknown) => {
        if (!this.#isClosed)
          this.#options.log.warn({ error }, "the state of the index could not be read; trying again");
      })
      .finally(() => (this.#following = undefined));
    return this.#following;
  }

  async #readNewer(): Promise<void> {
    const snapshot = await this.#follower.ask("newer", this.#snapshot.manifest.generation);
    if (snapshot === null || snapshot === "unreadable" || this.#isClosed) return;
    await this.#use(snapshot);
  }

  /**
   * Takes in the state that is on disk when this is called, and does not wait for searches of the one before. Off when
   * that cannot be read.
   */
  async #catchUp(): Promise<boolean> {
    const newer = await this.#follower
      .ask("newer", this.#snapshot.manifest.generation)
      .catch(() => "unreadable" as const);
    if (newer === "unreadable") return false;
    if (newer !== null && !this.#isClosed) this.#use(newer).catch(() => undefined);
    return true;
  }

  async #leaveOut(damage: DamageError): Promise<void> {
    this.#options.log.error({ error: damage }, "a segment of the index is damaged and left out");
    const { manifest, segments } = this.#snapshot;
    const left = segments.filter(({ info }) => info.name !== damage.segment);
    const lost = segments.flatMap(({ info }) =>
      info.name === damage.segment ? quarantineOf(info, damage.file, damage.message) : [],
    );
    await this.#use({
      manifest: {
        ...manifest,
        segments: left.map(({ info }) => info),
        quarantined: [...manifest.quarantined, ...lost],
      },
      segments: left,
    });
  }

  async #use(snapshot: Snapshot): Promise<void> {
    this.#snapshot = snapshot;
    await this.#searched?.use(snapshot);
  }

  #startFollower(): Thread<FollowRequests> {
    const { dir, schema } = this.#options;
    const data: FollowData = { dir, schema };
    return new Thread<FollowRequests>({
      file: new URL("./serve/follow-worker.ts", import.meta.url),
      name: "thread that follows the index",
      data,
      onDeath: (reason) => {
        if (this.#isClosed) return;
        this.#options.log.error({ reason }, "the thread that follows the index stopped and is replaced");
        this.#follower = this.#startFollower();
      },
    });
  }
}

/** Only the process that writes an index can say what it lacks. */
function readsOnly(): OnpointError {
  return new OnpointError("unsupported", "this process reads the index and does not write it");
}
