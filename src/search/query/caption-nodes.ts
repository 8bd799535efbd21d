import type { QueryNode, RankedNode, Span, TermNode } from "#index/tree.ts";
import { isTelling } from "#text/case-names.ts";
import type { Caption, Party } from "./caption.ts";
import { nameVariants } from "./name-variants.ts";
import { allOf, anyOf, near } from "./normalise.ts";
import { printQuery } from "./print.ts";

/** What decisions of a name match. */
export type Namesake = {
  /** Their own name, or the one that others cite them by, has both parties whole. */
  readonly bearing: QueryNode;
  /** Ways to tell them, the surest first: their own name comes before what others call them, which may be misread. */
  readonly ways: readonly QueryNode[];
  /** Their name has half of each party, or the words beside the `v.`, and may be the one meant. */
  readonly resembling: QueryNode;
};

/** How much more an opinion counts whose name has the parties whole, half of each, or most of the words. */
const NAMED_BOOST = 8;
const HALF_NAMED_BOOST = 8;
const MOST_NAMED_BOOST = 3;
/** And one whose parties stand on the sides on which they were typed. */
const IN_ORDER_BOOST = 2;
/** And one that others call so, the more the more of them do. */
const CALLED_BOOST = 8;

/** Words between the parties' names in what others call a case: `Alder Bros., Inc., et al. v. Birch`. */
const CALLED_DISTANCE = 10;
/** From so many words on most of them are enough: records shorten the names of unions and ministries. */
const LONG_NAME_WORDS = 4;

/** Opinions that bear the name, scored far above those that only speak of it. */
export function captionTree(caption: Caption, at: Span): QueryNode {
  const most = rankedName(
    caption.flatMap(({ words }) => words),
    (count) => Math.floor(count / 2) + 1,
    at,
  );
  const boosted = (child: QueryNode, factor: number): QueryNode => ({ kind: "boost", child, factor, at });
  const half = halfNamed(caption, at);
  const whole = wholeNamed(caption, at);
  const isSame = printQuery(half) === printQuery(whole);
  const called = calledSo(caption, at);
  return {
    kind: "or",
    children: [
      captionInText(caption, at),
      boosted(half, isSame ? HALF_NAMED_BOOST + NAMED_BOOST : HALF_NAMED_BOOST),
      ...(most.children.length < 3 ? [] : [boosted(most, MOST_NAMED_BOOST)]),
      ...(isSame ? [] : [boosted(whole, NAMED_BOOST)]),
      ...besideVersus(caption, at).map((child) => boosted(allOf([half, child], at), IN_ORDER_BOOST)),
      ...namesAtVersus(caption, at).map((child) => boosted(child, HALF_NAMED_BOOST)),
      ...(called === undefined ? [] : [boosted(called, CALLED_BOOST)]),
    ],
    at,
  };
}

export function namesakeOf(caption: Caption, at: Span): Namesake {
  const bearing = bearingName(caption, at);
  return {
    bearing,
    ways: [
      ...wholeAtVersus(caption, at),
      ...surnamesAtVersus(caption, "name", at),
      ...namesAtVersus(caption, at),
      wholeNamed(caption, at),
      bearing,
      ...surnamesAtVersus(caption, "called", at),
    ],
    resembling: resemblingName(caption, at),
  };
}

/** The telling words of both parties in the name, however it writes them: what `name:"Alder v. Birch"` asks for. */
export function wholeName(caption: Caption, at: Span): QueryNode {
  const words = [...new Set(caption.flatMap(tellingOf))];
  return allOf(
    words.map((word) => nameWordNode(word, at)),
    at,
  );
}

/** Opinions of a decision of that name, by its own or by what others call it. */
function bearingName(caption: Caption, at: Span): QueryNode {
  const called = calledSo(caption, at);
  return anyOf([wholeNamed(caption, at), ...(called === undefined ? [] : [called])], at);
}

function resemblingName(caption: Caption, at: Span): QueryNode {
  const called = calledAtVersus(caption, at);
  return anyOf([halfNamed(caption, at), lastAndFirst(caption, at), ...(called === undefined ? [] : [called])], at);
}

