/** A stored copy of a decision, as far as the choice among copies needs it. */
export type Copy = {
  readonly clusterId: string;
  readonly source: string;
  readonly opinions: readonly CopyOpinion[];
};

export type CopyOpinion = {
  readonly id: string;
  readonly ordinal: number;
  readonly type: string;
  readonly textChars: number;
};

/** Sources whose text we would rather show, best first; those not named come after, by name. */
const SOURCE_ORDER: readonly string[] = ["courtlistener", "cap"];

/**
 * Which copy of a decision is shown: the one that has the most opinions with text (a source that tells lead and
 * dissent apart says more than one that runs them together), then the most text, then by source, then by id.
 * The answer depends on the copies alone, never on the order in which they came.
 */
export function shownCopy<Held extends Copy>(copies: readonly Held[]): Held | undefined {
  return copies.toSorted(betterFirst)[0];
}

function betterFirst(left: Copy, right: Copy): number {
  return (
    withText(right) - withText(left) ||
    textChars(right) - textChars(left) ||
    right.opinions.length - left.opinions.length ||
    sourceRank(left.source) - sourceRank(right.source) ||
    compare(left.source, right.source) ||
    compare(left.clusterId, right.clusterId)
  );
}

/** Opinions that add to the one that speaks for the decision. */
const SEPARATE_TYPES: ReadonlySet<string> = new Set(["concurrence", "concurrence_in_part", "dissent", "addendum"]);

/**
 * The opinions of a decision in the order in which they count: first the one that speaks for it, in which citations of
 * it are counted, last those whose text others hold (`repeated`). The one that speaks is the longest that is not apart: a
 * syllabus stands before the opinion of the court in some sources, and is called an opinion.
 */
export function inPlace(opinions: readonly CopyOpinion[], repeated: ReadonlySet<string>): readonly CopyOpinion[] {
  return opinions.toSorted(
    (left, right) =>
      Number(repeated.has(left.id)) - Number(repeated.has(right.id)) ||
      Number(SEPARATE_TYPES.has(left.type)) - Number(SEPARATE_TYPES.has(right.type)) ||
      (SEPARATE_TYPES.has(left.type) ? 0 : right.textChars - left.textChars) ||
      left.ordinal - right.ordinal ||
      compare(left.id, right.id),
  );
}

function withText({ opinions }: Copy): number {
  return opinions.filter((opinion) => opinion.textChars > 0).length;
}

function textChars({ opinions }: Copy): number {
  return opinions.reduce((sum, opinion) => sum + opinion.textChars, 0);
}

function sourceRank(source: string): number {
  const rank = SOURCE_ORDER.indexOf(source);
  return rank === -1 ? SOURCE_ORDER.length : rank;
}

function compare(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}
