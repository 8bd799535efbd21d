import { samePage } from "#citations/nominative.ts";
import type { QueryNode, Span, TermNode, WildcardNode } from "#index/tree.ts";
import type { Field } from "#search/opinions.ts";
import { readCaption } from "#search/query/caption.ts";
import { wholeName } from "#search/query/caption-nodes.ts";
import { otherWaysOf } from "#search/query/equivalents/compound-phrases.ts";
import { lowerCaseNote } from "#search/query/foreign.ts";
import { anyOf } from "#search/query/normalise.ts";
import type { QuotedToken, WordToken } from "#search/query/tokens.ts";
import { readWords, wordOrPhrase } from "#search/query/words.ts";
import { bareWildcard, emptyBetween } from "./faults.ts";
import type { QueryCursor } from "./query-cursor.ts";

/** What one typed word asks for; undefined for punctuation, which is passed over with a note. Throws signals. */
export function wordNode(cursor: QueryCursor, token: WordToken, field: Field | undefined): QueryNode | undefined {
  const { text: typed, at } = token;
  const isCitation = token.exact === true;
  const words = readWords(typed, at, { exact: isCitation, root: !isCitation });
  if (words === "bare_wildcard") throw bareWildcard(cursor.text, at);
  if (words === "punctuation") {
    if (!/^[§¶,.;:-]+$/u.test(typed)) cursor.notes.push(`Passed over: ${typed}`);
    return undefined;
  }
  if (/^(?:and|or|not)$/u.test(typed)) cursor.notes.push(lowerCaseNote(typed));
  noteWildcards(cursor, words);
  const typedSo = wordOrPhrase(words, at, field);
  if (isCitation) return anyOf([typedSo, ...samePageNodes(typed, at, field)], at);
  return withOtherWays(cursor, typedSo, otherWaysOf(typed, words, { exact: false, at, field }));
}

function withOtherWays(cursor: QueryCursor, typed: QueryNode, ways: readonly QueryNode[]): QueryNode {
  for (const way of ways) cursor.otherWays.add(way);
  return anyOf([typed, ...ways], typed.at);
}

/** The page under the other name of its volume: `1 Cranch 137` is `5 U.S. 137`. */
function samePageNodes(citation: string, at: Span, field: Field | undefined): readonly QueryNode[] {
  return samePage(citation).flatMap((other) => {
    const words = readWords(other, at, { exact: true, root: false });
    return typeof words === "string" ? [] : [wordOrPhrase(words, at, field)];
  });
}

const ROOTS = /(?<=[\p{L}\p{N}])!(?=[^\p{L}\p{N}\s]*(?:\s|$))/gu;

/** The words between two quotation marks, as they stand. Throws signals. */
export function quotationNode(cursor: QueryCursor, token: QuotedToken, field: Field | undefined): QueryNode {
  cursor.met('""');
  const caption = field === "name" && !/[*?!]/u.test(token.text) ? readCaption(token.text) : undefined;
  if (caption !== undefined) return wholeName(caption, token.at);
  const words: (TermNode | WildcardNode)[] = [];
  for (const stretch of stretches(cursor, token)) {
    const read = readWords(stretch.text, stretch.at, { exact: true, root: false });
    if (read === "bare_wildcard") throw bareWildcard(cursor.text, stretch.at);
    if (read !== "punctuation") words.push(...read);
  }
  if (words.length === 0) throw emptyBetween(cursor.text, "quotation marks", token.at);
  noteWildcards(cursor, words);
  const ways = otherWaysOf(token.text, words, { exact: true, at: token.at, field });
  return withOtherWays(cursor, wordOrPhrase(words, token.at, field), ways);
}

/**
 * A quoted text cut where a word with a wildcard begins or ends: plain words must reach the tokeniser together, since
 * `U. S.` is one word. A `!` that ends a word makes it a root, as outside. A question mark that ends a phrase of three words or more is punctuation.
 */
function stretches(cursor: QueryCursor, token: QuotedToken): readonly { readonly text: string; readonly at: Span }[] {
  const asked =
    token.text.trim().split(/\s+/u).length > 2 ? token.text.replace(/(?<=[\p{L}\p{N}])\?+\s*$/u, "") : token.text;
  if (asked !== token.text) cursor.notes.push("The question mark that ends the phrase was passed over.");
  // A root's sign becomes the wildcard it means, which is as long.
  return [...asked.replace(ROOTS, "*").matchAll(/[^\s*?]*[*?]\S*|(?:[^\s*?]+(?:\s+|$))+/gu)].map((match) => {
    const start = token.textStart + match.index;
    return { text: match[0], at: { start, end: start + match[0].trimEnd().length } };
  });
}

function noteWildcards(cursor: QueryCursor, words: readonly (TermNode | WildcardNode)[]): void {
  for (const word of words) {
    if (word.kind !== "wildcard") continue;
    if (word.pattern.includes("*")) cursor.met("*");
    if (word.pattern.includes("?")) cursor.met("?");
  }
}
