import { OnpointError } from "#base/errors.ts";
import type { NearNode, PhraseNode, QueryNode, TermNode, WildcardNode } from "#index/tree.ts";
import { OPINIONS } from "../ranking.ts";
import { conditionOf } from "./listing.ts";

/** The words of the index: what a stem or a pattern stands for. */
export type Vocabulary = {
  formsOf(word: string): readonly string[];
  wordsLike(glob: string): readonly string[];
};

/** A set of rows as SQL. */
export type RowSet = { readonly sql: string; readonly args: readonly string[] };

/** Combinations of forms one phrase or proximity may be spelled out to. */
const COMBINATIONS_MAX = 1024;
/** Private-use letters: words for FTS5, never ours. One stands between the texts of a field, the other nowhere. */
export const BARRIER = "\ue000";
const NO_WORD = "\ue001";

/**
 * The FTS5 expression of a tree, or undefined where only SQL around several expressions can say it. Throws
 * `unsupported` for what FTS5 has no way of saying: order, sentences, paragraphs, nested proximity.
 */
export function matchOf(node: QueryNode, words: Vocabulary): string | undefined {
  switch (node.kind) {
    case "term":
    case "wildcard":
      return inField(node.field, anyOf(formsOf(node, words).map(quoted)));
    case "phrase":
      return inField(node.field, anyOf(phrasesOf(node, words).map((phrase) => quoted(phrase.join(" ")))));
    case "near":
      return nearOf(node, words);
    case "together":
      throw unsupported(`words together in one ${node.unit}`);
    case "atLeast":
      throw unsupported("a number of occurrences");
    case "boost":
      return matchOf(node.child, words);
    case "ranked":
      return node.required > 1 && node.required < node.children.length
        ? undefined
        : joined(node.children, node.required === 1 ? " OR " : " AND ", words);
    case "or":
      return joined(node.children, " OR ", words);
    case "and": {
      const found = joined(
        node.children.filter((child) => child.kind !== "not"),
        " AND ",
        words,
      );
      const excluded = node.children.flatMap((child) => (child.kind === "not" ? [matchOf(child.child, words)] : []));
      if (found === undefined || excluded.includes(undefined)) return undefined;
      return excluded.length === 0 ? found : `(${found} NOT (${excluded.join(" OR ")}))`;
    }
    case "not":
    case "filter":
    case "prior":
      return undefined;
  }
}

/** The rows a tree matches, by one expression where that can be and by sets of rows where it cannot. */
export function rowsOf(node: QueryNode, words: Vocabulary): RowSet {
  const match = matchOf(node, words);
  if (match !== undefined) return { sql: "SELECT rowid FROM fts WHERE fts MATCH ?", args: [match] };
  if (node.kind === "boost") return rowsOf(node.child, words);
  if (node.kind === "filter") {
    const { sql, args } = conditionOf(node.filter);
    return { sql: `SELECT rowid FROM documents WHERE ${sql}`, args };
  }
  if (node.kind === "prior") return { sql: "SELECT rowid FROM documents", args: [] };
  if (node.kind === "or")
    return combined(
      "UNION",
      node.children.map((child) => rowsOf(child, words)),
    );
  if (node.kind === "ranked") {
    const each = combined(
      "UNION ALL",
      node.children.map((child) => rowsOf(child, words)),
    );
    return {
      sql: `SELECT rowid FROM (${each.sql}) GROUP BY rowid HAVING count(*) >= ${node.required}`,
      args: each.args,
    };
  }
  if (node.kind === "and") {
    const found = node.children.flatMap((child) => (child.kind === "not" ? [] : [rowsOf(child, words)]));
    const excluded = node.children.flatMap((child) => (child.kind === "not" ? [rowsOf(child.child, words)] : []));
    return combined("EXCEPT", [combined("INTERSECT", found), ...excluded]);
  }
  throw unsupported(`a query that is only ${node.kind}`);
}

