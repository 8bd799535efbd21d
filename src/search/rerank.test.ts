import { expect, test } from "vitest";

import { rerankerFor } from "./rerank.ts";
import type { Question } from "./retrieve/question.ts";
import type { Retrieved } from "./retrieve/retriever.ts";

const tree = { kind: "term", text: "fraud", exact: false, at: { start: 0, end: 5 } } as const;
const asked: Question = { tree, filters: [], facets: [], page: 1, pageSize: 20, rerank: false, explain: false };
const hits = ["a", "b"].map((id) => ({ id, score: 1, source: "keyword" as const }));
const ranking: Retrieved = { hits, offset: 0, total: 2, facets: [], tree, corrections: [], notes: [], isWhole: true };
const backwards = (_question: Question, { hits: found, ...rest }: Retrieved): Promise<Retrieved> =>
  Promise.resolve({ ...rest, hits: found.toReversed() });

test("what is not asked for is not done, configured or not", async () => {
  expect(await rerankerFor(asked)(asked, ranking)).toBe(ranking);
  expect(await rerankerFor(asked, backwards)(asked, ranking)).toBe(ranking);
});

test("what is asked for is done when it is configured, and refused when it is not", async () => {
  const wanted = { ...asked, rerank: true };
  const reranked = await rerankerFor(wanted, backwards)(wanted, ranking);
  expect(reranked.hits.map(({ id }) => id)).toEqual(["b", "a"]);
  expect(() => rerankerFor(wanted)).toThrow("reranking is not available on this server");
});
