import { expect, test } from "vitest";
import { textOf } from "./corpus.ts";
import { EVERY_OPINION, WIDE_QUERY } from "./given.ts";
import type { Given } from "./given.ts";
import { overAll } from "./real-service.ts";
import type { RealService } from "./real-service.ts";
import type { Facet, Hit, Page } from "./wire.ts";

const PER_DECISION = 2;
const QUERIES = [
  WIDE_QUERY,
  'body:"dissenting" AND body:"commerce"',
  'body:"youngstown"',
  'body:("search" W/3 "seizure")',
];

/** One list followed to its last page. */
async function listOf(
  real: RealService,
  more: object,
): Promise<{ readonly first: Page; readonly hits: readonly Hit[] }> {
  const body = { mode: "keyword", page_size: 100, ...more };
  const first = await real.ask<Page>("/search", { ...body, include_facets: true });
  const numbers = Array.from({ length: first.pagination.total_pages - 1 }, (_, at) => at + 2);
  const rest = await overAll(numbers, async (page) => real.ask<Page>("/search", { ...body, page }));
  return { first, hits: [first, ...rest].flatMap(({ results }) => results) };
}

/** Runs of eight words, by their letters. */
function runsOf(text: string): ReadonlySet<string> {
  const words = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
  return new Set(words.map((_, at) => words.slice(at, at + 8).join(" ")));
}

function shareHeld(own: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return [...own].filter((run) => other.has(run)).length / Math.max(1, own.size);
}

const told = (facet: Facet): Record<string, number> => Object.fromEntries(facet.map(({ key, count }) => [key, count]));

function counted(keys: readonly (string | undefined)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const key of keys) if (key !== undefined) counts[key] = (counts[key] ?? 0) + 1;
  return counts;
}

const idsOf = (hits: readonly Hit[]): string[] => hits.map(({ opinion_id }) => opinion_id);

