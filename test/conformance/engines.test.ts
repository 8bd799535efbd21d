import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { OnpointError } from "#base/errors.ts";
import { ok } from "#base/result.ts";
import type { EngineResponse, IndexDocument, ScoreExplanation, SearchEngine } from "#index/index.ts";
import type { QueryNode } from "#index/tree.ts";
import { parseQuery } from "#search/query/parse.ts";
import { assertSameAnswer, EXACT, FLOAT } from "#test/oracle/compare.ts";
import type { PlainRequest } from "#test/oracle/model.ts";
import { PlainEngine } from "#test/oracle/plain-engine.ts";
import { OPINIONS } from "#test/oracle/ranking.ts";
import { whyNoOpenSearch } from "#test/opensearch-server.ts";

import { answerOf, documentFor, FACETS, requestFor } from "./engine-shapes.ts";
import { ENGINES } from "./engines.ts";
import type { EngineCase } from "./engines.ts";
import { facetsOf, HELD, QUESTIONS } from "./questions.ts";
import type { Question } from "./questions.ts";

const AT = { start: 0, end: 0 };

/** What is asked besides the tree, which the query's text makes. */
function requestOf(question: Partial<Question>): PlainRequest {
  const { filters = [], offset = 0, limit = 20, sort, collapse, leaveOutSource } = question;
  const tree = { kind: "term", text: "any", exact: true, at: AT } as const;
  const whole = { tree, filters, offset, limit, facets: FACETS, total: true, explain: false };
  return {
    ...whole,
    ...(sort && { sort }),
    ...(collapse && { collapse }),
    ...(leaveOutSource !== undefined && { leaveOutSource }),
  };
}

async function ask(
  engine: Pick<SearchEngine, "search">,
  question: Partial<Question> & { query: string },
): Promise<EngineResponse> {
  return engine.search({ ...requestFor(requestOf(question)), tree: treeOf(question.query) });
}

/** What a tree finds, with how each hit scored. */
async function explained(engine: Pick<SearchEngine, "search">, tree: QueryNode): Promise<EngineResponse> {
  return engine.search({ ...requestFor({ ...requestOf({}), explain: true }), tree });
}

function treeOf(query: string): QueryNode {
  const parsed = parseQuery(query, { resolveCourt: (text) => ok([text]) });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return parsed.value.tree;
}

test.skipIf(whyNoOpenSearch() === undefined)(`OpenSearch is asked the same ${whyNoOpenSearch()}`, (context) =>
  context.skip(),
);

const idsOf = ({ hits }: EngineResponse): string => hits.map(({ id }) => id).join(" ");
const sorted = (ids: string): string => ids.split(" ").toSorted().join(" ");

/** Of the parts that explain nothing further. */
function sumOf(explanation: ScoreExplanation | undefined): number {
  const { score = 0, parts } = explanation ?? {};
  return parts === undefined ? score : parts.reduce((sum, part) => sum + sumOf(part), 0);
}

