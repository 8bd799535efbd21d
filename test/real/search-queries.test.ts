import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";

import { ok } from "#base/result.ts";
import { collapseSpace } from "#text/typography.ts";
import { readPlainTexts, readStretches } from "#opinions/store/texts.ts";
import { parseQuery } from "#search/query/parse.ts";
import type { SearchResponse } from "#search/request.ts";
import { EXCERPT, Snippets } from "#search/results/snippet.ts";
import { createSearch } from "#search/search.ts";
import { openCorpus } from "../../eval/corpus.ts";
import type { Corpus } from "../../eval/corpus.ts";
import { readField } from "#test/oracle/field-text.ts";
import { stemKey } from "#test/oracle/stem.ts";
import { CITATIONS, DOCTRINES, MISSPELLINGS, NAMES, SCANNED, SETS, STATUTES } from "./search-queries.ts";
import type { Finding } from "./search-queries.ts";
import { copyRealRecords } from "./real-records.ts";
import { lacksSharedData } from "./shared-data.ts";

/** Opinions on the page asked for: a decision may stand in it several times, once for each of its opinions. */
const PAGE = 60;

/** Accents and soft hyphens, of which scanned opinions have many (`núnc pro tunc`), do not matter to the index. */
function unaccented(text: string): string {
  return text.normalize("NFKD").replace(/[\p{M}\u00ad]/gu, "");
}

const READ_CHARS_MAX = 30_000;

/** Whether one sentence (paragraph) of a text has a form of every word, as the oracle reads it. */
function holdsTogether(text: string, wanted: readonly string[], unit: "s" | "p"): boolean {
  const { words, sentences, paragraphs } = readField([{ text }]);
  const starts = new Set(unit === "s" ? [...sentences, ...paragraphs] : paragraphs);
  const keys = new Set(wanted.map(stemKey));
  let found = new Set<string>();
  for (const { text: word, position } of words) {
    if (starts.has(position)) found = new Set();
    const key = stemKey(word);
    if (keys.has(key)) found.add(key);
    if (found.size === keys.size) return true;
  }
  return false;
}

function ordersOf(words: readonly string[]): readonly (readonly string[])[] {
  if (words.length < 2) return [words];
  return words.flatMap((word, at) => ordersOf(words.toSpliced(at, 1)).map((rest) => [word, ...rest]));
}

