import { assert, array, integer, property, record } from "fast-check";
import { expect, test } from "vitest";
import { TokenBuckets } from "./token-buckets.ts";

test("never lets more through than the burst and what time has refilled", () => {
  const step = record({ wait_ms: integer({ min: 0, max: 5000 }) });
  assert(
    property(
      integer({ min: 1, max: 600 }),
      integer({ min: 1, max: 20 }),
      array(step, { maxLength: 60 }),
      (perMinute, burst, steps) => {
        let now_ms = 0;
        const buckets = new TokenBuckets(() => now_ms);
        let allowed = 0;
        for (const { wait_ms } of steps) {
          now_ms += wait_ms;
          if (buckets.take("one", { perMinute, burst }).isAllowed) allowed += 1;
          expect(allowed).toBeLessThanOrEqual(burst + (now_ms / 60_000) * perMinute + 1e-9);
        }
      },
    ),
  );
});

test("a refused caller who waits as long as told is let through", () => {
  assert(
    property(integer({ min: 1, max: 1000 }), integer({ min: 1, max: 20 }), (perMinute, burst) => {
      let now_ms = 0;
      const buckets = new TokenBuckets(() => now_ms);
      let answer = buckets.take("one", { perMinute, burst });
      while (answer.isAllowed) answer = buckets.take("one", { perMinute, burst });
      now_ms += answer.retryAfter_s * 1000;
      expect(buckets.take("one", { perMinute, burst }).isAllowed).toBe(true);
    }),
  );
});

test("names do not share, and a refusal says when to come back", () => {
  const buckets = new TokenBuckets(() => 0);
  const limit = { perMinute: 1, burst: 1 };
  expect(buckets.take("one", limit).isAllowed).toBe(true);
  expect(buckets.take("one", limit)).toMatchObject({ isAllowed: false, remaining: 0, retryAfter_s: 60, reset_s: 60 });
  expect(buckets.take("two", limit).isAllowed).toBe(true);
});