describe.each(ENGINES)("$name", ({ open, ordersOtherwise, explains, leavesOutSources, refused }: EngineCase) => {
  let opened: Awaited<ReturnType<typeof open>>;
  let unsupported = 0;
  beforeAll(async () => {
    opened = await open();
    await opened.engine.apply({ upserts: HELD.map(documentFor), deletes: [] });
  });
  afterAll(async () => opened.close());

  describe.each(Object.entries(QUESTIONS))("%s", (_, questions) => {
    test.each(questions)("$query", async (question) => {
      const answer = await ask(opened.engine, question).catch((thrown: unknown) => {
        if (!(thrown instanceof OnpointError) || thrown.code !== "unsupported") throw thrown;
        unsupported++;
        return undefined;
      });
      if (answer === undefined) return;
      const count = question.found === "" ? 0 : question.found.split(" ").length;
      expect(answer.total).toBe(question.total ?? count);
      const isOrdered = ordersOtherwise !== "all" && !ordersOtherwise.includes(question.query);
      if (isOrdered || question.sort !== undefined) expect(idsOf(answer)).toBe(question.found);
      else if (question.total === undefined) expect(sorted(idsOf(answer))).toBe(sorted(question.found));
      else expect(answer.hits.length).toBe(count);
      if (question.facets !== undefined) expect(answerOf(answer).facets).toEqual(facetsOf(question.facets));
    });
  });

  test("what it cannot express is little", () => {
    expect(unsupported).toBe(refused);
  });

  test("several counts in one question, each no further than is enough", async () => {
    const queries = ['"due diligence"', "heron", "zebra", "contract* OR heron"];
    const trees = queries.map(treeOf);
    const found = await Promise.all(queries.map(async (query) => (await ask(opened.engine, { query })).total ?? 0));
    expect(found).toEqual([2, expect.toSatisfy((count) => count > 1), 0, expect.toSatisfy((count) => count > 2)]);
    expect(await opened.engine.counts({ trees })).toEqual(found);
    const least = await opened.engine.counts({ trees, enough: 1 });
    expect(least.map((count) => count >= 1)).toEqual(found.map((count) => count >= 1));
    expect(await opened.engine.counts({ trees: [] })).toEqual([]);
  });

  test("frequencies", async () => {
    const [word, forms, named] = await opened.engine.frequencies([
      { text: "fraud", exact: true, neighbours: 1 },
      { text: "contract", exact: false },
      { text: "heron", exact: true, field: "name" },
    ]);
    expect([word?.documents, forms?.documents, named?.documents]).toEqual([1, 2, 1]);
    expect(word?.neighbours).toEqual([]);
  });

  test("a word that many documents hold is like others too", async () => {
    const { engine, close } = await open();
    const bodies = [...Array<string>(4).fill("the trail"), ...Array<string>(6).fill("the trial"), "the marsh"];
    const [{ values } = { values: {} }] = HELD;
    const upserts = bodies.map((body, at) => ({ id: `${at}`, texts: { body }, values }));
    try {
      await engine.apply({ upserts, deletes: [] });
      const neighboursIn = { documents: 3, timesOwn: 0 };
      const asked = [{ text: "trail", exact: true, neighbours: 1, neighboursIn }] as const;
      const neighbours = [{ text: "trial", distance: 1, documents: 6 }];
      expect(await engine.frequencies(asked)).toEqual([{ documents: 4, neighbours }]);
    } finally {
      await close();
    }
  });

  test.runIf(leavesOutSources)("the texts of one source are left out", async () => {
    expect(idsOf(await ask(opened.engine, { query: "reliance", leaveOutSource: "citer 0" }))).toBe("b");
    expect(idsOf(await ask(opened.engine, { query: "matters", leaveOutSource: "citer 0" }))).toBe("e");
  });

  test.runIf(explains)("what a boost favours counts more, and nothing else", async () => {
    const child = treeOf("heron OR deceit");
    const filed = { column: "dateFiled", from: "2001-01-01" };
    const within = [[filed, { column: "courtId", anyOf: ["scotus"] }], [{ column: "state", anyOf: ["Texas"] }]];
    const boost = { kind: "boost", child, factor: 10, within, at: AT } as const;
    const [plain, favoured] = [await explained(opened.engine, child), await explained(opened.engine, boost)];
    expect(favoured).toMatchObject({ total: plain.total, facets: plain.facets });
    const scores = new Map(plain.hits.map(({ id, score }) => [id, score]));
    const times = favoured.hits.map(({ id, score }) => [id, Math.round((score / (scores.get(id) ?? 0)) * 1e4) / 1e4]);
    expect(Object.fromEntries(times)).toEqual({ a: 1, b: 1, c: 10, d: 10, e: 1 });
    expect(sorted(idsOf({ ...favoured, hits: favoured.hits.slice(0, 2) }))).toBe("c d");
    for (const { score, explanation } of favoured.hits) expect(sumOf(explanation)).toBeCloseTo(score, 4);
    const last = favoured.hits.map(({ explanation }) => explanation?.parts?.at(-1)?.what);
    expect(last.map((what) => what === "favoured, counted 10 times")).toEqual([true, true, false, false, false]);
    const none = await explained(opened.engine, { ...boost, within: [] });
    expect(none.hits.map(({ score }) => score)).toEqual(plain.hits.map(({ score }) => score));
    const unknown = explained(opened.engine, { ...boost, within: [[{ column: "colour", from: 1 }]] });
    await expect(unknown).rejects.toMatchObject({ code: "invalid_input" });
  });

  test.runIf(explains)("a hit's explanation names its parts", async () => {
    const query = 'contract* OR "due diligence" OR (settlement PRE/3 deceit) OR (heron /s flew) OR court:scotus';
    const { hits } = await explained(opened.engine, treeOf(query));
    const named = (explanation: ScoreExplanation | undefined): string =>
      explanation === undefined ? "" : [explanation.what, ...(explanation.parts ?? []).map(named)].join(" | ");
    const told = Object.fromEntries(hits.map(({ id, explanation }) => [id, named(explanation)]));
    expect(told).toEqual({
      a: "any of | due diligence",
      b: "any of | contract*",
      c: "any of | contract*",
      d: "any of | PRE/3 | W/sentence",
      f: "any of | due diligence",
    });
    for (const { score, explanation } of hits) expect(sumOf(explanation)).toBeCloseTo(score, 5);
    const heron = await ask(opened.engine, { query: "heron" });
    expect(heron.hits.every(({ explanation }) => explanation === undefined)).toBe(true);
  });
});