/** Half of each party in the name, since records abbreviate (`Mfg. Co.`), spell out (`FPC`) and drop parties. */
function halfNamed(caption: Caption, at: Span): QueryNode {
  return allOrOne(
    caption.map(({ words }) => rankedName(words, (count) => Math.ceil(count / 2), at)),
    at,
  );
}

/** Each party's telling words in the name; most of them where they are many. */
function wholeNamed(caption: Caption, at: Span): QueryNode {
  const parties = caption.map((party): QueryNode => {
    return rankedName(tellingOf(party), allOrMost, at);
  });
  return allOrOne(caption.length === 1 ? [...parties, ofOneParty(at)] : parties, at);
}

function allOrMost(count: number): number {
  return count < LONG_NAME_WORDS ? count : Math.ceil((count * 2) / 3);
}

/** What names of one party begin with: `In re Gault` is no `Gault v. Alder`. */
function ofOneParty(at: Span): QueryNode {
  const words = "re parte matter estate application petition interest guardianship adoption".split(" ");
  return anyOf(
    words.map((word) => inName(word, at)),
    at,
  );
}

/** One of the two words before the `v.` and of the two behind it, whatever else was typed with the name. */
function lastAndFirst([left, right]: Caption, at: Span): QueryNode {
  const sides =
    right === undefined ? [tellingOf(left).slice(0, 1)] : [tellingOf(left).slice(-2), tellingOf(right).slice(0, 2)];
  return allOf(
    sides.map((words) =>
      anyOf(
        words.map((word) => nameWordNode(word, at)),
        at,
      ),
    ),
    at,
  );
}

/** The end of the first party right before the `v.`, and the beginning of the second right behind it. */
function besideVersus([left, right]: Caption, at: Span): readonly QueryNode[] {
  if (left === undefined || right === undefined) return [];
  const before = tellingOf(left).at(-1);
  const behind = tellingOf(right).at(0);
  return [
    ...(before === undefined ? [] : [wordBeside(before, "name", at, { behind: "v" })]),
    ...(behind === undefined ? [] : [wordBeside(behind, "name", at, { before: "v" })]),
  ];
}

/**
 * The word before the `v.` and the one behind it, both in the name and one of them beside its `v.`: what is known of the
 * parties where more was typed behind them in small letters (`alder v. birch qualified immunity`).
 */
function namesAtVersus(caption: Caption, at: Span): readonly QueryNode[] {
  const [left, right] = caption;
  const before = tellingOf(left).at(-1);
  const behind = tellingOf(right).at(0);
  if (left === undefined || right === undefined || before === undefined || behind === undefined) return [];
  const both = [before, behind].map((word) => nameWordNode(word, at));
  return [allOf([...both, anyOf(besideVersus(caption, at), at)], at)];
}

/** Both parties whole, one of them beside the `v.`: the name of one case may list the parties of others behind it. */
function wholeAtVersus(caption: Caption, at: Span): readonly QueryNode[] {
  const beside = besideVersus(caption, at);
  return beside.length === 0 ? [] : [allOf([wholeNamed(caption, at), anyOf(beside, at)], at)];
}

/** The last words of both sides beside the `v.`: `Ada Heron v. Bert Marsh` is `Heron v. Marsh`. */
function surnamesAtVersus([left, right]: Caption, field: "name" | "called", at: Span): readonly QueryNode[] {
  const before = tellingOf(left).at(-1);
  const behind = tellingOf(right).at(-1);
  if (left === undefined || right === undefined || before === undefined || behind === undefined) return [];
  const words = [before, "v", behind].map((text): TermNode => ({ kind: "term", text, exact: true, at }));
  return [{ kind: "phrase", words, field, at }];
}

/** The parties near one another in one of the names that others cite the decision by, the second behind its `v.` */
function calledSo(caption: Caption, at: Span): QueryNode | undefined {
  const [left, right] = caption;
  if (left === undefined || right === undefined) return undefined;
  const before = tellingOf(left).at(-1);
  const [behind, ...others] = tellingOf(right).slice(0, LONG_NAME_WORDS - 1);
  if (before === undefined || behind === undefined) return undefined;
  const connector = { kind: "near", unit: "word", distance: CALLED_DISTANCE, ordered: false } as const;
  const start = wordBeside(before, "called", at);
  const end = [
    wordBeside(behind, "called", at, { before: "v" }),
    ...others.map((word) => wordBeside(word, "called", at)),
  ];
  return allOrOne(
    end.map((word) => near(start, word, connector, at)),
    at,
  );
}

