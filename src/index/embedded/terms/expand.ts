import type { TermNode, WildcardNode } from "#index/tree.ts";
import { lowestField } from "#index/embedded/layout.ts";
import type { Layout } from "#index/embedded/layout.ts";
import { stemHashOf } from "./dictionary.ts";
import type { FoundTerm } from "./dictionary.ts";
import { unionFrequency } from "#index/embedded/match/scoring.ts";
import type { Segment } from "#index/embedded/segment/segment.ts";
import { hasStem, stemOf } from "#text/stem.ts";
import type { WorkMeter } from "#index/embedded/work-meter.ts";
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
  /** The frequency behind `idf`: see `unionFrequency`. */
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

/** Of taking in a word of a dictionary: its text and entry are read from the beginning of their blocks. */
const WORD_COST = 100;

type Candidate = { frequency: number; readonly found: (FoundTerm | undefined)[] };

/** Finds the words behind query words in the dictionaries of all segments. */
export class Expander {
  readonly warnings: string[] = [];
  readonly #segments: readonly Segment[];
  readonly #layout: Layout;
  readonly #documents: number;
  readonly #words_max: number;
  readonly #meter: WorkMeter;

  constructor(segments: readonly Segment[], layout: Layout, { expansions_max, meter }: ExpandOptions) {
    this.#segments = segments;
    this.#layout = layout;
    this.#words_max = expansions_max;
    this.#meter = meter;
    this.#documents = segments.reduce((sum, segment) => sum + segment.documents, 0);
  }

  /** `field` applies where the node names none. */
  expand(node: TermNode | WildcardNode, field?: string): Expansion {
    const fields = this.#layout.maskOf(node.field ?? field);
    if (node.kind === "wildcard") {
      const wildcard = new Wildcard(node.pattern);
      return this.#gather(node.pattern, fields, (segment) => segment.dictionary.matching(wildcard, this.#meter));
    }
    if (node.exact) return this.#gather(`"${node.text}"`, fields, (segment) => findWord(segment, node.text));
    const label = `${node.text}~`;
    if (!hasStem(node.text)) return this.#gather(label, fields, (segment) => findWord(segment, node.text));
    const stem = stemOf(node.text);
    const hash = stemHashOf(stem);
    const formsIn = ({ dictionary }: Segment): number[] =>
      dictionary.withStemHash(hash).filter((ordinal) => stemOf(dictionary.termAt(ordinal)) === stem);
    return this.#gather(label, fields, formsIn, {
      text: node.text,
      formWeight: node.formWeight ?? this.#layout.formWeight,
    });
  }

  /** A boundary word's postings in each segment. */
  boundary(term: Uint8Array): readonly (FoundTerm | undefined)[] {
    return this.#segments.map(({ dictionary }) => {
      const ordinal = dictionary.find(term);
      return ordinal < 0 ? undefined : dictionary.entryAt(ordinal);
    });
  }

  /** `typed` is the form asked for among others; a form that no document has outweighs none. */
  #gather(
    label: string,
    fields: number,
    ordinalsOf: (segment: Segment) => readonly number[],
    typed?: { readonly text: string; readonly formWeight: number },
  ): Expansion {
    const candidates = new Map<string, Candidate>();
    this.#segments.forEach((segment, s) => {
      for (const ordinal of ordinalsOf(segment)) {
        this.#meter.add(WORD_COST);
        const found = segment.dictionary.entryAt(ordinal);
        const frequency = frequencyIn(found, fields);
        if (frequency === 0) continue;
        const text = segment.dictionary.termAt(ordinal);
        const candidate = candidates.get(text) ?? { frequency: 0, found: [] };
        candidates.set(text, candidate);
        candidate.frequency += frequency;
        candidate.found[s] = found;
      }
    });
    const words = mostFrequent([...candidates], this.#words_max);
    if (words.length < candidates.size) {
      this.warnings.push(
        `${label} stands for ${candidates.size} words; the ${this.#words_max} most frequent were searched. ` +
          "A longer beginning or ending narrows it.",
      );
    }
    const isTyped = typed !== undefined && words.some(([text]) => text === typed.text);
    const weightOf = (text: string): number => (!isTyped || text === typed.text ? 1 : typed.formWeight);
    return {
      label,
      fields,
      words: words.length,
      isOtherFormsOnly: typed !== undefined && !isTyped,
      frequency: unionFrequency(
        this.#documents,
        words.map(([, candidate]) => candidate.frequency),
      ),
      found: this.#segments.map((_, s) =>
        words.flatMap(([text, candidate]) => {
          const term = candidate.found[s];
          return term === undefined ? [] : [{ term, weight: weightOf(text) }];
        }),
      ),
    };
  }
}

/** The most frequent words, equal ones by text. Only those that may be among them are put into order. */
function mostFrequent(words: [string, Candidate][], count: number): [string, Candidate][] {
  const frequencies = Int32Array.from(words, ([, { frequency }]) => frequency).sort();
  const least = frequencies[frequencies.length - count] ?? 0;
  return words
    .filter(([, { frequency }]) => frequency >= least)
    .sort(([a, left], [b, right]) => right.frequency - left.frequency || (a < b ? -1 : 1))
    .slice(0, count);
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