describe.each(ENGINES)("$name, changed", ({ open, ranksAsDocumented, leavesOutSources }) => {
  test.runIf(leavesOutSources)("the words of a source that is left out count for nothing", async () => {
    const { engine, close } = await open();
    const said = [{ source: "citer 1", text: "the heron of the marsh" }];
    const more = { source: "citer 0", text: "a heron is a heron ".repeat(30) };
    const body = "They flew over the marsh.";
    const texts = (citing: readonly object[]): object => ({ name: "Doe v. Roe", body, citing });
    try {
      const held = { first: texts([...said, more]), second: texts(said), third: texts([more]) };
      const upserts = Object.entries(held).map(([id, one]) => ({ id, texts: one, values: {} }) as IndexDocument);
      await engine.apply({ upserts, deletes: [] });
      const query = "heron OR flew";
      const scores = async (leaveOut: Partial<Question>): Promise<Record<string, number>> =>
        Object.fromEntries((await ask(engine, { query, ...leaveOut })).hits.map(({ id, score }) => [id, score]));
      const all = await scores({});
      const others = await scores({ leaveOutSource: "citer 0" });
      expect(all["first"]).toBeGreaterThan((all["second"] ?? 0) * 1.01);
      expect(others["first"]).toBeCloseTo(others["second"] ?? 0, 5);
      expect(others["third"]).toBeLessThan(others["second"] ?? 0);
    } finally {
      await close();
    }
  });

  test("a change is seen whole when it is confirmed: replaced, removed, added", async () => {
    const { engine, close } = await open();
    try {
      const [a, b] = HELD.map(documentFor);
      if (a === undefined || b === undefined) throw new Error("nothing is held");
      await engine.apply({ upserts: [a, b], deletes: ["nobody"] });
      expect(sorted(idsOf(await ask(engine, { query: "fraud*" })))).toBe("a b");
      const moved = HELD.map(documentFor)[3];
      if (moved === undefined) throw new Error("nothing is held");
      await engine.apply({
        upserts: [
          { ...moved, id: "a" },
          { ...a, id: "z" },
        ],
        deletes: ["b"],
      });
      expect(idsOf(await ask(engine, { query: "fraud*" }))).toBe("z");
      expect(idsOf(await ask(engine, { query: "settlement" }))).toBe("a");
      expect((await engine.status()).documents).toBe(2);
      await engine.apply({ upserts: [], deletes: ["a", "z"] });
      expect((await ask(engine, { query: "fraud* OR settlement" })).total).toBe(0);
      expect((await engine.status()).documents).toBe(0);
    } finally {
      await close();
    }
  });

  test("deep pages neither repeat nor skip", async () => {
    const { engine, close } = await open();
    try {
      const many = Array.from({ length: 150 }, (_, n) => ({ ...HELD[n % HELD.length]!, id: `many ${n}` }));
      await engine.apply({ upserts: many.map(documentFor), deletes: [] });
      const query = "heron OR deceit OR due";
      const pages = [];
      for (let offset = 0; offset < 150; offset += 20) pages.push(await ask(engine, { query, offset, limit: 20 }));
      const ids = pages.flatMap(({ hits }) => hits.map(({ id }) => id));
      expect(new Set(ids).size).toBe(ids.length);
      expect(pages.map(({ total }) => total)).toEqual(pages.map(() => ids.length));
      expect(ids.length).toBe(150);
      if (ranksAsDocumented === false) return;
      const plain = new PlainEngine(OPINIONS, 10);
      plain.hold(many.map((document) => ({ document, isAlive: true })));
      const tree = { kind: "term", text: "deceit", exact: true, at: AT } as const;
      const request = { ...requestOf({ offset: 40, limit: 20 }), tree };
      const precision = ranksAsDocumented === true ? EXACT : FLOAT;
      assertSameAnswer(plain, request, answerOf(await engine.search(requestFor(request))), precision);
    } finally {
      await close();
    }
  });
});
