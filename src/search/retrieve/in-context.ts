import { anyOf } from "#search/query/normalise.ts";
import { readFileSync } from "node:fs";
import type { Neighbour, SearchEngine } from "#index/index.ts";
import type { QueryNode, TermNode } from "#index/tree.ts";
import { isFunctionWord } from "#text/function-words.ts";
import { stemKeyOf } from "#text/stem.ts";
import type { Correction } from "./spelling.ts";

/** Queries of more words are not looked at, nor more pairs of one. */
const WORDS_MAX = 12;
const PAIRS_MAX = 4;
/** Function words that may stand between the words of a pair: `principal place of business`. */
const BETWEEN_MAX = 2;
/** A pair in more documents than this is meant as it stands. */
const DOUBTFUL_MAX = 20;
/** What was meant instead is in at least so many documents, and in so many times more than the pair as typed. */
const MEANT_MIN = 20;
const TIMES_MORE = 50;
/** What is known to be taken for it by its sound need not be as common. */
const SOUNDS_ALIKE_MIN = 5;
/** Shorter words have too many neighbours; longer ones may be two letters off. */
const LETTERS_MIN = 5;
const TWO_LETTERS_MIN = 8;
/** Neighbours of one word that are tried. */
const CANDIDATES_MAX = 6;

/** Of what was not typed. */
const NOWHERE = { start: 0, end: 0 } as const;

/** Two words of the query that mean something together, with what stands between them. */
type Pair = { readonly words: readonly string[] };
type Candidate = {
  readonly pair: Pair;
  readonly meant: readonly string[];
  /** It is in the table of words taken for one another. */
  readonly isKnown: boolean;
};

/**
 * Words that stand in many documents and are hardly ever met beside their neighbour, though a word nearly the same is
 * met there often: `trail court`, `statue of limitations`. Asks the engine once for the counts
 * of at most four pairs, once for words, and then for those of at most four choices and six single candidates.
 */
export async function findOutOfPlace(engine: SearchEngine, words: readonly string[]): Promise<readonly Correction[]> {
  if (words.length > WORDS_MAX) return [];
  const pairs = pairsOf(words).slice(0, PAIRS_MAX);
  if (pairs.length === 0) return [];
  const trees = pairs.map((pair) => phraseOf(pair.words));
  const counted = await engine.counts({ trees, enough: DOUBTFUL_MAX + 1 });
  const doubtful = pairs
    .map((pair, at) => ({ pair, held: counted[at] ?? 0 }))
    .filter(({ held }) => held <= DOUBTFUL_MAX);
  if (doubtful.length === 0) return [];
  const likely = await likelyWords(engine, [...new Set(doubtful.flatMap(({ pair }) => endsOf(pair)))]);
  for (const { pair, held } of doubtful) {
    const neededOf = ({ isKnown }: Candidate): number =>
      Math.max(isKnown ? SOUNDS_ALIKE_MIN : MEANT_MIN, held * TIMES_MORE);
    const candidates = candidatesFor(pair, likely);
    const least = Math.min(...candidates.map(neededOf));
    if (candidates.length === 0 || (await countOf(engine, choiceOf(candidates), least)) < least) continue;
    for (const candidate of candidates) {
      const { meant } = candidate;
      const heldBy = await countOf(engine, phraseOf(meant));
      if (heldBy >= neededOf(candidate)) return [{ typed: pair.words.join(" "), meant: meant.join(" "), heldBy }];
    }
  }
  return [];
}

function pairsOf(words: readonly string[]): readonly Pair[] {
  return words.flatMap((word, from): Pair[] => {
    if (!isContent(word)) return [];
    const next = words.findIndex((other, at) => at > from && !isFunctionWord(other));
    const isNear = next > from && next - from - 1 <= BETWEEN_MAX && isContent(words[next] ?? "");
    return isNear ? [{ words: words.slice(from, next + 1) }] : [];
  });
}

