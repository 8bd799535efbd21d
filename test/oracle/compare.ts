import { deepStrictEqual, ok, strictEqual } from "node:assert";

import type { PlainAnswer, PlainRequest } from "./model.ts";
import type { PlainEngine } from "./plain-engine.ts";

/** By how much of a score two may differ: rounding differs with the order of additions, and a float has seven digits. */
export const EXACT = 1e-9;
export const FLOAT = 1e-6;

/** What a score is made of; the parts add up to the whole. */
type Explanation = {
  readonly what: string;
  readonly score: number;
  readonly occurrences?: Readonly<Record<string, number>>;
  readonly parts?: readonly Explanation[];
};

/** What an engine said, in the oracle's words; `total`, `facets` and explanations where they were asked for. */
export type Answer = {
  readonly hits: readonly {
    readonly id: string;
    readonly score: number;
    readonly explanation?: Explanation | undefined;
  }[];
  readonly total: number | undefined;
  readonly facets: PlainAnswer["facets"];
};

/** Throws unless the answer is the plain evaluator's: ids, total, facets, scores, and order up to rounding. */
export function assertSameAnswer(
  plain: PlainEngine,
  request: PlainRequest,
  answer: Answer,
  relativeError: number = EXACT,
): void {
  const close = (a: number, b: number): boolean => isClose(a, b, relativeError);
  const whole = plain.search({ ...request, offset: 0, limit: Infinity });
  const expected = whole.hits.slice(request.offset, request.offset + request.limit);
  const isSorted = (request.sort ?? []).length > 0;
  const scoreById = new Map(whole.hits.map((hit) => [hit.id, hit.score]));
  answer.hits.forEach((hit, i) => {
    const own = scoreById.get(hit.id);
    ok(own !== undefined, `${hit.id} does not match`);
    ok(close(hit.score, own), `${hit.id} scores ${hit.score}, not ${own}`);
    const there = expected[i];
    const next = answer.hits[i + 1];
    if (isSorted) strictEqual(hit.id, there?.id, `at ${i}`);
    else {
      ok(there !== undefined && close(own, there.score), `${hit.id} does not belong at ${i}`);
      if (next !== undefined && next.score === hit.score) ok(hit.id < next.id, "equal scores are ordered by id");
    }
    strictEqual(hit.explanation !== undefined, request.explain, "explained when asked");
    if (hit.explanation !== undefined) {
      ok(
        close(hit.explanation.score, hit.score),
        `${hit.id} scores ${hit.score}, explained as ${hit.explanation.score}`,
      );
      assertAddsUp(hit.explanation, close);
    }
  });
  strictEqual(answer.hits.length, expected.length, "number of hits on the page");
  if (request.total) strictEqual(answer.total, whole.total, "total");
  deepStrictEqual(answer.facets, whole.facets, "facets");
}

function assertAddsUp(
  { what, score, occurrences = {}, parts = [] }: Explanation,
  close: (a: number, b: number) => boolean,
): void {
  ok(what !== "", "every part has a name");
  for (const [field, count] of Object.entries(occurrences)) ok(count > 0, `${what} occurs ${count} times in ${field}`);
  const sum = parts.reduce((total, part) => total + part.score, 0);
  ok(parts.length === 0 || close(sum, score), `the parts of ${what} make ${sum}, not ${score}`);
  parts.forEach((part) => assertAddsUp(part, close));
}

export function isClose(a: number, b: number, relativeError: number): boolean {
  return Math.abs(a - b) <= relativeError * Math.max(1, Math.abs(a), Math.abs(b));
}
