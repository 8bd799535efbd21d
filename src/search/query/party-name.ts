import type { QueryNode, TermNode } from "#index/tree.ts";
import { isTelling, tellingWords } from "#text/case-names.ts";
import { isFunctionWord } from "#text/function-words.ts";
import { tokenize } from "#text/tokenize.ts";
import { nameWordNode } from "./caption-nodes.ts";
import { partiesIn } from "./caption.ts";
import { allOf } from "./normalise.ts";

/** A few words that may be one party's name: `Heron Bay Packing`, `Korematsu`. */
export type PartyName = {
  /** What the names match that have all the words, those in which they stand as typed above the others. */
  readonly tree: QueryNode;
  /** As `tellingWords` makes them: what a party must be called, no word more and no word less. */
  readonly words: readonly string[];
};

/** A longer text is no name of one party. */
const WORDS_MAX = 8;
/** How much more a name counts in which the words stand as typed. */
const AS_TYPED_BOOST = 4;
/** A word typed with a capital, and what stands within names without one. */
const AS_NAME = /^(?:\P{L}*\p{Lu}.*|\P{L}+|of|the|and|for|de|la|in|on|at|to)$/u;

/**
 * Undefined where no word of the text tells one party from others: `United States`, and in small letters what may be a
 * trade or an office (`labor board`).
 */
export function partyNameIn(typed: string): PartyName | undefined {
  const at = { start: 0, end: typed.length };
  const texts = tokenize(typed).map(({ text }) => text);
  if (texts.length === 0 || texts.length > WORDS_MAX) return undefined;
  const words = tellingWords(typed, "agreement");
  const purpose = typed
    .trim()
    .split(/\s+/u)
    .every((word) => AS_NAME.test(word))
    ? "reference"
    : "alone";
  const isTold = words.some((word) => isTelling(word, purpose));
  const asked = [...new Set(texts.filter((text) => isTelling(text, "agreement") && !isFunctionWord(text)))];
  if (!isTold || asked.length === 0) return undefined;
  const all = allOf(
    asked.map((word) => nameWordNode(word, at)),
    at,
  );
  if (texts.length < 2) return { tree: all, words };
  const phrase = texts.map((text): TermNode => ({ kind: "term", text, exact: true, at }));
  const asTyped: QueryNode = { kind: "phrase", words: phrase, field: "name", at };
  const boosted: QueryNode = { kind: "boost", child: asTyped, factor: AS_TYPED_BOOST, at };
  return { tree: allOf([all, { kind: "or", children: [all, boosted], at }], at), words };
}

/** Whether a party of the case is called by these words and no others. */
export function isPartyOf({ words }: Pick<PartyName, "words">, caseName: string): boolean {
  const wanted = words.join(" ");
  return partiesIn(caseName).some((party) => tellingWords(party, "agreement").join(" ") === wanted);
}
