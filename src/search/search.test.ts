import { afterEach, describe, expect, test, vi } from "vitest";

import { OnpointError } from "#base/errors.ts";
import type { Claim, Completeness } from "#completeness/completeness.ts";
import { courtById } from "#courts/courts.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { addDecision } from "#test/records.ts";
import type { TestDecision } from "#test/records.ts";
import type { IndexDocument } from "#index/index.ts";
import { Fts5Engine } from "#test/oracle/fts5/engine.ts";
import type { SearchRequest, SearchResponse } from "./request.ts";
import { opinionDocument } from "./opinions.ts";
import { createSearch } from "./search.ts";

const DECISIONS: readonly TestDecision[] = [
  {
    name: "Heron v. Marsh",
    courtId: "ca9",
    dateFiled: "1999-04-05",
    docketNumber: "98-1234",
    citedAs: ["12 Samp. 34"],
    judges: "Wren",
    texts: ["The heron's claim of fraud fails. Due diligence was shown, and reliance was not."],
  },
  {
    name: "Crane v. Reed",
    courtId: "ca2",
    dateFiled: "2004-06-07",
    texts: [
      "In Heron v. Marsh, 12 Samp. 34, fraud failed. Heron governs; Heron v. Marsh is Heron v. Marsh.",
      "Marsh, dissenting.",
    ],
  },
  {
    name: "Estate of Plover",
    courtId: "scotus",
    publishStatus: "unpublished",
    texts: ["A settlement ended <the> deceit."],
  },
];

let engine: Fts5Engine | undefined;
afterEach(async () => {
  await engine?.close();
  engine = undefined;
});

async function fill(db: Db, index: Fts5Engine): Promise<void> {
  for (const decision of DECISIONS) {
    const { opinionIds } = await transaction(db, async (trx) => addDecision(trx, decision));
    await index.apply({ upserts: opinionIds.map((id, ordinal) => documentOf(id, decision, ordinal)), deletes: [] });
  }
}

function documentOf(id: string, decision: TestDecision, ordinal: number): IndexDocument {
  const court = courtById(decision.courtId ?? "");
  return opinionDocument({
    id,
    name: decision.name,
    body: decision.texts?.[ordinal] ?? "",
    citing: [],
    docket: decision.docketNumber ?? "",
    cite: decision.citedAs ?? [],
    judge: decision.judges ?? "",
    values: {
      courtId: court?.id ?? "",
      courtAbbreviation: court?.abbreviation ?? "",
      jurisdiction: court?.jurisdiction ?? "",
      state: court?.state ?? "",
      publishStatus: decision.publishStatus ?? "published",
      dateFiled: decision.dateFiled ?? null,
      decision: null,
      placeInDecision: ordinal,
      repeats: "",
      timesCited: 0,
    },
  });
}

type Asking = (query: string, request?: Partial<SearchRequest>) => Promise<SearchResponse>;

async function prepared(
  open: () => Promise<Db>,
  completeness?: Pick<Completeness, "lacks">,
): Promise<{ ask: Asking; index: Fts5Engine }> {
  const db = await open();
  const index = new Fts5Engine(":memory:");
  engine = index;
  await fill(db, index);
  const { search } = createSearch({ engine: index, db, completeness });
  const base = {
    mode: "keyword" as const,
    filters: {},
    includeFacets: false,
    page: 1,
    pageSize: 20,
    rerank: false,
    collapse: "decision" as const,
    sort: "relevance" as const,
    explain: false,
  };
  return { index, ask: (query, request = {}) => search({ ...base, ...request, query }) };
}

const names = (response: SearchResponse): string[] => response.results.map(({ caseName }) => caseName);

