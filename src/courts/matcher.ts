import type { Court } from "./model.ts";
import { courtWords, DIRECTION_WORDS } from "./names.ts";
import { KIND_WORDS, STATE_WORD_SET, stateWord } from "./words.ts";

/** One way to name a court, as words. */
type NameBag = { readonly court: Court; readonly words: ReadonlySet<string> };

/** Courts by the words of their names: what is asked when no name fits as a whole. */
export type WordIndex = {
  readonly bagsByWord: ReadonlyMap<string, readonly NameBag[]>;
  readonly bag_count: number;
};

export function buildWordIndex(courts: readonly Court[]): WordIndex {
  const bagsByWord = new Map<string, NameBag[]>();
  let bag_count = 0;
  for (const court of courts) {
    for (const words of bagsOf(court)) {
      bag_count += 1;
      const bag = { court, words };
      for (const word of words) {
        const bags = bagsByWord.get(word);
        if (bags === undefined) bagsByWord.set(word, [bag]);
        else bags.push(bag);
      }
    }
  }
  return { bagsByWord, bag_count };
}

/** The name and its variants as bags, and the same without what texts leave unsaid. */
function bagsOf(court: Court): Set<string>[] {
  const bags: Set<string>[] = [];
  for (const name of [court.fullName, court.abbreviation, ...court.variants]) {
    const words = courtWords(name);
    bags.push(words);
    // `Southern District of New York` can only be federal; `Kings County Surrogate's Court` need not name its state.
    if (words.has("district") && [...words].some((word) => DIRECTION_WORDS.has(word))) bags.push(without(words, "us"));
    if (court.partOf !== null) bags.push(without(words, stateWord(court.state)));
  }
  // A bare `Ohio` names a court only as a whole abbreviation, never as a part of a longer text.
  return bags.filter(
    (words) => words.size >= 2 && [...words].some((word) => KIND_WORDS.has(word) || word === "district"),
  );
}

function without(words: ReadonlySet<string>, word: string): Set<string> {
  return new Set([...words].filter((other) => other !== word));
}

/**
 * The courts whose name is wholly contained in the words of the text, the most telling name first and only the
 * best kept. A rare word tells more than a common one; a kind of court that the text names and the candidate is
 * not counts against it, and a state that is not the candidate's rules it out.
 */
export function matchByWords(index: WordIndex, words: ReadonlySet<string>): Court[] {
  const weightOf = (word: string): number =>
    Math.log(1 + index.bag_count / (index.bagsByWord.get(word)?.length ?? index.bag_count));
  let best: Court[] = [];
  let best_score = 0;
  for (const bag of candidates(index, words)) {
    const score = scoreOf(bag, words, weightOf);
    if (score > best_score + 1e-9) {
      best = [bag.court];
      best_score = score;
    } else if (score > 0 && Math.abs(score - best_score) <= 1e-9 && !best.includes(bag.court)) {
      best.push(bag.court);
    }
  }
  // A county's seat named like the whole (`New York Supreme Court`) gives way to the whole.
  return best.filter((court) => !best.some((whole) => whole.id === court.partOf));
}

/** Whether every word of the first set is in the second. */
export function isWithin(words: ReadonlySet<string>, wider: ReadonlySet<string>): boolean {
  if (words.size > wider.size) return false;
  for (const word of words) if (!wider.has(word)) return false;
  return true;
}

function candidates(index: WordIndex, words: ReadonlySet<string>): Set<NameBag> {
  const found = new Set<NameBag>();
  for (const word of words) {
    for (const bag of index.bagsByWord.get(word) ?? []) {
      if (isWithin(bag.words, words)) found.add(bag);
    }
  }
  return found;
}

function scoreOf(bag: NameBag, words: ReadonlySet<string>, weightOf: (word: string) => number): number {
  const home = stateWord(bag.court.state);
  let score = 0;
  for (const word of words) {
    if (word === home) score += HOME_STATE_BONUS;
    if (bag.words.has(word)) score += weightOf(word);
    else if (word === home) continue;
    else if (STATE_WORD_SET.has(word)) return 0;
    else if (word === "us") {
      if (bag.court.state !== "Federal") return 0;
    } else score -= KIND_WORDS.has(word) ? KIND_PENALTY : WORD_PENALTY;
  }
  return score;
}

/** Weights of a word run from about 0.7 (in half the names) to 9 (in one). */
const KIND_PENALTY = 1.5;
const WORD_PENALTY = 0.5;
const HOME_STATE_BONUS = 0.1;
