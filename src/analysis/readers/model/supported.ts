import { isFunctionWord } from "#text/function-words.ts";
import { splitSentences } from "#text/sentences.ts";
import { stemKeyOf } from "#text/stem.ts";
import { tokenize } from "#text/tokenize.ts";
import { collapseSpace } from "#text/typography.ts";
import type { Proposition } from "#analysis/model.ts";
import { RELATED } from "../extractive/related.ts";

/** What a model's own words may rest on: the quotes that stand, the question, and what the decision orders. */
export type Grounds = {
  readonly question: string;
  readonly propositions: readonly Proposition[];
  readonly disposition: string | null;
  /** The stems of the document: a name that neither it nor the question has was made up. */
  readonly documentStems: ReadonlySet<string>;
};

export type SupportedAnswer = {
  /** The sentences that stand, in their order; empty where none does. */
  readonly answer: string;
  /** Sentences that were left out. */
  readonly cut: number;
};

/** Of a sentence's words, how many must stand in a quote, in the question or in what is ordered. */
const KNOWN_SHARE_MIN = 0.5;
/** And how many in one quote. */
const QUOTED_SHARE_MIN = 0.25;
/** A sentence that shares this much with a quote says the same or the reverse. */
const SAME_SHARE = 0.6;
/** More characters in a row say something by themselves; `Yes.` goes with the sentence behind it. */
const LEAD_CHARS_MAX = 12;

/** Longer, a sentence says more than that something is left open. */
const OPEN_WORDS_MAX = 25;
/** What is told of the document as a whole, not from it: that it leaves something open. */
const LEAVES_OPEN =
  /\b(?:does|do|did) not (?:\w+ )?(?:say|state|address|answer|mention|decide|discuss|specify|reach|resolve|tell|contain|provide)\b|\b(?:leaves?|left) open\b|\bis silent\b|\bno (?:passage|part|statement)\b/iu;
const TURNS = /\b(?:not|no|nor|never|none|neither|nothing|without|cannot|unless|\w+n['\u2019]t)\b/giu;
/** What a court did with a case, by its stem. */
const OUTCOMES: ReadonlySet<string> = new Set(
  ["affirmed", "reversed", "vacated", "remanded", "dismissed", "overruled", "upheld", "denied", "granted"].map((word) =>
    stemKeyOf(word),
  ),
);
const TELLS_THE_COURT =
  /\b(?:the )?(?:court|majority|judges?) (?:\w+ )?(?:held|holds|ruled|rules|decided|decides|concluded|concludes|found|finds)\b/iu;
/** Who speaks is named where it is not the court. */
export const NAMES_ITS_VOICE = /\b(?:dissent\w*|concurr\w*|separate(?:ly)?|plurality)\b/iu;

/**
 * Of a model's answer the sentences that its quotes support. A sentence stands where its numbers and its words for what a
 * court did are in a quote, the question or what is ordered, its names in the document, half of its words in these and a quarter in
 * one quote, and where it does not deny what that quote says; and where it tells what the court held, by a quote of the
 * court. That a document leaves something open may be said without one.
 */
export function supportedAnswer(answer: string, grounds: Grounds): SupportedAnswer {
  const sentences = splitSentences(answer)
    .map(({ start, end }) => collapseSpace(answer.slice(start, end)).trim())
    .filter((sentence) => sentence !== "");
  const kept: string[] = [];
  let [lead, cut] = ["", 0];
  for (const sentence of sentences) {
    if (sentence.length <= LEAD_CHARS_MAX && !/\d/u.test(sentence)) {
      lead = sentence;
      continue;
    }
    if (stands(sentence, lead, grounds)) kept.push(...(lead === "" ? [] : [lead]), sentence);
    else cut += 1;
    lead = "";
  }
  return { answer: kept.join(" "), cut };
}

/** Whether a statement says no more than its quote: the same test against that quote alone. */
export function isSupportedBy(
  proposition: Proposition,
  statement: string,
  grounds: Omit<Grounds, "propositions">,
): boolean {
  return stands(statement, "", { ...grounds, propositions: [proposition] });
}

function stands(
  sentence: string,
  lead: string,
  { question, propositions, disposition, documentStems }: Grounds,
): boolean {
  const quotes = propositions.map(({ quote }) => quote.text);
  const around = [question, ...quotes, disposition ?? ""].join(" ");
  const numbers = new Set(numbersIn(around));
  if (numbersIn(sentence).some((number) => !numbers.has(number))) return false;
  const stems = contentStems(sentence);
  const known = contentStems(around);
  for (const name of namesIn(sentence)) if (!documentStems.has(name) && !known.has(name)) return false;
  if (LEAVES_OPEN.test(sentence)) return stems.size <= OPEN_WORDS_MAX;
  if (propositions.length === 0) return false;
  for (const stem of stems) if (OUTCOMES.has(stem) && !isKnown(stem, known)) return false;
  const share = (among: ReadonlySet<string>): number =>
    stems.size === 0 ? 1 : [...stems].filter((stem) => isKnown(stem, among)).length / stems.size;
  if (share(known) < KNOWN_SHARE_MIN) return false;
  const [best] = propositions
    .map((one) => ({ one, share: share(contentStems(one.quote.text)) }))
    .toSorted((left, right) => right.share - left.share);
  if (best === undefined || best.share < QUOTED_SHARE_MIN) return false;
  const isDenied = isTurned(sentence) !== isTurned(best.one.quote.text) && !/^no\b/iu.test(lead);
  if (best.share >= SAME_SHARE && isDenied) return false;
  return isOfCourt(best.one) || !TELLS_THE_COURT.test(sentence) || NAMES_ITS_VOICE.test(sentence);
}

/** A word stands among others, or one that may stand for it does. */
function isKnown(stem: string, among: ReadonlySet<string>): boolean {
  return among.has(stem) || [...(RELATED.get(stem) ?? [])].some((other) => among.has(other));
}

function isOfCourt({ section }: Proposition): boolean {
  return section === null || section.startsWith("plurality");
}

function isTurned(text: string): boolean {
  return (text.match(TURNS)?.length ?? 0) % 2 === 1;
}

function numbersIn(text: string): string[] {
  return (text.match(/\d[\d,.]*/gu) ?? []).map((number) => number.replaceAll(/[,.]/gu, ""));
}

/** Stems of words with a capital that do not begin a sentence. */
function namesIn(sentence: string): string[] {
  return tokenize(sentence)
    .filter(({ text, start }) => start > 0 && /^\p{Lu}\p{Ll}/u.test(sentence.slice(start)) && !isFunctionWord(text))
    .map(({ text }) => stemKeyOf(text));
}

function contentStems(text: string): Set<string> {
  return new Set(
    tokenize(text)
      .filter(({ text: word }) => !isFunctionWord(word) && !/^\d/u.test(word))
      .map(({ text: word }) => stemKeyOf(word)),
  );
}
