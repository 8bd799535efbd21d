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
      const remembers = remembering(embedder, { passages_bytes_max: ENOUGH });
      for (const call of calls) {
        expect(await remembers.passages(call)).toEqual(await hashedWords(DIMENSIONS).passages(call));
      }
      expect(asked.toSorted()).toEqual([...new Set(calls.flat())].toSorted());
    }),
  );
});

test("what no longer has room is embedded again", async () => {
  const { embedder, asked } = counted();
  const remembers = remembering(embedder, { passages_bytes_max: 2 * (DIMENSIONS * 4 + 200) });
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
  const remembers = remembering(flaky, { passages_bytes_max: ENOUGH });
  await expect(remembers.passages(["pier"])).rejects.toMatchObject({ code: "unavailable" });
  fault = false;
  expect(await remembers.passages(["pier"])).toEqual(await hashedWords(DIMENSIONS).passages(["pier"]));
  for (const wrong of [new Float32Array(DIMENSIONS - 1), new Float32Array(DIMENSIONS).fill(Number.NaN)]) {
    const { embedder, asked } = counted({ ...hashedWords(DIMENSIONS), passages: async () => wrong });
    const bad = remembering(embedder, { passages_bytes_max: ENOUGH });
    expect(await bad.passages(["pier"])).toEqual(wrong);
    const before = asked.length;
    await bad.passages(["pier"]);
    expect(asked.length).toBeGreaterThan(before);
  }
});

test("queries are remembered apart from passages, and only where that is wanted", async () => {
  const asked: string[] = [];
  const embedder: Embedder = {
    ...hashedWords(DIMENSIONS),
    passages: async (texts) => {
      asked.push(...texts.map((text) => `passage ${text}`));
      return new Float32Array(texts.length * DIMENSIONS).fill(1);
    },
    queries: async (texts) => {
      asked.push(...texts.map((text) => `query ${text}`));
      return new Float32Array(texts.length * DIMENSIONS).fill(2);
    },
  };
  const both = remembering(embedder, { passages_bytes_max: ENOUGH, queries_bytes_max: ENOUGH });
  for (let turn = 0; turn < 2; turn++) {
    expect((await both.passages(["pier"]))[0]).toBe(1);
    expect((await both.queries(["pier"]))[0]).toBe(2);
  }
  expect(asked.splice(0)).toEqual(["passage pier", "query pier"]);
  const queries = remembering(embedder, { queries_bytes_max: ENOUGH });
  for (let turn = 0; turn < 2; turn++) await Promise.all([queries.passages(["deed"]), queries.queries(["deed"])]);
  expect(asked).toEqual(["passage deed", "query deed", "passage deed"]);
});
