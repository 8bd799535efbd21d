import type { Asker } from "#index/index.ts";
import { foldTypography } from "#text/typography.ts";
import type { SearchMode, SearchRequest } from "#search/request.ts";
import { readQueryAs } from "./query-forms.ts";
import type { ReadSources } from "./read.ts";

/** Signs of operators in what cannot be read by them: who typed them is told where, and has no words searched instead. */
const MEANT_AS_OPERATORS = /\b(?:AND|OR|NOT)\b|(?<!\S)(?:W|PRE|NEAR)?\/(?:\d|[SPsp](?!\S))/u;

/**
 * Words beside quoted ones from which on a query is a sentence: that a decision holds each of so many is hardly meant, and
 * by words that must all be there such queries find less (figures in docs/decisions/ranking.md).
 */
const SENTENCE_WORDS_FROM = 4;
const QUOTED = '""';

/**
 * The mode that serves what was typed best: by words where operators or an order of days say what is wanted; else by
 * words and meaning together, which finds no kind of typed query worse than words alone do (figures in
 * docs/decisions/ranking.md). A text all in capitals has no operators.
 */
export async function pickedMode(
  { readQuery = readQueryAs }: Pick<ReadSources, "readQuery">,
  { query, sort }: Pick<SearchRequest, "query" | "sort">,
  asker: Asker = {},
): Promise<SearchMode> {
  if (sort !== "relevance") return "keyword";
  if (!/\p{Ll}{2}/u.test(query)) return "hybrid";
  const read = await readQuery("opinions as typed", query, asker);
  const hasOperators = read.ok ? isSaidByOperators(query, read.value.operators) : MEANT_AS_OPERATORS.test(query);
  return hasOperators ? "keyword" : "hybrid";
}

function isSaidByOperators(query: string, operators: readonly string[]): boolean {
  if (operators.some((one) => one !== QUOTED)) return true;
  const besides = foldTypography(query).replace(/"[^"]*"/gu, " ");
  return operators.length > 0 && (besides.match(/[\p{L}\p{N}]\S*/gu)?.length ?? 0) < SENTENCE_WORDS_FROM;
}
