import type { TermNode, WildcardNode } from "#index/tree.ts";
import { lowestField } from "#index/embedded/layout.ts";
import type { Layout } from "#index/embedded/layout.ts";
import { stemHashOf } from "./dictionary.ts";
import type { FoundTerm } from "./dictionary.ts";
import { unionFrequency } from "#index/embedded/match/scoring.ts";
import type { Segment } from "#index/embedded/segment/segment.ts";
import { hasStem, stemOf } from "#text/stem.ts";
import type { WorkMeter } from "#index/embedded/work-meter.ts";
import { eachWord } from "./merged-words.ts";
import type { WordsOfDictionary } from "./merged-words.ts";
import { MostFrequent } from "./most-frequent.ts";
import { Wildcard } from "./wildcard.ts";

/** The words of the dictionary that one query word stands for. They score as one. */
export type Expansion = {
  /** What was asked, for explanations: `contract~` for a stemmed word, `"contract"` for an exact one. */
  readonly label: string;
  /** The fields looked into, a mask. */
  readonly fields: number;
  readonly words: number;
  /** The form that was typed is nowhere; others of the word are. */
  readonly isOtherFormsOnly: boolean;
  /** About as many documents have any of them: see `unionFrequency`. */
  readonly frequency: number;
  /** Postings to be read per segment, in the order of the segments given. */
  readonly found: readonly (readonly FoundForm[])[];
};

/** A word of a dictionary, and what an occurrence of it counts: see `formWeight` of the schema. */
export type FoundForm = { readonly term: FoundTerm; readonly weight: number };

export type ExpandOptions = {
  /** Words one wildcard or stem may stand for. */
  readonly expansions_max: number;
  readonly meter: WorkMeter;
};

/** Wild cards of one search that may each stand for as many words as one may; what is left is for those behind them. */
const WIDE_MAX = 4;

/** Of taking in a word of a dictionary: its text and entry are read from the beginning of their blocks. */
const WORD_COST = 100;

type GatherOptions = {
  /** The form asked for among others; a form that no document has outweighs none. */
  readonly typed?: { readonly text: string; readonly formWeight: number };
  readonly words_max?: number;
};

/** Finds the words behind query words in the dictionaries of all segments. */
export class Expander {
  readonly warnings: string[] = [];
  readonly #segments: readonly Segment[];
  readonly #layout: Layout;
  readonly #documents: number;
  readonly #words_max: number;
  /** Words that wild cards may still stand for: each takes memory while a segment is searched. */
  #left: number;
  readonly #meter: WorkMeter;
  /** By stem, the words that have it, in each segment: one is often asked of several fields. */
  readonly #withStem = new Map<string, ReadonlyMap<Segment, readonly number[]>>();

  constructor(segments: readonly Segment[], layout: Layout, { expansions_max, meter }: ExpandOptions) {
    this.#segments = segments;
    this.#layout = layout;
    this.#words_max = expansions_max;
    this.#left = expansions_max * WIDE_MAX;
    this.#meter = meter;
    this.#documents = segments.reduce((sum, segment) => sum + segment.documents, 0);
  }

