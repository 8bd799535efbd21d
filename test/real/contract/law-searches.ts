import { expect, test } from "vitest";
import { lawTextsIn, TODAY } from "./law-rows.ts";
import type { LawRow } from "./law-rows.ts";
import type { LawsGiven } from "./laws.ts";
import type { LawHit, LawPage } from "./law-wire.ts";
import { overAll } from "./real-service.ts";
import type { Raw } from "./real-service.ts";

/** A word that most provisions have, unstemmed. */
const WIDE = 'body:"the"';
const WIDE_WORD = /(?<![\p{L}\p{N}])the(?![\p{L}\p{N}])/iu;
const PAGE_SIZE = 50;

const unmarked = (snippet: string): string =>
  snippet
    .replace(/<\/?mark>/gu, "")
    .replace(/^… | …$/gu, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
const squeezed = (text: string): string => text.replace(/\s+/gu, " ").trim();

/** What a hit says, but for what the search adds. */
function toldOf(hit: LawHit): object {
  const told = Object.entries(hit).filter(([name]) => !["score", "snippets", "url"].includes(name));
  const { edition, temporary_until } = hit.currency;
  return { ...Object.fromEntries(told), currency: { edition, temporary_until } };
}

function faultsIn({ json }: Raw): string[] {
  return ((json?.["errors"] ?? []) as { readonly path: string }[]).map(({ path }) => path);
}

function isWithin(row: LawRow, path: string): boolean {
  return row.path === path || row.path.startsWith(`${path}.`);
}

/** Searches of laws against the rows. */
export function lawSearchChecks(given: () => LawsGiven): void {
  const search = async (body: object, key?: string): Promise<LawPage> =>
    given().real.ask<LawPage>("/laws/search", { query: WIDE, page_size: 1, ...body }, key);
  const total = async (body: object, key?: string): Promise<number> => (await search(body, key)).total;
  const refused = async (body: object): Promise<Raw> =>
    given().real.raw("/v1/laws/search", { query: WIDE, page_size: 1, ...body });
  /** Versions whose text has the wide word. */
  const wide = (rows: readonly LawRow[]): readonly LawRow[] => rows.filter(({ id }) => given().wide.has(id));
  const counted = (is: (row: LawRow) => boolean): number => wide(given().corpus.inForce).filter(is).length;

  test("a search of laws followed to its end holds every provision in force that matches, once", () => {
    const { pages, corpus } = given();
    const found = pages.flatMap(({ results }) => results.map(({ id }) => id));
    const expected = wide(corpus.inForce).map(({ id }) => id);
    expect(new Set(found).size).toBe(found.length);
    expect(found.toSorted()).toEqual(expected.toSorted());
    expect(found.length).toBeGreaterThan(20_000);
  });

  test("every hit of a law says what its record says", () => {
    const { pages, corpus } = given();
    const hits = pages.flatMap(({ results }) => results);
    expect(hits.map(toldOf)).toEqual(hits.map(({ id }) => expectedHit(corpus.byId.get(id)!)));
  });

  test("laws are ranked: scores fall through the whole result", () => {
    const bySearch = Map.groupBy(given().pages, ({ search: name }) => name);
    for (const [name, pages] of bySearch) {
      const scores = pages.flatMap(({ results }) => results.map(({ score }) => score));
      expect(
        scores.every((score, at) => at === 0 || score <= (scores[at - 1] ?? 0)),
        name,
      ).toBe(true);
    }
  });

  test("every snippet of a law stands in its stored text", () => {
    const { pages, corpus, real } = given();
    const byCollection = Map.groupBy(
      pages.flatMap(({ results }) => results),
      ({ collection_id }) => collection_id,
    );
    let seen = 0;
    for (const [collection, hits] of byCollection) {
      const texts = lawTextsIn(real, collection);
      const wrong = hits.filter(({ id, snippets }) => {
        const text = squeezed(texts.get(id) ?? "");
        seen += snippets.length;
        return snippets.length === 0 || snippets.some((snippet) => !text.includes(squeezed(unmarked(snippet))));
      });
      expect(wrong.map(({ id }) => `${id} ${corpus.byId.get(id)?.citation ?? ""}`)).toEqual([]);
    }
    expect(seen).toBeGreaterThan(20_000);
  });

  test("pages of laws tell where they stand, and the counts of states add up to the total", () => {
    for (const { page, page_size, results, total: all, state_counts, isLast, place } of given().pages) {
      expect([page, page_size]).toEqual([place, PAGE_SIZE]);
      expect(results.length).toBe(isLast ? all - (place - 1) * PAGE_SIZE : PAGE_SIZE);
      expect(Object.values(state_counts).reduce((sum, count) => sum + count, 0)).toBe(all);
    }
  });

  test("the address of a hit is the page of that very version", async () => {
    const { real, corpus } = given();
    const { results } = await search({ page_size: 20, current_only: false, as_of: undefined }, real.historicalKey);
    const some = [...results, ...(await search({ page_size: 20 })).results];
    expect(some.some(({ is_current }) => is_current)).toBe(true);
    for (const { id, url, is_current } of some) {
      const { pathname, search: parameters } = new URL(url);
      expect(new URL(url).searchParams.get("version")).toBe(is_current ? null : id);
      const page = await fetch(real.origin + pathname + parameters);
      expect(page.status).toBe(200);
      const words = squeezed((await page.text()).replace(/<[^>]*>/gu, " "));
      expect(words).toContain(squeezed((corpus.byId.get(id)?.citation ?? "").replaceAll("&", "&amp;")));
    }
  });

  test("laws are found by text, by heading and by citation", async () => {
    const { corpus } = given();
    const named = corpus.inForce.filter(
      ({ citation, title, nodeType }) => citation !== null && title !== null && nodeType === "LEAF",
    );
    const some = named.filter((_, at) => at % 200 === 0);
    expect(some.length).toBeGreaterThan(120);
    const missed = await overAll(some, async ({ id, citation, title, collection }) => {
      const words = title?.match(/[A-Za-z]{3,}/gu) ?? [];
      const heading = words.length === 0 ? undefined : `name:(${words.map((word) => `"${word}"`).join(" AND ")})`;
      const [byCitation, byHeading] = [
        await search({ query: citation, page_size: 10, collections: [collection] }),
        heading === undefined
          ? undefined
          : await search({ query: heading, page_size: 50, collections: [collection], path_prefix: pathOf(id) }),
      ];
      const first = byCitation.results.filter((hit) => hit.citation === byCitation.results[0]?.citation);
      return [
        ...(first.some((hit) => hit.id === id) ? [] : [`${citation} by citation`]),
        ...(byHeading === undefined || byHeading.results.some((hit) => hit.id === id)
          ? []
          : [`${citation} by ${heading}`]),
      ];
    });
    expect(missed.flat()).toEqual([]);
    function pathOf(id: string): string {
      return corpus.byId.get(id)?.path ?? "";
    }
  });

  test("states filter laws by name and by postal abbreviation to a full count, and the counts of a survey agree", async () => {
    const survey = await search({});
    expect(Object.keys(survey.state_counts).length).toBeGreaterThan(2);
    for (const [state, count] of Object.entries(survey.state_counts)) {
      const filtered = await search({ states: [state] });
      expect([filtered.total, filtered.state_counts]).toEqual([count, { [state]: count }]);
      expect(count).toBe(counted((row) => row.state === state));
    }
    expect(await total({ states: ["DC"] })).toBe(counted(({ state }) => state === "District of Columbia"));
    expect(await total({ states: ["dc", "Federal"] })).toBe(
      counted(({ state }) => state === "District of Columbia" || state === "Federal"),
    );
    expect(faultsIn(await refused({ states: ["Federal", "Distrikt of Columbia"] }))).toEqual(["states.1"]);
    const none = await search({ states: ["TX"] });
    expect([none.total, none.warnings]).toEqual([0, ["no law of Texas is held here"]]);
  });

  test("each type of law filters to a full count", async () => {
    const types = ["statute", "regulation", "constitution", "guidance", "executive_order", "notice"];
    for (const type of types) {
      const count = counted((row) => row.type === type);
      expect([type, await total({ collection_types: [type] })]).toEqual([type, count]);
      expect(count, type).toBeGreaterThan(0);
    }
    expect(await total({ collection_types: types })).toBe(counted(() => true));
    expect(faultsIn(await refused({ collection_types: ["poem"] }))).toEqual(["collection_types.0"]);
  });

  test("collections filter to a full count, by id and by name", async () => {
    const names = new Map(given().corpus.rows.map(({ collection, name }) => [collection, name]));
    for (const [collection, name] of names) {
      const count = counted((row) => row.collection === collection);
      expect([await total({ collections: [collection] }), await total({ collections: [name.toUpperCase()] })]).toEqual([
        count,
        count,
      ]);
    }
    expect(faultsIn(await refused({ collections: ["us-usk"] }))).toEqual(["collections.0"]);
  });

  test("a path filters to what stands at it and below, in one collection or in all", async () => {
    const parents = given().corpus.inForce.filter(({ nodeType }) => nodeType === "PARENT");
    const some = parents.filter((_, at) => at % 60 === 0);
    expect(some.length).toBeGreaterThan(40);
    const wrong = await overAll(some, async ({ path, collection }) => {
      const [within, anywhere] = [
        await total({ path_prefix: path, collections: [collection] }),
        await total({ path_prefix: path }),
      ];
      const expected = [
        counted((row) => row.collection === collection && isWithin(row, path)),
        counted((row) => isWithin(row, path)),
      ];
      return within === expected[0] && anywhere === expected[1] ? [] : [`${collection} ${path}`];
    });
    expect(wrong.flat()).toEqual([]);
    expect(await total({ path_prefix: "t1" })).toBeGreaterThan(
      await total({ path_prefix: "t1", collections: ["us-usc"] }),
    );
    expect(faultsIn(await refused({ path_prefix: "t1..s1" }))).toEqual(["path_prefix"]);
  });

  test("only law in force is searched unless all is asked for, which needs the key for it", async () => {
    const { real, corpus } = given();
    expect(await total({})).toBe(wide(corpus.inForce).length);
    expect(await total({ current_only: true })).toBe(wide(corpus.inForce).length);
    expect(await total({ current_only: false }, real.historicalKey)).toBe(wide(corpus.rows).length);
    expect(wide(corpus.rows).length).toBeGreaterThan(wide(corpus.inForce).length + 2_500);
    const denied = await refused({ current_only: false });
    expect([denied.status, denied.json?.["code"]]).toEqual([403, "forbidden"]);
  });

  test("flags of superseded and future versions are told as they stand today", async () => {
    const { real, corpus } = given();
    const several = [...corpus.byNode.values()].filter((versions) => versions.length > 1);
    expect(several.length).toBeGreaterThan(2_500);
    const some = several.filter((versions, at) => at % 60 === 0 || versions[0]?.state === "Avalon");
    const seen = new Set<string>();
    await overAll(some, async ([first]) => {
      const { collection, path } = first!;
      const body = { path_prefix: path, collections: [collection], current_only: false, page_size: 50 };
      const { results } = await search({ ...body, query: 'body:"the" OR body:"a" OR body:"of"' }, real.historicalKey);
      for (const { id, is_current, is_historical } of results) {
        const { isCurrent, isHistorical } = corpus.standing(corpus.byId.get(id)!);
        expect([id, is_current, is_historical]).toEqual([id, isCurrent, isHistorical]);
        seen.add(`${is_current} ${is_historical}`);
      }
    });
    expect(seen).toEqual(new Set(["true false", "false true", "false false"]));
  });

  test.each([
    ["effective", "effective_date"],
    ["published", "publication_date"],
  ] as const)("days filter laws inclusively, and what has no %s day is in no range", async (member, field) => {
    const days = wide(given().corpus.inForce)
      .flatMap((row) => row[member] ?? [])
      .toSorted();
    const [early, late] = [days[Math.floor(days.length / 3)]!, days[Math.floor((2 * days.length) / 3)]!];
    const [from, to] = [`${field}_from`, `${field}_to`];
    const within = (start: string, end: string): number =>
      counted((row) => row[member] !== null && row[member] >= start && row[member] <= end);
    expect(await total({ [from]: early, [to]: late })).toBe(within(early, late));
    expect(await total({ [from]: late })).toBe(within(late, "9999"));
    expect(await total({ [to]: early })).toBe(within("0000", early));
    expect(await total({ [from]: early, [to]: early })).toBe(within(early, early));
    expect(await total({ [from]: "1000-01-01" })).toBe(counted((row) => row[member] !== null));
    expect(counted((row) => row[member] === null)).toBeGreaterThan(15_000);
    expect(faultsIn(await refused({ [from]: late, [to]: early }))).toEqual([from]);
    expect(faultsIn(await refused({ [from]: "2015-02-30" }))).toEqual([from]);
  });

  test("a page of laws holds at most 50, and nothing behind the first 10,000 is paged to", async () => {
    const { real } = given();
    expect((await search({ page_size: 50 })).results.length).toBe(50);
    expect(faultsIn(await refused({ page_size: 51 }))).toEqual(["page_size"]);
    expect(faultsIn(await refused({ page_size: 0 }))).toEqual(["page_size"]);
    expect((await search({ page: 200, page_size: 50 })).results.length).toBe(50);
    expect(faultsIn(await refused({ page: 201, page_size: 50 }))).toEqual(["page"]);
    expect(faultsIn(await refused({ page: 10_001 }))).toEqual(["page"]);
    const without = await real.raw("/v1/laws/search", { page_size: 1 });
    expect([without.status, faultsIn(without)]).toEqual([422, ["query"]]);
  });

  function expectedHit(row: LawRow): object {
    const { isCurrent, isHistorical } = given().corpus.standing(row, TODAY);
    return {
      id: row.id,
      collection_id: row.collection,
      collection_type: row.type,
      state: row.state,
      country: row.country,
      path: row.path,
      node_type: row.nodeType,
      number: row.number ?? "",
      title: row.title ?? "",
      citation: row.citation ?? "",
      effective_date: row.effective,
      publication_date: row.published,
      is_current: isCurrent,
      is_historical: isHistorical,
      currency: { edition: row.edition, temporary_until: row.expires },
    };
  }
}

/** A page with what it is of. */
export type WalkedPage = LawPage & { readonly search: string; readonly place: number; readonly isLast: boolean };

/** The wide search followed to its end in every part of every collection, and the versions that it should find. */
export async function walkLaws(
  real: LawsGiven["real"],
  corpus: LawsGiven["corpus"],
): Promise<Pick<LawsGiven, "pages" | "wide">> {
  const wide = new Set<string>();
  for (const collection of new Set(corpus.rows.map((row) => row.collection))) {
    for (const [id, text] of lawTextsIn(real, collection)) if (WIDE_WORD.test(text)) wide.add(id);
  }
  const parts = [...new Set(corpus.inForce.map(({ collection, path }) => `${collection} ${path.split(".")[0] ?? ""}`))];
  const pages = await overAll(parts, async (part) => {
    const [collection, path_prefix] = part.split(" ");
    const walked: WalkedPage[] = [];
    for (let place = 1, isLast = false; !isLast; place++) {
      const body = { query: WIDE, collections: [collection], path_prefix, page: place, page_size: PAGE_SIZE };
      const page = await real.ask<LawPage>("/laws/search", body);
      isLast = place * PAGE_SIZE >= page.total;
      walked.push({ ...page, search: part, place, isLast });
    }
    return walked;
  });
  return { pages: pages.flat(), wide };
}
