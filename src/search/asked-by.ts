import type { Asker, SearchEngine } from "#index/index.ts";

/** The engine as one asker sees it: what is asked of it is asked in that one's name, and ends with its signal. */
export function askedBy(engine: SearchEngine, asker: Asker): SearchEngine {
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
