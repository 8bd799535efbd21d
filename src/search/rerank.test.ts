import { expect, test } from "vitest";

import type { ReadSearch } from "./read/read.ts";
import { rerankerFor } from "./rerank.ts";
import type { Retrieved } from "./retrieve/retriever.ts";
import type { SearchRequest } from "./request.ts";

const asked: SearchRequest = {
  query: "fraud",
  mode: "keyword",
  filters: {},
  includeFacets: false,
  page: 1,
  pageSize: 20,
  rerank: false,
  explain: false,
};
const tree = { kind: "term", text: "fraud", exact: false, at: { start: 0, end: 5 } } as const;
const search: ReadSearch = { request: asked, tree, filters: [], operators: [], notes: [] };
const hits = ["a", "b"].map((id) => ({ id, score: 1, source: "keyword" as const }));
const ranking: Retrieved = { hits, offset: 0, total: 2, tree, corrections: [], notes: [], isWhole: true };
const backwards = (_search: ReadSearch, { hits: found, ...rest }: Retrieved): Promise<Retrieved> =>
  Promise.resolve({ ...rest, hits: found.toReversed() });

test("what is not asked for is not done, configured or not", async () => {
  expect(await rerankerFor(asked)(search, ranking)).toBe(ranking);
  expect(await rerankerFor(asked, backwards)(search, ranking)).toBe(ranking);
});

test("what is asked for is done when it is configured, and refused when it is not", async () => {
  const request = { ...asked, rerank: true };
  const reranked = await rerankerFor(request, backwards)(search, ranking);
  expect(reranked.hits.map(({ id }) => id)).toEqual(["b", "a"]);
  expect(() => rerankerFor(request)).toThrow("reranking is not available on this server");
});
