import type { Neighbour, NeighboursIn, SearchEngine } from "#index/index.ts";
import type { QueryNode, TermNode } from "#index/tree.ts";
import { isFunctionWord } from "#text/function-words.ts";
import { stemKeyOf } from "#text/stem.ts";

/** Shorter words have too many neighbours to guess among. */
const LETTERS_MIN = 4;
/** Words as short as that are guessed at only where nothing has them and one that may be meant is met beside the next. */
const LETTERS_SURE = 5;
/** Words of one query that are looked at. */
const WORDS_MAX = 6;
/** A guess must be in at least this many documents, and in so many times more than the word as typed. */
const COMMON: NeighboursIn = { documents: 3, timesOwn: 20 };

/** A word that is held in other forms too, in so many times its own documents, is a word and no misprint: `heating`, `heat`. */
const OTHER_FORMS_TIMES = 1.25;

export type Correction = {
  readonly typed: string;
  readonly meant: string;
  readonly heldBy: number;
  /** No document has the word as it was typed. */
  readonly isUnheld?: boolean;
};

/**
 * Words of a query without operators that hardly any document holds though a word one letter away (one changed, left
 * out, added, or two swapped) is common. One call of the engine, whose dictionary knows; none for a query that has no
 * such words, and a few counts where several are common. `asked` are the words as typed; without them it is the name of
 * a case, in which a word that names some case is spelled as it is.
 */
export async function findMisspellings(
  engine: SearchEngine,
  tree: QueryNode,
  asked?: readonly string[],
): Promise<readonly Correction[]> {
  return misspelledAmong(engine, lookedAt(tree, asked).slice(0, WORDS_MAX), tree, asked);
}

/** A word in more documents than this is looked at only where the query finds hardly anything. */
const HARDLY_HELD = 2;
/** Words whose own documents alone are asked for. */
const WORDS_COUNTED_MAX = 24;

/**
 * As `findMisspellings`, of words alone that hardly any document holds, of a query that finds enough by its others. One
 * question about the words, and one more where there are such.
 */
export async function findHardlyHeld(
  engine: SearchEngine,
  tree: QueryNode,
  asked: readonly string[] | undefined,
): Promise<readonly Correction[]> {
  const words = lookedAt(tree, asked).slice(0, WORDS_COUNTED_MAX);
  if (words.length === 0) return [];
  const held = await engine.frequencies(words.map((text) => ({ text, exact: true })));
  const hardly = words.filter((_, at) => (held[at]?.documents ?? 0) <= HARDLY_HELD);
  return misspelledAmong(engine, hardly.slice(0, WORDS_MAX), tree, asked);
}

/** The bare words of a query, the short ones where others beside them can tell what was meant. */
function lookedAt(tree: QueryNode, asked: readonly string[] | undefined): readonly string[] {
  const letters_min = (asked?.length ?? 0) > 1 ? LETTERS_MIN : LETTERS_SURE;
  return plainWords(tree).filter(({ length }) => length >= letters_min);
}

async function misspelledAmong(
  engine: SearchEngine,
  words: readonly string[],
  tree: QueryNode,
  asked: readonly string[] | undefined,
): Promise<readonly Correction[]> {
  if (words.length === 0) return [];
  const names =
    asked === undefined ? words.map((text) => ({ text, exact: true, field: fieldAskedOf(tree, text) })) : [];
  const known = await engine.frequencies([
    ...words.map((text) => ({ text, exact: true, neighbours: 1 as const, neighboursIn: COMMON })),
    ...words.map((text) => ({ text, exact: false })),
    ...names.flatMap(({ field, ...word }) => (field === undefined ? [] : [{ ...word, field }])),
  ]);
  const named = new Map(
    names.filter(({ field }) => field !== undefined).map(({ text }, at) => [text, known[2 * words.length + at]]),
  );
  const corrections: Correction[] = [];
  for (const [index, typed] of words.entries()) {
    if ((named.get(typed)?.documents ?? 0) > 0) continue;
    const own = known[index]?.documents ?? 0;
    const hasForms = own > 0 && (known[words.length + index]?.documents ?? 0) >= own * OTHER_FORMS_TIMES;
    const likely = (known[index]?.neighbours ?? []).filter(
      (one) => isWord(one) && !(hasForms && stemKeyOf(one.text) !== stemKeyOf(typed)),
    );
    const isShort = typed.length < LETTERS_SURE;
    if (isShort && own > 0) continue;
    const meant = await likeliest(engine, asked ?? [], { typed, likely, isShort });
    if (meant !== undefined)
      corrections.push({ typed, meant: meant.text, heldBy: meant.documents, ...(own === 0 && { isUnheld: true }) });
  }
  return corrections;
}

