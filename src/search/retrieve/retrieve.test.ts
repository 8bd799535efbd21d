import { expect, test } from "vitest";

import type { EngineRequest } from "#index/index.ts";
import { Fts5Engine } from "#test/oracle/fts5/engine.ts";
import { CANDIDATES, retrieve, sharedHits, windowFor } from "./retrieve.ts";
import { SEMANTIC_DEPTH } from "./semantic.ts";
import type { Question } from "./question.ts";
import type { Retrieved, Retriever, Window } from "./retriever.ts";

const third = { page: 3, pageSize: 20, rerank: false };

test("one list that stays in its order is asked for the page alone", () => {
  expect(windowFor(third, 1)).toEqual({ offset: 40, limit: 20 });
});

test("one put into another order is read from its top, and of several the first as far as the page could reach", () => {
  expect(windowFor({ ...third, rerank: true }, 1)).toEqual({ offset: 0, limit: CANDIDATES });
  expect(windowFor(third, 2)).toEqual({ offset: 0, limit: 60 + SEMANTIC_DEPTH });
  expect(windowFor({ ...third, page: 90 }, 2)).toEqual({ offset: 0, limit: 1800 + SEMANTIC_DEPTH });
});

test("every retriever is asked the same, and what each found keeps its place", async () => {
  const tree = { kind: "term", text: "fraud", exact: false, at: { start: 0, end: 5 } } as const;
  const question: Question = { text: "fraud", tree, filters: [], facets: [], ...third, explain: false };
  const asked: [Question, Window][] = [];
  const finding = (total: number): Retriever => ({
    retrieve: async (one, window): Promise<Retrieved> => {
      asked.push([one, window]);
      return Promise.resolve({
        hits: [],
        offset: 0,
        total,
        facets: [],
        tree,
        corrections: [],
        notes: [],
        isWhole: true,
      });
    },
  });
  const lists = await retrieve([finding(1), finding(2)], question);
  expect(lists.map(({ total }) => total)).toEqual([1, 2]);
  expect(asked).toEqual([60 + SEMANTIC_DEPTH, SEMANTIC_DEPTH].map((limit) => [question, { offset: 0, limit }]));
});

const NO_VALUES = {
  courtId: "",
  courtAbbreviation: "",
  jurisdiction: "",
  state: "",
  publishStatus: "",
  dateFiled: null,
};

test("opinions of a decision that the words match and their list has enough of are in the other list alone", async () => {
  const tree = { kind: "term", text: "fraud", exact: false, at: { start: 0, end: 5 } } as const;
  const engine = new Fts5Engine(":memory:");
  const upserts = ["a", "b", "c", "d", "e", "f"].map((id, at) => ({
    id,
    texts: { body: "fraud ".repeat(6 - at) },
    values: { ...NO_VALUES, decision: at < 4 ? 7 : null },
  }));
  await engine.apply({ upserts, deletes: [] });
  const question: Question = {
    text: "fraud",
    tree,
    filters: [],
    facets: [],
    ...third,
    explain: false,
    collapse: { column: "decision", most: 2 },
  };
  const asked: EngineRequest[] = [];
  const search = engine.search.bind(engine);
  engine.search = async (one) => {
    asked.push(one);
    return search(one);
  };
  const list = (ids: string, total: number): Retrieved => ({
    hits: ids.split(" ").map((id) => ({ id, score: 1, source: "keyword" })),
    offset: 0,
    total,
    facets: [],
    tree,
    corrections: [],
    notes: [],
    isWhole: true,
  });
  const shared = async (ids: string): Promise<number> =>
    sharedHits(engine, question, [list(ids, 4), list("b c d f", 4)]);
  expect(await shared("a b e f")).toBe(2);
  expect(asked).toEqual([]);
  expect(await shared("a b e")).toBe(2);
  expect(asked).toMatchObject([{ among: ["a", "b", "e", "c", "d", "f"], limit: 0 }]);
});
