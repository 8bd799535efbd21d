import type { CorpusVectors, PassageVectors } from "./vectors.ts";

/** How near the best passage of a work is: of its own, and of what others say of it; -1 where there is none. */
type Best = { own: number; citing: number };

/** What the second kind of passage adds to the better one. */
const OTHER_KIND = 0.3;
/** What being cited adds: times the logarithm of how many works cite it. */
const CITED = 0.02;

/** What a ranking takes into account; an ablation leaves something out. */
export type Ingredients = { readonly citing: boolean; readonly bothKinds: boolean; readonly authority: boolean };

/** The works whose best passages were found, best first. */
export function rankWorks(
  corpus: CorpusVectors,
  found: ReadonlyMap<string, Best>,
  citingWork: string | undefined,
  ingredients: Ingredients,
): readonly string[] {
  const scores = [...found].map(([work, best]) => ({
    work,
    score: scoreOf(best, citersOf(corpus, work, citingWork), ingredients),
  }));
  return scores.toSorted((left, right) => right.score - left.score).map(({ work }) => work);
}

function scoreOf(
  { own, citing }: Best,
  citers: number,
  { citing: hasCiting, bothKinds, authority }: Ingredients,
): number {
  if (!hasCiting) return own;
  const better = Math.max(own, citing);
  const other = bothKinds ? OTHER_KIND * Math.max(0, Math.min(own, citing)) : 0;
  return better + other + (authority ? CITED * Math.log1p(citers) : 0);
}

function citersOf({ citers }: CorpusVectors, work: string, citingWork: string | undefined): number {
  const all = citers.get(work);
  if (all === undefined) return 0;
  return all.size - (citingWork !== undefined && all.has(citingWork) ? 1 : 0);
}

/**
 * Exact search: every passage is compared with the query, in full precision. Words that `citingWork` says of others are
 * left out, and its own passages, which are no answer.
 */
export function bestPassages(
  corpus: CorpusVectors,
  query: Float32Array,
  citingWork: string | undefined,
): ReadonlyMap<string, Best> {
  const found = new Map<string, Best>();
  for (const kind of ["own", "citing"] as const) {
    const passages: PassageVectors = corpus[kind];
    let work = "";
    let best: Best | undefined;
    for (let row = 0; row < passages.works.length; row++) {
      const near = nearness(passages.vectors, row * query.length, query);
      if (passages.works[row] !== work) {
        work = passages.works[row] as string;
        best = found.get(work);
      }
      if (best !== undefined && near <= best[kind]) continue;
      if (passages.saidBy[row] === citingWork || work === citingWork) continue;
      if (best === undefined) found.set(work, (best = { own: -1, citing: -1 }));
      best[kind] = Math.max(best[kind], near);
    }
  }
  return found;
}

function nearness(vectors: Float32Array, at: number, query: Float32Array): number {
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  for (let i = 0; i < query.length; i += 4) {
    first += (vectors[at + i] as number) * (query[i] as number);
    second += (vectors[at + i + 1] as number) * (query[i + 1] as number);
    third += (vectors[at + i + 2] as number) * (query[i + 2] as number);
    fourth += (vectors[at + i + 3] as number) * (query[i + 3] as number);
  }
  return first + second + third + fourth;
}
