import type { NearestHit } from "./index.ts";

/** The vector at length 1; undefined for one that has no direction or whose numbers are not finite. */
export function unitVector(vector: Float32Array): Float32Array | undefined {
  let square = 0;
  for (let place = 0; place < vector.length; place++) square += (vector[place] as number) ** 2;
  const length = Math.sqrt(square);
  return length > 0 && length < Infinity ? vector.map((value) => value / length) : undefined;
}

/** What makes a document near: its own text, and what others say of it, each by its nearest passage. */
export type Nearness = { readonly own?: number | undefined; readonly said?: number | undefined };

/** See `otherShare` of a request. */
export function scoreOf({ own, said }: Nearness, otherShare: number): number {
  return scoreFrom(own ?? NONE, said ?? NONE, otherShare);
}

/** The cosine of what is not there: as far as can be. */
export const NONE = -1;

/** The score of the nearest own passage and the nearest that was said. */
export function scoreFrom(own: number, said: number, otherShare: number): number {
  return (Math.max(own, said) + otherShare * Math.max(0, Math.min(own, said))) / (1 + otherShare);
}

/** What each of the two adds to the score. */
export function partsOf({ own, said }: Nearness, otherShare: number): Pick<NearestHit, "own" | "said"> {
  const isOwn = said === undefined || (own !== undefined && own >= said);
  const part = (cosine: number, isNearer: boolean): number =>
    (isNearer ? cosine : otherShare * cosine) / (1 + otherShare);
  return {
    ...(own === undefined ? {} : { own: part(own, isOwn) }),
    ...(said === undefined ? {} : { said: part(said, !isOwn) }),
  };
}
