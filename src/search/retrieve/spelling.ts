import type { SearchEngine } from "#index/index.ts";
import type { QueryNode, TermNode } from "#index/tree.ts";
import type { ReadSearch } from "#search/read/read.ts";
import { countOf } from "./probe.ts";

/** Shorter words have too many neighbours to guess among. */
const LETTERS_MIN = 5;
/** Words of one query that are looked at. */
const WORDS_MAX = 6;
/** A guess must be in at least this many opinions, and in so many times more than the word as typed. */
const OPINIONS_MIN = 3;
const TIMES_MORE = 20;

export type Correction = { readonly typed: string; readonly meant: string; readonly opinions: number };

/**
 * Words of a query without operators that hardly any opinion holds though a word one letter away (one changed, left
 * out, added, or two swapped) is common. Asks the engine only, so every engine can be asked.
 */
export async function findMisspellings(engine: SearchEngine, search: ReadSearch): Promise<readonly Correction[]> {
  const corrections: Correction[] = [];
  for (const word of plainWords(search.tree).slice(0, WORDS_MAX)) {
    const held = await opinionsWith(engine, search, [word]);
    if (held >= OPINIONS_MIN * TIMES_MORE) continue;
    const best = await commonest(engine, search, neighboursOf(word));
    if (best === undefined || best.opinions < Math.max(OPINIONS_MIN, held * TIMES_MORE)) continue;
    corrections.push({ typed: word, ...best });
  }
  return corrections;
}

/** The tree with the words as they were probably meant. */
export function corrected(node: QueryNode, corrections: readonly Correction[]): QueryNode {
  if (node.kind === "term") {
    const correction = corrections.find(({ typed }) => typed === node.text);
    return correction === undefined ? node : { ...node, text: correction.meant };
  }
  if (node.kind === "boost") return { ...node, child: corrected(node.child, corrections) };
  if (node.kind === "ranked" || node.kind === "or" || node.kind === "and") {
    return { ...node, children: node.children.map((child) => corrected(child, corrections)) };
  }
  return node;
}

/** The bare words of a query without operators; nothing else is ever second-guessed. */
function plainWords(tree: QueryNode): readonly string[] {
  const children =
    tree.kind === "ranked" ? tree.children : tree.kind === "or" ? tree.children.flatMap(plainChildren) : [];
  const words = children.flatMap((child) => (child.kind === "term" && child.field === undefined ? [child.text] : []));
  return [...new Set(words)].filter((word) => word.length >= LETTERS_MIN && /^[a-z]+$/.test(word));
}

function plainChildren(node: QueryNode): readonly QueryNode[] {
  if (node.kind === "ranked") return node.children;
  return node.kind === "and" ? node.children.flatMap(plainChildren) : [];
}

function neighboursOf(word: string): readonly string[] {
  const letters = "abcdefghijklmnopqrstuvwxyz";
  const near = new Set<string>();
  for (let at = 0; at <= word.length; at += 1) {
    const before = word.slice(0, at);
    near.add(before + word.slice(at + 1));
    near.add(before + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2));
    for (const letter of letters) {
      near.add(before + letter + word.slice(at));
      near.add(before + letter + word.slice(at + 1));
    }
  }
  near.delete(word);
  return [...near];
}

/** Halves the candidates by where more opinions are; the commonest word outweighs what it is thrown together with. */
async function commonest(
  engine: SearchEngine,
  search: ReadSearch,
  words: readonly string[],
): Promise<{ readonly meant: string; readonly opinions: number } | undefined> {
  let left = words;
  let opinions = await opinionsWith(engine, search, left);
  while (left.length > 1 && opinions > 0) {
    const middle = Math.ceil(left.length / 2);
    const halves = [left.slice(0, middle), left.slice(middle)];
    const counts = await Promise.all(halves.map((half) => opinionsWith(engine, search, half)));
    const better = (counts[1] ?? 0) > (counts[0] ?? 0) ? 1 : 0;
    left = halves[better] ?? [];
    opinions = counts[better] ?? 0;
  }
  const [meant] = left;
  return meant === undefined || opinions === 0 ? undefined : { meant, opinions };
}

async function opinionsWith(engine: SearchEngine, search: ReadSearch, words: readonly string[]): Promise<number> {
  const { at } = search.tree;
  const children = words.map((text): TermNode => ({ kind: "term", text, exact: true, at }));
  const [only] = children;
  return countOf(engine, search, children.length === 1 && only !== undefined ? only : { kind: "or", children, at });
}
