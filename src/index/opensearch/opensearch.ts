import { machineMs } from "#base/clock.ts";
import { OnpointError } from "#base/errors.ts";
import type { Logger } from "#base/log.ts";
import { ThreadPool } from "#base/threads/thread-pool.ts";
import { Layout } from "#index/embedded/layout.ts";
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
import { AnswerFault } from "./connection/answer-fault.ts";
import { Connection } from "./connection/connection.ts";
import { Ownership } from "./ownership.ts";
import type { ConnectionOptions } from "./connection/connection.ts";
import { ClusterState } from "./cluster-state.ts";
import { ClusterSearch } from "./list/cluster-search.ts";
import { searchList } from "./list/search-list.ts";
import type { SearchTools } from "./list/search-list.ts";
import { treeCounts } from "./list/tree-counts.ts";
import { wordFrequencies } from "./list/word-frequencies.ts";
import { aliasOf } from "./mapping.ts";
import type { IndexMeta, IndexShape } from "./mapping.ts";
import { nearestList } from "./nearest/nearest-list.ts";
import type { WordsRequests } from "./words-worker.ts";
import { ClusterWriter } from "./write/index-writer.ts";

export type OpenSearchOptions = ConnectionOptions & {
  readonly schema: CollectionSchema;
  /** Begins the names of all indexes; two installations on one cluster have two. */
  readonly prefix: string;
  readonly shape: IndexShape;
  /** Threads that make words of texts and look through words. */
  readonly readers: number;
  readonly log: Logger;
  /** The identity of the records that the index is made of: one that is made of others is refused. */
  readonly owner?: string | undefined;
  /** See `WriterTools`. */
  readonly term?: () => number | undefined;
  /** A cluster that does not answer yet is waited for: until then whoever asks the index is told so. */
  readonly waits?: boolean;
};

/** An index with what ties it to a place in the records, kept with it. */
export type ClusterIndex = SearchEngine & {
  readonly stamps: {
    read(): Promise<readonly number[] | undefined>;
    /** The same from the node that is asked: for those who answer. */
    readNearby(): Promise<readonly number[] | undefined>;
    write(stamps: readonly number[]): Promise<void>;
  };
};

/** Whether the index of a collection was another's, and was thrown away for an empty one of `options.owner`. */
export async function adoptOpenSearchIndex(options: OpenSearchOptions): Promise<boolean> {
  const index = new OpenSearchIndex(options);
  try {
    return await index.adopt();
  } finally {
    await index.close();
  }
}

/**
 * Opens the index of a collection on a cluster, or makes an empty one. Throws `unavailable` when none answers, and
 * `conflict` when it is made of another database's records.
 */
export async function openOpenSearchIndex(options: OpenSearchOptions): Promise<ClusterIndex> {
  const index = new OpenSearchIndex(options);
  try {
    await index.open();
    return index;
  } catch (error) {
    if (options.waits === true && error instanceof OnpointError && error.code === "unavailable") {
      const { message: reason, hint } = error;
      options.log.warn({ reason, hint }, `the index of ${options.schema.name} is waited for`);
      return index;
    }
    await index.close();
    throw error;
  }
}

/**
 * A collection on OpenSearch. The words are made here, by the rules of every engine, so that a query means the same; what
 * a cluster can say only roughly is decided here, in the words it keeps with each document.
 */
class OpenSearchIndex implements ClusterIndex {
  readonly #alias: string;
  readonly #layout: Layout;
  readonly #connection: Connection;
  readonly #readers: ThreadPool<WordsRequests>;
  readonly #search: ClusterSearch;
  readonly #writer: ClusterWriter;
  readonly #state: ClusterState;
  readonly #ownership: Ownership;
  #changes: Promise<unknown> = Promise.resolve();
  #prepared: Promise<void> | undefined;

