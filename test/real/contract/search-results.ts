import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { textOf } from "./corpus.ts";
import { EVERY_OPINION, PAGE_SIZE } from "./given.ts";
import type { Given } from "./given.ts";
import { overAll } from "./real-service.ts";
import type { Facet, Hit, Page } from "./wire.ts";

const unmarked = (snippet: string): string =>
  snippet
    .replace(/<\/?mark>/gu, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
const squeezed = (text: string): string => text.replace(/\s+/gu, " ").trim();

/** How often each key occurs. */
function count(keys: readonly (string | undefined)[]): Record<string, number> {
  const known = keys.filter((key) => key !== undefined);
  return Object.fromEntries([...Map.groupBy(known, (key) => key)].map(([key, list]) => [key, list.length]));
}

function told(facet: Facet): Record<string, number> {
  return Object.fromEntries(facet.map((entry) => [entry.key, entry.count]));
}

/** One search followed through all its pages, against the records and against a full count. */
export function searchResultChecks(given: () => Given): void {
  const hits = (): readonly Hit[] => given().pages.flatMap(({ results }) => results);

  test("a search followed to its end holds every match once: no repeat, no gap", () => {
    const { real, corpus } = given();
    const word = /(?<![\p{L}\p{N}])the(?![\p{L}\p{N}])/iu;
    const expected = corpus.shown.map(({ id }) => id).filter((id) => word.test(textOf(real, id)));
    const found = hits().map(({ opinion_id }) => opinion_id);
    expect(new Set(found).size).toBe(found.length);
    expect(found.toSorted()).toEqual(expected.toSorted());
    expect(found.length).toBeGreaterThan(7_000);
  });

  test("pages tell where they stand", () => {
    const { pages } = given();
    const total = hits().length;
    const wrong = pages.filter(({ pagination, results }, at) => {
      const isLast = at === pages.length - 1;
      return (
        JSON.stringify(pagination) !==
          JSON.stringify({
            page: at + 1,
            page_size: PAGE_SIZE,
            total_results: total,
            total_pages: Math.ceil(total / PAGE_SIZE),
            has_next: !isLast,
            has_prev: at > 0,
          }) || results.length !== (isLast ? total - at * PAGE_SIZE : PAGE_SIZE)
      );
    });
    expect(wrong.map(({ pagination }) => pagination)).toEqual([]);
  });

  test("a page behind the last is empty and says so", async () => {
    const { real, pages } = given();
    const { results, pagination } = await real.ask<Page>("/search", {
      ...EVERY_OPINION,
      page: pages.length + 1,
      page_size: PAGE_SIZE,
    });
    expect(results).toEqual([]);
    expect(pagination).toMatchObject({ total_results: hits().length, has_next: false, has_prev: true });
  });

  test("other page sizes cut the same order", async () => {
    const { real } = given();
    const order = hits().map(({ opinion_id }) => opinion_id);
    const cut = async (page: number, page_size: number): Promise<string[]> => {
      const { results } = await real.ask<Page>("/search", { ...EVERY_OPINION, page, page_size });
      return results.map(({ opinion_id }) => opinion_id);
    };
    expect(await cut(1, 1)).toEqual(order.slice(0, 1));
    expect(await cut(7, 33)).toEqual(order.slice(6 * 33, 7 * 33));
    expect(await cut(order.length, 1)).toEqual(order.slice(-1));
  });

  test("hits are ranked: scores fall through the whole result", () => {
    const scores = hits().map(({ score }) => score);
    expect(scores.filter((score, at) => at > 0 && score > scores[at - 1]!)).toEqual([]);
    expect(scores[0]).toBeGreaterThan(scores.at(-1)!);
  });

  test("every hit says what its record says", () => {
    const { records, courts } = given();
    const court = new Map(courts.map((one) => [one.id, one]));
    const wrong = hits().flatMap((hit) => {
      const record = records.get(hit.opinion_id);
      const shared = [
        "case_name",
        "public_url",
        "court_id",
        "court_abbreviation",
        "state",
        "publish_status",
        "date_filed",
        "date_filed_precision",
        "docket_number",
      ] as const;
      const { full_name, jurisdiction } = court.get(hit.court_id) ?? {};
      const differences = [
        ...shared.flatMap((name) => (hit[name] === record?.[name] ? [] : [`${name}: ${hit[name]}, ${record?.[name]}`])),
        ...(hit.court_name === full_name ? [] : [`court_name: ${hit.court_name}`]),
        ...(hit.jurisdiction === jurisdiction ? [] : [`jurisdiction: ${hit.jurisdiction}`]),
      ];
      return differences.length === 0 ? [] : [`${hit.opinion_id} ${differences.join("; ")}`];
    });
    expect(wrong).toEqual([]);
  });

  test("every hit is of the keyword search, and none tells what only records tell", () => {
    expect([...new Set(hits().map(({ source }) => source))]).toEqual(["keyword"]);
    const foreign = new Set(["per_curiam", "en_banc", "precedential_note"]);
    expect(hits().filter((hit) => Object.keys(hit).some((name) => foreign.has(name)))).toEqual([]);
  });

  test("every snippet stands in the stored text", () => {
    const { real } = given();
    const wrong = hits().filter(({ opinion_id, snippet }) => {
      const text = squeezed(textOf(real, opinion_id));
      const parts = unmarked(snippet)
        .split("…")
        .map(squeezed)
        .filter((part) => part !== "");
      return parts.length === 0 || parts.some((part) => !text.includes(part));
    });
    expect(wrong.map(({ snippet }) => snippet)).toEqual([]);
  });

  test(
    "the page of a hit answers without a key; an address made from the id does not",
    { timeout: 120_000 },
    async () => {
      const { real } = given();
      const some = hits().filter((_, at) => at % 100 === 0);
      const wrong = await overAll(some, async ({ public_url, opinion_id }) => {
        const { pathname } = new URL(public_url);
        const page = await pageStatus(real.origin + pathname);
        const bare = await pageStatus(`${real.origin}/opinions/${opinion_id}`);
        return page === 200 && bare === 404 ? [] : [public_url];
      });
      expect(wrong.flat()).toEqual([]);
      expect(some.length).toBeGreaterThan(50);
    },
  );

  test("facets equal a full count of the records", () => {
    const { pages, records, courts } = given();
    const jurisdiction = new Map(courts.map((one) => [one.id, one.jurisdiction]));
    const matched = hits().map(({ opinion_id }) => records.get(opinion_id)!);
    const { facets } = pages[0]!;
    expect(told(facets!.court_abbreviation)).toEqual(
      count(matched.map(({ court_abbreviation }) => court_abbreviation)),
    );
    expect(told(facets!.jurisdiction)).toEqual(count(matched.map(({ court_id }) => jurisdiction.get(court_id))));
    expect(told(facets!.state)).toEqual(count(matched.map(({ state }) => state)));
    expect(told(facets!.year_filed)).toEqual(count(matched.map(({ date_filed }) => date_filed?.slice(0, 4))));
  });

  test("facets come only when asked for", async () => {
    const { real, pages } = given();
    expect(pages.slice(1).filter(({ facets }) => facets !== undefined)).toEqual([]);
    const answer = await real.ask<Page>("/search", { query: "estoppel", mode: "keyword" });
    expect(answer.facets).toBeUndefined();
  });

  test("metadata tells the mode, the query, the time, and operators when there are any", async () => {
    const { real } = given();
    const plain = await real.ask<Page>("/search", { query: "estoppel laches", mode: "keyword" });
    expect(plain.metadata).toMatchObject({ mode: "keyword", query: "estoppel laches" });
    expect(plain.metadata.processing_time_ms).toBeGreaterThan(0);
    expect(plain.metadata.boolean_query).toBeUndefined();
    const query = '(estoppel OR laches) AND "statute of limitations" NOT equit*';
    const bool = await real.ask<Page>("/search", { query, mode: "keyword" });
    expect(bool.metadata.boolean_query?.detected).toBe(true);
    expect(bool.metadata.boolean_query?.operators).toEqual(expect.arrayContaining(["AND", "OR", "NOT", "*", "()"]));
  });
}

/** Pages are limited for each address: one that is refused for now is asked for again when it says. */
async function pageStatus(address: string): Promise<number> {
  for (;;) {
    const page = await fetch(address);
    await page.text();
    if (page.status !== 429) return page.status;
    await sleep(1000 * Number(page.headers.get("retry-after") ?? 1));
  }
}
