import type { AndNode, PhraseNode, QueryNode, TermNode } from "#index/tree.ts";

/** How much more an opinion counts that has the words of a quotation itself. */
const OWN_WORDS_BOOST = 2;
/** A shorter phrase is a term, which many use. */
const QUOTATION_WORDS_MIN = 8;
/** How much more an opinion counts in whose name the words stand as they were typed. */
const SIDE_BY_SIDE_BOOST = 2;
const WORDS_MAX = 8;

/**
 * What the same matches are ordered by beside how often the words stand in them. A quotation counts more in the opinion
 * that has it than in one beside which others print it; words that must all be in the name (`name:(citizens united)`)
 * count more where they stand there side by side.
 */
export function withLikelyMeant(node: QueryNode): QueryNode {
  if (node.kind === "phrase") return withOwnWords(node);
  if (node.kind === "or") return { ...node, children: node.children.map(withLikelyMeant) };
  return node.kind === "and" ? withNamesSideBySide(node) : node;
}

function withOwnWords(phrase: PhraseNode): QueryNode {
  const { field, words, at } = phrase;
  if (field !== undefined || words.length < QUOTATION_WORDS_MIN) return phrase;
  const own: QueryNode = { kind: "boost", child: { ...phrase, field: "body" }, factor: OWN_WORDS_BOOST, at };
  return { kind: "or", children: [phrase, own], at };
}

function withNamesSideBySide(node: AndNode): QueryNode {
  const names = node.children.filter(isName);
  const others = node.children.filter((child) => !isName(child)).map(withLikelyMeant);
  if (names.length < 2 || names.length > WORDS_MAX) return { ...node, children: [...names, ...others] };
  const { at } = node;
  const words = names.map(({ text, at: place }): TermNode => ({ kind: "term", text, exact: true, at: place }));
  const boosted: QueryNode = {
    kind: "boost",
    child: { kind: "phrase", words, field: "name", at },
    factor: SIDE_BY_SIDE_BOOST,
    at,
  };
  const named: QueryNode = { kind: "or", children: [{ kind: "and", children: names, at }, boosted], at };
  return others.length === 0 ? named : { kind: "and", children: [named, ...others], at };
}

function isName(node: QueryNode): node is TermNode {
  return node.kind === "term" && node.field === "name";
}
