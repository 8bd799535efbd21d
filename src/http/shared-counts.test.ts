import fc from "fast-check";
import { expect, test } from "vitest";
import type { Draw, Drawn } from "#accounts/limits/request-buckets.ts";
import { localLimiter } from "./limiter.ts";
import type { LimitQuestion } from "./limiter.ts";
import { drawnTogether } from "./shared-counts.ts";

/** Buckets that never refill. */
function store(): { readonly draw: (draws: readonly Draw[]) => Promise<readonly Drawn[]>; readonly asked: Draw[][] } {
  const left = new Map<string, number>();
  const asked: Draw[][] = [];
  const draw = async (draws: readonly Draw[]): Promise<readonly Drawn[]> => {
    asked.push([...draws]);
    return draws.map(({ name, limit, wanted }) => {
      const held = left.get(name) ?? limit.burst;
      const granted = Math.min(wanted, held);
      left.set(name, held - granted);
      return { granted, tokens: held - granted };
    });
  };
  return { draw, asked };
}

test("requests that are asked for together get what they would get one after another", async () => {
  const questions = fc.array(
    fc.record({
      set: fc.constantFrom("principal", "address"),
      name: fc.constantFrom("a", "b"),
      limit: fc.constant({ perMinute: 60, burst: 3 }),
    }),
    { maxLength: 20 },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(questions, { maxLength: 4 }), async (turns) => {
      const { draw, asked } = store();
      const alone = localLimiter(() => 0);
      for (const turn of turns as readonly (readonly LimitQuestion[])[]) {
        expect(await drawnTogether(turn, draw)).toEqual(turn.map((question) => alone.take(question)));
      }
      for (const draws of asked) expect(new Set(draws.map(({ name }) => name)).size).toBe(draws.length);
    }),
  );
});
