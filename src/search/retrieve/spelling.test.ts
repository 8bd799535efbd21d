import { describe, expect, test } from "vitest";

import { err } from "#base/result.ts";
import type { EngineRequest, IndexDocument, SearchEngine, WordQuestion } from "#index/index.ts";
import type { QueryNode } from "#index/tree.ts";
import { parseQuery } from "#search/query/parse.ts";
import { Fts5Engine } from "#test/oracle/fts5/engine.ts";
import { keywordRetriever } from "./keyword.ts";
import type { Question } from "./question.ts";
import type { Retrieved } from "./retriever.ts";
import { findMisspellings } from "./spelling.ts";

function treeOf(query: string): QueryNode {
  const parsed = parseQuery(query, { resolveCourt: () => err([]) });
  if (!parsed.ok) throw new Error(query);
  return parsed.value.tree;
}

/** An engine of these opinions, and every question that was put to it. */
async function listening(bodies: readonly string[]): Promise<{
  readonly engine: SearchEngine;
  readonly searches: EngineRequest[];
  readonly frequencies: (readonly WordQuestion[])[];
}> {
  const engine = new Fts5Engine(":memory:");
  const values = {
    courtId: "",
    courtAbbreviation: "",
    jurisdiction: "",
    state: "",
    publishStatus: "",
    dateFiled: null,
  };
  const upserts = bodies.map((body, index): IndexDocument => ({ id: `d${String(index)}`, texts: { body }, values }));
  await engine.apply({ upserts, deletes: [] });
  const searches: EngineRequest[] = [];
  const frequencies: (readonly WordQuestion[])[] = [];
  const search = engine.search.bind(engine);
  const frequenciesOf = engine.frequencies.bind(engine);
  engine.search = async (request) => {
    searches.push(request);
    return search(request);
  };
  engine.frequencies = async (words) => {
    frequencies.push(words);
    return frequenciesOf(words);
  };
  return { engine, searches, frequencies };
}

async function retrieved(engine: SearchEngine, query: string): Promise<Retrieved> {
  const question: Question = {
    tree: treeOf(query),
    filters: [],
    facets: [],
    page: 1,
    pageSize: 20,
    rerank: false,
    explain: false,
  };
  return keywordRetriever(engine, "opinions").retrieve(question, { offset: 0, limit: 20 });
}

const times = (count: number, body: string): string[] => Array.from({ length: count }, () => body);

describe("what a correction costs", () => {
  test("a query of six misspelt words: one question about the words, one search that answers what was meant", async () => {
    const meant = "habeas corpus warrant amendment trespass estoppel";
    const { engine, searches, frequencies } = await listening(times(5, meant));
    const { total, corrections, tree } = await retrieved(engine, "habeus corpuss warant ammendment tresspass estopel");
    expect([searches.length, frequencies.length]).toEqual([2, 1]);
    expect(total).toBe(5);
    expect(corrections.map((correction) => correction.meant).join(" ")).toBe(meant);
    expect(searches[1]?.tree).toBe(tree);
  });

  test("a query that finds a little is answered as typed, and says what it may mean", async () => {
    const { engine, searches, frequencies } = await listening(["habeus", ...times(20, "habeas")]);
    const { total, notes } = await retrieved(engine, "habeus");
    expect([searches.length, frequencies.length]).toEqual([1, 1]);
    expect(total).toBe(1);
    expect(notes).toEqual(["Did you mean habeas (20 opinions) for habeus?"]);
  });

  test.each(["fraud", '"habeus" AND corpus', "writ", "§ 2254"])("%s asks nothing about its words", async (query) => {
    const { engine, searches, frequencies } = await listening(times(12, "fraud"));
    await retrieved(engine, query);
    expect([searches.length, frequencies.length]).toEqual([1, 0]);
  });
});

const CORRECTED: readonly (readonly [query: string, held: readonly string[], meant: string])[] = [
  ["habeus", times(3, "habeas"), "habeas"],
  ["amendement", times(3, "amendment"), "amendment"],
  ["trespas", times(3, "trespass"), "trespass"],
  ["serach", times(3, "search"), "search"],
  ["warrent", [...times(3, "warren"), ...times(4, "warrant")], "warrant"],
  ["Herom v. Marsh", times(3, "heron marsh"), "heron"],
];

describe("what is taken to be meant", () => {
  test.each(CORRECTED)("%s", async (query, held, meant) => {
    const { engine } = await listening(held);
    expect((await findMisspellings(engine, treeOf(query))).map((correction) => correction.meant)).toEqual([meant]);
  });

  test.each([
    ["of a word in too few opinions nothing is thought", "habeus", times(2, "habeas")],
    ["a word that opinions hold may be meant as it stands", "causal", ["causal", ...times(19, "casual")]],
    ["a short word has too many neighbours", "writ", times(9, "writs")],
    ["two letters away is another word", "habius", times(9, "habeas")],
    ["what has a figure in it is no word", "claims", times(9, "claim5")],
  ])("%s", async (_rule, query, held) => {
    const { engine } = await listening(held);
    expect(await findMisspellings(engine, treeOf(query))).toEqual([]);
  });
});
