import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { LIMITS } from "#base/limits.ts";
import { silentLogger } from "#base/log.ts";
import { openEmbeddedIndex } from "#index/embedded/embedded.ts";
import type { EngineRequest, SearchEngine, WordQuestion } from "#index/index.ts";
import { OPINIONS } from "#search/opinions.ts";
import { Fts5Engine } from "#test/oracle/fts5/engine.ts";

import { LocalIndex } from "./random/local-index.ts";

/** An engine that the questions are put to, and what it does not promise. */
export type EngineCase = {
  readonly name: string;
  /** Hits come in the order of docs/decisions/ranking.md, with explanations and with one source's texts left out. */
  readonly ranksAsDocumented: boolean;
  readonly open: () => Promise<{ readonly engine: AskedEngine; readonly close: () => Promise<void> }>;
};

export type AskedEngine = Pick<SearchEngine, "search" | "frequencies" | "apply" | "status">;

/** `ONPOINT_TEST_SEARCH` is kept for the address of a cluster engine, which is to be one more of these. */
export const ENGINES: readonly EngineCase[] = [
  {
    name: "embedded",
    ranksAsDocumented: true,
    open: async () => {
      const dir = await mkdtemp(join(tmpdir(), "onpoint-conformance-"));
      const engine = await openEmbeddedIndex({ schema: OPINIONS, dir, workers: 1, log: silentLogger });
      const close = async (): Promise<void> => {
        await engine.close();
        await rm(dir, { recursive: true });
      };
      return { engine, close };
    },
  },
  {
    name: "embedded, without its threads",
    ranksAsDocumented: true,
    open: async () => {
      const dir = await mkdtemp(join(tmpdir(), "onpoint-conformance-"));
      const index = new LocalIndex(dir, 4000, LIMITS.wildcard_expansions_max);
      const engine = {
        search: async (request: EngineRequest) => index.search(request),
        frequencies: async (words: readonly WordQuestion[]) => index.frequencies(words),
        apply: async (changes: Parameters<LocalIndex["apply"]>[0]) => index.apply(changes),
        status: async () => ({ documents: index.documents, size_bytes: 0, isBusy: false, damaged: [] }),
      };
      const close = async (): Promise<void> => {
        index.close();
        await rm(dir, { recursive: true });
      };
      return { engine, close };
    },
  },
  {
    name: "SQLite FTS5",
    ranksAsDocumented: false,
    open: async () => {
      const engine = new Fts5Engine(":memory:", { barrier_words: 16 });
      return { engine, close: async () => engine.close() };
    },
  },
];