/** Words that one misspelt word may have been, which are tried beside its neighbour. */
const CANDIDATES_MAX = 3;
const SHORT_CANDIDATES_MAX = 6;

/** Of several words a letter away the one that is met beside the word next to it: `emminent domain` is no `imminent`. */
async function likeliest(
  engine: SearchEngine,
  asked: readonly string[],
  {
    typed,
    likely,
    isShort,
  }: { readonly typed: string; readonly likely: readonly Neighbour[]; readonly isShort: boolean },
): Promise<Neighbour | undefined> {
  const first = isShort ? undefined : likely[0];
  const place = asked.indexOf(typed);
  const beside = place === -1 ? undefined : (asked[place + 1] ?? asked[place - 1]);
  if (likely.length < (isShort ? 1 : 2) || beside === undefined || isFunctionWord(beside)) return first;
  const at = { start: 0, end: 0 };
  const isBefore = asked[place + 1] !== undefined;
  let best = first;
  let most = 0;
  for (const one of likely.slice(0, isShort ? SHORT_CANDIDATES_MAX : CANDIDATES_MAX)) {
    const texts = isBefore ? [one.text, beside] : [beside, one.text];
    const words = texts.map((text): TermNode => ({ kind: "term", text, exact: true, at }));
    const tree: QueryNode = { kind: "phrase", words, at };
    const { total = 0 } = await engine.search({
      tree,
      filters: [],
      offset: 0,
      limit: 0,
      facets: [],
      total: true,
      explain: false,
    });
    if (total > most) [best, most] = [one, total];
  }
  return best;
}

/** The field that a word of a name is asked of beside the text: what stands there is spelled as it is. */
function fieldAskedOf(node: QueryNode, text: string): string | undefined {
  if (node.kind === "term") return node.text === text ? node.field : undefined;
  if (node.kind === "boost") return fieldAskedOf(node.child, text);
  if (node.kind !== "and" && node.kind !== "or" && node.kind !== "ranked") return undefined;
  for (const child of node.children) {
    const field = fieldAskedOf(child, text);
    if (field !== undefined) return field;
  }
  return undefined;
}

/** The tree with the words as they were probably meant. */
export function corrected(node: QueryNode, corrections: readonly Correction[]): QueryNode {
  if (node.kind === "term") return correctedWord(node, corrections);
  if (node.kind === "phrase") {
    const words = node.words.map((word) => (word.kind === "term" ? correctedWord(word, corrections) : word));
    return { ...node, words };
  }
  if (node.kind === "near") {
    return { ...node, left: corrected(node.left, corrections), right: corrected(node.right, corrections) };
  }
  if (node.kind === "boost") return { ...node, child: corrected(node.child, corrections) };
  if (node.kind === "ranked" || node.kind === "or" || node.kind === "and") {
    return { ...node, children: node.children.map((child) => corrected(child, corrections)) };
  }
  return node;
}

function correctedWord(node: TermNode, corrections: readonly Correction[]): TermNode {
  const correction = corrections.find(({ typed }) => typed === node.text);
  return correction === undefined ? node : { ...node, text: correction.meant };
}

/** The bare words of a query without operators; nothing else is ever second-guessed. */
function plainWords(tree: QueryNode): readonly string[] {
  const children =
    tree.kind === "ranked" ? tree.children : tree.kind === "or" ? tree.children.flatMap(plainChildren) : [];
  const words = children.map(typedWord).flatMap((child) => (child?.field === undefined ? (child?.text ?? []) : []));
  return [...new Set(words)].filter((text) => text.length >= LETTERS_MIN && isWord({ text }));
}

/** A word, also where it stands with what counts beside it. */
function typedWord(node: QueryNode): TermNode | undefined {
  if (node.kind === "term") return node;
  const [word, ...others] = node.kind === "or" ? node.children : [];
  return word?.kind === "term" && others.every(({ kind }) => kind === "boost") ? word : undefined;
}

function plainChildren(node: QueryNode): readonly QueryNode[] {
  if (node.kind === "ranked") return node.children;
  return node.kind === "and" ? node.children.flatMap(plainChildren) : [];
}

/** Numbers and foreign letters are spelled as they are. */
function isWord({ text }: Pick<Neighbour, "text">): boolean {
  return /^[a-z]+$/u.test(text);
}
