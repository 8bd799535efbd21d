import { asSentence } from "#base/as-sentence.ts";
import { OnpointError } from "#base/errors.ts";
import type { Embedder, NoVectors } from "#embedding/embedder.ts";
import type { SearchEngine } from "#index/index.ts";

/** The vectors of a collection as they are at the moment, or why there are none. */
export type Meaning = { readonly now: () => Promise<Vectors | NoVectors> };

/** An index of vectors and what made them: queries are embedded by the same version. */
export type Vectors = {
  readonly engine: Pick<SearchEngine, "nearest">;
  readonly embedder: Embedder;
  /** What the index does not hold yet, in words for the person who asks; often nothing. */
  readonly notes: readonly string[];
};

/** A query as a point among the vectors, or why it is none. */
export type Point = Placed | NoVectors;
export type Placed = {
  readonly engine: Vectors["engine"];
  readonly vector: Float32Array;
  /** The version of the vectors. */
  readonly model: string;
  readonly notes: readonly string[];
};

export function isPlaced(point: Point): point is Placed {
  return "vector" in point;
}

/** Never throws for what may pass or be mended elsewhere: a search by words can answer in its place, and says why. */
export async function placeOf(text: string, meaning: Meaning | undefined, signal?: AbortSignal): Promise<Point> {
  if (meaning === undefined) return { reason: "This server keeps no vectors." };
  try {
    const vectors = await meaning.now();
    if (!("embedder" in vectors)) return { reason: asSentence(vectors.reason) };
    const { engine, embedder, notes } = vectors;
    const vector = await embedder.queries([text], { signal });
    if (vector.every((value) => value === 0)) return { reason: "No word of the query is known to the vectors." };
    return { engine, vector, model: embedder.version.id, notes };
  } catch (thrown) {
    if (!(thrown instanceof OnpointError) || signal?.aborted === true) throw thrown;
    return { reason: asSentence(`the query could not be embedded: ${thrown.message}`) };
  }
}

/** What is said where a search by meaning was asked for and the query has no place; often nothing. */
export function wordsInstead(point: Point | undefined): readonly string[] {
  return point === undefined || isPlaced(point) ? [] : [`${point.reason} The words of the query were searched.`];
}