  constructor({ schema, prefix, shape, readers, log, owner, term, ...connection }: OpenSearchOptions) {
    const alias = aliasOf(prefix, schema);
    this.#alias = alias;
    this.#layout = new Layout(schema);
    this.#connection = new Connection(connection);
    this.#readers = new ThreadPool<WordsRequests>({
      file: new URL("./words-worker.ts", import.meta.url),
      name: "thread that reads words",
      size: readers,
      data: () => ({ schema }),
      log,
      isLazy: true,
    });
    this.#search = ClusterSearch.of(this.#connection, alias);
    this.#ownership = new Ownership({ connection: this.#connection, alias, owner });
    this.#state = new ClusterState(this.#connection, alias, this.#ownership, log);
    this.#writer = new ClusterWriter({
      schema,
      shape,
      alias,
      connection: this.#connection,
      readers: this.#readers,
      ownership: this.#ownership,
      owner,
      term: term ?? (() => undefined),
    });
  }

  /** Done once; tried again by the next who asks until it is. */
  async open(): Promise<void> {
    this.#prepared ??= this.#prepare().catch((error: unknown) => {
      this.#prepared = undefined;
      throw error;
    });
    return this.#prepared;
  }

  /** Also later: the index may be given to another database while this process runs. */
  async #openOurs(): Promise<void> {
    await this.open();
    await this.#ownership.checkLately().catch((thrown: unknown) => this.#fail(thrown));
  }

  /** Asks the index. One that went away under the question, as when another takes its place, is asked once more. */
  async #asked<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    await this.#openOurs();
    return ask()
      .catch(async (thrown: unknown) => {
        if (!(thrown instanceof AnswerFault && thrown.isMissing)) throw thrown;
        return ask();
      })
      .catch((thrown: unknown) => this.#fail(thrown));
  }

  /** To who asks, an index of others is one that cannot answer now. */
  async #answered<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    return this.#asked(ask).catch((thrown: unknown) => {
      if (!(thrown instanceof OnpointError) || thrown.code !== "conflict") throw thrown;
      throw new OnpointError("unavailable", "the index is made of other records than these", { cause: thrown });
    });
  }

  /** One that is gone is made anew, empty, by the next who asks; it counts as damaged until it is filled. */
  #fail(thrown: unknown): never {
    if (!(thrown instanceof AnswerFault && thrown.isIndexGone)) throw thrown;
    this.#prepared = undefined;
    this.#ownership.forget();
    throw new OnpointError("unavailable", `the index ${this.#alias} is not on the search cluster any more`, {
      hint: "It was deleted there. Whoever follows the records makes it anew from them; GET /readyz tells when that is done.",
      cause: thrown,
    });
  }

  async #prepare(): Promise<void> {
    await this.#writer.prepare();
    await this.#state.prepare();
  }

  async search(request: EngineRequest, asker: Asker = {}): Promise<EngineResponse> {
    return this.#answered(async () => {
      const answer = await searchList(this.#tools(asker), request);
      // Nothing is found in one that was thrown away and made anew: whether it was, is not taken from memory then.
      if ((answer.total ?? answer.hits.length) === 0) this.#ownership.forget();
      return { ...answer, warnings: [...(await this.#state.missingInWords()), ...answer.warnings] };
    });
  }

  #tools({ signal, arrived_ms = machineMs() }: Asker): SearchTools {
    return { layout: this.#layout, search: this.#search.askedAt(arrived_ms), readers: this.#readers, signal };
  }

  async counts(asked: CountsRequest, asker: Asker = {}): Promise<readonly number[]> {
    return this.#answered(async () => treeCounts(this.#tools(asker), asked));
  }

  async nearest(request: NearestRequest, asker: Asker = {}): Promise<NearestResponse> {
    return this.#answered(async () => nearestList(this.#tools(asker), request));
  }

  async frequencies(words: readonly WordQuestion[], asker: Asker = {}): Promise<readonly WordFrequency[]> {
    return this.#answered(async () => {
      const { layout, search, signal } = this.#tools(asker);
      return wordFrequencies(layout, search, words, signal);
    });
  }

  apply({ upserts, deletes, mends = false }: IndexChanges): Promise<void> {
    return this.#change(async () => {
      if (upserts.length + deletes.length > 0) await this.#writer.change(upserts, deletes);
      this.#search.forget();
      if (!mends) return;
      await this.#writer.mended();
      this.#ownership.forget();
    });
  }

  replaceAll(batches: AsyncIterable<readonly IndexDocument[]>): Promise<void> {
    return this.#change(async () => {
      await this.#writer.replaceAll(batches);
      this.#search.forget();
      this.#ownership.forget();
    });
  }

  async missing(ids: readonly string[]): Promise<readonly string[]> {
    return this.#asked(async () => this.#state.missing(ids));
  }

  async verify(): Promise<EngineVerification> {
    return this.#asked(async () => this.#state.verify());
  }

  async status(): Promise<EngineStatus> {
    return this.#asked(async () => this.#state.status());
  }

  /** What ties it to a place in the records, kept with the index. */
  readonly stamps: ClusterIndex["stamps"] = {
    read: async () => this.#stamps(async () => this.#ownership.check()),
    readNearby: async () => this.#stamps(async () => this.#ownership.checkNearby()),
    write: async (stamps) => this.#change(async () => this.#writer.note({ stamps })),
  };

  async #stamps(look: () => Promise<IndexMeta>): Promise<readonly number[] | undefined> {
    await this.open();
    return (await look().catch((thrown: unknown) => this.#fail(thrown))).stamps;
  }

  /** Throws away what is made of other records, and makes it one of these that has to be filled. */
  async adopt(): Promise<boolean> {
    try {
      await this.open();
      return false;
    } catch (thrown) {
      if (!(thrown instanceof OnpointError) || thrown.code !== "conflict") throw thrown;
      await this.#writer.startOver();
      return true;
    }
  }

  async close(): Promise<void> {
    await this.#changes;
    await this.#readers.stop();
    this.#connection.close();
  }

  /** Changes are made one after another; a failed one does not stop the next. */
  #change<Value>(make: () => Promise<Value>): Promise<Value> {
    const made = this.#changes
      .then(async () => this.#openOurs())
      .then(make)
      .catch((thrown: unknown) => this.#fail(thrown));
    this.#changes = made.catch(() => undefined);
    return made;
  }
}
