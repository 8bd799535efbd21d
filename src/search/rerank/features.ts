import type { PassageWords } from "./passage-words.ts";
import type { WordsHeld } from "./query-words.ts";

/** What is known of a candidate. */
export type Candidate = {
  /** From 0, in the order to be improved. */
  readonly rank: number;
  /** By the words of the whole opinion; 0 where they do not match. */
  readonly score: number;
  readonly held: WordsHeld;
  /** Cosines; undefined where there is none of the kind. */
  readonly own: number | undefined;
  readonly said: number | undefined;
  /** The better of the passage that is nearest by meaning and the one that holds most of the words. */
  readonly passage: PassageWords;
  /** How many decisions cite its decision. */
  readonly timesCited: number;
  /** Whether the query names the year of its decision. */
  readonly isYearNamed: boolean;
};

/** In the order in which `featuresOf` gives them; the weights are kept by these names. */
export const FEATURES = [
  "order",
  "first",
  "words",
  "wordsFirst",
  "wordsOrder",
  "meaning",
  "meaningFirst",
  "meaningOrder",
  "own",
  "said",
  "heldInName",
  "heldInBody",
  "heldInCiting",
  "passage",
  "pairs",
  "quoted",
  "meaningShare",
  "ownShare",
  "passageShare",
  "pairsShare",
  "quotedShare",
  "cited",
  "year",
  "wordsAndMeaning",
] as const;
export type Feature = (typeof FEATURES)[number];

/** As in the fusion of lists: how little the first places count more than those behind. */
const RANK_K = 60;
/** The same where the first places are to count. */
const FIRST_K = 1;
/** What the farther kind of passage counts, as in a search by meaning. */
const OTHER_SHARE = 0.3;

/** The candidates of one query as numbers that compare between queries: a row each, in the order of FEATURES. */
export function featuresOf(candidates: readonly Candidate[]): readonly (readonly number[])[] {
  const meanings = candidates.map(meaningOf);
  const quotations = candidates.map(({ passage }) => Math.log1p(passage.quoted));
  const wordsShare = shareOfBest(candidates.map(({ score }) => score));
  const meaningShare = shareOfBest(meanings);
  const ownShare = shareOfBest(candidates.map(({ own = 0 }) => own));
  const passageShare = shareOfBest(candidates.map(({ passage }) => passage.match));
  const pairsShare = shareOfBest(candidates.map(({ passage }) => passage.pairs));
  const quotedShare = shareOfBest(quotations);
  const wordRanks = ranksOf(candidates.map(({ score }) => score));
  const meaningRanks = ranksOf(meanings);
  return candidates.map((candidate, at) => {
    const { rank, score, held, own = 0, said = 0, passage, timesCited, isYearNamed } = candidate;
    const [words, meaning, quoted] = [wordsShare(score), meanings[at] as number, quotations[at] as number];
    const row: Readonly<Record<Feature, number>> = {
      order: RANK_K / (RANK_K + rank),
      first: FIRST_K / (FIRST_K + rank),
      words,
      wordsFirst: score === 0 ? 0 : FIRST_K / (FIRST_K + (wordRanks[at] as number)),
      wordsOrder: score === 0 ? 0 : RANK_K / (RANK_K + (wordRanks[at] as number)),
      meaning,
      meaningFirst: FIRST_K / (FIRST_K + (meaningRanks[at] as number)),
      meaningOrder: RANK_K / (RANK_K + (meaningRanks[at] as number)),
      own,
      said,
      heldInName: held.name,
      heldInBody: held.body,
      heldInCiting: held.citing,
      passage: passage.match,
      pairs: passage.pairs,
      quoted,
      meaningShare: meaningShare(meaning),
      ownShare: ownShare(Math.max(0, own)),
      passageShare: passageShare(passage.match),
      pairsShare: pairsShare(passage.pairs),
      quotedShare: quotedShare(quoted),
      cited: Math.log1p(timesCited),
      year: isYearNamed ? 1 : 0,
      wordsAndMeaning: words * meaning,
    };
    return FEATURES.map((name) => row[name]);
  });
}

function meaningOf({ own = 0, said = 0 }: Candidate): number {
  return Math.max(own, said) + OTHER_SHARE * Math.max(0, Math.min(own, said));
}

/** A value as a share of the greatest of all, which counts as more than nothing. */
function shareOfBest(values: readonly number[]): (value: number) => number {
  const best = Math.max(1e-9, ...values);
  return (value) => value / best;
}

/** The place of each value among them, from 0, the greatest first; equal ones in their order. */
function ranksOf(values: readonly number[]): readonly number[] {
  const ranks = values.map(() => 0);
  const order = values.map((value, at) => ({ value, at })).toSorted((a, b) => b.value - a.value || a.at - b.at);
  for (const [rank, { at }] of order.entries()) ranks[at] = rank;
  return ranks;
}
