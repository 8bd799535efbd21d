import { setImmediate as nextTurn } from "node:timers/promises";
import type { Reader } from "#db/connection.ts";
import type { EngineHit, NearestHit, SearchEngine } from "#index/index.ts";
import { decisionsOfOpinions } from "#opinions/store/held.ts";
import { readStretches } from "#opinions/store/texts.ts";
import type { StretchAsked } from "#db/stretches.ts";
import { isPlaced } from "#search/meaning.ts";
import { yearsIn } from "#search/query/years.ts";
import { rankedTree } from "#search/retrieve/keyword.ts";
import type { Found, Retrieved } from "#search/retrieve/retriever.ts";
import { featuresOf } from "./features.ts";
import type { Candidate } from "./features.ts";
import { NO_WORDS, PassageReader } from "./passage-words.ts";
import type { PassageWords } from "./passage-words.ts";
import { QueryWords } from "./query-words.ts";
import type { Asked, Reranker } from "./rerank.ts";
import { rerankWeights, weighted, weightsFor } from "./weights.ts";

/** By how many decisions each of these works is cited; one nobody cites may be left out. */
export type TimesCitedOf = (db: Reader, workIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;

export type BuiltInSources = {
  readonly engine: Pick<SearchEngine, "search">;
  readonly db: Reader;
  readonly timesCitedOf?: TimesCitedOf | undefined;
};

/** Of each text around its match. */
const EXCERPT = { before_bytes: 600, after_bytes: 1000 };
/** Of a passage, at most. */
const PASSAGE_BYTES = 2500;
/** Candidates whose passages are read before others have their turn. */
const READ_AT_ONCE = 10;

/**
 * Orders candidates by what can be known without a service: the words of the opinion and of those who cite it, the
 * nearness of both, the words of its best passage and whether they stand together, how often it is cited, and whether
 * the query names its year.
 */
export function builtInReranker(sources: BuiltInSources): Reranker {
  return {
    model: rerankWeights().model,
    judge: async (asked, hits, { tree }) => {
      const rows = featuresOf(await candidatesOf(sources, asked, hits, tree));
      const weights = weightsFor(asked.question.text);
      return rows.map((row) => weighted(row, weights));
    },
  };
}

/** What is known of each hit, in their order: three questions to the indexes and the records, whatever their number. */
export async function candidatesOf(
  { engine, db, timesCitedOf }: BuiltInSources,
  { question, point }: Asked,
  hits: readonly Found[],
  tree: Retrieved["tree"],
): Promise<readonly Candidate[]> {
  const among = hits.map(({ id }) => id);
  const leaveOut = question.leaveOutSource === undefined ? {} : { leaveOutSource: question.leaveOutSource };
  const shared = { filters: [], offset: 0, limit: among.length, among, ...leaveOut };
  const [byWords, byMeaning, decisions] = await Promise.all([
    engine.search({
      ...shared,
      tree: rankedTree(tree, {
        wanted: question.wanted ?? [],
        ...(question.prior === undefined ? {} : { prior: question.prior }),
      }),
      facets: [],
      total: false,
      explain: true,
      excerpts: EXCERPT,
    }),
    point === undefined || !isPlaced(point)
      ? { hits: [] }
      : // With the whole of both kinds, each part is half its cosine.
        point.engine.nearest({ ...shared, vector: point.vector, depth: among.length, otherShare: 1 }),
    decisionsOf(db, among, timesCitedOf),
  ]);
  const years = yearsIn(question.text);
  const words = new Map(byWords.hits.map((hit) => [hit.id, hit]));
  const near = new Map(byMeaning.hits.map((hit) => [hit.id, hit]));
  const query = new QueryWords(
    question.text,
    byWords.hits.map(({ explanation }) => explanation),
  );
  const passages = await readPassages(db, new PassageReader(query), among, { words, near });
  return among.map((id, rank): Candidate => {
    const { timesCited = 0, year } = decisions.get(id) ?? {};
    const [held, { own, said } = {}] = [words.get(id), near.get(id)];
    return {
      rank,
      score: held?.score ?? 0,
      held: query.held(held?.explanation),
      own: own === undefined ? undefined : own * 2,
      said: said === undefined ? undefined : said * 2,
      passage: passages[rank] ?? NO_WORDS,
      timesCited,
      isYearNamed: year !== undefined && years.has(year),
    };
  });
}

type Seen = { readonly words: ReadonlyMap<string, EngineHit>; readonly near: ReadonlyMap<string, NearestHit> };

/** Of each opinion the better of two passages: where its words stand, and what is nearest by meaning. */
async function readPassages(
  db: Reader,
  reader: PassageReader,
  ids: readonly string[],
  { words, near }: Seen,
): Promise<readonly PassageWords[]> {
  const byWords = ids.flatMap((id): StretchAsked[] => {
    const excerpt = words.get(id)?.excerpt;
    return excerpt === undefined ? [] : [{ id, from: excerpt.from, bytes: limited(excerpt.bytes) }];
  });
  const byMeaning = ids.flatMap((id): StretchAsked[] => {
    const passage = near.get(id)?.passage;
    return passage === undefined ? [] : [{ id, from: passage.from, bytes: limited(passage.to - passage.from) }];
  });
  const stretches = await Promise.all([readStretches(db, byWords), readStretches(db, byMeaning)]);
  const read: PassageWords[] = [];
  for (const [at, id] of ids.entries()) {
    if (at % READ_AT_ONCE === READ_AT_ONCE - 1) await nextTurn();
    const both = stretches.map((byId) => reader.read(byId.get(id) ?? ""));
    read.push({
      match: Math.max(...both.map(({ match }) => match)),
      pairs: Math.max(...both.map(({ pairs }) => pairs)),
      quoted: Math.max(...both.map(({ quoted }) => quoted)),
    });
  }
  return read;
}

function limited(bytes: number | undefined): number {
  return Math.min(bytes ?? PASSAGE_BYTES, PASSAGE_BYTES);
}

type Decision = { readonly timesCited: number; readonly year: number | undefined };

/** What the records say of each opinion's decision; nothing of one that is not held. */
async function decisionsOf(
  db: Reader,
  opinionIds: readonly string[],
  timesCitedOf: TimesCitedOf | undefined,
): Promise<ReadonlyMap<string, Decision>> {
  const decisions = await decisionsOfOpinions(db, opinionIds);
  const works = new Set([...decisions.values()].map(({ workId }) => workId));
  const times = await timesCitedOf?.(db, [...works]);
  return new Map(
    [...decisions].map(([id, { workId, dateFiled }]): [string, Decision] => {
      const year = dateFiled === null ? undefined : Number(dateFiled.slice(0, 4));
      return [id, { timesCited: times?.get(workId) ?? 0, year }];
    }),
  );
}
