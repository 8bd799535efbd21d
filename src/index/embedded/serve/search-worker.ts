import { workerData } from "node:worker_threads";

import { OnpointError } from "#base/errors.ts";
import { serveThread } from "#base/threads/serve-thread.ts";

import type { EngineRequest, EngineResponse, WordFrequency, WordQuestion } from "#index/index.ts";
import type { CollectionSchema } from "#index/schema.ts";
import { Layout } from "#index/embedded/layout.ts";
import type { Snapshot } from "#index/embedded/segment/index-writer.ts";
import { DamageError, PageCache } from "#index/embedded/segment/pages.ts";
import { searchSegments } from "#index/embedded/match/search-segments.ts";
import { Segment } from "#index/embedded/segment/segment.ts";
import { frequenciesIn } from "#index/embedded/terms/frequencies.ts";

export type SearcherData = {
  readonly dir: string;
  readonly schema: CollectionSchema;
  readonly cache_bytes_max: number;
  readonly expansions_max: number;
  readonly snapshot: Snapshot;
};

export type SearcherRequests = {
  /** From now on searches see this state. */
  use: { input: Snapshot; answer: null };
  search: { input: { request: EngineRequest; deadline_ms: number }; answer: EngineResponse };
  frequencies: { input: readonly WordQuestion[]; answer: WordFrequency[] };
};

const { dir, schema, cache_bytes_max, expansions_max, snapshot } = workerData as SearcherData;
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
  search: ({ request, deadline_ms }, { isGivenUp }) => {
    if (broken !== undefined) throw broken;
    const end = performance.now() + deadline_ms;
    const check = (): void => {
      if (isGivenUp()) throw new OnpointError("unavailable", "the search was cancelled");
      if (performance.now() <= end) return;
      throw new OnpointError("unavailable", `the search took longer than ${deadline_ms} ms and was stopped`, {
        hint: "Narrow the query: rarer words, a longer beginning before *, a smaller proximity.",
      });
    };
    const answer = searchSegments([...open.values()], layout, request, { expansions_max, check });
    return lost === 0 ? answer : { ...answer, warnings: [...answer.warnings, lossWarning()] };
  },
  frequencies: (words) => {
    if (broken !== undefined) throw broken;
    return frequenciesIn([...open.values()], layout, words, expansions_max);
  },
});

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

function lossWarning(): string {
  const count = lost - 1;
  const what = count === 0 ? `An unknown number of ${schema.name} is` : `${count} ${schema.name} are`;
  return `${what} missing from this answer: part of the index was damaged and is being rebuilt.`;
}