describeEachDatabase("a search", (store) => {
  test("fills every field of a hit from the records", async () => {
    const { ask } = await prepared(() => store.open());
    const response = await ask('"due diligence" AND fraud');
    expect(response.results).toHaveLength(1);
    expect(response.results[0]).toMatchObject({
      caseName: "Heron v. Marsh",
      courtId: "ca9",
      courtName: courtById("ca9")?.fullName,
      courtAbbreviation: courtById("ca9")?.abbreviation,
      jurisdiction: "Federal Appellate",
      state: "Federal",
      publishStatus: "published",
      dateFiled: "1999-04-05",
      docketNumber: "98-1234",
      slug: "test",
      source: "keyword",
      snippet:
        "The heron&#39;s claim of <mark>fraud</mark> fails. <mark>Due</mark> <mark>diligence</mark> was shown, and reliance was not.",
    });
    expect(response.results[0]).not.toHaveProperty("explanation");
    expect(response.metadata).toMatchObject({
      mode: "keyword",
      query: '"due diligence" AND fraud',
      booleanQuery: { detected: true, operators: ['""', "AND"] },
    });
    expect(response.metadata.processingTime_ms).toBeGreaterThan(0);
    expect(response).not.toHaveProperty("facets");
    expect(response.warnings).toEqual([]);
  });

  test("plain words detect no operators; text is escaped; unknown dates and dockets keep their shape", async () => {
    const { ask } = await prepared(() => store.open());
    const response = await ask("settlement deceit");
    expect(response.metadata).not.toHaveProperty("booleanQuery");
    expect(response.results[0]).toMatchObject({
      dateFiled: null,
      docketNumber: "",
      publishStatus: "unpublished",
      snippet: "A <mark>settlement</mark> ended &lt;the&gt; <mark>deceit</mark>.",
    });
  });

  test("a case name finds the case before those that cite it", async () => {
    const { ask } = await prepared(() => store.open());
    expect(names(await ask("Heron v. Marsh"))).toEqual(["Heron v. Marsh", "Crane v. Reed"]);
    expect(names(await ask("Heron v. Marsh, 12 Samp. 34 (9th Cir. 1999)"))[0]).toBe("Heron v. Marsh");
  });

  test("a case name that no decision bears is said", async () => {
    const { ask } = await prepared(() => store.open());
    expect((await ask("Heron v. Marsh")).warnings).toEqual([]);
    expect((await ask("Marsh v. Diligence")).warnings).toEqual([
      "No decision of that name is held; opinions that speak of it are shown.",
    ]);
    expect((await ask("Heron v. Marsh", { filters: { courtIds: ["ca2"] } })).warnings).toEqual([]);
    expect((await ask("Zebra v. Quagga")).warnings).toEqual([
      "No decision of that name is held, and no opinion speaks of it.",
    ]);
  });

  test.each(["McAlder v. Birch", "M'Alder v. Birch", "M‘ Alder v. Birch", "Mac Alder v. Birch", "macalder v birch"])(
    "%s is held, however its Mac is written",
    async (typed) => {
      const { ask, index } = await prepared(() => store.open());
      const held = ["M’alder v. State of Birch", "McAlder v. Birch", "Mac Alder v. Birch", "MacAlder v. Birch"];
      for (const name of held) {
        await index.apply({ upserts: [documentOf("alder", { name }, 0)], deletes: [] });
        const { pagination, warnings } = await ask(typed);
        expect([name, pagination.totalResults, warnings.length]).toEqual([name, 1, 1]);
        expect(warnings[0]).toContain("deleted since");
        expect((await ask(`name:"${typed}"`)).pagination.totalResults).toBe(1);
      }
    },
  );

  test("a case is held under the name by which others cite it", async () => {
    const { ask, index } = await prepared(() => store.open());
    const body = "Teal v. Wigeon stands for nothing.";
    const held = documentOf("teal", { name: "In re Sealed Case", texts: [body] }, 0);
    const called = [{ source: "x", text: "Teal v. Wigeon" }];
    await index.apply({ upserts: [held], deletes: [] });
    expect((await ask("Teal v. Wigeon")).warnings[0]).toContain("No decision of that name is held");
    await index.apply({ upserts: [{ ...held, texts: { ...held.texts, called } }], deletes: [] });
    expect((await ask("Teal v. Wigeon")).warnings.join()).not.toContain("No decision of that name");
    expect((await ask("teal v. wigeon standing")).warnings.join()).not.toContain("No decision of that name");
    expect((await ask("Wigeon v. Teal")).warnings.join()).toContain("No decision of that name is held");
    expect((await ask("wigeon")).pagination.totalResults).toBe(1);
    expect((await ask('name:"Teal v. Wigeon"')).pagination.totalResults).toBe(0);
  });

  const NEAREST = "Of the names held Heron v. Marsh comes nearest.";
  test.each([
    ["a party more than the record has", "Heron v. Marsh Authority", NEAREST],
    ["a letter misread", "Hcron v. Marsh", "Read as Heron v. Marsh, the nearest name held; it stands first."],
    ["a topic behind it, all in small letters", "heron v marsh due diligence", NEAREST],
    ["a letter misread, and a topic behind it in small letters", "hcron v. marsh due diligence", NEAREST],
  ])("of a name that comes near one held, the nearest is told: %s", async (_what, typed, told) => {
    const { ask } = await prepared(() => store.open());
    const { warnings, results } = await ask(typed);
    if (results.length > 0) expect(warnings).toEqual([told]);
    else expect(warnings.join()).not.toContain("No decision of that name");
  });

  test("a name with a topic behind it finds the case first and says nothing of it", async () => {
    const { ask } = await prepared(() => store.open());
    const { warnings, results } = await ask("Heron v. Marsh due diligence");
    expect([results[0]?.caseName, warnings]).toEqual(["Heron v. Marsh", []]);
  });

  test("a popular name leads to its record, or says what is not held", async () => {
    const { ask, index } = await prepared(() => store.open());
    const missing = await ask("Steel Seizure Case");
    expect(missing.warnings[0]).toBe(
      "Steel Seizure Case is Youngstown Sheet & Tube Co. v. Sawyer, 343 U.S. 579, which is not held; opinions that speak of it are shown.",
    );
    expect((await ask("fraud")).warnings).toEqual([]);
    await index.apply({ upserts: [], deletes: [] });
  });

  test("an early volume is found under both of its names", async () => {
    const { ask, index } = await prepared(() => store.open());
    const citing = [
      documentOf("a", { name: "A", texts: ["as held in 2 Dall. 999 and again"] }, 0),
      documentOf("b", { name: "B", texts: ["as held in 2 U. S. (2 Dall.) 999 and again"] }, 0),
      documentOf("c", { name: "C", texts: ["as held in 2 U.S. 999 and again"] }, 0),
    ];
    await index.apply({ upserts: citing, deletes: [] });
    for (const typed of ["2 Dall. 999", "2 U.S. 999", "2 U.S. (2 Dall.) 999", "2 Dallas 999", "2 Dall. 999 AND held"]) {
      expect([typed, (await ask(typed)).pagination.totalResults]).toEqual([typed, 3]);
    }
  });

  test("a citation and a docket number go to the record first; one not held is said", async () => {
    const { ask } = await prepared(() => store.open());
    expect(names(await ask("12 Samp. 34"))).toEqual(["Heron v. Marsh", "Crane v. Reed"]);
    expect(names(await ask("12 SAMP 34"))[0]).toBe("Heron v. Marsh");
    expect(names(await ask("12 samp 34"))[0]).toBe("Heron v. Marsh");
    expect((await ask("99 samp 1")).warnings.join()).not.toContain("held under");
    expect(names(await ask("98-1234"))).toEqual(["Heron v. Marsh"]);
    const missing = await ask("99 Samp. 1");
    expect(missing.pagination.totalResults).toBe(0);
    expect(missing.warnings[0]).toContain("No decision is held under 99 Samp. 1");
  });

  test("pages, totals and facets", async () => {
    const { ask } = await prepared(() => store.open());
    const first = await ask("heron OR marsh OR settlement", { pageSize: 3, includeFacets: true });
    expect(first.pagination).toEqual({
      page: 1,
      pageSize: 3,
      totalResults: 4,
      totalPages: 2,
      hasNext: true,
      hasPrev: false,
    });
    expect(first.facets?.jurisdiction).toEqual([{ key: "Federal Appellate", count: 4 }]);
    const second = await ask("heron OR marsh OR settlement", { pageSize: 3, page: 2 });
    expect(second.pagination).toMatchObject({ hasNext: false, hasPrev: true });
    const ids = [...first.results, ...second.results].map(({ opinionId }) => opinionId);
    expect(new Set(ids).size).toBe(4);
    const beyond = await ask("heron OR marsh OR settlement", { pageSize: 3, page: 9 });
    expect(beyond.results).toEqual([]);
    expect(beyond.pagination).toMatchObject({ totalResults: 4, totalPages: 2, hasNext: false });
    expect(beyond.warnings).toEqual(["Page 9 is past the last one, 2."]);
  });

  test("courts filter inside the query, divisions with them", async () => {
    const { ask } = await prepared(() => store.open());
    expect(names(await ask('court:"2d Cir." AND fraud'))).toEqual(["Crane v. Reed"]);
    await expect(ask("court:marsupial AND fraud")).rejects.toMatchObject({ code: "invalid_input" });
    await expect(ask("court:1st Cir. fraud")).rejects.toMatchObject({ hint: 'Did you mean: court:"1st Cir." fraud' });
    await expect(ask("court:California Supreme Court AND fraud")).rejects.toMatchObject({
      hint: 'Did you mean: court:"California Supreme Court" AND fraud',
    });
  });

  test("how often a decision is cited counts for what is typed plainly, and for nothing else", async () => {
    const { ask, index } = await prepared(() => store.open());
    const asked = vi.spyOn(index, "search");
    const isCounted = async (query: string, request: Partial<SearchRequest> = {}): Promise<boolean> => {
      asked.mockClear();
      await ask(query, request);
      return asked.mock.calls.some(
        ([{ tree }]) => tree.kind === "and" && tree.children.some(({ kind }) => kind === "prior"),
      );
    };
    expect(await isCounted("fraud and reliance")).toBe(true);
    expect(await isCounted("Heron v. Marsh")).toBe(true);
    expect(await isCounted("fraud", { sort: "newest" })).toBe(false);
    expect(await isCounted("fraud AND reliance")).toBe(false);
    expect(await isCounted('"due diligence"')).toBe(false);
    expect(await isCounted("fraud ".repeat(30))).toBe(false);
  });

  test("years that a passage prints count for a list by words, and for nothing else", async () => {
    const { ask, index } = await prepared(() => store.open());
    const asked = vi.spyOn(index, "search");
    const isFavoured = async (query: string, request: Partial<SearchRequest> = {}): Promise<boolean> => {
      asked.mockClear();
      await ask(query, request);
      return asked.mock.calls.some(([{ tree }]) => tree.kind === "boost" && tree.within !== undefined);
    };
    const passage =
      "the fraud was proved and the reliance of the buyer on it was shown with all due diligence, as we held";
    expect(await isFavoured(`${passage} (1999)`)).toBe(true);
    expect(await isFavoured(passage)).toBe(false);
    expect(await isFavoured("fraud and reliance 1999")).toBe(false);
    expect(await isFavoured(`${passage} (1999)`, { sort: "newest" })).toBe(false);
    // Without vectors these search words.
    expect(await isFavoured(`${passage} (1999)`, { mode: "semantic" })).toBe(true);
    expect(await isFavoured(`${passage} (1999)`, { mode: "hybrid" })).toBe(true);
    const words = "buyer seller owner lease pier marsh heron duty care fire law harm loss debt".split(" ").join(" OR ");
    expect(await isFavoured(`"filed in 1999" OR ${words}`)).toBe(false);
  });

  test("a court stands for its divisions, in the query and in a filter", async () => {
    const { ask, index } = await prepared(() => store.open());
    await index.apply({
      upserts: [documentOf("egret", { name: "Egret", courtId: "calctapp2d", texts: ["egret fraud"] }, 0)],
      deletes: [],
    });
    for (const asked of [
      ask("court:calctapp AND egret"),
      ask("egret", { filters: { courtIds: ["calctapp"] } }),
      ask("egret", { filters: { courtIds: ["calctapp2d"] } }),
    ]) {
      expect((await asked).pagination.totalResults).toBe(1);
    }
    expect((await ask("egret", { filters: { courtIds: ["calctapp1d"] } })).pagination.totalResults).toBe(0);
  });

  test("filters are checked, applied, and blamed when they alone empty the answer", async () => {
    const { ask } = await prepared(() => store.open());
    expect(
      names(
        await ask("fraud", { filters: { courtIds: ["ca9"], dateFiled: { start: "1999-01-01", end: "1999-12-31" } } }),
      ),
    ).toEqual(["Heron v. Marsh"]);
    const emptied = await ask("fraud", { filters: { publishStatus: "errata" } });
    expect(emptied.warnings).toEqual(["Nothing matches within the filters; 2 opinions match without them."]);
    const wrong = ask("fraud", {
      filters: {
        courtIds: ["9th Cir."],
        jurisdictions: ["Federal"],
        states: ["new york"],
        dateFiled: { start: "2001-01-01", end: "2000-01-01" },
      },
    });
    const thrown = await wrong.catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(OnpointError);
    expect((thrown as OnpointError).faults.map(({ path }) => path)).toEqual([
      "courtIds[0]",
      "jurisdictions[0]",
      "states[0]",
      "dateFiled",
    ]);
    expect((thrown as OnpointError).faults[0]?.message).toContain("ca9");
    expect((thrown as OnpointError).faults[2]?.message).toContain("did you mean New York?");
  });

  test("nothing is said twice", async () => {
    const { ask } = await prepared(() => store.open());
    expect((await ask("(fraud or deceit) AND (heron or marsh)")).warnings).toEqual([
      "or in lower case is an ordinary word; the operator is OR.",
      "No opinion holds or.",
    ]);
  });

  test("an empty answer says which words are nowhere, or that they are not together", async () => {
    const { ask } = await prepared(() => store.open());
    expect((await ask("fraud AND zebra")).warnings).toEqual(["No opinion holds zebra."]);
    expect((await ask("diligence AND settlement")).warnings[0]).toContain("no opinion has them together");
    expect((await ask('fraud AND judge:"jenny wren"')).warnings).toEqual(['No opinion holds judge:"jenny wren".']);
    expect((await ask("fraud AND court:ca5")).warnings).toEqual(["No opinion of ca5 is held."]);
    expect((await ask('fraud AND cites:"999 Samp. 999"')).warnings).toEqual(["No opinion cites 999 Samp. 999."]);
    expect((await ask("  cites:999Samp.999")).warnings).toEqual(["No opinion cites 999Samp.999."]);
    expect((await ask("zebra-fraud crossing zebra")).warnings).toEqual([
      "No opinion holds crossing.",
      "No opinion holds zebra.",
    ]);
    expect((await ask("may a zebra be kept in a house without deceit")).warnings).toEqual([
      "No opinion holds zebra.",
      "No opinion holds kept.",
      "No opinion holds house.",
    ]);
    expect((await ask("fraud NOT fraud")).warnings).toEqual([
      "All 2 opinions that match hold what the query leaves out with NOT.",
    ]);
    const long = await ask(`"${"fraud ".repeat(60).trim()}"`);
    expect(long.warnings[0]).toHaveLength("No opinion holds …".length + 80 + 1);
  });

  test.each([
    "zebra",
    "fraud AND zebra",
    '"due diligence shown"',
    'fraud AND cites:"999 Samp. 999"',
    "fraud AND court:ca5",
    "zebra crossing",
    "Teal v. Wigeon",
  ])("while opinions are missing %s is not denied, and what is missing is said", async (query) => {
    const missing = "2 of 9 opinions can be searched so far.";
    const { ask } = await prepared(() => store.open(), { lacks: async () => () => [missing] });
    for (const mode of ["keyword", "hybrid", "semantic"] as const) {
      const { warnings } = await ask(query, { mode });
      expect(warnings).toContain(missing);
      expect(warnings.join(" ")).not.toMatch(/no opinion|no decision of|is held|nothing (?:was found|matches)/iu);
    }
  });

  test("what is missing is asked for once, as of now, and before the index is", async () => {
    const asked: [string, Claim, number][] = [];
    const searches = { made: () => 0 };
    const lacks: Completeness["lacks"] = async (needs, upTo) => {
      asked.push([needs.join(), upTo, searches.made()]);
      return () => [];
    };
    const { ask, index } = await prepared(() => store.open(), { lacks });
    const search = vi.spyOn(index, "search");
    searches.made = () => search.mock.calls.length;
    // Whether it is the name of a party is asked before.
    expect((await ask("fraud")).pagination.totalResults).toBe(2);
    expect(asked.splice(0)).toEqual([["opinions", "denies", 1]]);
    search.mockClear();
    expect((await ask("fraud AND zebra")).warnings).toEqual(["No opinion holds zebra."]);
    expect(asked.splice(0)).toEqual([["opinions", "denies", 0]]);
  });

  test("what the index has got while it was searched makes no answer whole", async () => {
    const missing = "3 of 4 opinions can be searched so far.";
    let pending: readonly string[] = [missing];
    const { ask, index } = await prepared(() => store.open(), {
      lacks: async () => {
        const lacked = pending;
        return (claim) => (claim === "denies" ? lacked : []);
      },
    });
    const search = index.search.bind(index);
    vi.spyOn(index, "search").mockImplementation(async (...given) => {
      const answer = await search(...given);
      if (pending.length > 0) {
        await index.apply({ upserts: [documentOf("zebra", { name: "Teal v. Wigeon" }, 0)], deletes: [] });
        pending = [];
      }
      return answer;
    });
    expect(await ask("teal AND wigeon")).toMatchObject({ pagination: { totalResults: 0 }, warnings: [missing] });
    expect((await ask("teal AND wigeon")).pagination.totalResults).toBe(1);
  });

  test("that no decision of a name is held is not said while one opinion is missing, though others are shown", async () => {
    const { ask } = await prepared(() => store.open(), {
      lacks: async () => (claim) => (claim === "denies" ? ["1"] : []),
    });
    const { warnings, results } = await ask("Marsh v. Diligence");
    expect([results.length > 0, warnings]).toEqual([true, []]);
  });

  test.each(["semantic", "hybrid"] as const)("without vectors any word answers a %s question", async (mode) => {
    const { ask } = await prepared(() => store.open());
    const question = "may a zebra be kept in a house without deceit";
    const { results, warnings } = await ask(question, { mode });
    expect(results.map(({ caseName }) => caseName)).toEqual(["Estate of Plover"]);
    expect(warnings).toEqual(["This server keeps no vectors. The words of the query were searched."]);
    expect((await ask(`${question} AND zebra`, { mode })).results).toHaveLength(1);
    expect((await ask('"kept zebra" deceit', { mode: "keyword" })).results).toEqual([]);
  });

  test("words that the dictionary does not have cost no search to explain", async () => {
    const { ask, index } = await prepared(() => store.open());
    const search = vi.spyOn(index, "search");
    const frequencies = vi.spyOn(index, "frequencies");
    const missing = Array.from({ length: 12 }, (_, n) => `qqzz${n}`);
    const { warnings } = await ask(missing.map((word, n) => (n % 2 === 0 ? word : `"fraud ${word}"`)).join(" AND "));
    expect(warnings).toHaveLength(12);
    expect([search.mock.calls.length, frequencies.mock.calls.length]).toEqual([1, 1]);
    await ask("fraud AND qqzz AND diligence");
    expect([search.mock.calls.length, frequencies.mock.calls.length]).toEqual([4, 2]);
  });

  test("plain words that find nothing are searched as they were probably meant", async () => {
    const { ask, index } = await prepared(() => store.open());
    const more = [1, 2, 3].map((n) => documentOf(`w${n}`, { name: "", texts: ["the habeas writ"] }, 0));
    await index.apply({ upserts: more, deletes: [] });
    const response = await ask("habeus writ");
    expect(response.pagination.totalResults).toBe(3);
    expect(response.warnings[0]).toBe("Nothing was found for habeus; searched for habeas.");
    await index.apply({ upserts: [1, 2].map((n) => ({ ...documentOf(`h${n}`, DECISIONS[0]!, 0) })), deletes: [] });
    expect((await ask("Herom v. Marsh")).warnings).toEqual([
      "Read as Heron v. Marsh, the nearest name held; it stands first.",
      "2 of the results on this page were deleted since the index was written.",
    ]);
    expect((await ask('"habeus" AND writ')).pagination.totalResults).toBe(0);
  });

  test("what the engine explains and warns of reaches the answer", async () => {
    const { ask, index } = await prepared(() => store.open());
    const inner = index.search.bind(index);
    index.search = async (request) => {
      const answer = await inner(request);
      const hits = answer.hits.map((hit) =>
        request.explain ? { ...hit, explanation: { what: "all of", score: hit.score } } : hit,
      );
      return { ...answer, hits, warnings: ["cut to 10 words"] };
    };
    const explained = await ask("deceit AND settlement", { explain: true });
    expect(explained.results[0]?.explanation).toEqual({ what: "all of", score: explained.results[0]?.score });
    expect(explained.warnings).toEqual(["cut to 10 words"]);
    expect((await ask("deceit AND settlement")).results[0]).not.toHaveProperty("explanation");
  });

  test("of an answer that is not whole nothing is said to be missing", async () => {
    const { ask, index } = await prepared(() => store.open());
    const inner = index.search.bind(index);
    index.search = async (request) => ({ ...(await inner(request)), warnings: ["part of the index is being rebuilt"] });
    expect((await ask("zebra AND fraud")).warnings).toEqual(["part of the index is being rebuilt"]);
    expect((await ask("Marsh v. Diligence")).warnings).toEqual(["part of the index is being rebuilt"]);
    expect((await ask("habeus writ")).warnings).toEqual(["part of the index is being rebuilt"]);
  });

  test("a record deleted since the index was written leaves the page with a word", async () => {
    const { ask, index } = await prepared(() => store.open());
    await index.apply({ upserts: [documentOf("gone", { name: "Gone", texts: ["fraud"] }, 0)], deletes: [] });
    const response = await ask("fraud");
    expect(names(response)).not.toContain("Gone");
    expect(response.pagination.totalResults).toBe(3);
    expect(response.warnings).toEqual(["1 of the results on this page was deleted since the index was written."]);
  });
});

