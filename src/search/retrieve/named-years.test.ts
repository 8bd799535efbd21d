import { expect, test } from "vitest";
import type { EngineRequest, EngineResponse, SearchEngine } from "#index/index.ts";
import { namedYearsFavour, withNamedYears } from "./named-years.ts";
import type { Question } from "./question.ts";
import type { Retriever, Several } from "./retriever.ts";

const PASSAGE = "the duty of care that a keeper of a pier owes to those who land on it has been settled law since";
const at = { start: 0, end: 1 };
const tree = { kind: "term", text: "pier", exact: false, at } as const;
const filters = [{ column: "courtId", anyOf: ["ca9"] }];
const question: Question = {
  text: "",
  tree,
  filters,
  facets: [],
  page: 1,
  pageSize: 20,
  rerank: false,
  explain: false,
};

const others: Retriever = {
  retrieve: async () => {
    throw new Error("is not asked");
  },
};
const both = [others, others] as const;

function engineOf(asked: EngineRequest[]): SearchEngine {
  const search = async (request: EngineRequest): Promise<EngineResponse> => {
    asked.push(request);
    return Promise.resolve({ hits: [{ id: "heron", score: 3 }], total: undefined, facets: [], warnings: [] });
  };
  return { search } as unknown as SearchEngine;
}

test.each<readonly [string, Several<Retriever>, string]>([
  ["a passage without a year", both, PASSAGE],
  ["a passage that names a section", both, `${PASSAGE} 42 U.S.C. § 1983`],
  ["what a person types", both, "pier fire 1894"],
  ["a search of one list", [others], `${PASSAGE} (1894)`],
  ["a table of years", both, `${PASSAGE} ${Array.from({ length: 13 }, (_, year) => 1900 + year).join(" ")}`],
])("%s has no list more", (_name, retrievers, text) => {
  expect(withNamedYears(retrievers, engineOf([]), { text })).toBe(retrievers);
});

const within = (from: string, to: string): unknown => ({
  kind: "and",
  children: [{ filter: { column: "filedLast", from } }, { filter: { column: "filedFirst", to } }],
});

test("the words of a passage are asked for among the decisions of each year that it prints, within the filters", async () => {
  const asked: EngineRequest[] = [];
  const text = `${PASSAGE} (1894), and (CA9 1902)`;
  const [, , named] = withNamedYears(both, engineOf(asked), { text });
  const found = await named?.retrieve({ ...question, text, leaveOutSource: "crane" }, { offset: 0, limit: 500 });
  expect(found).toMatchObject({
    hits: [{ id: "heron", source: "keyword", among: "the decisions of the years named" }],
  });
  expect(asked).toMatchObject([{ filters, limit: 500, leaveOutSource: "crane" }]);
  const years = { kind: "or", children: [within("1894-01-01", "1894-12-31"), within("1902-01-01", "1902-12-31")] };
  expect(asked[0]?.tree).toMatchObject({ kind: "and", children: [tree, years] });
});

const filed = (year: number): unknown => [
  { column: "filedLast", from: `${year}-01-01` },
  { column: "filedFirst", to: `${year}-12-31` },
];

test("found by words alone, the decisions of each year that a passage prints count more", () => {
  const passage = { tree, operators: [], notes: [] };
  const text = `${PASSAGE} (1894), and (CA9 1902)`;
  expect(namedYearsFavour(text, passage)).toEqual({ factor: 1.2, within: [filed(1894), filed(1902)] });
  expect(namedYearsFavour(PASSAGE, passage)).toBeUndefined();
  expect(namedYearsFavour("pier fire 1894", passage)).toBeUndefined();
  expect(namedYearsFavour(text, { ...passage, operators: ["OR"] })).toBeUndefined();
  expect(namedYearsFavour(text, { ...passage, words: ["pier"] })).toBeUndefined();
});
