import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { assert, constantFrom, integer, property, string } from "fast-check";
import { expect, test } from "vitest";

import { silentLogger } from "#base/log.ts";
import { Fts5Engine } from "#test/oracle/fts5/engine.ts";
import { lettersApart } from "#test/oracle/letters-apart.ts";
import { Random, randomDocument } from "#test/conformance/random-cases.ts";

import type { WordQuestion } from "#index/index.ts";
import { openLexicalIndex } from "#index/embedded/embedded.ts";
import { WordDistance } from "./word-distance.ts";

test("words asked for in order are as far away as the whole table says", () => {
  const letters = string({ unit: constantFrom("a", "b", "é"), maxLength: 9 });
  assert(
    property(letters, integer({ min: 1, max: 2 }), integer(), (word, max, seed) => {
      const distance = new WordDistance(word, max);
      const random = new Random(seed);
      const others = random.list(40, () => random.list(random.below(9), () => random.pick(["a", "b", "é"])).join(""));
      for (const other of others.toSorted()) {
        const apart = lettersApart(word, other);
        expect(distance.of(other)).toBe(Math.min(apart, max + 1));
        if (distance.excludes(other)) {
          const near = others.filter((text) => text.startsWith(other) && lettersApart(word, text) <= max);
          expect(near).toEqual([]);
        }
      }
    }),
  );
});

test("frequencies and neighbours are those that another engine counts", async () => {
  const dir = mkdtempSync(join(tmpdir(), "onpoint-index-"));
  const index = await openLexicalIndex({ dir, workers: 1, log: silentLogger, mergeInBackground: false });
  const other = new Fts5Engine(":memory:");
  try {
    const random = new Random(5);
    for (let batch = 0; batch < 4; batch++) {
      const upserts = Array.from({ length: 40 }, (_, i) => ({
        ...randomDocument(random, `document ${batch} ${i}`, 20),
        judge: random
          .list(6, () => random.list(1 + random.below(6), () => random.pick(["a", "b", "ñ"])).join(""))
          .join(" "),
      }));
      await index.apply({ upserts, deletes: [] });
      await other.apply({ upserts, deletes: [] });
    }
    const words = "contract fruad courts ab abba baña tax absent us ran".split(" ");
    const questions = words.flatMap((text): WordQuestion[] => [
      { text, exact: true },
      { text, exact: true, neighbours: 1 },
      { text, exact: true, neighbours: 2, field: "judge" },
      { text, exact: true, field: "body" },
    ]);
    const found = await index.frequencies(questions);
    expect(found.some(({ neighbours }) => neighbours.length > 3)).toBe(true);
    expect(found).toEqual(await other.frequencies(questions));
    const [forms, word] = await index.frequencies([
      { text: "contracts", exact: false },
      { text: "contracts", exact: true },
    ]);
    expect(forms?.documents).toBeGreaterThan(word?.documents ?? 0);
  } finally {
    await index.close();
    await other.close();
    rmSync(dir, { recursive: true });
  }
});
