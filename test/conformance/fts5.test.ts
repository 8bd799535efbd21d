import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { OnpointError } from "#base/errors.ts";
import { ok } from "#base/result.ts";
import type { EngineRequest, IndexDocument } from "#index/index.ts";
import {
  OPINION_FACETS,
  opinionDocument,
  opinionFacets,
  opinionFilters,
  type OpinionDocument,
} from "#search/opinions.ts";
import { parseQuery } from "#search/query/parse.ts";
import { Fts5Engine } from "#test/oracle/fts5/engine.ts";

function document(id: string, fields: Partial<OpinionDocument>, year = 2001, courtId = "ca9"): IndexDocument {
  return opinionDocument({
    id,
    name: "",
    body: "",
    citing: [],
    docket: "",
    cite: [],
    judge: "",
    ...fields,
    values: {
      courtId,
      courtAbbreviation: courtId === "ca9" ? "9th Cir." : "U.S.",
      jurisdiction: "Federal Appellate",
      state: "Federal",
      publishStatus: "published",
      dateFiled: year === 0 ? null : `${year}-05-01`,
    },
  });
}

const DOCUMENTS: readonly IndexDocument[] = [
  document("a", {
    name: "Heron v. Marsh",
    body: "The fraud was proved with due diligence shown.",
    cite: ["12 Samp. 34"],
  }),
  document("b", { body: "Fraudulent contracts and the reliance of the buyer on deceit." }, 1999, "scotus"),
  document("c", { body: "Deceit without settlement. The contract was void.", docket: "2:19-cv-01234" }, 2001, "scotus"),
  document("d", { body: "A settlement after deceit; the heron flew.", judge: "Wren" }, 0),
  document(
    "e",
    {
      citing: [
        { opinionId: "a", text: "heron says reliance" },
        { opinionId: "b", text: "matters here" },
      ],
    },
    1999,
  ),
];

const FOUND: readonly (readonly [query: string, ids: string])[] = [
  ["heron", "a d e"],
  ["name:heron", "a"],
  ["contract", "b c"],
  ['"contract"', "c"],
  ["fraud*", "a b"],
  ["*ance", "b e"],
  ["reli?nce", "b e"],
  ["deceit NOT settlement", "b"],
  ["deceit AND settlement", "c d"],
  ["fraud OR void", "a c"],
  ['"due diligence"', "a"],
  ['"due dilig*"', "a"],
  ["deceit W/2 settlement", "c d"],
  ["deceit W/1 settlement", ""],
  ['fraud W/5 ("due diligence" OR zebra)', "a"],
  ["court:scotus", "b c"],
  ["court:scotus AND deceit NOT void", "b"],
  ['cite:"12 Samp. 34"', "a"],
  ["docket:2:19-cv-1234", "c"],
  ["judge:wren", "d"],
  ["heron reliance buyer deceit", "b"],
  ['"reliance matters"', ""],
  ["Heron v. Marsh", "a"],
  ["zebra", ""],
];

function ask(query: string, request: Partial<EngineRequest> = {}): EngineRequest {
  const parsed = parseQuery(query, { resolveCourt: (text) => ok([text]) });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  const base = { filters: [], offset: 0, limit: 20, facets: [], total: true, explain: false };
  return { ...base, ...request, tree: parsed.value.tree };
}

describe("SQLite FTS5 behind the engine interface", () => {
  const engine = new Fts5Engine(":memory:");
  beforeAll(() => engine.apply({ upserts: DOCUMENTS, deletes: [] }));
  afterAll(() => engine.close());

  test.each(FOUND)("%s", async (query, ids) => {
    const answer = await engine.search(ask(query));
    expect(
      answer.hits
        .map(({ id }) => id)
        .sort()
        .join(" "),
    ).toBe(ids);
    expect(answer.total).toBe(answer.hits.length);
  });

  test("filters, facets and pages", async () => {
    const filtered = await engine.search(
      ask("deceit OR heron", { filters: opinionFilters({ dateFrom: "2000-01-01", courtIds: ["ca9"] }) }),
    );
    expect(filtered.hits.map(({ id }) => id)).toEqual(["a"]);
    const { facets, total } = await engine.search(
      ask("deceit OR heron", { facets: OPINION_FACETS, limit: 1, offset: 4 }),
    );
    expect(total).toBe(5);
    expect(opinionFacets(facets).courtAbbreviation).toEqual([
      { key: "9th Cir.", count: 3 },
      { key: "U.S.", count: 2 },
    ]);
    expect(opinionFacets(facets).yearFiled).toEqual([
      { key: "1999", count: 2 },
      { key: "2001", count: 2 },
    ]);
  });

  test("replaces, deletes, and says what it cannot express", async () => {
    await engine.apply({ upserts: [document("d", { body: "zebra" })], deletes: ["e"] });
    expect((await engine.search(ask("heron OR zebra"))).hits.map(({ id }) => id).sort()).toEqual(["a", "d"]);
    expect((await engine.status()).documents).toBe(4);
    for (const query of ["fraud PRE/3 deceit", "fraud /s deceit", "(fraud W/3 deceit) W/3 void", "fraud W/3 fraud"]) {
      await expect(engine.search(ask(query))).rejects.toThrow(OnpointError);
    }
  });
});
