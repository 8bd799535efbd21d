import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";

import { OnpointError } from "#base/errors.ts";
import { err } from "#base/result.ts";
import type { EngineRequest, IndexDocument, SearchEngine, WordQuestion } from "#index/index.ts";
import type { QueryNode } from "#index/tree.ts";
import { parseQuery } from "#search/query/parse.ts";
import { Fts5Engine } from "#test/oracle/fts5/engine.ts";
import { keywordRetriever } from "./keyword.ts";
import type { Question } from "./question.ts";
import { hintsOf } from "./retrieve.ts";
import type { Retrieved } from "./retriever.ts";
import { findMisspellings } from "./spelling.ts";

function treeOf(query: string): QueryNode {
  const parsed = parseQuery(query, { resolveCourt: () => err([]) });
  if (!parsed.ok) throw new Error(query);
  return parsed.value.tree;
}

function wordsOf(query: string): Pick<Question, "words"> {
  const parsed = parseQuery(query, { resolveCourt: () => err([]) });
  return parsed.ok && parsed.value.words !== undefined ? { words: parsed.value.words } : {};
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

async function retrieved(engine: SearchEngine, query: string, offset = 0): Promise<Retrieved> {
  const question: Question = {
    tree: treeOf(query),
    filters: [],
    facets: [],
    text: "",
    page: 1,
    pageSize: 20,
    rerank: false,
    explain: false,
    ...wordsOf(query),
  };
  const found = await keywordRetriever(engine, "opinions").retrieve(question, { offset, limit: 20 });
  return { ...found, notes: [...found.notes, ...(await hintsOf(found))] };
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

  test("a further page is one of what the first was, with the same total", async () => {
    const { engine } = await listening(times(25, "habeas"));
    const pages = [await retrieved(engine, "habeus"), await retrieved(engine, "habeus", 20)];
    expect(pages.map(({ total, hits }) => [total, hits.length])).toEqual([
      [25, 20],
      [25, 5],
    ]);
  });

  test("a search has one question before the engine at a time, whatever it looks for: who asks many waits for few", async () => {
    const { engine } = await listening([...times(30, "contract"), ...times(30, "fraud"), ...times(30, "breach")]);
    let open = 0;
    let most = 0;
    const counted =
      <Asked, Answer>(ask: (asked: Asked) => Promise<Answer>) =>
      async (asked: Asked): Promise<Answer> => {
        most = Math.max(most, (open += 1));
        await nextTurn();
        return ask(asked).finally(() => (open -= 1));
      };
    engine.search = counted(engine.search.bind(engine));
    engine.frequencies = counted(engine.frequencies.bind(engine));
    for (const query of ["contract fraud breach", "contrct fraud breach", "trail court"])
      await retrieved(engine, query);
    expect(most).toBe(1);
  });

  test("a query that finds enough costs one question about its words, and two more where one is held by nothing", async () => {
    const { engine, searches, frequencies } = await listening(times(12, "fraud and deceit of the seller"));
    expect((await retrieved(engine, "fraud")).notes).toEqual([]);
    expect([searches.length, frequencies.length]).toEqual([1, 1]);
    const { notes, corrections, total } = await retrieved(engine, "fraud deciet seller");
    expect([searches.length, frequencies.length]).toEqual([3, 3]);
    expect(notes).toEqual(["None of the opinions has deciet; searched for deceit."]);
    expect(corrections).toEqual([{ typed: "deciet", meant: "deceit", heldBy: 12, isUnheld: true }]);
    expect(total).toBe(12);
  });

  test("each page of a query that finds enough is one of what was meant", async () => {
    const { engine } = await listening([...times(30, "fraud and the seller"), ...times(25, "deceit of the seller")]);
    const pages = [await retrieved(engine, "fraud deciet seller"), await retrieved(engine, "fraud deciet seller", 20)];
    expect(pages.map(({ total }) => total)).toEqual([55, 55]);
    expect(new Set(pages.flatMap(({ hits }) => hits.map(({ id }) => id))).size).toBe(40);
  });

  test("a word that one opinion has is searched for as it stands, and what it may be is told", async () => {
    const { engine } = await listening(["fraud deciet", ...times(40, "fraud and deceit")]);
    const { notes, corrections } = await retrieved(engine, "fraud deciet of any seller");
    expect(corrections).toEqual([]);
    expect(notes).toEqual(["Did you mean deceit (40 opinions) for deciet?"]);
  });

  test.each(['"habeus" AND corpus', "writ", "§ 2254"])("%s asks nothing about its words", async (query) => {
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
  ["negligance", ["negligance", ...times(40, "negligence")], "negligence"],
  ["hearng", ["hearng", ...times(40, "hearing")], "hearing"],
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
    ["a word that is held in other forms is one", "heating", ["heating", "heat", "heated", ...times(60, "hearing")]],
    ["a short word has too many neighbours", "writ", times(9, "writs")],
    ["two letters away is another word", "habius", times(9, "habeas")],
    ["what has a figure in it is no word", "claims", times(9, "claim5")],
  ])("%s", async (_rule, query, held) => {
    const { engine } = await listening(held);
    expect(await findMisspellings(engine, treeOf(query))).toEqual([]);
  });
});