/** As `calledSo`, with the first word behind the `v.` alone, where a topic may follow the name. */
function calledAtVersus([left, right]: Caption, at: Span): QueryNode | undefined {
  const before = tellingOf(left).at(-1);
  const behind = tellingOf(right).at(0);
  if (left === undefined || right === undefined || before === undefined || behind === undefined) return undefined;
  const connector = { kind: "near", unit: "word", distance: CALLED_DISTANCE, ordered: false } as const;
  return near(wordBeside(before, "called", at), wordBeside(behind, "called", at, { before: "v" }), connector, at);
}

/** Opinions that speak of the case: half of each side, anywhere. */
function captionInText(caption: Caption, at: Span): QueryNode {
  const ranked = caption.map(({ words }): RankedNode => {
    const children = [...new Set(words)].map((text): TermNode => ({ kind: "term", text, exact: true, at }));
    return { kind: "ranked", children, required: Math.ceil(children.length / 2), at };
  });
  return allOrOne(ranked, at);
}

function allOrOne(nodes: readonly QueryNode[], at: Span): QueryNode {
  const [only] = nodes;
  return nodes.length === 1 && only !== undefined ? only : { kind: "and", children: nodes, at };
}

/** What names a party: initials and corporate endings do not, unless there is nothing else. */
function tellingOf({ names }: Party = NOBODY): readonly string[] {
  const telling = names.filter((word) => word.length > 1 && isTelling(word, "agreement"));
  return [...new Set(telling.length === 0 ? names : telling)];
}

const NOBODY: Party = { words: [], names: [] };

function rankedName(words: readonly string[], required: (count: number) => number, at: Span): RankedNode {
  const children = [...new Set(words)].map((word) => nameWordNode(word, at));
  return { kind: "ranked", children, required: required(children.length), at };
}

/** A word of a name or what records write for it. */
export function nameWordNode(word: string, at: Span): QueryNode {
  const others = nameVariants(word).map((variant) =>
    allOf(
      variant.map((one) => inName(one, at)),
      at,
    ),
  );
  return anyOf([inName(word, at), ...others], at);
}

/**
 * A word of a name with another right before or behind it, or by itself. Of several words that stand for one, the two
 * next to the other are asked for, or the last two.
 */
function wordBeside(
  word: string,
  field: "name" | "called",
  at: Span,
  { before, behind }: { readonly before?: string; readonly behind?: string } = {},
): QueryNode {
  const ways = [[word], ...nameVariants(word)].map((way): QueryNode => {
    const texts = before === undefined ? way.slice(-2) : [before, ...way.slice(0, 2)];
    const words = [...texts, ...(behind === undefined ? [] : [behind])].map((text): TermNode => {
      return { kind: "term", text, exact: true, at };
    });
    const [only] = words;
    return words.length === 1 && only !== undefined ? { ...only, field } : { kind: "phrase", words, field, at };
  });
  return anyOf(ways, at);
}

function inName(text: string, at: Span): TermNode {
  return { kind: "term", text, exact: true, field: "name", at };
}

/** How much more an opinion counts that is named by a query of one word or two. */
const NAMED_BY_WORDS_BOOST = 2;
const NAMED_BY_WORDS_MAX = 2;

/** Of a word and its other spellings, the word. */
function asTypedWord(node: QueryNode): QueryNode | undefined {
  return node.kind === "or" && node.children.every(({ kind }) => kind === "term" || kind === "phrase")
    ? node.children[0]
    : node;
}

/** `Korematsu`, `Citizens United`: one or two plain words may be a case's name; undefined for more. */
export function namedByWords(words: readonly QueryNode[], at: Span): QueryNode | undefined {
  const children = words
    .map(asTypedWord)
    .flatMap((word): TermNode[] => (word?.kind === "term" ? [{ ...word, exact: true, field: "name" }] : []));
  if (children.length !== words.length || children.length > NAMED_BY_WORDS_MAX) return undefined;
  const child: QueryNode = { kind: "ranked", children, required: children.length, at };
  return { kind: "boost", child, factor: NAMED_BY_WORDS_BOOST, at };
}