describeEachDatabase("a decision of several opinions", (store) => {
  test("is at most two results and counted so, unless every opinion is asked for", async () => {
    const { ask, index } = await prepared(() => store.open());
    const many = ["one", "two", "three", "four"];
    const decision = { name: "Otter v. Wren", texts: many.map((word) => `The otter said ${word}.`) };
    const whole = { name: "Otter v. Wren, whole", texts: [many.map((word) => `The otter said ${word}.`).join(" ")] };
    const values = { decision: 77, courtId: "ca9", courtAbbreviation: "9th Cir." };
    const documents = [
      ...many.map((_, at) => documentOf(`otter ${at}`, decision, at)),
      { ...documentOf("otter whole", whole, 0), id: "otter whole" },
    ];
    await index.apply({
      upserts: documents.map((document, at) => ({
        ...document,
        values: { ...document.values, ...values, repeats: at === many.length ? "yes" : "" },
      })),
      deletes: [],
    });
    const totalOf = async (query: string, request?: Partial<SearchRequest>): Promise<number> =>
      (await ask(query, request)).pagination.totalResults;
    expect(await totalOf("otter")).toBe(2);
    expect(await totalOf("otter", { collapse: "opinion" })).toBe(5);
    expect(await totalOf("otter AND three")).toBe(1);
    expect(await totalOf("two AND three")).toBe(1);
    expect(await totalOf("otter", { includeFacets: true, sort: "newest" })).toBe(2);
    expect((await ask("otter", { includeFacets: true })).facets?.courtAbbreviation).toEqual([
      { key: "9th Cir.", count: 2 },
    ]);
    expect((await ask("otter", { filters: { courtIds: ["scotus"] } })).warnings[0]).toContain("2 opinions match");
  });
});

describe("what is refused", () => {
  const { search } = createSearch({ engine: {} as Fts5Engine, db: {} as Db });
  const base = {
    mode: "keyword" as const,
    filters: {},
    includeFacets: false,
    page: 1,
    pageSize: 20,
    rerank: false,
    collapse: "decision" as const,
    sort: "relevance" as const,
    explain: false,
  };

  test("a query that cannot be read: place and repair", async () => {
    await expect(search({ ...base, query: "fraud AND" })).rejects.toMatchObject({
      code: "invalid_input",
      hint: "Did you mean: fraud",
      faults: [{ path: "query", message: "characters 7 to 9: AND has no word or group on one of its sides" }],
    });
  });

  test("places are counted in characters, whatever a character is made of", async () => {
    await expect(search({ ...base, query: "fraud 😀 AND" })).rejects.toMatchObject({
      faults: [{ path: "query", message: "characters 9 to 11: AND has no word or group on one of its sides" }],
    });
  });

  test.each(["semantic", "hybrid"] as const)("another order than by relevance, of a %s search", async (mode) => {
    await expect(search({ ...base, mode, sort: "newest", query: "fraud" })).rejects.toMatchObject({
      code: "invalid_input",
      faults: [{ path: "sort" }],
    });
  });
});
