import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { silentLogger } from "#base/log.ts";
import { readCitingWords } from "#citator/citing-words.ts";
import type { IndexDocument, SearchEngine } from "#index/index.ts";
import { openOpenSearchIndex } from "#index/opensearch/opensearch.ts";
import { documentSource } from "#projections/document-source.ts";
import { OPINIONS } from "#search/opinions.ts";
import { startNode } from "../test/opensearch/node.ts";
import { BUILDING } from "../test/real/typed-queries/building-queries.ts";
import { SEALED } from "../test/real/typed-queries/sealed-queries.ts";
import { CORPUS_DIR, labelledByWork, openCorpus, SHARED_DATA } from "./corpus.ts";
import type { Corpus } from "./corpus.ts";
import { keywordHits, keywordWorks } from "./keyword-works.ts";
import { reportFigures } from "./report.ts";
import type { Figures } from "./report.ts";
import { readRetrievalCases, retrievalFigures } from "./retrieval-cases.ts";
import type { RetrievalCase } from "./retrieval-cases.ts";

/**
 * Whether a cluster puts hits into the order of the embedded index:
 * `node eval/cluster-ranking.ts [--data DIR] [--home DIR | --url URL] [--shards N] [--cases FILE] [--sample N] [--land]`.
 *
 * Both hold the real corpus and are asked the same: what lawyers type, where the first ten are compared, and the words
 * around citations, which must find what is cited (see eval/retrieval.ts). Without `--url` a node is started; what it
 * writes stays in `--home` for the next run.
 */
const { values: options } = parseArgs({
  options: {
    data: { type: "string", default: CORPUS_DIR },
    home: { type: "string" },
    url: { type: "string" },
    shards: { type: "string", default: "1" },
    cases: { type: "string", default: join(SHARED_DATA, "eval/retrieval-dev.jsonl.gz") },
    /** Every n-th case only: a quick look. */
    sample: { type: "string", default: "1" },
    land: { type: "boolean", default: false },
  },
});

const FIRST = 10;
const RANKS = 100;
/** Documents read at once. */
const PART = 200;
/** Told about after so many. */
const TOLD = 100;

const corpus = await openCorpus(options.data, { citingWords: true });
const home = options.home ?? (await mkdtemp(join(tmpdir(), "onpoint-eval-")));
const node = options.url === undefined ? await startNode(home) : undefined;
try {
  const engine = await openOpenSearchIndex({
    urls: [options.url ?? node?.url ?? ""],
    schema: OPINIONS,
    prefix: `evaluation-${options.shards}`,
    shape: { shards: Number(options.shards), replicas: 0 },
    readers: 2,
    log: silentLogger,
  });
  const held = (await corpus.engine.status()).documents;
  if ((await engine.status()).documents !== held) await engine.replaceAll(documents(corpus));
  process.stderr.write(`${held} opinions are in both\n`);
  await typed(engine);
  await cited(engine);
  await engine.close();
} finally {
  await node?.stop();
  if (options.home === undefined) await rm(home, { recursive: true });
  await corpus.close();
}

async function* documents({ db, works }: Corpus): AsyncGenerator<readonly IndexDocument[]> {
  const source = documentSource(db, labelledByWork(readCitingWords, works));
  let told = 0;
  for await (const ids of source.ids()) {
    for (let at = 0; at < ids.length; at += PART) yield source.documentsOf(ids.slice(at, at + PART));
    process.stderr.write(`the cluster was given ${(told += ids.length)} opinions\n`);
  }
}

/** How many of the first ten are the same, and how often the very first is. */
async function typed(engine: SearchEngine): Promise<void> {
  let [compared, common, wanted, same] = [0, 0, 0, 0];
  for (const { query } of [...BUILDING, ...SEALED]) {
    const expected = (await keywordHits(corpus, query, undefined)).slice(0, FIRST).map(({ id }) => id);
    if (expected.length === 0) continue;
    const found = (await keywordHits({ engine }, query, undefined)).slice(0, FIRST).map(({ id }) => id);
    compared += 1;
    wanted += expected.length;
    common += expected.filter((id) => found.includes(id)).length;
    if (expected[0] === found[0]) same += 1;
  }
  const figures = { queries: compared, "first ten in common": common / wanted, "same first": same / compared };
  reportFigures("cluster-ranking-typed", figures, options.land);
}

async function cited(engine: SearchEngine): Promise<void> {
  const cases = readRetrievalCases(options.cases).filter((_, index) => index % Number(options.sample) === 0);
  const workOf = new Map([...corpus.works.values()].map(({ sourceId, workId }) => [sourceId, workId]));
  const rankIn = async (searched: SearchEngine, { query, citing, relevant }: RetrievalCase): Promise<number> => {
    const citingWork = workOf.get(citing);
    const wanted = new Set(relevant.map((id) => workOf.get(id)));
    const found = await keywordWorks({ engine: searched, works: corpus.works }, query, citingWork);
    const rank = found.filter((work) => work !== citingWork).findIndex((work) => wanted.has(work));
    return rank === -1 || rank >= RANKS ? Number.POSITIVE_INFINITY : rank + 1;
  };
  for (const [name, searched] of [
    ["embedded", corpus.engine],
    ["cluster", engine],
  ] as const) {
    const ranks: number[] = [];
    const began_ms = performance.now();
    for (const one of cases) {
      ranks.push(await rankIn(searched, one));
      if (ranks.length % TOLD === 0) process.stderr.write(`${name}: ${ranks.length} of ${cases.length} queries\n`);
    }
    console.log(`${name}: ${((performance.now() - began_ms) / cases.length).toFixed(1)} ms a query`);
    const figures: Figures = { queries: cases.length, ...retrievalFigures(ranks) };
    reportFigures(`cluster-ranking-cited-${name}`, figures, options.land);
  }
}