/** The words of a snippet as the text has them. */
function plainOf(snippet: string): string {
  return snippet
    .replace(/<\/?mark>/gu, "")
    .replace(/^… | …$/gu, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}

describe.skipIf(lacksSharedData())("a lawyer's queries on the real opinions", () => {
  let dir: string;
  let corpus: Corpus;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), "onpoint-real-search-"));
    await copyRealRecords(inject("realRecordsDir"), dir);
    // Without citing words an answer can be worked out from the opinions alone.
    corpus = await openCorpus(dir, { citingWords: false });
  }, 1_500_000);
  afterAll(async () => {
    await corpus?.close();
    await rm(dir, { recursive: true, force: true });
  });

  async function ask(query: string): Promise<SearchResponse> {
    const { search } = createSearch({ engine: corpus.engine, db: corpus.db });
    const request = {
      mode: "keyword" as const,
      filters: {},
      includeFacets: false,
      page: 1,
      pageSize: PAGE,
      rerank: false,
      collapse: "decision" as const,
      sort: "relevance" as const,
      explain: false,
    };
    return search({ ...request, query });
  }

  /** Decisions in the order found, named as in the table; a copy from another source stands for its work. */
  async function decisionsFound(query: string): Promise<readonly string[]> {
    const { results } = await ask(query);
    const works = results.map(({ opinionId }) => corpus.works.get(opinionId)?.workId ?? "");
    return [...new Set(works)];
  }

  function workOf(name: string): string {
    const place = [...corpus.works.values()].find(({ sourceId }) => sourceId === name);
    if (place === undefined) throw new Error(`${name} is not held`);
    return place.workId;
  }

  test("there are at least 80 of them", () => {
    const count = [NAMES, CITATIONS, DOCTRINES, STATUTES, MISSPELLINGS, SCANNED].reduce(
      (sum, table) => sum + table.length,
      0,
    );
    expect(count).toBeGreaterThanOrEqual(80);
    expect(corpus.works.size).toBeGreaterThan(7000);
  });

  const tables: readonly (readonly [string, readonly Finding[]])[] = [
    ["case names", NAMES],
    ["citations and docket numbers", CITATIONS],
    ["doctrines", DOCTRINES],
    ["statutes and rules", STATUTES],
  ];
  describe.each(tables)("%s", (_name, findings) => {
    test.each(findings.map((finding) => [finding.query, finding] as const))("%s", async (query, { find, within }) => {
      const found = await decisionsFound(query);
      expect(found.slice(0, within)).toContain(workOf(find));
    });
  });

  test.each(MISSPELLINGS)("$query is offered $meant", async ({ query, meant }) => {
    const { warnings, pagination } = await ask(query);
    expect(warnings.join(" ")).toContain(meant);
    expect(pagination.totalResults).toBeGreaterThan(0);
  });

  test.each(SETS)(
    "$words in one $unit, in every order",
    async ({ unit, words }) => {
      const rows = await corpus.db
        .selectFrom("indexed_opinions")
        .innerJoin("opinion_texts", "opinion_texts.opinion_id", "indexed_opinions.opinion_id")
        .where("indexed_opinions.state", "=", "indexed")
        .select(["opinion_texts.opinion_id as id", "opinion_texts.text"])
        .execute();
      // The plain reading is slow: long opinions are left out on both sides.
      const read = rows.filter(({ text }) => text.length <= READ_CHARS_MAX);
      const ids = new Set(read.map(({ id }) => id));
      const roots = words.map((word) => new RegExp(`\\b${word.slice(0, 4)}`, "iu"));
      const expected = read
        .filter(({ text }) => {
          // `[s]earch` and a word broken over lines begin with their root too.
          const whole = text.replace(/[[\]\u00ad]|-\s*\n\s*/gu, "");
          return roots.every((root) => root.test(whole)) && holdsTogether(text, words, unit);
        })
        .map(({ id }) => id);
      expect(expected.length).toBeGreaterThan(5);
      for (const order of ordersOf(words)) {
        const parsed = parseQuery(`body:(${order.join(` /${unit} `)})`, { resolveCourt: () => ok([]) });
        if (!parsed.ok) throw new Error(order.join());
        const request = { filters: [], offset: 0, limit: 10_000, facets: [], total: true, explain: false };
        const { hits } = await corpus.engine.search({ ...request, tree: parsed.value.tree });
        expect(
          hits
            .map(({ id }) => id)
            .filter((id) => ids.has(id))
            .toSorted(),
        ).toEqual(expected.toSorted());
      }
    },
    300_000,
  );

  test("every snippet is what the whole text gives, made of a stretch of it, and stands in it word for word", async () => {
    const queries = [...NAMES, ...CITATIONS, ...DOCTRINES, ...STATUTES, ...MISSPELLINGS, ...SCANNED];
    const differences: string[] = [];
    let made = 0;
    for (const { query } of queries) {
      const parsed = parseQuery(query, { resolveCourt: () => ok([]) });
      if (!parsed.ok) continue;
      const { tree } = parsed.value;
      const request = { filters: [], offset: 0, limit: PAGE, facets: [], total: false, explain: false };
      const { hits } = await corpus.engine.search({ ...request, tree, excerpts: EXCERPT });
      const told = hits.flatMap(({ id, excerpt }) => (excerpt === undefined ? [] : [{ id, ...excerpt }]));
      expect(told.length).toBe(hits.length);
      const stretches = await readStretches(corpus.db, told);
      const texts = await readPlainTexts(
        corpus.db,
        told.map(({ id }) => id),
      );
      const snippets = new Snippets(tree);
      for (const { id, from, bytes, match } of told) {
        const stretch = { text: stretches.get(id) ?? "", isStart: from === 0, isEnd: bytes === undefined, match };
        const snippet = snippets.ofStretch(stretch);
        const text = texts.get(id) ?? "";
        if (snippet !== snippets.ofText(text)) differences.push(`${query}: ${id}: ${snippet}`);
        if (!collapseSpace(text).includes(plainOf(snippet ?? "?")))
          differences.push(`${query}: ${id} is not of the text`);
        made += 1;
      }
    }
    expect(differences).toEqual([]);
    expect(made).toBeGreaterThan(2000);
  }, 300_000);

  test("the whole answer is what reading every opinion gives", async () => {
    const rows = await corpus.db
      .selectFrom("indexed_opinions")
      .innerJoin("opinions", "opinions.id", "indexed_opinions.opinion_id")
      .innerJoin("clusters", "clusters.id", "opinions.cluster_id")
      .innerJoin("cases", "cases.id", "clusters.case_id")
      .innerJoin("opinion_texts", "opinion_texts.opinion_id", "opinions.id")
      .where("indexed_opinions.state", "=", "indexed")
      .select(["opinions.id", "clusters.case_name", "cases.caption", "opinion_texts.text"])
      .execute();
    expect(rows.length).toBeGreaterThan(7000);
    const expected = SCANNED.map(() => new Set<string>());
    for (const { id, case_name, caption, text } of rows) {
      const opinion = unaccented(`${case_name}\n\n${caption}\n\n${collapseSpace(text)}`);
      for (const [index, { holds }] of SCANNED.entries()) if (holds(opinion)) expected[index]?.add(id);
    }
    const differences: string[] = [];
    for (const [index, { query }] of SCANNED.entries()) {
      const parsed = parseQuery(query, { resolveCourt: () => ok([]) });
      if (!parsed.ok) throw new Error(query);
      const request = { filters: [], offset: 0, limit: 10_000, facets: [], total: true, explain: false };
      const { hits, total } = await corpus.engine.search({ ...request, tree: parsed.value.tree });
      const found = new Set(hits.map(({ id }) => id));
      const wanted = expected[index] ?? new Set();
      expect(wanted.size).toBeGreaterThan(0);
      expect(total).toBe(found.size);
      for (const id of wanted) if (!found.has(id)) differences.push(`${query}: ${id} not found`);
      for (const id of found) if (!wanted.has(id)) differences.push(`${query}: ${id} found`);
    }
    expect(differences).toEqual([]);
  });
});
