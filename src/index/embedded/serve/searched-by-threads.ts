import type { Snapshot } from "#index/embedded/segment/index-writer.ts";
import type { AskLane, SearchOptions } from "./search-threads.ts";
import type { Questions, SearcherRequests } from "./search-worker.ts";

/** What the threads do for one index. */
type Given = {
  /** The index among those of the threads. */
  readonly number: number;
  ask<Answer>(options: SearchOptions, ask: AskLane<Answer>): Promise<Answer>;
  use(snapshot: Snapshot): Promise<void>;
  close(): Promise<void>;
};

type Asked<Kind extends keyof Questions> = [asked: Questions[Kind]["asked"], options: SearchOptions];
type Answered<Kind extends keyof Questions> = Promise<Questions[Kind]["answer"]>;

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

  async search(...asked: Asked<"search">): Answered<"search"> {
    return this.#ask("search", ...asked);
  }

  async counts(...asked: Asked<"counts">): Answered<"counts"> {
    return this.#ask("counts", ...asked);
  }

  async nearest(...asked: Asked<"nearest">): Answered<"nearest"> {
    return this.#ask("nearest", ...asked);
  }

  async frequencies(...asked: Asked<"frequencies">): Answered<"frequencies"> {
    return this.#ask("frequencies", ...asked);
  }

  /** The threads forget it. */
  async close(): Promise<void> {
    await this.#given.close();
  }

  async #ask<Kind extends keyof Questions>(kind: Kind, ...[asked, options]: Asked<Kind>): Answered<Kind> {
    const index = this.#index;
    return this.#given.ask<Questions[Kind]["answer"]>(options, async (lane, bounds, waiting) =>
      lane.ask(kind, { index, asked, bounds } as SearcherRequests[Kind]["input"], waiting),
    );
  }
}