/** Everything in a tree that scores, as one expression: what the rows found are ranked by. */
export function scoringMatch(node: QueryNode, words: Vocabulary): string | undefined {
  if (node.kind === "and" || node.kind === "or" || node.kind === "ranked") {
    const parts = node.children.flatMap((child) => (child.kind === "not" ? [] : (scoringMatch(child, words) ?? [])));
    return parts.length === 0 ? undefined : anyOf(parts);
  }
  return node.kind === "boost" ? scoringMatch(node.child, words) : matchOf(node, words);
}

function combined(operator: string, sets: readonly RowSet[]): RowSet {
  return {
    sql: sets.map((set) => `SELECT rowid FROM (${set.sql})`).join(` ${operator} `),
    args: sets.flatMap((set) => set.args),
  };
}

function joined(children: readonly QueryNode[], operator: string, words: Vocabulary): string | undefined {
  const parts = children.map((child) => matchOf(child, words));
  return parts.includes(undefined) ? undefined : `(${parts.join(operator)})`;
}

/** The words a term or pattern stands for; one that never matches when there are none. */
function formsOf(node: TermNode | WildcardNode, words: Vocabulary): readonly string[] {
  if (node.kind === "term" && node.exact) return [node.text];
  const forms = node.kind === "term" ? words.formsOf(node.text) : words.wordsLike(node.pattern);
  return forms.length === 0 ? [NO_WORD] : forms;
}

/** Every sequence of words a phrase stands for. */
function phrasesOf(node: PhraseNode | TermNode | WildcardNode, words: Vocabulary): readonly (readonly string[])[] {
  const lists = (node.kind === "phrase" ? node.words : [node]).map((word) => formsOf(word, words));
  if (lists.reduce((product, list) => product * list.length, 1) > COMBINATIONS_MAX) {
    throw unsupported("a phrase of so many forms");
  }
  return lists.reduce<readonly (readonly string[])[]>(
    (phrases, list) => phrases.flatMap((phrase) => list.map((word) => [...phrase, word])),
    [[]],
  );
}

/** FTS5 lets at most N words stand between the ends of a NEAR: W/n is NEAR(…, n - 1), for words that do not overlap. */
function nearOf(node: NearNode, words: Vocabulary): string {
  if (node.unit !== "word") throw unsupported(`a proximity within one ${node.unit}`);
  if (node.ordered) throw unsupported("an ordered proximity");
  const left = operandsOf(node.left, words);
  const right = operandsOf(node.right, words);
  if (left.length * right.length > COMBINATIONS_MAX) throw unsupported("a proximity of so many forms");
  const shared = new Set(left.flat());
  if (right.some((phrase) => phrase.some((word) => shared.has(word))))
    throw unsupported("a proximity of a word with itself");
  const pairs = left.flatMap((a) =>
    right.map((b) => `NEAR(${quoted(a.join(" "))} ${quoted(b.join(" "))}, ${node.distance - 1})`),
  );
  return inField(fieldOf(node), anyOf(pairs));
}

function operandsOf(node: QueryNode, words: Vocabulary): readonly (readonly string[])[] {
  if (node.kind === "or") return node.children.flatMap((child) => operandsOf(child, words));
  if (node.kind === "term" || node.kind === "wildcard" || node.kind === "phrase") return phrasesOf(node, words);
  throw unsupported("a proximity inside a proximity");
}

/** Both sides of a proximity are in one field; the leaves carry it. */
function fieldOf(node: QueryNode): string | undefined {
  if (node.kind === "near") return fieldOf(node.left);
  if (node.kind === "or") return node.children[0] === undefined ? undefined : fieldOf(node.children[0]);
  return "field" in node ? node.field : undefined;
}

const EVERYWHERE = OPINIONS.fields.flatMap(({ name, isOnlyNamed }) => (isOnlyNamed === true ? [] : [name])).join(" ");

function inField(field: string | undefined, expression: string): string {
  return `({${field ?? EVERYWHERE}} : ${expression})`;
}

function anyOf(expressions: readonly string[]): string {
  return `(${expressions.join(" OR ")})`;
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

function unsupported(what: string): OnpointError {
  return new OnpointError("unsupported", `SQLite FTS5 cannot express ${what}`);
}
