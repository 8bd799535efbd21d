import type { Filter } from "./filter.ts";

/**
 * A parsed query. Each engine is a compiler of this tree. A node without a field searches the schema's default ones
 * together. `at` is the span in the typed query (UTF-16 units), for error messages and for what a person is shown.
 */
export type Span = { readonly start: number; readonly end: number };

export type QueryNode =
  | TermNode
  | WildcardNode
  | PhraseNode
  | NearNode
  | TogetherNode
  | AtLeastNode
  | AndNode
  | OrNode
  | NotNode
  | RankedNode
  | BoostNode
  | FilterNode
  | PriorNode;

/** One word after tokenisation. `exact` turns stemming off (inside quotes). */
export type TermNode = {
  readonly kind: "term";
  readonly text: string;
  readonly exact: boolean;
  readonly field?: string;
  /** What an occurrence of another form counts in place of the schema's `formWeight`, at most 1. */
  readonly formWeight?: number;
  readonly at: Span;
};

/** `*` stands for any run of characters, `?` for one; both only as wildcards (a word cannot contain them). */
export type WildcardNode = {
  readonly kind: "wildcard";
  readonly pattern: string;
  readonly field?: string;
  readonly at: Span;
};

/** Words next to each other in this order. */
export type PhraseNode = {
  readonly kind: "phrase";
  readonly words: readonly (TermNode | WildcardNode)[];
  readonly field?: string;
  readonly at: Span;
};

/**
 * Proximity. `word`: the two matches do not overlap and at most n - 1 words stand between them (so W/1 is
 * adjacency); `sentence` and `paragraph`: both stand in one. Operands are the nodes that
 * have positions: term, wildcard, phrase, near, together, and `or` of these; the parser distributes `and` over them.
 */
export type NearNode = {
  readonly kind: "near";
  readonly left: QueryNode;
  readonly right: QueryNode;
  readonly unit: "word" | "sentence" | "paragraph";
  /** Words; ignored for sentence and paragraph. */
  readonly distance: number;
  /** PRE/n: left stands before right. */
  readonly ordered: boolean;
  readonly at: Span;
};

/**
 * Members, two or more, that all stand in one sentence or paragraph of one field, in any order and as close or far as
 * it is long. Each has words of its own: no two of their matches begin or end on the same word. It stands where its
 * shortest stretches do: from the first to the last word of a choice of matches that has no other choice within.
 * Members are operands as of a `near`.
 */
export type TogetherNode = {
  readonly kind: "together";
  readonly members: readonly QueryNode[];
  readonly unit: "sentence" | "paragraph";
  readonly at: Span;
};

/**
 * Matches where the child stands at least `count` times in one document, in all the fields that it looks into together.
 * The child is a term, a wildcard, a phrase, or an `or` of these; its places are counted, each once.
 */
export type AtLeastNode = {
  readonly kind: "atLeast";
  readonly count: number;
  readonly child: QueryNode;
  readonly at: Span;
};

export type AndNode = { readonly kind: "and"; readonly children: readonly QueryNode[]; readonly at: Span };
export type OrNode = { readonly kind: "or"; readonly children: readonly QueryNode[]; readonly at: Span };
/** Matches the documents the child does not match; a query that is nothing but exclusions is refused by the parser. */
export type NotNode = { readonly kind: "not"; readonly child: QueryNode; readonly at: Span };

/** A query without operators: at least `required` of the children match, and more match better. */
export type RankedNode = {
  readonly kind: "ranked";
  readonly children: readonly QueryNode[];
  readonly required: number;
  readonly at: Span;
};

/** Matches the documents that pass; adds nothing to a score. */
export type FilterNode = { readonly kind: "filter"; readonly filter: Filter; readonly at: Span };

/**
 * Matches every document and scores it by a number that is known of it whatever was asked: `weight` (above 0) times the
 * natural logarithm of the column's number, 0 for numbers below 1 and for none.
 */
export type PriorNode = {
  readonly kind: "prior";
  readonly column: string;
  readonly weight: number;
  readonly at: Span;
};

/** Matches what the child matches, where it matches; the child's score counts `factor` times (above 0). */
export type BoostNode = {
  readonly kind: "boost";
  readonly child: QueryNode;
  readonly factor: number;
  /** Only in documents that pass every filter of one of these lists; in others the score counts once. */
  readonly within?: readonly (readonly Filter[])[];
  readonly at: Span;
};
