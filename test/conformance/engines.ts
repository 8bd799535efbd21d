import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { inject } from "vitest";

import { LIMITS } from "#base/limits.ts";
import { silentLogger } from "#base/log.ts";
import { openEmbeddedIndex } from "#index/embedded/embedded.ts";
import type { CountsRequest, EngineRequest, SearchEngine, WordQuestion } from "#index/index.ts";
import { OPINIONS } from "#search/opinions.ts";
import { Fts5Engine } from "#test/oracle/fts5/engine.ts";

import { openOnCluster } from "./cluster-index.ts";
import { LocalIndex } from "./random/local-index.ts";

/** An engine that the questions are put to, and what it does not promise. */
export type EngineCase = {
  readonly name: string;
  /** Scores are those of docs/decisions/ranking.md. */
  readonly ranksAsDocumented: boolean | "to a float's digits";
  /** Questions whose hits come in another order than documented. */
  readonly ordersOtherwise: "all" | readonly string[];
  /** It tells how a hit scored. */
  readonly explains: boolean;
  /** The texts of one source can be passed over. */
  readonly leavesOutSources: boolean;
  /** Questions that it refuses as `unsupported`. */
  readonly refused: number;
  readonly open: () => Promise<{ readonly engine: AskedEngine; readonly close: () => Promise<void> }>;
};

export type AskedEngine = Pick<SearchEngine, "search" | "counts" | "frequencies" | "apply" | "status">;

const url = inject("openSearchUrl");

/** The cluster engine is one of them where a node of OpenSearch is started: see test/opensearch-server.ts. */
export const ENGINES: readonly EngineCase[] = [
  ...(url === ""
    ? []
    : [
        {
          name: "OpenSearch",
          ranksAsDocumented: "to a float's digits" as const,
          ordersOtherwise: [],
          explains: true,
          leavesOutSources: true,
          refused: 0,
          open: async () => openOnCluster(url),
        },
      ]),
  {
    name: "embedded",
    ranksAsDocumented: true,
    ordersOtherwise: [],
    explains: true,
    leavesOutSources: true,
    refused: 0,
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
    ordersOtherwise: [],
    explains: true,
    leavesOutSources: true,
    refused: 0,
    open: async () => {
      const dir = await mkdtemp(join(tmpdir(), "onpoint-conformance-"));
      const index = new LocalIndex(dir, 4000, LIMITS.wildcard_expansions_max);
      const engine = {
        search: async (request: EngineRequest) => index.search(request),
        counts: async (asked: CountsRequest) => index.counts(asked),
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
    ordersOtherwise: "all",
    explains: false,
    leavesOutSources: false,
    refused: 30,
    open: async () => {
      const engine = new Fts5Engine(":memory:", { barrier_words: 16 });
      return { engine, close: async () => engine.close() };
    },
  },
];
