import { tokenize } from "#text/tokenize.ts";
import { isTelling } from "#text/case-names.ts";
import { isFunctionWord } from "./function-words.ts";
import { nameVariants } from "./name-variants.ts";
import type { QueryNode, RankedNode, Span, TermNode } from "#index/tree.ts";

/** A case name longer than this is a sentence. */
const CAPTION_WORDS_MAX = 24;
/** What stands behind a name: a year or court and year. */
const YEAR_BEHIND = /,?\s*\((?:[^()]*\s)?\d{4}\)\s*$/u;
/** The signal a citation stands under; `See v. Seattle` is a case. */
const SIGNAL = /^(?:but\s+)?(?:see(?:\s+also)?|cf\.)(?:,?\s+e\.\s?g\.)?,?\s+(?!v\.?\s)/iu;

const VERSUS = /\s(?:v|vs|versus)\.?\s/u;
const ONE_PARTY =
  /^(?:in re|ex parte|in the matter of|matter of|in the interest of|estate of|application of|petition of)\s/iu;

/**
 * The names in a typed caption, one list of words for each side: `Smith v. Jones` has two, `In re Gault` one.
 * Undefined when the text is not shaped like a case name.
 */
export function readCaption(typed: string): readonly (readonly string[])[] | undefined {
  const name = typed.trim().replace(YEAR_BEHIND, "").replace(SIGNAL, "").trim();
  const sides = sidesOf(name);
  const caption = sides.length === 2 || ONE_PARTY.test(name);
  if (!caption || name.split(/\s+/u).length > CAPTION_WORDS_MAX) return undefined;
  const words = sides.map((side) => partyWords(side.replace(ONE_PARTY, "")));
  return words.every((side) => side.length > 0) ? words : undefined;
}

/** A small `v.` parts the sides where there is one: a party may have the initial (`Ashwander v. T. V. A.`). */
function sidesOf(name: string): readonly string[] {
  const sides = name.split(VERSUS);
  return sides.length === 2 ? sides : name.split(new RegExp(VERSUS, "iu"));
}

/**
 * What a question says around a name (`Why did Poe v. May not …?`) is left out with the words that tell no names apart,
 * unless the party is called by one (`Smith v. May`).
 */
function partyWords(party: string): readonly string[] {
  const words = tokenize(party).map((token) => token.text);
  const content = words.filter((word) => isTelling(word, "search") && !isFunctionWord(word));
  return content.length === 0 ? words : content;
}

/** How much more an opinion counts whose name carries both sides of a caption, and one whose name has most of it. */
const WHOLE_NAME_BOOST = 8;
const MOST_OF_NAME_BOOST = 3;

/**
 * Opinions whose own name carries the caption. Half of each side must be there, since records abbreviate (`Mfg. Co.`),
 * spell out (`FPC`) and drop parties.
 */
export function captionInName(sides: readonly (readonly string[])[], at: Span): QueryNode {
  const ranked = sides.map((words) => rankedName(words, (count) => Math.ceil(count / 2), at));
  const [only] = ranked;
  return ranked.length === 1 && only !== undefined ? only : { kind: "and", children: ranked, at };
}

/**
 * Opinions that bear the name, scored far above those that only speak of it; less of a boost goes to names with most
 * of the words, wherever they stand.
 */
export function captionNodes(sides: readonly (readonly string[])[], at: Span): readonly QueryNode[] {
  const most = rankedName(sides.flat(), (count) => Math.floor(count / 2) + 1, at);
  const boosted: QueryNode = { kind: "boost", child: captionInName(sides, at), factor: WHOLE_NAME_BOOST, at };
  return most.children.length < 3
    ? [boosted]
    : [boosted, { kind: "boost", child: most, factor: MOST_OF_NAME_BOOST, at }];
}

/** Opinions that speak of the case: half of each side, anywhere. */
export function captionInText(sides: readonly (readonly string[])[], at: Span): QueryNode {
  const ranked = sides.map((words): RankedNode => {
    const children = [...new Set(words)].map((text): TermNode => ({ kind: "term", text, exact: true, at }));
    return { kind: "ranked", children, required: Math.ceil(children.length / 2), at };
  });
  const [only] = ranked;
  return ranked.length === 1 && only !== undefined ? only : { kind: "and", children: ranked, at };
}

/** How much more an opinion counts that is named by a query of one word or two. */
const NAMED_BY_WORDS_BOOST = 2;
const NAMED_BY_WORDS_MAX = 2;

/** `Korematsu`, `Citizens United`: one or two plain words may be a case's name; undefined for more. */
export function namedByWords(words: readonly QueryNode[], at: Span): QueryNode | undefined {
  const children = words.flatMap((word): TermNode[] =>
    word.kind === "term" ? [{ ...word, exact: true, field: "name" }] : [],
  );
  if (children.length !== words.length || children.length > NAMED_BY_WORDS_MAX) return undefined;
  const child: QueryNode = { kind: "ranked", children, required: children.length, at };
  return { kind: "boost", child, factor: NAMED_BY_WORDS_BOOST, at };
}

function rankedName(words: readonly string[], required: (count: number) => number, at: Span): RankedNode {
  const children = [...new Set(words)].map((word) => nameWordNode(word, at));
  return { kind: "ranked", children, required: required(children.length), at };
}

/** A word of a name or what records write for it. */
function nameWordNode(word: string, at: Span): QueryNode {
  const term = (text: string): TermNode => ({ kind: "term", text, exact: true, field: "name", at });
  const others = nameVariants(word).map((variant): QueryNode => {
    const [only] = variant;
    return variant.length === 1 && only !== undefined ? term(only) : { kind: "and", children: variant.map(term), at };
  });
  return others.length === 0 ? term(word) : { kind: "or", children: [term(word), ...others], at };
}
