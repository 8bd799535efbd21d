import { countingSearches } from "#index/counting.ts";
import type {
  CountsRequest,
  EngineRequest,
  EngineResponse,
  IndexDocument,
  WordFrequency,
  WordQuestion,
} from "#index/index.ts";
import { Columns } from "#index/embedded/columns/columns.ts";
import { Layout } from "#index/embedded/layout.ts";
import { searchSegments } from "#index/embedded/match/search-segments.ts";
import type { SearchControl } from "#index/embedded/match/search-segments.ts";
import { IndexWriter } from "#index/embedded/segment/index-writer.ts";
import { mergeSegments } from "#index/embedded/segment/merge.ts";
import { PageCache } from "#index/embedded/segment/pages.ts";
import { Segment } from "#index/embedded/segment/segment.ts";
import { frequenciesIn } from "#index/embedded/terms/frequencies.ts";
import { UNMETERED } from "#index/embedded/work-meter.ts";
import type { WorkMeter } from "#index/embedded/work-meter.ts";
import type { CollectionSchema } from "#index/schema.ts";
import { OPINIONS } from "#search/opinions.ts";

/** What a segment holds, deleted documents too. */
export type SegmentContents = {
  readonly name: string;
  readonly documents: readonly { readonly id: string; readonly isAlive: boolean }[];
};

const CACHE_BYTES = 1 << 20;

/** The embedded index without its threads: as fast as a test that shrinks needs, and merged as one likes. */
export class LocalIndex {
  readonly #dir: string;
  readonly #buffer_words_max: number;
  readonly #control: SearchControl;
  readonly #layout: Layout;
  #writer: IndexWriter;
  #segments: Segment[] = [];

  constructor(
    dir: string,
    buffer_words_max: number,
    expansions_max: number,
    meter: WorkMeter = UNMETERED,
    schema: CollectionSchema = OPINIONS,
  ) {
    this.#layout = new Layout(schema);
    this.#dir = dir;
    this.#buffer_words_max = buffer_words_max;
    this.#control = { expansions_max, meter };
    this.#writer = new IndexWriter(dir, this.#layout, buffer_words_max);
  }

  apply({
    upserts,
    deletes,
  }: {
    readonly upserts: readonly IndexDocument[];
    readonly deletes: readonly string[];
  }): void {
    this.#writer.remove(deletes);
    this.#writer.add(upserts);
    this.#writer.commit();
    this.#open();
  }

  /** `isChosen` is asked with the place of each segment. */
  merge(isChosen: (place: number) => boolean): void {
    const sources = this.#writer.snapshot().segments.filter((_, place) => isChosen(place));
    if (sources.length === 0) return;
    const name = this.#writer.reserve();
    const merged = mergeSegments(
      this.#dir,
      name,
      this.#layout,
      this.#segments.filter((_, place) => isChosen(place)),
    );
    this.#writer.replace(sources, merged);
    this.#open();
  }

  reopen(): void {
    this.#writer = new IndexWriter(this.#dir, this.#layout, this.#buffer_words_max);
    this.#open();
  }

  search(
    request: EngineRequest,
    admit: SearchControl["admit"] = () => undefined,
    more: Pick<SearchControl, "wordsAtOnce_max"> = {},
  ): EngineResponse {
    return searchSegments(this.#segments, this.#layout, request, { ...this.#control, admit, ...more });
  }

  counts(asked: CountsRequest): number[] {
    return countingSearches(asked).map((request) => this.search(request).total ?? 0);
  }

  frequencies(words: readonly WordQuestion[]): WordFrequency[] {
    return frequenciesIn(this.#segments, this.#layout, words, this.#control);
  }

  /** Documents that can be found. */
  get documents(): number {
    return this.contents().flatMap(({ documents }) => documents.filter(({ isAlive }) => isAlive)).length;
  }

  contents(): SegmentContents[] {
    return this.#writer.snapshot().segments.map(({ info, parts }, place) => {
      const columns = new Columns(parts.cols, this.#layout);
      const documents = Array.from({ length: info.documents }, (_, document) => {
        return { id: columns.ids.at(document), isAlive: this.#segments[place]?.isDeleted(document) === false };
      });
      return { name: info.name, documents };
    });
  }

  close(): void {
    for (const segment of this.#segments) segment.close();
    this.#segments = [];
  }

  #open(): void {
    this.close();
    const cache = new PageCache(CACHE_BYTES);
    this.#segments = this.#writer
      .snapshot()
      .segments.map(({ info, parts }) => new Segment(this.#dir, this.#layout, info, parts, cache));
    this.#writer.removeStrangers();
  }
}
