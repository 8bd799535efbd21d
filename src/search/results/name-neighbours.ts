import type { SearchEngine, WordFrequency } from "#index/index.ts";
import type { QueryNode, TermNode } from "#index/tree.ts";

/** Shorter words of a name have too many neighbours. */
const LETTERS_MIN = 5;
const WORDS_MAX = 12;
/** Of each word so many neighbours are tried. */
const NEIGHBOURS_TRIED = 8;

/** A tree of names with each word as it may have been misread: a letter changed, left out, added, or two swapped. */
export async function withNeighbours(engine: SearchEngine, tree: QueryNode): Promise<QueryNode> {
  return neighbouring(engine, tree, () => true);
}

/** A word that stands in so many times fewer names than one a letter off may be meant as that. */
const TIMES_MORE = 5;

/** As `withNeighbours`, of words alone that hardly any name holds beside what they may be; undefined where there are none. */
export async function respelledName(engine: SearchEngine, tree: QueryNode): Promise<QueryNode | undefined> {
  const respelled = await neighbouring(
    engine,
    tree,
    ({ documents, neighbours: [first] }) => (first?.documents ?? 0) >= documents * TIMES_MORE,
  );
  return respelled === tree ? undefined : respelled;
}

async function neighbouring(
  engine: SearchEngine,
  tree: QueryNode,
  isMisread: (word: WordFrequency) => boolean,
): Promise<QueryNode> {
  const words = [...wordsOf(tree).values()].slice(0, WORDS_MAX);
  if (words.length === 0) return tree;
  const known = await engine.frequencies(
    words.map(({ text, field }) => ({ text, exact: true, neighbours: 1, ...(field !== undefined && { field }) })),
  );
  const near = new Map(
    words.flatMap((word, at): [string, readonly TermNode[]][] => {
      const found = known[at];
      if (found === undefined || found.neighbours.length === 0 || !isMisread(found)) return [];
      return [[keyOf(word), found.neighbours.slice(0, NEIGHBOURS_TRIED).map(({ text }) => ({ ...word, text }))]];
    }),
  );
  return near.size === 0 ? tree : replaced(tree, near);
}

function wordsOf(node: QueryNode, found = new Map<string, TermNode>()): Map<string, TermNode> {
  if (node.kind === "term" && node.text.length >= LETTERS_MIN) found.set(keyOf(node), node);
  if (node.kind === "and" || node.kind === "or" || node.kind === "ranked") {
    for (const child of node.children) wordsOf(child, found);
  }
  return found;
}

function replaced(node: QueryNode, near: ReadonlyMap<string, readonly TermNode[]>): QueryNode {
  if (node.kind === "and" || node.kind === "or" || node.kind === "ranked") {
    return { ...node, children: node.children.map((child) => replaced(child, near)) };
  }
  const others = node.kind === "term" ? (near.get(keyOf(node)) ?? []) : [];
  return others.length === 0 ? node : { kind: "or", children: [node, ...others], at: node.at };
}

function keyOf({ text, field = "" }: TermNode): string {
  return `${field} ${text}`;
}
