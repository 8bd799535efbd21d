import type { MessagePort } from "node:worker_threads";
import { OnpointError } from "#base/errors.ts";
import type { SelfCare } from "./indexing.ts";
import type { BlockReport } from "./report.ts";
import type { SearchEngine } from "#index/index.ts";
import type { EngineCall } from "./engine-calls.ts";
import { errorOf, type EngineFault } from "./engine-fault.ts";

export type EngineQuestion = { readonly id: number; readonly call: EngineCall };
export type EngineReply = { readonly id: number; readonly value?: unknown; readonly fault?: EngineFault };

export type RemoteEngine = {
  /** The index as seen from another thread: it can be changed and counted, not searched. */
  readonly engine: SearchEngine;
  readonly care: SelfCare;
  readonly receive: (reply: EngineReply) => void;
};

/** Asks the thread at the other end of `port`. Once `stop` is aborted nothing more is asked. */
export function remoteEngine(port: MessagePort, stop: AbortSignal): RemoteEngine {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let nextId = 0;

  const ask = async (call: EngineCall): Promise<unknown> => {
    const isClean = call.method === "loadAbandon";
    if (stop.aborted && !isClean) throw new OnpointError("unavailable", "the server is stopping");
    const answered = Promise.withResolvers<unknown>();
    const id = nextId++;
    waiting.set(id, answered);
    port.postMessage({ id, call } satisfies EngineQuestion);
    return answered.promise;
  };

  return {
    receive: ({ id, value, fault }) => {
      const answered = waiting.get(id);
      waiting.delete(id);
      if (fault === undefined) answered?.resolve(value);
      else answered?.reject(errorOf(fault));
    },
    engine: {
      apply: async (changes) => {
        await ask({ method: "apply", changes });
      },
      documentCount: async () => Number(await ask({ method: "documentCount" })),
      search: async () => {
        throw new OnpointError("unsupported", "the follower does not search");
      },
      frequencies: async () => {
        throw new OnpointError("unsupported", "the follower does not search");
      },
      close: async () => undefined,
    },
    care: {
      needsRepair: async () => (await ask({ method: "isDamaged" })) === true,
      // By small steps, each of which can be searched at once; the damage counts as repaired only after the last.
      repair: async (source) => {
        let repaired = 0;
        for await (const ids of source.ids()) {
          const missing = (await ask({ method: "missing", ids })) as readonly string[];
          if (missing.length === 0) continue;
          const upserts = await source.documentsOf(missing);
          await ask({ method: "apply", changes: { upserts, deletes: [] } });
          repaired += upserts.length;
        }
        await ask({ method: "markRepaired" });
        return repaired;
      },
      verify: async () => (await ask({ method: "verify" })) as BlockReport,
      load: async (batches) => {
        await ask({ method: "loadBegin" });
        try {
          for await (const documents of batches) await ask({ method: "loadBatch", documents });
          await ask({ method: "loadEnd" });
        } catch (thrown) {
          await ask({ method: "loadAbandon" });
          throw thrown;
        }
      },
    },
  };
}
