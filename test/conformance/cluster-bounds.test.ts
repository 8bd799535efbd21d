import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";

import { ok } from "#base/result.ts";
import type { EngineRequest, EngineResponse, IndexDocument, SearchEngine } from "#index/index.ts";
import { parseQuery } from "#search/query/parse.ts";
import { whyNoOpenSearch } from "#test/opensearch-server.ts";

import { openOnCluster } from "./cluster-index.ts";

const reason = whyNoOpenSearch();
/** More than a cluster gives by `from` and `size`, and more than are read for a search. */
const DOCUMENTS = 10_600;
/** More than Lucene's intervals take for a wildcard. */
const WORDS = 1500;

/** Every document has a word of its own, some of them right before `heron`, and one citer. */
function documentAt(number: number): IndexDocument {
  const own = `w${number % WORDS}x`;
  const body = number % 10 === 0 ? `${own} heron flew by` : `heron flew by and by and by ${own}`;
  const citing = [{ source: "citer", text: number % 3 === 0 ? "marsh" : "reed" }];
  return {
    id: `document ${String(number).padStart(5, "0")}`,
    texts: { body, citing },
    values: { timesCited: number % 1000, decision: number % 2 === 0 ? null : Math.floor(number / 4) },
  };
}

function requestFor(query: string, asked: Partial<EngineRequest> = {}): EngineRequest {
  const parsed = parseQuery(query, { resolveCourt: (text) => ok([text]) });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  const { tree } = parsed.value;
  return { tree, filters: [], offset: 0, limit: 5, facets: [], total: true, explain: false, ...asked };
}

const idsOf = ({ hits }: EngineResponse): readonly string[] => hits.map(({ id }) => id);

describe.skipIf(reason !== undefined)(`bounds of a cluster${reason === undefined ? "" : `: ${reason}`}`, () => {
  let engine: SearchEngine;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ engine, close } = await openOnCluster(inject("openSearchUrl"), undefined, 2));
    await engine.replaceAll(
      (async function* () {
        for (let from = 0; from < DOCUMENTS; from += 2000) {
          yield Array.from({ length: Math.min(2000, DOCUMENTS - from) }, (_, at) => documentAt(from + at));
        }
      })(),
    );
  });
  afterAll(async () => close());

  test("pages deeper than a cluster gives", async () => {
    const sort = [{ column: "timesCited", order: "falling" }] as const;
    const offset = 10_100;
    const answer = await engine.search(requestFor("heron", { sort, offset }));
    const expected = Array.from({ length: DOCUMENTS }, (_, number) => number)
      .toSorted((a, b) => (b % 1000) - (a % 1000) || a - b)
      .slice(offset, offset + 5);
    expect(answer.total).toBe(DOCUMENTS);
    expect(idsOf(answer)).toEqual(expected.map((number) => documentAt(number).id));
    expect(idsOf(await engine.search(requestFor("heron", { sort, offset: DOCUMENTS + 5 })))).toEqual([]);
  });

  test("a list of score goes on where the page before ended, over the border", async () => {
    const pages = [];
    for (const offset of [9_990, 9_995, 10_000, 10_005])
      pages.push(await engine.search(requestFor("heron", { offset })));
    const whole = await engine.search(requestFor("heron", { offset: 9_980, limit: 40 }));
    expect(pages.flatMap(idsOf)).toEqual(idsOf(whole).slice(10, 30));
  });

  test("a wildcard in a proximity that stands for more words than a cluster takes", async () => {
    const answer = await engine.search(
      requestFor("w*x PRE/1 heron", { filters: [{ column: "timesCited", from: 0, to: 99 }] }),
    );
    const expected = Array.from({ length: DOCUMENTS }, (_, number) => number).filter(
      (number) => number % 10 === 0 && number % 1000 < 100,
    );
    expect(answer.warnings).toEqual([]);
    expect(answer.total).toBe(expected.length);
  });

  test("a phrase with a wildcard that stands for more words than a cluster takes is found and scores", async () => {
    const query = '"w*x heron" OR "w1490x heron flew"';
    const filters = [{ column: "timesCited", from: 400, to: 499 }] as const;
    const answer = await engine.search(requestFor(query, { filters, limit: 1000, explain: true }));
    const both = answer.hits.filter(({ explanation }) => explanation?.parts?.length === 2);
    expect([answer.total, answer.warnings, answer.hits.length]).toEqual([110, [], 110]);
    expect(both).toEqual(answer.hits.slice(0, 4));
    expect(answer.hits.every(({ score }) => score > 0)).toBe(true);
  });

  test("trees counted together, among them a wildcard that stands for more words than a cluster takes", async () => {
    const trees = ["w7x", "w*x PRE/1 w7x", "marsh"].map((query) => requestFor(query).tree);
    expect(await engine.counts({ trees })).toEqual([8, 0, Math.ceil(DOCUMENTS / 3)]);
  });

  test("more documents to be read than are read: said, and what is found is right", async () => {
    const answer = await engine.search(requestFor("w*x PRE/1 heron", { limit: 100 }));
    expect(answer.warnings).toEqual([expect.stringContaining("10600 documents had to be read word by word") as string]);
    expect(answer.total).toBe(500);
    const read = await engine.search(requestFor("reed", { leaveOutSource: "citer" }));
    expect([read.total, read.warnings.length]).toEqual([0, 1]);
  });

  test("groups of so many documents", async () => {
    const answer = await engine.search(requestFor("heron", { collapse: { column: "decision", most: 1 } }));
    expect([answer.total, answer.warnings]).toEqual([DOCUMENTS * 0.75, []]);
  });

  test.each([
    [1, 1],
    [30, 30],
    [DOCUMENTS + 1, DOCUMENTS],
  ])("where %d matches are enough, %d are told", async (enough, told) => {
    expect((await engine.search(requestFor("heron", { limit: 0, enough }))).total).toBe(told);
  });

  test("a long passage is asked for whole", async () => {
    const words = Array.from({ length: 150 }, (_, number) => `w${number}x`).join(" OR ");
    expect((await engine.search(requestFor(words))).total).toBe(150 * 7 + 100);
  });
});