  /** `field` applies where the node names none. */
  expand(node: TermNode | WildcardNode, field?: string): Expansion {
    const fields = this.#layout.maskOf(node.field ?? field);
    if (node.kind === "wildcard") {
      const wildcard = new Wildcard(node.pattern);
      const words_max = Math.max(1, Math.min(this.#words_max, this.#left));
      const matching = (segment: Segment): number[] => segment.dictionary.matching(wildcard, this.#meter);
      const expansion = this.#gather(node.pattern, fields, matching, { words_max });
      this.#left -= expansion.words;
      return expansion;
    }
    if (node.exact) return this.#gather(`"${node.text}"`, fields, (segment) => findWord(segment, node.text));
    const label = `${node.text}~`;
    if (!hasStem(node.text)) return this.#gather(label, fields, (segment) => findWord(segment, node.text));
    const withStem = this.#wordsOfStem(stemOf(node.text));
    const formsIn = (segment: Segment): readonly number[] => withStem.get(segment) ?? [];
    const typed = { text: node.text, formWeight: node.formWeight ?? this.#layout.formWeight };
    return this.#gather(label, fields, formsIn, { typed });
  }

  #wordsOfStem(stem: string): ReadonlyMap<Segment, readonly number[]> {
    const known = this.#withStem.get(stem);
    if (known !== undefined) return known;
    const hash = stemHashOf(stem);
    const words = this.#segments.map((segment) => {
      const { dictionary } = segment;
      const ordinals = dictionary.withStemHash(hash).filter((ordinal) => stemOf(dictionary.termAt(ordinal)) === stem);
      return [segment, ordinals] as const;
    });
    const bySegment = new Map(words);
    this.#withStem.set(stem, bySegment);
    return bySegment;
  }

  /** A boundary word's postings in each segment. */
  boundary(term: Uint8Array): readonly (FoundTerm | undefined)[] {
    return this.#segments.map(({ dictionary }) => {
      const ordinal = dictionary.find(term);
      return ordinal < 0 ? undefined : dictionary.entryAt(ordinal);
    });
  }

  #gather(
    label: string,
    fields: number,
    ordinalsOf: (segment: Segment) => readonly number[],
    { typed, words_max = this.#words_max }: GatherOptions = {},
  ): Expansion {
    const words = this.#segments.map((segment) => ({
      dictionary: segment.dictionary,
      ordinals: ordinalsOf(segment).toSorted((left, right) => left - right),
    }));
    const most = new MostFrequent(words_max);
    eachWord(words, (ordinals) => {
      let frequency = 0;
      ordinals.forEach((ordinal, s) => {
        if (ordinal < 0) return;
        this.#meter.add(WORD_COST);
        frequency += frequencyIn((words[s] as WordsOfDictionary).dictionary.entryAt(ordinal), fields);
      });
      if (frequency === 0) return;
      most.offer(frequency, () => ({ text: textOf(words, ordinals), ordinals: [...ordinals] }));
    });
    const taken = most.ranked();
    if (taken.length < most.offered) {
      this.warnings.push(
        `${label} stands for ${most.offered} words; the ${words_max} most frequent were searched. ` +
          "A longer beginning or ending narrows it.",
      );
    }
    const isTyped = typed !== undefined && taken.some(({ text }) => text === typed.text);
    const weightOf = (text: string): number => (!isTyped || text === typed.text ? 1 : typed.formWeight);
    return {
      label,
      fields,
      words: taken.length,
      isOtherFormsOnly: typed !== undefined && !isTyped,
      frequency: unionFrequency(
        this.#documents,
        taken.map(({ frequency }) => frequency),
      ),
      found: words.map(({ dictionary }, s) =>
        taken.flatMap(({ text, ordinals }) => {
          const ordinal = ordinals[s] ?? -1;
          if (ordinal < 0) return [];
          this.#meter.add(WORD_COST);
          const term = dictionary.entryAt(ordinal);
          return frequencyIn(term, fields) === 0 ? [] : [{ term, weight: weightOf(text) }];
        }),
      ),
    };
  }
}

function textOf(words: readonly WordsOfDictionary[], ordinals: readonly number[]): string {
  const at = ordinals.findIndex((ordinal) => ordinal >= 0);
  const [word, ordinal] = [words[at], ordinals[at]];
  if (word === undefined || ordinal === undefined) throw new Error("a word that stands nowhere was found");
  return word.dictionary.bytesAt(ordinal, ordinal).toString("utf8");
}

/**
 * Documents that have a term in any of these fields. Where it stands in others too it is only known that they are no more
 * than the sum, and no more than all.
 */
export function frequencyIn({ frequency, fieldFrequencies }: FoundTerm, fields: number): number {
  if (fieldFrequencies.every((documents, field) => documents === 0 || ((fields >> field) & 1) === 1)) return frequency;
  let sum = 0;
  for (let rest = fields; rest !== 0; rest &= rest - 1) sum += fieldFrequencies[lowestField(rest)] as number;
  return Math.min(sum, frequency);
}

function findWord(segment: Segment, text: string): number[] {
  const ordinal = segment.dictionary.find(Buffer.from(text));
  return ordinal < 0 ? [] : [ordinal];
}
