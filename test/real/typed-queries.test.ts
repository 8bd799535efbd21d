import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";

import { readParallelKeys } from "#citator/read.ts";
import { createSearch } from "#search/search.ts";
import { openCorpus } from "../../eval/corpus.ts";
import type { Corpus } from "../../eval/corpus.ts";
import { copyRealRecords } from "./real-records.ts";
import { lacksSharedData } from "./shared-data.ts";
import { answered } from "./typed-queries/answered.ts";
import { BUILDING } from "./typed-queries/building-queries.ts";
import { SEALED } from "./typed-queries/sealed-queries.ts";
import { wrongIn } from "./typed-queries/typed-query.ts";
import type { TypedQuery } from "./typed-queries/typed-query.ts";

/** Of the queries whose answer is held, so many are answered rightly at the least. */
const RIGHT_MIN = 143;

describe.skipIf(lacksSharedData())("queries as litigators type them", () => {
  const kept = process.env["ONPOINT_TEST_REAL_STORE"];
  let dir: string;
  let corpus: Corpus;
  beforeAll(async () => {
    dir = kept ?? (await mkdtemp(join(tmpdir(), "onpoint-typed-")));
    if (kept === undefined) await copyRealRecords(inject("realRecordsDir"), dir);
    corpus = await openCorpus(dir, { citingWords: true });
  }, 1_200_000);
  afterAll(async () => {
    await corpus?.close();
    if (kept === undefined) await rm(dir, { recursive: true, force: true });
  });

  test("there are 150, and nearly all are answered rightly", async () => {
    const { search } = createSearch({ engine: corpus.engine, db: corpus.db, parallelKeysOf: readParallelKeys });
    const wrong: string[] = [];
    const all: readonly TypedQuery[] = [...BUILDING, ...SEALED];
    const queries = all.filter(({ notHeld }) => notHeld !== true);
    for (const query of queries) {
      const fault = wrongIn(query, await answered({ search, db: corpus.db }, query.query));
      if (fault !== undefined) wrong.push(`${query.query}: ${fault}`);
    }
    expect(all.length).toBe(150);
    expect(queries.length - wrong.length, wrong.join("\n")).toBeGreaterThanOrEqual(RIGHT_MIN);
  }, 300_000);
});
