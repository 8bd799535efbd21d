import type { SearchEngine } from "#index/index.ts";
import { printQuery } from "#search/query/print.ts";
import { countOf } from "#search/retrieve/probe.ts";
import type { Question } from "#search/retrieve/question.ts";
import { courtLevelOf } from "#courts/levels.ts";
import { partsOf } from "#index/node-parts.ts";
import { courtsOf } from "#search/opinions.ts";
import type { AtLeastNode, FilterNode, OrNode, PhraseNode, QueryNode, TermNode, WildcardNode } from "#index/tree.ts";

/** Parts of a query that are looked at to explain an empty answer. */
const PARTS_MAX = 12;
/**
 * The index counts documents that were replaced until it has tidied up, so a word it counts a few times may be in none:
 * that is searched for, which costs little. One in more documents than this is held.
 */
const DOUBTFUL_MAX = 1000;
/** Characters of the query that a sentence repeats. */
const SHOWN_CHARS_MAX = 80;

type Asked = TermNode | WildcardNode | PhraseNode | FilterNode | AtLeastNode;

/**
 * Says why nothing was found, in sentences: which words stand nowhere, or that only the filters are in the way. `typed`
 * is the query, in which the nodes of its tree have their places.
 */
export async function explainEmptyAnswer(
  engine: SearchEngine,
  question: Question,
  typed: string,
): Promise<readonly string[]> {
  const found = (tree: QueryNode): Promise<number> => countOf(engine, question, tree);
  const unfiltered = question.filters.length === 0 ? 0 : await found(question.tree);
  if (unfiltered > 0) {
    const noun = unfiltered === 1 ? "opinion matches" : "opinions match";
    return [`Nothing matches within the filters; ${unfiltered} ${noun} without them.`];
  }
  const wanted = withoutExclusions(question.tree);
  const unexcluded = wanted === question.tree ? 0 : await found(wanted);
  if (unexcluded > 0) {
    return [`All ${unexcluded} opinions that match hold what the query leaves out with NOT.`];
  }
  const parts = askedFor(question.tree).slice(0, PARTS_MAX);
  const counted = await frequenciesOf(engine, question, parts);
  const missing: Asked[] = [];
  for (const asked of parts) {
    const known = isHeld(asked, counted);
    if (known === undefined ? (await found(asked)) === 0 : !known) missing.push(asked);
  }
  if (missing.length > 0)
    return [...new Set(smallest(missing).map((asked) => `No opinion ${missingIn(asked, typed)}.`))];
  return ["Every word is held, but no opinion has them together as asked; fewer words or a wider distance finds more."];
}

type Frequencies = ReadonlyMap<TermNode, number>;

/** In how many documents the words stand: one question to the dictionary, which knows nothing of words left out. */
async function frequenciesOf(engine: SearchEngine, question: Question, parts: readonly Asked[]): Promise<Frequencies> {
  if (question.leaveOutSource !== undefined) return new Map();
  const words = parts.flatMap(wordsIn);
  if (words.length === 0) return new Map();
  const questions = words.map(({ text, exact, field }) => ({ text, exact, ...(field !== undefined && { field }) }));
  const counted = await engine.frequencies(questions);
  return new Map(words.flatMap((word, at) => [[word, counted[at]?.documents ?? 0] as const]));
}

/** The words that must stand somewhere, in the field in which they are asked for. */
function wordsIn(asked: Asked): readonly TermNode[] {
  if (asked.kind === "term") return [asked];
  return asked.kind === "phrase" ? asked.words.filter((word) => word.kind === "term") : [];
}

/** Undefined where only a search can tell. */
function isHeld(asked: Asked, counted: Frequencies): boolean | undefined {
  if (wordsIn(asked).some((word) => counted.get(word) === 0)) return false;
  if (asked.kind !== "term") return undefined;
  return (counted.get(asked) ?? 0) > DOUBTFUL_MAX ? true : undefined;
}

/** The tree itself when it leaves nothing out. */
function withoutExclusions(node: QueryNode): QueryNode {
  if (node.kind !== "and" && node.kind !== "or") return node;
  const children = node.children.filter((child) => child.kind !== "not").map(withoutExclusions);
  const isSame = children.length === node.children.length && children.every((child, at) => child === node.children[at]);
  return isSame ? node : { ...node, children };
}

/** What must be there, each once; what is left out and what only adds to a score is no reason. */
function askedFor(tree: QueryNode): readonly Asked[] {
  const asked = new Map<string, Asked>();
  const collect = (node: QueryNode): void => {
    if (node.kind === "not" || node.kind === "boost") return;
    if (isAsked(node)) asked.set(printQuery(node), node);
    else if (node.kind === "or" && isReadSeveralWays(node)) node.children.slice(0, 1).forEach(collect);
    else partsOf(node).forEach(collect);
  };
  collect(tree);
  return [...asked.values()];
}

/** The same words read in several ways, as they were typed first: the others are our guesses at what was meant. */
function isReadSeveralWays({ children: [first], at }: OrNode): boolean {
  return first !== undefined && first.at.start === at.start && first.at.end === at.end;
}

const ASKED: ReadonlySet<string> = new Set<Asked["kind"]>(["term", "wildcard", "phrase", "filter", "atLeast"]);

function isAsked(node: QueryNode): node is Asked {
  return ASKED.has(node.kind);
}

/** A phrase is missing when a part of it is; the part says more. */
function smallest(missing: readonly Asked[]): readonly Asked[] {
  return missing.filter((whole) => !missing.some((part) => part !== whole && holds(whole, part)));
}

function holds(whole: Asked, part: Asked): boolean {
  if (whole.kind !== "phrase" || part.kind === "filter" || part.kind === "atLeast" || whole.field !== part.field)
    return false;
  return ` ${wordsOf(whole)} `.includes(` ${wordsOf(part)} `) && wordsOf(whole) !== wordsOf(part);
}

function wordsOf(node: TermNode | WildcardNode | PhraseNode): string {
  if (node.kind === "term") return node.text;
  return node.kind === "wildcard" ? node.pattern : node.words.map(wordsOf).join(" ");
}

function missingIn(asked: Asked, typed: string): string {
  if (asked.kind === "term" && asked.field === "cites")
    return `cites ${typed
      .slice(asked.at.start, asked.at.end)
      .replace(/^.*?:(?=["\u201c\d])|["\u201c\u201d]/gu, "")
      .trim()}`;
  if (asked.kind === "filter") {
    const courts = courtsOf(asked.filter);
    if (courts === undefined) return `is one of ${printQuery(asked)}`;
    return `of ${courtLevelOf(courts) ?? courts.slice(0, 3).join(" or ")} is held`;
  }
  const printed = printQuery(asked);
  return `holds ${printed.length > SHOWN_CHARS_MAX ? `${printed.slice(0, SHOWN_CHARS_MAX)}…` : printed}`;
}
