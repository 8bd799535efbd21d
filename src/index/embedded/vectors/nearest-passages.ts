import type { Segment } from "#index/embedded/segment/segment.ts";
import { BATCH } from "./comparison.ts";
import type { Comparison } from "./comparison.ts";
import type { PassageSources } from "./passage-sources.ts";

/** Of passages that may be the nearest, so many are told. */
const CANDIDATES_MAX = 8;

/** The passages of a document that may be the nearest, by their whole codes, nearest first; `own`: of its own text. */
export function nearestPassages(
  { opened: { vectors } }: Segment,
  document: number,
  comparison: Comparison,
  sources: PassageSources,
  kinds: "all" | "own",
): readonly number[] {
  const end = vectors.starts[document + 1] as number;
  const passages: number[] = [];
  for (let passage = vectors.starts[document] as number; passage < end; passage++) {
    if (kinds === "own" && vectors.sources[passage] !== 0) continue;
    if (!sources.isLeftOut(vectors, passage)) passages.push(passage);
  }
  const compared: { readonly passage: number; readonly cosine: number }[] = [];
  for (let at = 0; at < passages.length; at += BATCH) {
    const batch = passages.slice(at, at + BATCH);
    const cosines = comparison.fromCodes(vectors, batch);
    batch.forEach((passage, i) => compared.push({ passage, cosine: cosines[i] as number }));
  }
  compared.sort((a, b) => b.cosine - a.cosine || a.passage - b.passage);
  const least = (compared[0]?.cosine ?? 0) - comparison.codeMargin;
  return compared
    .filter(({ cosine }) => cosine >= least)
    .slice(0, CANDIDATES_MAX)
    .map(({ passage }) => passage);
}
