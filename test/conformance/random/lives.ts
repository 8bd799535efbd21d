import fc from "fast-check";

import type { PlainDocument, PlainRequest } from "#test/oracle/model.ts";

import { documents, ids } from "./documents.ts";
import { firstFew, requests } from "./requests.ts";

export type Step =
  | { readonly kind: "change"; readonly upserts: readonly PlainDocument[]; readonly deletes: readonly string[] }
  /** As many documents as `count`, copies of these in turn under ids of their own. */
  | {
      readonly kind: "fill";
      readonly prefix: string;
      readonly count: number;
      readonly copies: readonly PlainDocument[];
    }
  /** `which`: a bit for each segment, from the first; those without a bit stay. */
  | { readonly kind: "merge"; readonly which: number }
  | { readonly kind: "reopen" }
  | { readonly kind: "search"; readonly request: PlainRequest };

/** What happens to one index, from its making. */
export type Life = {
  /** Words held in memory before a segment is written. */
  readonly buffer_words_max: number;
  readonly steps: readonly Step[];
};

const search = requests.map((request): Step => ({ kind: "search", request }));
const reopen = fc.constant<Step>({ kind: "reopen" });
const merge = fc.oneof(fc.constant(0xffff), fc.integer({ min: 1, max: 0xffff })).map((which): Step => {
  return { kind: "merge", which };
});

function change(kind: "uuid" | "plain", documents_max: number): fc.Arbitrary<Step> {
  const id = ids(kind);
  return fc.record({
    kind: fc.constant("change" as const),
    upserts: fc.array(documents(id, 30), { maxLength: documents_max, size: "max" }),
    deletes: fc.array(id, { maxLength: 7 }),
  });
}

/** Enough postings of a word for whole blocks, or enough documents for several windows. */
const fill: fc.Arbitrary<Step> = fc
  .oneof(
    fc.tuple(fc.integer({ min: 1, max: 400 }), fc.constant(200)),
    fc.tuple(fc.integer({ min: 1, max: 9500 }), fc.constant(4)),
  )
  .chain(([count, words_max]) =>
    fc.record({
      kind: fc.constant("fill" as const),
      prefix: fc.constant("many"),
      count: fc.constant(count),
      copies: fc.array(documents(fc.constant("copy"), words_max), { minLength: 1, maxLength: 40, size: "max" }),
    }),
  );

/** Documents of one segment, short or long, under ids of their own. */
function bulk(prefix: string, words_max: number): fc.Arbitrary<Step> {
  return fc
    .record({
      count: fc.integer({ min: 200, max: 1500 }),
      copies: fc.array(documents(fc.constant("copy"), words_max), { minLength: 5, maxLength: 30, size: "max" }),
    })
    .map(({ count, copies }) => ({ kind: "fill", prefix, count, copies }));
}

/** Segments of documents of very different lengths, of which only the best are asked for. */
export const crowdedLives: fc.Arbitrary<Life> = fc.noBias(
  fc
    .tuple(bulk("short", 4), bulk("long", 60), fc.array(firstFew, { minLength: 1, maxLength: 20, size: "max" }))
    .map(([short, long, asked]) => ({
      buffer_words_max: 1_000_000,
      steps: [short, long, ...asked.map((request): Step => ({ kind: "search", request }))],
    })),
);

function livesOf(
  first: (kind: "uuid" | "plain") => fc.Arbitrary<Step>,
  steps_max: number,
  buffers: readonly number[],
): fc.Arbitrary<Life> {
  return fc.constantFrom("uuid", "plain").chain((kind) => {
    const step = fc.oneof(
      { weight: 12, arbitrary: search },
      { weight: 2, arbitrary: change(kind, 24) },
      { weight: 1, arbitrary: merge },
      { weight: 1, arbitrary: reopen },
    );
    const steps = fc
      .tuple(first(kind), fc.array(step, { maxLength: steps_max, size: "max" }))
      .map(([one, others]) => [one, ...others]);
    return fc.record({ buffer_words_max: fc.constantFrom(...buffers), steps });
  });
}

/** Of even sizes: small and empty ones come up often enough, and in large ones more is found. */
export const lives: fc.Arbitrary<Life> = fc.noBias(livesOf((kind) => change(kind, 60), 40, [60, 400, 4000]));
export const longLives: fc.Arbitrary<Life> = fc.noBias(livesOf(() => fill, 24, [4000, 100_000]));
