import type { Neighbour, SearchEngine } from "#index/index.ts";
import type { QueryNode } from "#index/tree.ts";

/** Shorter words have too many neighbours to guess among. */
const LETTERS_MIN = 5;
/** Words of one query that are looked at. */
const WORDS_MAX = 6;
/** A guess must be in at least this many documents, and in so many times more than the word as typed. */
const DOCUMENTS_MIN = 3;
const TIMES_MORE = 20;

export type Correction = { readonly typed: string; readonly meant: string; readonly heldBy: number };

/**
 * Words of a query without operators that hardly any document holds though a word one letter away (one changed, left
 * out, added, or two swapped) is common. One call of the engine, whose dictionary knows; none for a query that has no
 * such words.
 */
export async function findMisspellings(engine: SearchEngine, tree: QueryNode): Promise<readonly Correction[]> {
  const words = plainWords(tree).slice(0, WORDS_MAX);
  if (words.length === 0) return [];
  const known = await engine.frequencies(words.map((text) => ({ text, exact: true, neighbours: 1 })));
  return words.flatMap((typed, index) => {
    const { documents = 0, neighbours = [] } = known[index] ?? {};
    const meant = neighbours.find(isWord);
    if (meant === undefined || meant.documents < Math.max(DOCUMENTS_MIN, documents * TIMES_MORE)) return [];
    return [{ typed, meant: meant.text, heldBy: meant.documents }];
  });
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
  return [...new Set(words)].filter((text) => text.length >= LETTERS_MIN && isWord({ text }));
}

function plainChildren(node: QueryNode): readonly QueryNode[] {
  if (node.kind === "ranked") return node.children;
  return node.kind === "and" ? node.children.flatMap(plainChildren) : [];
}

/** Numbers and foreign letters are spelled as they are. */
function isWord({ text }: Pick<Neighbour, "text">): boolean {
  return /^[a-z]+$/u.test(text);
}
