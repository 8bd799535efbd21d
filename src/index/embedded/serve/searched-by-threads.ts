import type {
  CountsRequest,
  EngineRequest,
  EngineResponse,
  NearestRequest,
  NearestResponse,
  WordFrequency,
  WordQuestion,
} from "#index/index.ts";
import type { Snapshot } from "#index/embedded/segment/index-writer.ts";
import type { AskLane, SearchOptions } from "./search-threads.ts";

/** What the threads do for one index. */
type Given = {
  /** The index among those of the threads. */
  readonly number: number;
  ask<Answer>(options: SearchOptions, ask: AskLane<Answer>): Promise<Answer>;
  use(snapshot: Snapshot): Promise<void>;
  close(): Promise<void>;
};

/** One index as threads search it that search others too. */
export class SearchedByThreads {
  readonly #given: Given;
  readonly #index: number;

  constructor(given: Given) {
    this.#given = given;
    this.#index = given.number;
  }

  /** Searches sent after this call see `snapshot`; resolves when no thread needs the state before any more. */
  async use(snapshot: Snapshot): Promise<void> {
    await this.#given.use(snapshot);
  }

  async search(request: EngineRequest, options: SearchOptions): Promise<EngineResponse> {
    const index = this.#index;
    return this.#given.ask(options, async (lane, bounds, waiting) =>
      lane.ask("search", { index, request, bounds }, waiting),
    );
  }

  async counts(asked: CountsRequest, options: SearchOptions): Promise<number[]> {
    const index = this.#index;
    return this.#given.ask(options, async (lane, bounds, waiting) =>
      lane.ask("counts", { index, asked, bounds }, waiting),
    );
  }

  async nearest(request: NearestRequest, options: SearchOptions): Promise<NearestResponse> {
    const index = this.#index;
    return this.#given.ask(options, async (lane, bounds, waiting) =>
      lane.ask("nearest", { index, request, bounds }, waiting),
    );
  }

  async frequencies(words: readonly WordQuestion[], options: SearchOptions): Promise<WordFrequency[]> {
    const index = this.#index;
    return this.#given.ask(options, async (lane, bounds, waiting) =>
      lane.ask("frequencies", { index, words, bounds }, waiting),
    );
  }

  /** The threads forget it. */
  async close(): Promise<void> {
    await this.#given.close();
  }
}
