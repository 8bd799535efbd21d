import { expect, test } from "vitest";

import { CANDIDATES, retrieve, windowFor } from "./retrieve.ts";
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