function isContent(word: string): boolean {
  return /^[a-z]{2,}$/u.test(word) && !isFunctionWord(word);
}

function endsOf({ words }: Pair): string[] {
  return [words.at(0) ?? "", words.at(-1) ?? ""];
}

/** What each word may have been meant as, the most frequent first. */
async function likelyWords(
  engine: SearchEngine,
  words: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const asked = words.filter((word) => word.length >= LETTERS_MIN);
  const known = await engine.frequencies(
    asked.map((text) => ({
      text,
      exact: true,
      neighbours: text.length >= TWO_LETTERS_MIN ? 2 : 1,
      neighboursIn: { documents: MEANT_MIN, timesOwn: 0 },
    })),
  );
  return new Map(
    words.map((word) => {
      const neighbours = known[asked.indexOf(word)]?.neighbours ?? [];
      const near = neighbours.filter((one) => isLikely(word, one)).map(({ text }) => text);
      return [word, [...new Set([...soundingLike(word), ...near])].slice(0, CANDIDATES_MAX)];
    }),
  );
}

/** Another form of the word is no other word, and two letters off it begins alike. */
function isLikely(word: string, { text, distance }: Neighbour): boolean {
  if (!/^[a-z]+$/u.test(text) || isVariant(word, text)) return false;
  return distance === 1 || text.charAt(0) === word.charAt(0);
}

/** Forms of one word, and spellings of it that are both right. */
function isVariant(word: string, other: string): boolean {
  return stemKeyOf(word) === stemKeyOf(other) || americanised(word) === americanised(other);
}

function americanised(word: string): string {
  return stemKeyOf(
    word
      .replace(/our/u, "or")
      .replace(/(?<=.{3})is(?=e|ing|ation)/u, "iz")
      .replace(/ence$/u, "ense")
      .replace(/dge(?=ment)/u, "dg")
      .replace(/ll(?=ed|ing|er)/u, "l"),
  );
}

function candidatesFor(pair: Pair, likely: ReadonlyMap<string, readonly string[]>): readonly Candidate[] {
  const { words } = pair;
  const [first = "", last = ""] = endsOf(pair);
  return [
    ...(likely.get(first) ?? []).map((word) => ({
      pair,
      meant: [word, ...words.slice(1)],
      isKnown: soundingLike(first).includes(word),
    })),
    ...(likely.get(last) ?? []).map((word) => ({
      pair,
      meant: [...words.slice(0, -1), word],
      isKnown: soundingLike(last).includes(word),
    })),
  ];
}

let soundAlike: ReadonlyMap<string, readonly string[]> | undefined;

function soundingLike(word: string): readonly string[] {
  soundAlike ??= readSoundAlike();
  return soundAlike.get(word) ?? [];
}

function readSoundAlike(): ReadonlyMap<string, readonly string[]> {
  const lines = readFileSync(new URL("./sounds-alike.tsv", import.meta.url), "utf8").split("\n");
  const rows = lines.filter((line) => line !== "" && !line.startsWith("#")).map((line) => line.split("\t"));
  const byWord = Map.groupBy(rows, ([word]) => word ?? "");
  return new Map([...byWord].map(([word, group]) => [word, group.map(([, meant = ""]) => meant)]));
}

function choiceOf(candidates: readonly Candidate[]): QueryNode {
  return anyOf(
    candidates.map(({ meant }) => phraseOf(meant)),
    NOWHERE,
  );
}

async function countOf(engine: SearchEngine, tree: QueryNode, enough?: number): Promise<number> {
  const [count = 0] = await engine.counts({ trees: [tree], ...(enough === undefined ? {} : { enough }) });
  return count;
}

function phraseOf(texts: readonly string[]): QueryNode {
  const words = texts.map((text): TermNode => ({ kind: "term", text, exact: true, at: NOWHERE }));
  return { kind: "phrase", words, at: NOWHERE };
}
