import { equivalentsIn } from "./equivalents/equivalents.ts";
import { isFunctionWord } from "#text/function-words.ts";
import type { PhraseNode, QueryNode, RankedNode, Span, TermNode, WildcardNode } from "#index/tree.ts";
import { readWords, wordOrPhrase } from "./words.ts";

/** Words a passage is searched by; the rest of a longer one is passed over and said so. */
export const PASSAGE_WORDS_MAX = 128;

/** From this many words on, function words counted, a query without operators is read as a passage of text. */
export const PASSAGE_WORDS_FROM = 20;

/** Whether a text is long enough to be read as a passage, by the words between its spaces. */
export function isPassage(text: string): boolean {
  return (text.match(/\S+/gu)?.length ?? 0) >= PASSAGE_WORDS_FROM;
}

/** What printed sentences have between and around their words, and a question of one sentence has not. */
const PRINTED = /[.;:]\s|["“”()[\]]|—/gu;
/** One may stand between two sentences of a question. */
const PRINTED_FROM = 2;

/**
 * Whether a person put it into words, and did not paste it. Of 3,000 passages of opinions four have fewer signs of print; of
 * 120 questions of everyday people, nearly all as long as a passage, hardly one has as many.
 */
export function isTyped(text: string): boolean {
  return !isPassage(text) || (text.match(PRINTED)?.length ?? 0) < PRINTED_FROM;
}

/** Of fewer words it is hard to say whether they were typed or pasted. */
const LONG_PASSAGE_WORDS_FROM = 30;

/** Whether a text was pasted by all signs, and is so short that it is led by words all the same. */
export function isShortPassage(text: string): boolean {
  return !isTyped(text) && isLedByWords(text);
}

/** Whether words know better than meaning what a text is about: of what is typed, and of what may be. */
export function isLedByWords(text: string): boolean {
  return isTyped(text) || (text.match(/\S+/gu)?.length ?? 0) < LONG_PASSAGE_WORDS_FROM;
}

/**
 * What an occurrence of another form of a passage's word counts: a passage has words enough of its own, and what few
 * words a person types must also be found as other forms (figures in docs/decisions/ranking.md).
 */
export const PASSAGE_FORM_WEIGHT = 0.4;

/**
 * How many of a query's words an opinion must hold, function words not counted: all of one or two, most of a few,
 * and fewer the longer the query is, since the opinion that answers a paragraph seldom repeats it (figures in
 * docs/decisions/ranking.md).
 */
export function requiredOf(words: number): number {
  if (words <= 2) return words;
  if (words <= 12) return Math.floor(words / 2) + 1;
  return Math.ceil(words / 4);
}

/** Queries of up to this many words, function words counted, may be a term of art (`clear and present danger`). */
const TERM_OF_ART_WORDS_MAX = 6;
/** A longer text may be pasted from an opinion: this much of its beginning is looked for as it stands. */
const QUOTED_WORDS_MAX = 40;

export type PlainQuery = {
  readonly tree: RankedNode;
  /** The words as typed, next to each other: where they stand so counts more. Undefined for one word. */
  readonly phrase: PhraseNode | undefined;
  /** All words in their order; undefined for a passage. */
  readonly words: readonly string[] | undefined;
  /** A section or paragraph sign stands in it, so it is no name. */
  readonly isSection: boolean;
  readonly notes: readonly string[];
};

/**
 * A query without operators: its words, each once, function words passed over unless there are no others. Words
 * that the index splits (`cross-examination`) are phrases, except in a passage. Undefined when there is no word.
 */
export function readPlain(typed: string): PlainQuery | undefined {
  const at = { start: 0, end: typed.length };
  const pieces = readWords(withoutSigns(typed), at, { exact: false, root: false });
  if (typeof pieces === "string") return undefined;
  const passage = pieces.length >= PASSAGE_WORDS_FROM;
  const nodes = passage ? pieces.map(ofPassage) : withEquivalents(typed, grouped(typed, pieces));
  const distinct = distinctNodes(nodes);
  const content = distinct.filter((node) => !isFunctionNode(node));
  const kept = content.length === 0 ? distinct : content;
  if (kept.length === 0) return undefined;
  const children = kept.slice(0, PASSAGE_WORDS_MAX);
  const notes = children.length < kept.length ? [`Searched by its first ${PASSAGE_WORDS_MAX} different words.`] : [];
  return {
    tree: { kind: "ranked", children, required: requiredOf(children.length), at },
    phrase: asTyped(pieces, at),
    words: passage ? undefined : pieces.map(wordText),
    isSection: pieces.some(isSign),
    notes,
  };
}

function asTyped(pieces: readonly (TermNode | WildcardNode)[], at: Span): PhraseNode | undefined {
  if (pieces.length < 2) return undefined;
  if (pieces.length <= TERM_OF_ART_WORDS_MAX) return { kind: "phrase", words: pieces, at };
  const words = pieces
    .slice(0, QUOTED_WORDS_MAX)
    .map((word) => (word.kind === "term" ? { ...word, exact: true } : word));
  // In the opinion itself: others print the same words beside whatever they cite.
  return { kind: "phrase", words, field: "body", at };
}

function ofPassage(word: TermNode | WildcardNode): TermNode | WildcardNode {
  return word.kind === "term" ? { ...word, formWeight: PASSAGE_FORM_WEIGHT } : word;
}

/** Wildcards are punctuation here, and `w/o` is the function word it stands for. */
function withoutSigns(typed: string): string {
  return typed.replace(/[*?]/gu, " ").replace(/\bw\/o(?=\s)/giu, "   ");
}

function isFunctionNode(node: QueryNode): boolean {
  if (node.kind === "boost") return isFunctionNode(node.child);
  return node.kind === "term" && isFunctionWord(node.text);
}

/** What joins two words into one: anything but white space, a dash, a comma, or a stroke between whole words. */
function isJoint(between: string, before: string, after: string): boolean {
  if (!/^[^\s—,;]*$/u.test(between)) return false;
  return between !== "/" || before.length < 4 || after.length < 4;
}

/** Words with no white space between them in the typed text become one phrase. */
function grouped(typed: string, words: readonly (TermNode | WildcardNode)[]): readonly QueryNode[] {
  const groups: (TermNode | WildcardNode)[][] = [];
  let last: TermNode | WildcardNode | undefined;
  for (const word of words) {
    const between = last === undefined ? " " : typed.slice(last.at.end, word.at.start);
    const attached = last !== undefined && isJoint(between, wordText(last), wordText(word)) && !isSign(word);
    const group = groups.at(-1);
    if (attached && group !== undefined) group.push(word);
    else groups.push([word]);
    last = word;
  }
  return groups.flatMap((group): QueryNode[] => {
    const [first] = group;
    if (first === undefined || (group.length === 1 && isSign(first))) return [];
    const words = isSign(first) ? group.slice(1) : group;
    const end = group.at(-1)?.at.end ?? first.at.end;
    return [wordOrPhrase(words, { start: first.at.start, end })];
  });
}

/** What the law writes in several ways, in the place of its words. */
function withEquivalents(typed: string, nodes: readonly QueryNode[]): readonly QueryNode[] {
  const equivalents = equivalentsIn(typed);
  const others = nodes.filter((node) =>
    equivalents.every(({ at }) => node.at.end <= at.start || node.at.start >= at.end),
  );
  return [...others, ...equivalents.map(({ node }) => node)].toSorted((a, b) => a.at.start - b.at.start);
}

/** Section and paragraph signs say nothing apart from their number. */
function isSign(node: TermNode | WildcardNode): boolean {
  return node.kind === "term" && (node.text === "§" || node.text === "¶");
}

/** Each word once; one that is repeated weighs more, by the logarithm of how often. */
function distinctNodes(nodes: readonly QueryNode[]): QueryNode[] {
  const seen = new Map<string, { readonly node: QueryNode; times: number }>();
  for (const node of nodes) {
    if (node.kind === "term" && isSign(node)) continue;
    const key = keyOf(node);
    const known = seen.get(key);
    if (known === undefined) seen.set(key, { node, times: 1 });
    else known.times += 1;
  }
  return [...seen.values()].map(({ node, times }) =>
    times === 1 ? node : { kind: "boost", child: node, factor: 1 + Math.log(times), at: node.at },
  );
}

function keyOf(node: QueryNode): string {
  if (node.kind === "phrase") return node.words.map(wordText).join(" ");
  return node.kind === "term" ? node.text : `${node.kind} ${node.at.start}`;
}

function wordText(word: PhraseNode["words"][number]): string {
  return word.kind === "term" ? word.text : word.pattern;
}
