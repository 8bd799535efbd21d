import fc from "fast-check";
import type { IndexDocument, NearestRequest } from "#index/index.ts";
import { randomFrom, vectorNear } from "./vector-index.ts";

/** Of the vectors of these cases. */
export const DIMENSIONS = 48;
const COURTS = ["scotus", "ca9", "nysd"];

const units = new WeakMap<Float32Array, Float64Array>();

function unitOf(values: Float32Array): Float64Array {
  const known = units.get(values);
  if (known !== undefined) return known;
  let square = 0;
  for (const value of values) square += value * value;
  const unit = Float64Array.from(values, (value) => value / Math.sqrt(square));
  units.set(values, unit);
  return unit;
}

/** The cosines of everything with everything, in 64-bit numbers, without an index. */
export function oracle(
  documents: readonly IndexDocument[],
  { vector, filters, leaveOutSource, otherShare = 0, among }: NearestRequest,
) {
  const query = unitOf(vector);
  const cosine = (values: Float32Array): number => {
    const own = unitOf(values);
    let product = 0;
    for (let at = 0; at < own.length; at++) product += own[at]! * query[at]!;
    return product;
  };
  return documents
    .filter(({ id }) => among?.includes(id) !== false)
    .filter(({ values }) =>
      filters.every((filter) => "anyOf" in filter && filter.anyOf.includes(String(values[filter.column]))),
    )
    .flatMap(({ id, passages = [] }) => {
      const counted = passages.filter(({ source }) => source === undefined || source !== leaveOutSource);
      const scored = counted.map((passage) => ({ ...passage, score: cosine(passage.vector) }));
      const own = scored.filter(({ source }) => source === undefined);
      if (scored.length === 0) return [];
      const said = scored.filter(({ source }) => source !== undefined);
      const [nearestOwn, nearestSaid] = [own, said]
        .map((kind) => kind.map(({ score }) => score))
        .map((kind) => Math.max(-1, ...kind));
      const both = own.length > 0 && said.length > 0;
      const other = both ? Math.max(0, Math.min(nearestOwn!, nearestSaid!)) : 0;
      const best = (Math.max(nearestOwn!, nearestSaid!) + otherShare * other) / (1 + otherShare);
      return [{ id, score: best, own: own.toSorted((a, b) => b.score - a.score) }];
    })
    .toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}

export function documentOf(id: number, seed: number, said: readonly (number | null)[]): IndexDocument {
  const random = randomFrom(seed);
  const centre = vectorNear(new Float32Array(DIMENSIONS), 1, random);
  return {
    id: `document-${id}`,
    texts: {},
    values: { court: COURTS[seed % COURTS.length] as string },
    passages: said.map((source, at) => ({
      vector: vectorNear(centre, 0.7, random),
      from: source === null ? at * 100 : 0,
      to: source === null ? at * 100 + 90 : 0,
      ...(source === null ? {} : { source: `source-${source}` }),
    })),
  };
}

export const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("put" as const),
      documents: fc.array(
        fc.record({
          id: fc.nat(30),
          seed: fc.nat(10_000),
          said: fc.array(fc.option(fc.nat(3), { nil: null }), { maxLength: 6 }),
        }),
        { minLength: 1, maxLength: 12 },
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("delete" as const), ids: fc.array(fc.nat(30), { maxLength: 5 }) }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: "merge" as const }) },
);

export const question = fc.record({
  seed: fc.nat(10_000),
  courts: fc.option(fc.subarray(COURTS), { nil: undefined }),
  leftOut: fc.option(fc.nat(3), { nil: undefined }),
  otherShare: fc.constantFrom(0, 0.3, 1),
  among: fc.option(fc.uniqueArray(fc.nat(40), { maxLength: 20 }), { nil: undefined }),
});
