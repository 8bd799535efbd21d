import type { Segment } from "#index/embedded/segment/segment.ts";
import type { Comparison } from "./comparison.ts";
import type { PassageSources } from "./passage-sources.ts";

/** Of passages that may be the nearest, so many are told. */
const CANDIDATES_MAX = 8;

export type NearPassage = { readonly passage: number; readonly cosine: number };

/**
 * The passages of a document that may be the nearest, by their whole codes, nearest first: of its own text, and of what
 * others say of it.
 */
export function nearestPassages(
  { opened: { vectors } }: Segment,
  document: number,
  comparison: Comparison,
  sources: PassageSources,
): readonly [own: readonly NearPassage[], said: readonly NearPassage[]] {
  const end = vectors.starts[document + 1] as number;
  const passages: number[] = [];
  for (let passage = vectors.starts[document] as number; passage < end; passage++) {
    if (!sources.isLeftOut(vectors, passage)) passages.push(passage);
  }
  const cosines = new Float32Array(passages.length);
  comparison.fromCodes(vectors, Int32Array.from(passages), passages.length, cosines);
  const compared = passages.map((passage, at) => ({ passage, cosine: cosines[at] as number }));
  const isOwn = ({ passage }: NearPassage): boolean => vectors.sources[passage] === 0;
  const first = (some: readonly NearPassage[]): readonly NearPassage[] => {
    const sorted = some.toSorted((a, b) => b.cosine - a.cosine || a.passage - b.passage);
    const least = (sorted[0]?.cosine ?? 0) - comparison.codeMargin;
    return sorted.filter(({ cosine }) => cosine >= least).slice(0, CANDIDATES_MAX);
  };
  return [first(compared.filter(isOwn)), first(compared.filter((one) => !isOwn(one)))];
}
