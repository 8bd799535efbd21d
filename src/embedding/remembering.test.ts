import fc from "fast-check";
import { expect, test } from "vitest";
import { OnpointError } from "#base/errors.ts";
import { hashedWords } from "#test/embedding/hashed-words.ts";
import type { Embedder } from "./embedder.ts";
import { remembering } from "./remembering.ts";

const DIMENSIONS = 16;
const ENOUGH = 1024 * 1024;

function counted(embedder: Embedder = hashedWords(DIMENSIONS)): { embedder: Embedder; asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    embedder: {
      ...embedder,
      passages: async (texts, options) => {
        asked.push(...texts);
        return embedder.passages(texts, options);
      },
    },
  };
}

test("a text is embedded once, and answers are those of the embedder", async () => {
  const texts = fc.array(fc.constantFrom("pier", "fire", "deed", "lien on the ship", ""), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(fc.array(texts, { maxLength: 6 }), async (calls) => {
      const { embedder, asked } = counted();
      const remembers = remembering(embedder, ENOUGH);
      for (const call of calls) {
        expect(await remembers.passages(call)).toEqual(await hashedWords(DIMENSIONS).passages(call));
      }
      expect(asked.toSorted()).toEqual([...new Set(calls.flat())].toSorted());
    }),
  );
});

test("what no longer has room is embedded again", async () => {
  const { embedder, asked } = counted();
  const remembers = remembering(embedder, 2 * (DIMENSIONS * 4 + 200));
  for (const text of ["one", "two", "one", "three", "one", "two"]) await remembers.passages([text]);
  expect(asked).toEqual(["one", "two", "three", "two"]);
});

test("a failure and an answer that is no good are not remembered", async () => {
  let fault = true;
  const flaky: Embedder = {
    ...hashedWords(DIMENSIONS),
    passages: async (texts) => {
      if (fault) throw new OnpointError("unavailable", "not now");
      return hashedWords(DIMENSIONS).passages(texts);
    },
  };
  const remembers = remembering(flaky, ENOUGH);
  await expect(remembers.passages(["pier"])).rejects.toMatchObject({ code: "unavailable" });
  fault = false;
  expect(await remembers.passages(["pier"])).toEqual(await hashedWords(DIMENSIONS).passages(["pier"]));
  for (const wrong of [new Float32Array(DIMENSIONS - 1), new Float32Array(DIMENSIONS).fill(Number.NaN)]) {
    const { embedder, asked } = counted({ ...hashedWords(DIMENSIONS), passages: async () => wrong });
    const bad = remembering(embedder, ENOUGH);
    expect(await bad.passages(["pier"])).toEqual(wrong);
    const before = asked.length;
    await bad.passages(["pier"]);
    expect(asked.length).toBeGreaterThan(before);
  }
});