/** The list that a search gives by default beside the list of every opinion, and the orders it can be put into. */
export function collapseChecks(given: () => Given): void {
  const decisionOf = (id: string): string => given().corpus.byId.get(id)!.clusterId;

  test.each(QUERIES)(
    "of %s every decision is listed, once or twice, in the order of all opinions",
    async (query) => {
      const { real } = given();
      const [all, own] = [await listOf(real, { query, collapse: "opinion" }), await listOf(real, { query })];
      const scores = new Map(all.hits.map(({ opinion_id, score }) => [opinion_id, score]));
      const ids = idsOf(own.hits);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.filter((id) => !scores.has(id))).toEqual([]);
      expect(own.hits.filter(({ opinion_id, score }) => Math.abs(scores.get(opinion_id)! - score) > 1e-9)).toEqual([]);
      expect(own.hits.filter(({ score }, at) => at > 0 && score > own.hits[at - 1]!.score)).toEqual([]);
      const byDecision = Map.groupBy(ids, decisionOf);
      expect([...byDecision.keys()].toSorted()).toEqual([...new Set(idsOf(all.hits).map(decisionOf))].toSorted());
      expect(Math.max(...[...byDecision.values()].map((some) => some.length))).toBe(PER_DECISION);
      expect(own.first.pagination.total_results).toBe(ids.length);
      expect(ids.length).toBeLessThan(all.hits.length);
    },
    600_000,
  );

  test("of texts that share nothing the best two are listed, and of equal texts one", async () => {
    const { real } = given();
    const all = (await listOf(real, EVERY_OPINION)).hits;
    const listed = new Set(idsOf((await listOf(real, { query: WIDE_QUERY })).hits));
    const severals = [...Map.groupBy(all, ({ opinion_id }) => decisionOf(opinion_id)).values()].filter(
      (some) => some.length > 1,
    );
    const counts = { apart: 0, alike: 0 };
    const wrong = severals.flatMap((hits) => {
      const texts = hits.map(({ opinion_id }) => runsOf(textOf(real, opinion_id)));
      const pairs = texts.flatMap((left, at) =>
        texts.flatMap((right, other) => (at === other ? [] : [{ at, other, share: shareHeld(left, right) }])),
      );
      if (pairs.every(({ share }) => share < 0.3)) {
        counts.apart++;
        const best = hits.slice(0, PER_DECISION);
        const isTied = hits[PER_DECISION]?.score === best.at(-1)?.score;
        return isTied || best.every(({ opinion_id }) => listed.has(opinion_id)) ? [] : [hits[0]!.opinion_id];
      }
      const alike = pairs.filter(({ at, other, share }) => at < other && share > 0.97 && sizesAgree(texts, at, other));
      counts.alike += alike.length;
      return alike
        .filter(({ at, other }) => [at, other].every((one) => listed.has(hits[one]!.opinion_id)))
        .map(({ at }) => hits[at]!.opinion_id);
    });
    expect(wrong).toEqual([]);
    expect(Math.min(counts.apart, counts.alike)).toBeGreaterThan(100);
  }, 600_000);

  test("facets and totals equal a full count of what is listed", async () => {
    const { real, records, courts } = given();
    const jurisdiction = new Map(courts.map((one) => [one.id, one.jurisdiction]));
    for (const query of QUERIES) {
      const { first, hits } = await listOf(real, { query });
      const listed = hits.map(({ opinion_id }) => records.get(opinion_id)!);
      const facets = first.facets!;
      expect(told(facets.court_abbreviation)).toEqual(counted(listed.map((one) => one.court_abbreviation)));
      expect(told(facets.jurisdiction)).toEqual(counted(listed.map(({ court_id }) => jurisdiction.get(court_id))));
      expect(told(facets.state)).toEqual(counted(listed.map(({ state }) => state)));
      expect(told(facets.year_filed)).toEqual(counted(listed.map(({ date_filed }) => date_filed?.slice(0, 4))));
    }
  }, 600_000);

  test("pages of any size cut the same list", async () => {
    const { real } = given();
    const query = 'body:"dissenting" AND body:"commerce"';
    const order = idsOf((await listOf(real, { query })).hits);
    for (const [page, page_size] of [
      [1, 1],
      [7, 13],
      [order.length, 1],
    ] as const) {
      const { results } = await real.ask<Page>("/search", { query, mode: "keyword", page, page_size });
      expect(idsOf(results)).toEqual(order.slice((page - 1) * page_size, page * page_size));
    }
  }, 600_000);

  test("a list can be put into the order of days and of citations, and holds the same then", async () => {
    const { real, records } = given();
    for (const collapse of ["decision", "opinion"] as const) {
      const query = 'body:"commerce"';
      const byScore = await listOf(real, { query, collapse });
      const decisions = (list: readonly Hit[]): string[] => idsOf(list).map(decisionOf).toSorted();
      for (const sort of ["newest", "oldest", "most_cited"] as const) {
        const { hits, first } = await listOf(real, { query, collapse, sort });
        expect(decisions(hits)).toEqual(decisions(byScore.hits));
        expect(new Set(idsOf(hits)).size).toBe(hits.length);
        expect(first.facets).toEqual(byScore.first.facets);
        const keys = hits.map(({ opinion_id }) => {
          const record = records.get(opinion_id)!;
          if (sort === "most_cited") return -record.citation_count;
          const day = Number(record.date_filed?.replaceAll("-", "") ?? Number.NaN);
          return Number.isNaN(day) ? Infinity : sort === "oldest" ? day : -day;
        });
        expect(keys.filter((key, at) => at > 0 && key < keys[at - 1]!)).toEqual([]);
        expect(new Set(keys).size).toBeGreaterThan(20);
      }
    }
  }, 600_000);

  test("Youngstown does not fill the page that asks for it", async () => {
    const { real } = given();
    const { results } = await real.ask<Page>("/search", { query: "Youngstown", mode: "keyword", page_size: 10 });
    const perDecision = [...Map.groupBy(idsOf(results), decisionOf).values()].map((some) => some.length);
    expect(results.length).toBe(10);
    expect(Math.max(...perDecision)).toBeLessThanOrEqual(PER_DECISION);
    expect(results[0]?.case_name).toMatch(/Youngstown/u);
  });

  test("a look-up gives every opinion of a decision, whatever a list shows of it", async () => {
    const { real, corpus } = given();
    const citation = corpus.citations.find(({ citedAs }) => citedAs === "343 U.S. 579");
    const { opinions } = await real.ask<{ readonly opinions: readonly { readonly id: string }[] }>("/opinions/get", {
      citations: [citation!.citedAs],
    });
    const held = corpus.idsByCluster.get(citation!.clusterId)!;
    expect(held.length).toBeGreaterThan(5);
    expect(opinions.map(({ id }) => id)).toEqual(expect.arrayContaining([...held]));
  });
}

function sizesAgree(texts: readonly ReadonlySet<string>[], at: number, other: number): boolean {
  const [one, two] = [texts[at]!.size, texts[other]!.size];
  return Math.min(one, two) > 50 && Math.min(one, two) > 0.99 * Math.max(one, two);
}
