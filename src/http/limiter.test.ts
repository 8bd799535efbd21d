import fc from "fast-check";
import { expect, test } from "vitest";
import { localLimiter, sharedLimiter, shareOf } from "./limiter.ts";
import type { LimitQuestion } from "./limiter.ts";

const question = (name: string, burst = 3): LimitQuestion => ({
  set: "principal",
  name,
  limit: { perMinute: 60, burst },
});

test("the requests of one turn are asked in one message, and each gets its own answer", async () => {
  const owner = localLimiter(() => 0);
  const batches: number[] = [];
  const { take } = sharedLimiter({
    askOwner: async (questions) => {
      batches.push(questions.length);
      return questions.map((asked) => owner.take(asked));
    },
    processes: 2,
    now_ms: () => 0,
  });
  const answers = await Promise.all(["a", "a", "b", "a", "a"].map(async (name) => take(question(name))));
  expect(batches).toEqual([5]);
  expect(answers.map(({ isAllowed }) => isAllowed)).toEqual([true, true, true, true, false]);
  await take(question("b"));
  expect(batches).toEqual([5, 1]);
});

test("however requests fall on processes, together they get what one process would grant", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 10 }),
      fc.array(fc.record({ process: fc.nat({ max: 3 }), wait_ms: fc.nat({ max: 3000 }) }), { maxLength: 40 }),
      async (processes, burst, requests) => {
        let now_ms = 0;
        const owner = localLimiter(() => now_ms);
        const alone = localLimiter(() => now_ms);
        const askOwner = async (questions: readonly LimitQuestion[]) => questions.map((asked) => owner.take(asked));
        const all = Array.from({ length: processes }, () =>
          sharedLimiter({ askOwner, processes, now_ms: () => now_ms }),
        );
        for (const { process, wait_ms } of requests) {
          now_ms += wait_ms;
          const shared = await all[process % processes]!.take(question("one", burst));
          expect(shared).toEqual(alone.take(question("one", burst)));
        }
      },
    ),
    { numRuns: 60 },
  );
});

test("without an owner the processes together grant no more than the limit", async () => {
  const all = [1, 2].map(() => sharedLimiter({ askOwner: nobodyThere, processes: 2, now_ms: () => 0 }));
  const answers = await Promise.all(
    all.flatMap(({ take }) => Array.from({ length: 10 }, async () => take(question("one", 6)))),
  );
  expect(answers.filter(({ isAllowed }) => isAllowed)).toHaveLength(6);
});

test("an owner that is silent holds up no request for long, and is asked again later", async () => {
  let now_ms = 0;
  let asked = 0;
  let isSilent = true;
  const owner = localLimiter(() => now_ms);
  const { take } = sharedLimiter({
    askOwner: async (questions) => {
      asked += 1;
      if (isSilent) await new Promise(() => undefined);
      return questions.map((one) => owner.take(one));
    },
    processes: 2,
    now_ms: () => now_ms,
    patience_ms: 5,
  });
  expect(await take(question("one", 6))).toMatchObject({ isAllowed: true, remaining: 2 });
  expect(await take(question("one", 6))).toMatchObject({ isAllowed: true, remaining: 1 });
  expect(asked).toBe(1);
  isSilent = false;
  now_ms += 10_000;
  expect(await take(question("one", 6))).toMatchObject({ isAllowed: true, remaining: 5 });
  expect(asked).toBe(2);
});

const nobodyThere = async (): Promise<never> => {
  throw new Error("nobody there");
};

test("a share is never nothing", () => {
  expect(shareOf({ perMinute: 60, burst: 1 }, 4)).toEqual({ perMinute: 15, burst: 1 });
});
