import type { Logger } from "#base/log.ts";
import { openOrClose } from "#base/open-or-close.ts";
import { ThreadPool } from "#base/threads/thread-pool.ts";
import { Layout } from "#index/embedded/layout.ts";
import type {
  Asker,
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
import { Connection } from "./connection/connection.ts";
import type { ConnectionOptions } from "./connection/connection.ts";
import { ClusterState } from "./cluster-state.ts";
import { ClusterSearch } from "./list/cluster-search.ts";
import { searchList } from "./list/search-list.ts";
import { wordFrequencies } from "./list/word-frequencies.ts";
import { aliasOf } from "./mapping.ts";
import type { IndexShape } from "./mapping.ts";
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
};

/** Opens the index of a collection on a cluster, or makes an empty one. Throws `unavailable` when none answers. */
export async function openOpenSearchIndex(options: OpenSearchOptions): Promise<SearchEngine> {
  return openOrClose(new OpenSearchIndex(options));
}

/**
 * A collection on OpenSearch. The words are made here, by the rules of every engine, so that a query means the same; what
 * a cluster can say only roughly is decided here, in the words it keeps with each document.
 */
class OpenSearchIndex implements SearchEngine {
  readonly #layout: Layout;
  readonly #connection: Connection;
  readonly #readers: ThreadPool<WordsRequests>;
  readonly #search: ClusterSearch;
  readonly #writer: ClusterWriter;
  readonly #state: ClusterState;
  #changes: Promise<unknown> = Promise.resolve();

  constructor({ schema, prefix, shape, readers, log, ...connection }: OpenSearchOptions) {
    const alias = aliasOf(prefix, schema);
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
    this.#search = new ClusterSearch(this.#connection, alias);
    this.#state = new ClusterState(this.#connection, alias, log);
    this.#writer = new ClusterWriter({
      schema,
      shape,
      alias,
      connection: this.#connection,
      readers: this.#readers,
    });
  }

  async open(): Promise<void> {
    await this.#state.prepare();
    await this.#writer.prepare();
  }

  async search(request: EngineRequest, { signal }: Asker = {}): Promise<EngineResponse> {
    const tools = { layout: this.#layout, search: this.#search, readers: this.#readers, signal };
    const [answer, missing] = await Promise.all([searchList(tools, request), this.#state.missingInWords()]);
    return { ...answer, warnings: [...missing, ...answer.warnings] };
  }

  async nearest(request: NearestRequest, { signal }: Asker = {}): Promise<NearestResponse> {
    return nearestList({ layout: this.#layout, search: this.#search, signal }, request);
  }

  frequencies(words: readonly WordQuestion[], { signal }: Asker = {}): Promise<readonly WordFrequency[]> {
    return wordFrequencies(this.#layout, this.#search, words, signal);
  }

  apply({ upserts, deletes, mends = false }: IndexChanges): Promise<void> {
    return this.#change(async () => {
      if (upserts.length + deletes.length > 0) await this.#writer.change(upserts, deletes);
      if (!mends) return;
      await this.#writer.mended();
      this.#state.lookAgain();
    });
  }

  replaceAll(batches: AsyncIterable<readonly IndexDocument[]>): Promise<void> {
    return this.#change(async () => {
      await this.#writer.replaceAll(batches);
      this.#state.lookAgain();
    });
  }

  missing(ids: readonly string[]): Promise<readonly string[]> {
    return this.#state.missing(ids);
  }

  verify(): Promise<EngineVerification> {
    return this.#state.verify();
  }

  status(): Promise<EngineStatus> {
    return this.#state.status();
  }

  async close(): Promise<void> {
    await this.#changes;
    await this.#readers.stop();
    this.#connection.close();
  }

  /** Changes are made one after another; a failed one does not stop the next. */
  #change<Value>(make: () => Promise<Value>): Promise<Value> {
    const made = this.#changes.then(make);
    this.#changes = made.catch(() => undefined);
    return made;
  }
}
