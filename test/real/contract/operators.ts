import { expect, test } from "vitest";
import { textOf } from "./corpus.ts";
import type { Given } from "./given.ts";
import { overAll } from "./real-service.ts";
import type { Page } from "./wire.ts";

/** Letters in brackets belong to the word they touch, and a word broken by a line is one. */
const unbroken = (text: string): string =>
  text
    .replace(/\u00ad/gu, "")
    .replace(/(?<=\p{L})-[^\S\n]*\n\s*(?=\p{Ll})/gu, "")
    .replace(/(?<=\p{L})[[\]](?=\p{L})|\[(?=\p{L}+\]\p{L})|(?<=\p{L}\[\p{L}+)\]/gu, "");

const words = (text: string): string[] =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];
const has =
  (word: string) =>
  (text: string): boolean =>
    new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, "iu").test(text);

/** Whether the words stand within n words of each other, in either order, by counting the words of the text. */
const near =
  (one: string, two: string, n: number) =>
  (text: string): boolean => {
    if (!has(one)(text) || !has(two)(text)) return false;
    const list = words(text);
    return list.some((word, at) => word === one && list.slice(Math.max(0, at - n), at + n + 1).includes(two));
  };

type Row = readonly [operator: string, query: string, holds: (text: string) => boolean];
const ROWS: readonly Row[] = [
  ["AND", 'body:"estoppel" AND body:"laches"', (text) => has("estoppel")(text) && has("laches")(text)],
  ["OR", 'body:"estoppel" OR body:"laches"', (text) => has("estoppel")(text) || has("laches")(text)],
  ["NOT", 'body:"laches" NOT body:"estoppel"', (text) => has("laches")(text) && !has("estoppel")(text)],
  ["a double-quoted phrase", 'body:"qualified immunity"', has("qualified[^\\p{L}\\p{N}]+immunity")],
  ["* within and behind a word", "body:estop*", has("estop\\p{L}*")],
  ["? for one character", "body:reli?nce", has("reli\\p{L}nce")],
  ["W/n in either order", 'body:("estoppel" W/5 "laches")', near("estoppel", "laches", 5)],
  [
    "parentheses",
    '(body:"estoppel" OR body:"laches") AND body:"mandamus"',
    (text) => (has("estoppel")(text) || has("laches")(text)) && has("mandamus")(text),
  ],
  [
    "the same without parentheses",
    'body:"estoppel" OR body:"laches" AND body:"mandamus"',
    (text) => has("estoppel")(text) || (has("laches")(text) && has("mandamus")(text)),
  ],
];

/** The operators of the keyword mode, against patterns read over every stored text. */
export function operatorChecks(given: () => Given): void {
  test.each(ROWS)("%s finds what a plain reading of all texts finds", async (_operator, query, holds) => {
    const { real, corpus } = given();
    const expected = corpus.shown.map(({ id }) => id).filter((id) => holds(unbroken(textOf(real, id))));
    const body = { query, mode: "keyword", collapse: "opinion", page_size: 100 };
    const first = await real.ask<Page>("/search", body);
    const numbers = Array.from({ length: first.pagination.total_pages - 1 }, (_, at) => at + 2);
    const rest = await overAll(numbers, async (page) => real.ask<Page>("/search", { ...body, page }));
    const found = [first, ...rest].flatMap(({ results }) => results.map(({ opinion_id }) => opinion_id));
    expect(found.toSorted()).toEqual(expected.toSorted());
    expect(first.pagination.total_results).toBe(expected.length);
    expect(expected.length).toBeGreaterThan(5);
  });

  test("operators are upper case; in lower case they are words, and that is said", async () => {
    const { real } = given();
    const upper = await real.ask<Page>("/search", { query: "(estoppel OR laches) AND mandamus", mode: "keyword" });
    const lower = await real.ask<Page>("/search", { query: "(estoppel or laches) AND mandamus", mode: "keyword" });
    expect(upper.warnings).toBeUndefined();
    expect(lower.warnings?.join(" ")).toContain("the operator is OR");
    expect(lower.pagination.total_results).toBeLessThan(upper.pagination.total_results);
  });
}
