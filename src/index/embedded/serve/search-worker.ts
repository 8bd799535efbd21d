import { countingSearches } from "#index/counting.ts";
import { workerData } from "node:worker_threads";

import { giveWay } from "#base/background.ts";
import { OnpointError } from "#base/errors.ts";
import { serveThread } from "#base/threads/serve-thread.ts";

import type {
  CountsRequest,
  EngineRequest,
  EngineResponse,
  NearestRequest,
  NearestResponse,
  WordFrequency,
  WordQuestion,
} from "#index/index.ts";
import { PageCache } from "#index/embedded/segment/pages.ts";
import { searchSegments } from "#index/embedded/match/search-segments.ts";
import type { Snapshot } from "#index/embedded/segment/index-writer.ts";
import { frequenciesIn } from "#index/embedded/terms/frequencies.ts";
import { nearestIn } from "#index/embedded/vectors/nearest.ts";
import { HeavySearch, SearchWatch } from "./lane.ts";
import type { Deadline, Limits } from "./lane.ts";
import { OpenIndex } from "./open-index.ts";
import type { SearchedIndex } from "./open-index.ts";

export type SearcherData = {
  /** Of all indexes together. */
  readonly cache_bytes_max: number;
  /** Those there are, by the numbers that requests name them with. */
  readonly indexes: ReadonlyMap<number, SearchedIndex>;
  /** Where it tells how many bytes it keeps. */
  readonly kept: SharedArrayBuffer;
  /** It takes what is too heavy for others, and gives way to them. */
  readonly isForHeavy: boolean;
};

/** What a search thread is told of a request beside it. */
export type Bounds = Deadline & {
  /** What it may cost here. */
  readonly units_max?: number | undefined;
};

/** What one index is asked, and answers. */
export type Questions = {
  search: { asked: EngineRequest; answer: EngineResponse };
  counts: { asked: CountsRequest; answer: number[] };
  nearest: { asked: NearestRequest; answer: NearestResponse };
  frequencies: { asked: readonly WordQuestion[]; answer: WordFrequency[] };
};

/** As one of all indexes is asked it; null for one that costs more than it may here. */
type Asked<Kind extends keyof Questions> = {
  input: { readonly index: number; readonly bounds: Bounds; readonly asked: Questions[Kind]["asked"] };
  answer: Questions[Kind]["answer"] | null;
};

export type SearcherRequests = {
  /** There is another index. */
  open: { input: { index: number; opened: SearchedIndex }; answer: null };
  /** From now on searches see this state of it. */
  use: { input: { index: number; snapshot: Snapshot }; answer: null };
  close: { input: number; answer: null };
} & { [Kind in keyof Questions]: Asked<Kind> };

const { cache_bytes_max, indexes, kept, isForHeavy } = workerData as SearcherData;
if (isForHeavy) giveWay();
const cache = new PageCache(cache_bytes_max, new Int32Array(kept));
const indexesOpen = new Map([...indexes].map(([number, index]) => [number, new OpenIndex(index, cache)]));

serveThread<SearcherRequests>({
  open: ({ index, opened }) => {
    indexesOpen.set(index, new OpenIndex(opened, cache));
    return null;
  },
  use: ({ index, snapshot }) => {
    indexesOpen.get(index)?.use(snapshot);
    return null;
  },
  close: (index) => {
    indexesOpen.get(index)?.close();
    indexesOpen.delete(index);
    return null;
  },
  search: ({ index, asked: request, bounds }, { isGivenUp }) => {
    const open = opened(index);
    const segments = open.segments();
    const { layout, expansions_max } = open;
    return unlessHeavy({ ...bounds, isGivenUp }, ({ meter, admit }) =>
      open.withLosses(searchSegments(segments, layout, request, { expansions_max, meter, admit })),
    );
  },
  counts: ({ index, asked: counted, bounds }, { isGivenUp }) => {
    const open = opened(index);
    const segments = open.segments();
    const { layout, expansions_max } = open;
    return unlessHeavy({ ...bounds, isGivenUp }, ({ meter, admit }) =>
      countingSearches(counted).map(
        (request) => searchSegments(segments, layout, request, { expansions_max, meter, admit }).total ?? 0,
      ),
    );
  },
  nearest: ({ index, asked: request, bounds }, { isGivenUp }) => {
    const open = opened(index);
    const segments = open.segments();
    return unlessHeavy({ ...bounds, isGivenUp }, ({ meter, admit }) =>
      open.withLosses(nearestIn(segments, open.layout, request, { meter, admit })),
    );
  },
  frequencies: ({ index, asked: words, bounds }, { isGivenUp }) => {
    const open = opened(index);
    const segments = open.segments();
    const { layout, expansions_max } = open;
    return unlessHeavy({ ...bounds, isGivenUp }, ({ meter }) =>
      frequenciesIn(segments, layout, words, { expansions_max, meter }),
    );
  },
});

function opened(index: number): OpenIndex {
  const found = indexesOpen.get(index);
  if (found === undefined) {
    throw new OnpointError("unavailable", "the search index is not open any more", { hint: "Try again in a moment." });
  }
  cache.beginSearch();
  return found;
}

function unlessHeavy<Answer>(limits: Limits, work: (watch: SearchWatch) => Answer): Answer | null {
  try {
    return work(new SearchWatch(limits));
  } catch (thrown) {
    if (thrown instanceof HeavySearch) return null;
    throw thrown;
  }
}
