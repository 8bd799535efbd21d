import { join } from "node:path";
import { silentLogger } from "#base/log.ts";
import { readCitingWords } from "#citator/citing-words.ts";
import { readParallelKeys, readTimesCited } from "#citator/read.ts";
import type { Reader } from "#db/connection.ts";
import type { Embedder } from "#embedding/embedder.ts";
import { openEmbeddedIndex } from "#index/embedded/embedded.ts";
import type { EmbeddedIndex } from "#index/embedded/embedded.ts";
import type { IndexDocument } from "#index/index.ts";
import { copiesOfWorks, workIdsAfter } from "#opinions/store/copies.ts";
import { buildDocuments } from "#projections/documents.ts";
import { embedDocuments } from "#projections/vectors/embed-documents.ts";
import { readWorks } from "#projections/works.ts";
import type { Meaning } from "#search/meaning.ts";
import { collectionVectors } from "#search/collection-vectors.ts";
import { OPINIONS } from "#search/opinions.ts";
import type { SearchRequest } from "#search/request.ts";
import { rankSearch } from "#search/search.ts";
import type { SearchOptions } from "#search/search.ts";
import { labelledByWork } from "../corpus.ts";
import type { Corpus } from "../corpus.ts";

const WORKS_AT_ONCE = 50;

/** A corpus that is asked as the service asks it, by words and by vectors. */
export type Serving = {
  /** Ranks as the service does; what `citingWork` says of others is left out everywhere. */
  readonly rank: (request: Asking, citingWork: string | undefined) => ReturnType<typeof rankSearch>;
  readonly meaning: Meaning;
  readonly optionsFor: (citingWork: string | undefined) => SearchOptions;
  readonly close: () => Promise<void>;
};
export type Asking = Pick<SearchRequest, "query" | "mode" | "rerank">;

/** An index of the corpus's vectors is made in `dir` by the first run and kept for others. */
export async function openServing(corpus: Corpus, embedder: Embedder, dir: string): Promise<Serving> {
  const { db, engine } = corpus;
  const vectors = await openEmbeddedIndex({
    schema: collectionVectors(OPINIONS, embedder.version),
    dir: join(dir, `vectors-${embedder.version.id}`),
    workers: 1,
    log: silentLogger,
  });
  if ((await vectors.status()).documents === 0) await fill(vectors, corpus, embedder);
  const citers = await readCiters(corpus);
  const meaning: Meaning = { now: async () => ({ engine: vectors, embedder, notes: [] }) };
  const optionsFor = (citingWork: string | undefined): SearchOptions => ({
    engine,
    db,
    meaning,
    parallelKeysOf: readParallelKeys,
    timesCitedOf: async (reader, works) => {
      const times = await readTimesCited(reader, works);
      const own = [...times].map(([work, count]): [string, number] => {
        const isOneOfThem = citingWork !== undefined && citers.get(work)?.has(citingWork) === true;
        return [work, count - (isOneOfThem ? 1 : 0)];
      });
      return new Map(own);
    },
  });
  return {
    meaning,
    optionsFor,
    rank: async (asking, citingWork) => rankSearch(optionsFor(citingWork), requestOf(asking, citingWork)),
    close: async () => vectors.close(),
  };
}

export function requestOf(asking: Asking, citingWork: string | undefined): SearchRequest {
  return {
    ...asking,
    filters: {},
    includeFacets: false,
    page: 1,
    pageSize: 100,
    collapse: "decision",
    sort: "relevance",
    explain: false,
    ...(citingWork === undefined ? {} : { leaveOutCitingOf: citingWork }),
  };
}

async function fill(vectors: EmbeddedIndex, corpus: Corpus, embedder: Embedder): Promise<void> {
  const started_ms = performance.now();
  let passages = 0;
  const documents = async function* (): AsyncGenerator<readonly IndexDocument[]> {
    for await (const works of pages(corpus.db)) {
      const built = await buildDocuments(
        corpus.db,
        await readWorks(corpus.db, works),
        labelledByWork(readCitingWords, corpus.works),
      );
      const embedded = await embedDocuments(
        built.flatMap((one) => ("document" in one ? [one.document] : [])),
        embedder,
      );
      passages += embedded.reduce((sum, one) => sum + (one.passages?.length ?? 0), 0);
      yield embedded;
    }
  };
  await vectors.replaceAll(documents());
  const seconds = (performance.now() - started_ms) / 1000;
  console.log(`${passages} passages embedded and indexed in ${seconds.toFixed(0)} s`);
}

/** By work, those that cite it. */
async function readCiters({ db, works: places }: Corpus): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const citers = new Map<string, Set<string>>();
  for await (const works of pages(db)) {
    const copies = await copiesOfWorks(db, works);
    const workOf = new Map(copies.map(({ clusterId, workId }) => [clusterId, workId]));
    for (const [clusterId, said] of await readCitingWords(db, [...workOf.keys()])) {
      const work = workOf.get(clusterId) ?? "";
      const of = citers.get(work) ?? new Set();
      for (const { opinionId } of said) of.add(places.get(opinionId)?.workId ?? opinionId);
      citers.set(work, of);
    }
  }
  return citers;
}

async function* pages(db: Reader): AsyncGenerator<readonly string[]> {
  for (let after = ""; ;) {
    const page = await workIdsAfter(db, after, WORKS_AT_ONCE);
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    after = last;
  }
}
