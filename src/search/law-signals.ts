import type { QueryNode, RankedNode } from "#index/tree.ts";
import { CITED_IN, HEADINGS_ABOVE } from "./laws.ts";
import { isAskingWord } from "./query/asking-words.ts";
import { statutoryWords } from "./query/everyday-words.ts";
import { anyOf } from "./query/normalise.ts";
import { readWords, wordOrPhrase } from "./query/words.ts";

/** What each signal counts beside the words of a provision itself, for which it is 1. */
export type SignalWeights = {
  /** The sentences in which opinions cite the provision; the words as typed, next to each other, in them. */
  readonly citedIn: number;
  readonly phraseCitedIn: number;
  /** The headings of the levels above. */
  readonly above: number;
  /** What statutes say for a word of everyday speech. */
  readonly everyday: number;
  /** A word that a question is put with and no provision is about (`asking-words.txt`), wherever it stands. */
  readonly asking: number;
  /** Of three words and more this share, rounded down, must be there, by whichever signal. */
  readonly share: number;
};

/** Chosen on the building half of the questions (docs/decisions/law-search.md). */
export const SIGNAL_WEIGHTS: SignalWeights = {
  citedIn: 0.4,
  phraseCitedIn: 0.2,
  above: 0.5,
  everyday: 0.8,
  asking: 0.3,
  share: 0.5,
};

/**
 * A query of plain words asked of all that tells of a provision: its own words, what statutes say for these words, the
 * sentences in which opinions cite it, and the headings above it. One with operators means what it says, and one that
 * names a provision has it already: both stay as they are.
 */
export function besideWords(tree: QueryNode, weights: SignalWeights = SIGNAL_WEIGHTS): QueryNode {
  const words = childOf(tree, "ranked");
  if (words === undefined) return tree;
  const asked: RankedNode = {
    ...words,
    required: requiredOf(words, weights.share),
    children: words.children.map((word) => asAsked(word, anywhere(word, weights), weights)),
  };
  const phrase = childOf(tree, "phrase");
  const cited = phrase === undefined ? [] : counted({ ...phrase, field: CITED_IN }, weights.phraseCitedIn);
  const others = tree.kind === "or" ? tree.children.filter((child) => child !== words) : [];
  return anyOf([asked, ...others, ...cited], tree.at);
}

type OfKind<Kind extends QueryNode["kind"]> = Extract<QueryNode, { readonly kind: Kind }>;

function childOf<Kind extends "ranked" | "phrase">(tree: QueryNode, kind: Kind): OfKind<Kind> | undefined {
  const among = tree.kind === "or" ? tree.children : [tree];
  return among.find((node): node is OfKind<Kind> => node.kind === kind);
}

function requiredOf({ children, required }: RankedNode, share: number): number {
  if (children.length <= 2) return required;
  return Math.min(required, Math.max(1, Math.floor(children.length * share)));
}

/** What a word finds, counted less where it only puts the question. */
function asAsked(word: QueryNode, found: QueryNode, { asking }: SignalWeights): QueryNode {
  const term = word.kind === "boost" ? word.child : word;
  if (asking === 1 || term.kind !== "term" || !isAskingWord(term.text)) return found;
  return { kind: "boost", factor: asking, child: found, at: word.at };
}

function anywhere(word: QueryNode, { citedIn, above, everyday }: SignalWeights): QueryNode {
  const meant = anyOf([word, ...statutory(word).flatMap((other) => counted(other, everyday))], word.at);
  return anyOf(
    [meant, ...counted(fielded(meant, CITED_IN), citedIn), ...counted(fielded(meant, HEADINGS_ABOVE), above)],
    word.at,
  );
}

function statutory(word: QueryNode): readonly QueryNode[] {
  if (word.kind === "boost") return statutory(word.child);
  if (word.kind !== "term") return [];
  return statutoryWords(word.text).flatMap((words) => {
    const read = readWords(words, word.at, { exact: false, root: false });
    return typeof read === "string" ? [] : [wordOrPhrase(read, word.at)];
  });
}

function counted(child: QueryNode, factor: number): readonly QueryNode[] {
  return factor === 0 ? [] : [{ kind: "boost", factor, child, at: child.at }];
}

/** The same asked of one field, of what a word of a query may be. */
function fielded(node: QueryNode, field: string): QueryNode {
  if (node.kind === "boost") return { ...node, child: fielded(node.child, field) };
  if (node.kind === "near") return { ...node, left: fielded(node.left, field), right: fielded(node.right, field) };
  if (node.kind === "or" || node.kind === "and")
    return { ...node, children: node.children.map((child) => fielded(child, field)) };
  return node.kind === "term" || node.kind === "wildcard" || node.kind === "phrase" ? { ...node, field } : node;
}
