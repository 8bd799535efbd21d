import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { array, assert, constantFrom, integer, property, sample, string } from "fast-check";
import { expect, test } from "vitest";

import { silentLogger } from "#base/log.ts";
import { Fts5Engine } from "#test/oracle/fts5/engine.ts";
import { lettersApart } from "#test/oracle/letters-apart.ts";
import { sampleDocuments } from "#test/conformance/random/sample.ts";

import type { WordQuestion } from "#index/index.ts";
import { openEmbeddedIndex } from "#index/embedded/embedded.ts";
import { OPINIONS } from "#search/opinions.ts";
import { WordDistance } from "./word-distance.ts";

test("words asked for in order are as far away as the whole table says", () => {
  const letters = string({ unit: constantFrom("a", "b", "é"), maxLength: 9 });
  assert(
    property(
      letters,
      integer({ min: 1, max: 2 }),
      array(letters, { maxLength: 40, size: "max" }),
      (word, max, others) => {
        const distance = new WordDistance(word, max);
        for (const other of others.toSorted()) {
          const apart = lettersApart(word, other);
          expect(distance.of(other)).toBe(Math.min(apart, max + 1));
        }
      },
    ),
  );
});

test("frequencies and neighbours are those that another engine counts", async () => {
  const dir = mkdtempSync(join(tmpdir(), "onpoint-index-"));
  const index = await openEmbeddedIndex({
    schema: OPINIONS,
    dir,
    workers: 1,
    log: silentLogger,
    mergeInBackground: false,
  });
  const other = new Fts5Engine(":memory:");
  try {
    const letters = string({ unit: constantFrom("a", "b", "ñ"), minLength: 1, maxLength: 6 });
    const judges = sample(array(letters, { minLength: 6, maxLength: 6 }), { numRuns: 160, seed: 5 });
    for (let batch = 0; batch < 4; batch++) {
      const upserts = sampleDocuments(40, 20, batch).map((document, i) => ({
        ...document,
        id: `document ${batch} ${i}`,
        texts: { ...document.texts, judge: judges[batch * 40 + i]?.join(" ") ?? "" },
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
      { text, exact: true, neighbours: 1, neighboursIn: { documents: 4, timesOwn: 0 } },
      { text, exact: true, neighbours: 2, neighboursIn: { documents: 2, timesOwn: 3 } },
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
