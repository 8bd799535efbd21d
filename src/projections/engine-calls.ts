import { OnpointError } from "#base/errors.ts";
import type { IndexDocument, SearchEngine } from "#index/index.ts";
import type { EmbeddedIndex } from "#index/embedded/embedded.ts";

/**
 * What the thread that follows the records asks of the thread that holds the index. A load goes by steps: begin, any
 * number of batches, then end (the new index takes the place of the old) or abandon (the old one stays).
 */
export type EngineCall =
  | { readonly method: "apply"; readonly changes: Parameters<SearchEngine["apply"]>[0] }
  | { readonly method: "documentCount" }
  | { readonly method: "isDamaged" }
  | { readonly method: "verify" }
  | { readonly method: "missing"; readonly ids: readonly string[] }
  | { readonly method: "markRepaired" }
  | { readonly method: "loadBegin" }
  | { readonly method: "loadBatch"; readonly documents: readonly IndexDocument[] }
  | { readonly method: "loadEnd" }
  | { readonly method: "loadAbandon" };

export type EngineCounter = {
  answer(call: EngineCall): Promise<unknown>;
  /** Gives up a load that was begun: the one who asked for it is gone. */
  abandon(): Promise<void>;
};

/** Answers the calls over an index. */
export function engineCounter(index: EmbeddedIndex): EngineCounter {
  let load: Load | undefined;
  const abandon = async (): Promise<void> => {
    const given = load;
    load = undefined;
    await given?.abandon();
  };
  const begun = (): Load => {
    if (load === undefined) throw new OnpointError("unavailable", "no load of the index was begun");
    return load;
  };
  return {
    abandon,
    answer: async (call) => {
      switch (call.method) {
        case "apply":
          return index.apply(call.changes);
        case "documentCount":
          return index.documentCount();
        case "isDamaged":
          return index.status().quarantined.length > 0;
        case "verify":
          return index.verify();
        case "missing":
          return index.missing(call.ids);
        case "markRepaired":
          return index.repair({ ids: async function* () {}, documentsOf: async () => [] });
        case "loadBegin":
          load = beginLoad(index);
          return undefined;
        case "loadBatch":
          return begun().add(call.documents);
        case "loadEnd": {
          const given = begun();
          load = undefined;
          return given.end();
        }
        case "loadAbandon":
          return abandon();
      }
    },
  };
}

type Load = {
  /** Resolves when the index has taken the batch. */
  add(documents: readonly IndexDocument[]): Promise<void>;
  end(): Promise<void>;
  abandon(): Promise<void>;
};

/** Turns a load the index pulls into one that is pushed: a batch is handed over only when it is asked for. */
function beginLoad(index: EmbeddedIndex): Load {
  const batches = new TransformStream<readonly IndexDocument[], readonly IndexDocument[]>();
  const writer = batches.writable.getWriter();
  const loaded = index.load(batches.readable, { replaceAll: true });
  // Seen by whoever ends or adds; a load that fails between the two is no unhandled rejection.
  loaded.catch((thrown: unknown) => writer.abort(thrown).catch(() => undefined));
  return {
    add: async (documents) => {
      await Promise.race([writer.ready, loaded]);
      await writer.write(documents);
    },
    end: async () => {
      await Promise.race([writer.close(), loaded]);
      await loaded;
    },
    abandon: async () => {
      await writer.abort(new OnpointError("unavailable", "the load was given up")).catch(() => undefined);
      await loaded.catch(() => undefined);
    },
  };
}
