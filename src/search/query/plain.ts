import { isFunctionWord } from "./function-words.ts";
import type { PhraseNode, QueryNode, RankedNode, Span, TermNode, WildcardNode } from "./tree.ts";
import { readWords, wordOrPhrase } from "./words.ts";

/** Words a passage is searched by; the rest of a longer one is passed over and said so. */
export const PASSAGE_WORDS_MAX = 128;

/** A query without operators from this many words on is read as a passage of text. */
export const PASSAGE_WORDS_FROM = 20;

/**
 * How many of a query's words an opinion must hold, function words not counted: all of one or two, three quarters of
 * a few, and of a pasted passage a share that still finds the opinion it speaks of (figures in
 * docs/decisions/ranking.md).
 */
export function requiredOf(words: number): number {
  if (words <= 2) return words;
  if (words <= PASSAGE_WORDS_FROM) return Math.ceil(words * 0.75);
  return Math.ceil(words * 0.25);
}

export type PlainQuery = { readonly tree: RankedNode; readonly notes: readonly string[] };

/**
 * A query without operators: its words, each once, function words passed over unless there are no others. Words
 * that the index splits (`cross-examination`) are phrases, except in a passage. Undefined when there is no word.
 */
export function readPlain(typed: string): PlainQuery | undefined {
  const at = { start: 0, end: typed.length };
  const pieces = readWords(typed.replace(/[*?]+/g, " "), at, { exact: false, root: false });
  if (typeof pieces === "string") return undefined;
  const passage = pieces.length >= PASSAGE_WORDS_FROM;
  const distinct = distinctNodes(passage ? pieces : grouped(typed, pieces));
  const content = distinct.filter((node) => node.kind !== "term" || !isFunctionWord(node.text));
  const kept = content.length === 0 ? distinct : content;
  const children = kept.slice(0, PASSAGE_WORDS_MAX);
  const notes = children.length < kept.length ? [`Searched by its first ${PASSAGE_WORDS_MAX} different words.`] : [];
  return { tree: { kind: "ranked", children, required: requiredOf(children.length), at }, notes };
}

/** Words with no white space between them in the typed text become one phrase. */
function grouped(typed: string, words: readonly (TermNode | WildcardNode)[]): readonly QueryNode[] {
  const groups: (TermNode | WildcardNode)[][] = [];
  let last: Span | undefined;
  for (const word of words) {
    const attached = last !== undefined && /^[^\s—]*$/.test(typed.slice(last.end, word.at.start)) && !isSign(word);
    const group = groups.at(-1);
    if (attached && group !== undefined) group.push(word);
    else groups.push([word]);
    last = word.at;
  }
  return groups.flatMap((group): QueryNode[] => {
    const [first] = group;
    if (first === undefined || (group.length === 1 && isSign(first))) return [];
    const words = isSign(first) ? group.slice(1) : group;
    const end = group.at(-1)?.at.end ?? first.at.end;
    return [wordOrPhrase(words, { start: first.at.start, end })];
  });
}

/** Section and paragraph signs say nothing apart from their number. */
function isSign(node: TermNode | WildcardNode): boolean {
  return node.kind === "term" && (node.text === "§" || node.text === "¶");
}

function distinctNodes(nodes: readonly QueryNode[]): QueryNode[] {
  const seen = new Map<string, QueryNode>();
  for (const node of nodes) {
    if (node.kind === "term" && isSign(node)) continue;
    const key = node.kind === "phrase" ? node.words.map(wordText).join(" ") : node.kind === "term" ? node.text : "";
    if (!seen.has(key)) seen.set(key, node);
  }
  return [...seen.values()];
}

function wordText(word: PhraseNode["words"][number]): string {
  return word.kind === "term" ? word.text : word.pattern;
}
