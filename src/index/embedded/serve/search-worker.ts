import { countingSearches } from "#index/counting.ts";
import { workerData } from "node:worker_threads";

import { giveWay } from "#base/background.ts";
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
import type { CollectionSchema } from "#index/schema.ts";
import { Layout } from "#index/embedded/layout.ts";
import type { Snapshot } from "#index/embedded/segment/index-writer.ts";
import { DamageError, PageCache } from "#index/embedded/segment/pages.ts";
import { searchSegments } from "#index/embedded/match/search-segments.ts";
import { Segment } from "#index/embedded/segment/segment.ts";
import { frequenciesIn } from "#index/embedded/terms/frequencies.ts";
import { nearestIn } from "#index/embedded/vectors/nearest.ts";
import { HeavySearch, SearchWatch } from "./lane.ts";
import type { Limits } from "./lane.ts";

export type SearcherData = {
  readonly dir: string;
  readonly schema: CollectionSchema;
  readonly cache_bytes_max: number;
  readonly expansions_max: number;
  readonly snapshot: Snapshot;
  /** It takes what is too heavy for others, and gives way to them. */
  readonly isForHeavy: boolean;
};

/** What a search thread is told of a request beside it. */
export type Bounds = {
  readonly deadline_ms: number;
  /** What it may cost here. */
  readonly units_max?: number | undefined;
};

export type SearcherRequests = {
  /** From now on searches see this state. */
  use: { input: Snapshot; answer: null };
  /** Null for one that costs more than it may here. */
  search: { input: { request: EngineRequest; bounds: Bounds }; answer: EngineResponse | null };
  counts: { input: { asked: CountsRequest; bounds: Bounds }; answer: number[] | null };
  nearest: { input: { request: NearestRequest; bounds: Bounds }; answer: NearestResponse | null };
  frequencies: { input: { words: readonly WordQuestion[]; bounds: Bounds }; answer: WordFrequency[] | null };
};

const { dir, schema, cache_bytes_max, expansions_max, snapshot, isForHeavy } = workerData as SearcherData;
if (isForHeavy) giveWay();
const layout = new Layout(schema);
const cache = new PageCache(cache_bytes_max);
let open = new Map<string, Segment>();
let lost = 0;
/** A segment that cannot be opened; every search says so until another state is in use. */
let broken: DamageError | undefined;
use(snapshot);

serveThread<SearcherRequests>({
  use: (next) => {
    use(next);
    return null;
  },
  search: ({ request, bounds }, { isGivenUp }) => {
    if (broken !== undefined) throw broken;
    return unlessHeavy({ ...bounds, isGivenUp }, ({ meter, admit }) =>
      withLosses(searchSegments([...open.values()], layout, request, { expansions_max, meter, admit })),
    );
  },
  counts: ({ asked, bounds }, { isGivenUp }) => {
    if (broken !== undefined) throw broken;
    return unlessHeavy({ ...bounds, isGivenUp }, ({ meter, admit }) =>
      countingSearches(asked).map(
        (request) => searchSegments([...open.values()], layout, request, { expansions_max, meter, admit }).total ?? 0,
      ),
    );
  },
  nearest: ({ request, bounds }, { isGivenUp }) => {
    if (broken !== undefined) throw broken;
    return unlessHeavy({ ...bounds, isGivenUp }, ({ meter, admit }) =>
      withLosses(nearestIn([...open.values()], layout, request, { meter, admit })),
    );
  },
  frequencies: ({ words, bounds }, { isGivenUp }) => {
    if (broken !== undefined) throw broken;
    return unlessHeavy({ ...bounds, isGivenUp }, ({ meter }) =>
      frequenciesIn([...open.values()], layout, words, { expansions_max, meter }),
    );
  },
});

function unlessHeavy<Answer>(limits: Limits, work: (watch: SearchWatch) => Answer): Answer | null {
  try {
    return work(new SearchWatch(limits));
  } catch (thrown) {
    if (thrown instanceof HeavySearch) return null;
    throw thrown;
  }
}

/** Opens what is new, keeps what is unchanged, closes what is gone. */
function use({ manifest, segments }: Snapshot): void {
  const next = new Map<string, Segment>();
  broken = undefined;
  for (const { info, parts } of segments) {
    const key = `${info.name} ${info.deletions?.file ?? ""}`;
    try {
      next.set(key, open.get(key) ?? new Segment(dir, layout, info, parts, cache));
      open.delete(key);
    } catch (error) {
      if (!(error instanceof DamageError)) throw error;
      broken = error;
    }
  }
  for (const segment of open.values()) segment.close();
  open = next;
  lost =
    manifest.quarantined.length === 0 ? 0 : manifest.quarantined.reduce((sum, { documents }) => sum + documents, 1);
}

function withLosses<Answer extends { readonly warnings: readonly string[] }>(answer: Answer): Answer {
  return lost === 0 ? answer : { ...answer, warnings: [...answer.warnings, lossWarning()] };
}

function lossWarning(): string {
  const count = lost - 1;
  const what = count === 0 ? `An unknown number of ${schema.name} is` : `${count} ${schema.name} are`;
  return `${what} missing from this answer: part of the index was damaged and is being rebuilt.`;
}
