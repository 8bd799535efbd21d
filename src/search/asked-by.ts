import { machineMs } from "#base/clock.ts";
import type { Asker, SearchEngine } from "#index/index.ts";

/**
 * The engine as one asker sees it: what is asked of it is asked in that one's name, and ends with its signal. All that is
 * asked for one request has one deadline together.
 */
export function askedBy(engine: SearchEngine, { arrived_ms = machineMs(), ...rest }: Asker): SearchEngine {
  const asker: Asker = { ...rest, arrived_ms };
  return {
    search: async (request) => engine.search(request, asker),
    counts: async (asked) => engine.counts(asked, asker),
    nearest: async (request) => engine.nearest(request, asker),
    frequencies: async (words) => engine.frequencies(words, asker),
    apply: async (...given) => engine.apply(...given),
    replaceAll: async (...given) => engine.replaceAll(...given),
    missing: async (...given) => engine.missing(...given),
    verify: async () => engine.verify(),
    status: async () => engine.status(),
    close: async () => engine.close(),
  };
}
