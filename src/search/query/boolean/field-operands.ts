import { tokenize } from "#text/tokenize.ts";
import type { FilterNode, QueryNode, Span, TermNode } from "#index/tree.ts";
import { authorWords, citesWord, ofKind, OPINION_KINDS, writtenBy } from "#search/opinions.ts";
import type { OpinionKind } from "#search/opinions.ts";
import { queryWith } from "#search/query/fault.ts";
import { allOf } from "#search/query/normalise.ts";
import type { QueryToken, QuotedToken, WordToken } from "#search/query/tokens.ts";
import { faultAt } from "./faults.ts";
import type { QueryCursor } from "./query-cursor.ts";

/** What a reporter citation looks like once it is closed up; `2010ohio1234` is one. */
const CITATION_WORD = /^\d+[a-z]\w*?\d+$/u;

/** The decision that is cited, as one word. Throws signals. */
export function citedNode(cursor: QueryCursor, token: WordToken | QuotedToken): TermNode {
  const word = citesWord(token.text);
  if (token.kind === "quoted") cursor.met('""');
  const [only, ...others] = tokenize(word);
  if (only === undefined || others.length > 0 || !CITATION_WORD.test(word)) {
    const advice = 'Write the reporter\'s volume and page: cites:"384 U.S. 436".';
    throw faultAt(
      "bad_value",
      `cites: takes the citation of a decision, which ${token.text} is not`,
      token.at,
      "",
      advice,
    );
  }
  cursor.cites.set(only.text, token.text);
  return { kind: "term", text: only.text, exact: true, field: "cites", at: token.at };
}

/** The words of an author's name, all of which must be there. Throws signals. */
export function authorNode(cursor: QueryCursor, token: WordToken | QuotedToken): QueryNode {
  const words = /[*?!]/u.test(token.text) ? [] : authorWords(token.text);
  if (words.length === 0) {
    throw faultAt(
      "bad_value",
      `author: takes a judge's name, which ${token.text} is not`,
      token.at,
      "",
      "Write author:breyer.",
    );
  }
  if (token.kind === "quoted") cursor.met('""');
  return allOf(
    words.map((word): FilterNode => ({ kind: "filter", filter: writtenBy(word), at: token.at })),
    token.at,
  );
}

/** What stands behind `kind:`. Throws signals. */
export function kindNode(cursor: QueryCursor, prefix: Span): FilterNode {
  const token = cursor.peek();
  const typed = token?.kind === "word" || token?.kind === "quoted" ? token.text.toLowerCase() : "";
  const kind = Object.keys(OPINION_KINDS).find((known): known is OpinionKind => known === typed);
  if (token === undefined || kind === undefined) {
    const at = token?.at ?? prefix;
    const known = Object.keys(OPINION_KINDS).join(", ");
    const advice = "Write kind:dissent, or (kind:dissent OR kind:concurrence).";
    throw faultAt("bad_value", `the kinds of opinions are ${known}`, at, "", advice);
  }
  cursor.take();
  return { kind: "filter", filter: ofKind(kind), at: { start: prefix.start, end: token.at.end } };
}

const ONE_TEXT = "Opinions whose source prints them in one text with others are not told apart by kind.";

/** What an opinion of a kind must have. */
export function ofKindNode(cursor: QueryCursor, kind: OpinionKind, operand: QueryNode, prefix: Span): QueryNode {
  if (!cursor.notes.includes(ONE_TEXT)) cursor.notes.push(ONE_TEXT);
  const at = { start: prefix.start, end: operand.at.end };
  return allOf([{ kind: "filter", filter: ofKind(kind), at: prefix }, operand], at);
}

/** A date or a number of citing decisions. */
export function conditionNode({ filters, at }: QueryToken & { readonly kind: "condition" }): QueryNode {
  return allOf(
    filters.map((filter): FilterNode => ({ kind: "filter", filter, at })),
    at,
  );
}

/** `atleast5(estoppel)`: what is counted has places. Throws signals. */
export function atLeastNode(cursor: QueryCursor, count: number, child: QueryNode, at: Span): QueryNode {
  const whole = { start: at.start, end: child.at.end };
  if (isCountable(child)) return { kind: "atLeast", count, child, at: whole };
  const message = "what is counted is a word, a phrase, or any of several";
  const each = child.kind === "and" ? child.children : [];
  const texts = each.map(
    (part) => `${cursor.text.slice(at.start, at.end).trim()}(${cursor.text.slice(part.at.start, part.at.end)})`,
  );
  const repaired = texts.length === 0 ? "" : queryWith(cursor.text, whole, texts.join(" AND "));
  throw faultAt("proximity_operand", message, child.at, repaired, "Write atleast5(estoppel OR laches).");
}

function isCountable(node: QueryNode): boolean {
  if (node.kind === "or") return node.children.every(isCountable);
  return node.kind === "term" || node.kind === "wildcard" || node.kind === "phrase";
}
