import { OnpointError } from "#base/errors.ts";
import type { Remote } from "#base/threads/remote.ts";
import type { SearchEngine } from "#index/index.ts";
import type { FollowedIndex } from "./followed-index.ts";
import type { SelfCare } from "./indexing.ts";

export type RemoteEngine = {
  /** The index as seen from another thread: it can be changed and counted, not searched. */
  readonly engine: SearchEngine;
  readonly care: SelfCare;
};

/** An engine over an index of another thread. Once `stop` is aborted nothing more is asked of it. */
export function remoteEngine(remote: Remote<FollowedIndex>, stop: AbortSignal): RemoteEngine {
  /** Asked for anew with every call. */
  const index = (): Remote<FollowedIndex> => {
    if (stop.aborted) throw new OnpointError("unavailable", "the server is stopping");
    return remote;
  };
  async function* untilStopped<Batch>(batches: AsyncIterable<Batch>): AsyncGenerator<Batch> {
    for await (const batch of batches) {
      index();
      yield batch;
    }
  }
  return {
    engine: {
      apply: async (changes) => index().apply(changes),
      documentCount: async () => index().documentCount(),
      search: async () => {
        throw new OnpointError("unsupported", "the follower does not search");
      },
      frequencies: async () => {
        throw new OnpointError("unsupported", "the follower does not search");
      },
      close: async () => undefined,
    },
    care: {
      needsRepair: async () => index().isDamaged(),
      // By small steps, each of which can be searched at once; the damage counts as repaired only after the last.
      repair: async (source) => {
        let repaired = 0;
        for await (const ids of source.ids()) {
          const missing = await index().missing(ids);
          if (missing.length === 0) continue;
          const upserts = await source.documentsOf(missing);
          await index().apply({ upserts, deletes: [] });
          repaired += upserts.length;
        }
        await index().markRepaired();
        return repaired;
      },
      verify: async () => index().verify(),
      load: async (batches) => index().load(untilStopped(batches)),
    },
  };
}