test("of several words a letter away the one is meant that is met beside the next", async () => {
  const { engine, searches } = await listening([...times(9, "imminent danger"), ...times(3, "eminent domain")]);
  const meantBy = async (query: string): Promise<readonly string[]> =>
    (await retrieved(engine, query)).corrections.map(({ meant }) => meant);
  expect(await meantBy("emminent domain")).toEqual(["eminent"]);
  expect(searches.length).toBe(4);
  expect(await meantBy("emminent danger")).toEqual(["imminent"]);
  expect(await meantBy("emminent")).toEqual(["imminent"]);
});

test("a short word is meant only as one that is met beside the next", async () => {
  const { engine } = await listening([...times(9, "liberty lobby"), ...times(30, "the lob. liberty")]);
  const meantBy = async (query: string): Promise<readonly string[]> =>
    (await retrieved(engine, query)).corrections.map(({ meant }) => meant);
  expect(await meantBy("liberty loby")).toEqual(["lobby"]);
  expect(await meantBy("loby")).toEqual([]);
  expect(await meantBy("lobes loby")).toEqual([]);
});

const MISPLACED: readonly (readonly [query: string, right: string, meant: string])[] = [
  ["trail court", "trial court", "trial court"],
  ["statue of limitations", "statute of limitations", "statute of limitations"],
  ["the statue of limitations for libel", "statute of limitations for libel", "statute of limitations"],
  ["principle place of business", "principal place of business", "principal place"],
  ["tortuous interference", "tortious interference", "tortious interference"],
  ["per say", "per se", "per se"],
  ["mute point", "moot point", "moot point"],
  ["assistance of council", "assistance of counsel", "assistance of counsel"],
];

describe("a word that is right elsewhere and wrong beside its neighbour", () => {
  /** The words as typed, apart, in many opinions, so that each of them is a word. */
  const corpus = (query: string, right: string): string[] => [
    ...times(60, right),
    ...times(40, query.split(" ").toReversed().join(". and then the ")),
  ];

  test.each(MISPLACED)("%s", async (query, right, meant) => {
    const { engine } = await listening(corpus(query, right));
    const { notes, total, corrections } = await retrieved(engine, query);
    expect(notes[0]).toMatch(new RegExp(`^Did you mean ${meant} \\(60 opinions\\) for `, "u"));
    expect(corrections).toEqual([]);
    expect(total).toBeGreaterThanOrEqual(40);
  });

  test.each([
    [
      "the pair is met often enough to be meant",
      "trail court",
      [...times(60, "trial court"), ...times(40, "trail court")],
    ],
    ["what may be meant is too rare", "trail court", [...times(19, "trial court"), ...times(40, "trail. court")]],
    ["both spellings are right", "judgement creditor", [...times(60, "judgment creditor"), ...times(40, "judgement")]],
    ["another form of the word", "claims court", [...times(60, "claim court"), ...times(40, "claims. court")]],
    ["quotation marks ask for what stands in them", '"trail court"', corpus("trail court", "trial court")],
    ["with operators nothing is second-guessed", "trail AND court", corpus("trail court", "trial court")],
  ])("nothing is said where %s", async (_rule, query, held) => {
    const { engine } = await listening(held);
    expect((await retrieved(engine, query)).notes).toEqual([]);
  });

  test("what is known to sound alike need be in few opinions", async () => {
    const { engine } = await listening([...times(5, "a moot point"), ...times(40, "point. and then the mute")]);
    expect((await retrieved(engine, "mute point")).notes[0]).toMatch(/^Did you mean moot point \(5 opinions\)/u);
  });

  test.each([
    ["an engine that has no time for it costs the hint and not the answer", "unavailable", []],
    ["a failure of the engine is one", "internal", undefined],
  ] as const)("%s", async (_rule, code, notes) => {
    const { engine } = await listening(times(40, "trail. and then the court"));
    const counts = vi.spyOn(engine, "counts").mockRejectedValue(new OnpointError(code, "no"));
    const answer = retrieved(engine, "trail court");
    if (notes === undefined) await expect(answer).rejects.toMatchObject({ code });
    else expect(await answer).toMatchObject({ total: 40, notes });
    expect(counts).toHaveBeenCalledOnce();
  });

  test("a long query costs a bounded number of questions", async () => {
    const query = "statue trail principle council tortuous precedence waver site";
    const { engine, searches, frequencies } = await listening(times(40, query.split(" ").join(". and then the ")));
    const counts = vi.spyOn(engine, "counts");
    await retrieved(engine, query);
    expect(searches.length).toBe(1);
    expect(counts.mock.calls.length).toBeLessThanOrEqual(1 + 4 + 6);
    expect(counts.mock.calls[0]?.[0].trees.length).toBeLessThanOrEqual(4);
    expect(frequencies.length).toBeLessThanOrEqual(2);
  });
});
