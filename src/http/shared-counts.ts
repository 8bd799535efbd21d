import type { Draw, Drawn } from "#accounts/limits/request-buckets.ts";
import type { LimitQuestion } from "./limiter.ts";
import { allowanceOf } from "./token-buckets.ts";
import type { Allowance } from "./token-buckets.ts";

type Counted = Draw & { readonly at: number[] };

/** Asks for requests of one bucket together, and tells each what it gets: the first as many as are granted. */
export async function drawnTogether(
  questions: readonly LimitQuestion[],
  draw: (draws: readonly Draw[]) => Promise<readonly Drawn[]>,
): Promise<readonly Allowance[]> {
  const counted = new Map<string, Counted>();
  for (const [at, { set, name, limit }] of questions.entries()) {
    const bucket = `${set}\0${name}`;
    const places = [...(counted.get(bucket)?.at ?? []), at];
    counted.set(bucket, { name: bucket, limit, wanted: places.length, at: places });
  }
  const asked = [...counted.values()];
  const drawn = await draw(asked);
  const answers: Allowance[] = [];
  for (const [index, { at, limit }] of asked.entries()) {
    const { granted, tokens } = drawn[index] ?? { granted: 0, tokens: 0 };
    for (const [turn, place] of at.entries()) {
      const left = tokens + Math.max(0, granted - turn - 1);
      answers[place] = allowanceOf({ tokens: left }, limit, turn < granted);
    }
  }
  return answers;
}
