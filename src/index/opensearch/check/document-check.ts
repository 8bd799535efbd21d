import { OnpointError } from "#base/errors.ts";
import { placed } from "#index/node-parts.ts";
import type { CollectionSchema } from "#index/schema.ts";
import type { NearNode, PhraseNode, QueryNode, TermNode, TogetherNode, WildcardNode } from "#index/tree.ts";
import { fieldsOf } from "#index/opensearch/compile/fields.ts";
import type { KeptWords } from "#index/opensearch/words/kept-words.ts";
import { FieldWords } from "./field-words.ts";
import { ordered, pairsUnbroken, pairsWithin } from "./spans.ts";
import type { Span } from "./spans.ts";
import { stretchesOf } from "./stretches.ts";
import type { WordTest, WordTests } from "./word-tests.ts";

/** Places of one node in one document; one with more costs more than an answer is worth. */
const SPANS_MAX = 500_000;

/** Reads word by word whether a node stands in one document. */
export class DocumentCheck {
  readonly #schema: CollectionSchema;
  readonly #tests: WordTests;
  readonly #kept: KeptWords;
  readonly #leaveOutSource: string | undefined;
  /** Those that were looked into. */
  readonly #fields = new Map<string, FieldWords>();

  constructor(schema: CollectionSchema, tests: WordTests, kept: KeptWords, leaveOutSource: string | undefined) {
    this.#schema = schema;
    this.#tests = tests;
    this.#kept = kept;
    this.#leaveOutSource = leaveOutSource;
  }

  /** Throws `too_costly` where it stands in too many places to be looked through. */
  has(node: QueryNode): boolean {
    const [child, wanted] = node.kind === "atLeast" ? [node.child, node.count] : [node, 1];
    let places = 0;
    return this.#schema.fields.some(({ name: field }) => (places += this.spans(child, field).length) >= wanted);
  }

  /** Words of a field. */
  length(field: string): number {
    return this.#wordsIn(field).length;
  }

  /** Where it stands in a field. Throws as `has` does. */
  spans(node: QueryNode, field: string): readonly Span[] {
    const spans = this.#anySpans(node, field);
    if (spans.length <= SPANS_MAX) return spans;
    throw new OnpointError("too_costly", `a part of the query stands in more than ${SPANS_MAX} places of a document`, {
      hint: "Ask for rarer words, or for words closer together.",
    });
  }

  #anySpans(looked: QueryNode, field: string): readonly Span[] {
    const node = placed(looked);
    switch (node.kind) {
      case "term":
      case "wildcard":
        return this.#positions(node, field).map((position): Span => [position, position]);
      case "phrase":
        return this.#phrase(node, field);
      case "or":
        return ordered(node.children.flatMap((child) => this.spans(child, field)));
      case "near":
        return this.#near(node, field);
      case "together":
        return this.#together(node, field);
      case "boost":
        return this.spans(node.child, field);
    }
  }

  #positions(node: TermNode | WildcardNode, field: string): readonly number[] {
    if (!fieldsOf(this.#schema, node.field).includes(field)) return [];
    return this.#wordsIn(field).positionsOf(this.#tests.of(node));
  }

  /** Looks for the word that has most letters told, and at the others beside it. */
  #phrase({ words, field: inherited }: PhraseNode, field: string): readonly Span[] {
    const asked = (word: TermNode | WildcardNode): boolean =>
      fieldsOf(this.#schema, word.field ?? inherited).includes(field);
    if (!words.every(asked)) return [];
    const tests = words.map((word) => this.#tests.of(word));
    const longest = Math.max(...tests.map(({ prefix }) => prefix.length));
    const anchor = tests.findIndex(({ prefix }) => prefix.length === longest);
    const read = this.#wordsIn(field);
    return read
      .positionsOf(tests[anchor] as WordTest)
      .map((position) => position - anchor)
      .filter((start) => tests.every((test, at) => at === anchor || read.isAt(test, start + at)))
      .map((start): Span => [start, start + words.length - 1]);
  }

  #near({ left, right, unit, distance, ordered: isOrdered }: NearNode, field: string): readonly Span[] {
    const before = this.spans(left, field);
    const after = before.length === 0 ? [] : this.spans(right, field);
    const pairs = (one: readonly Span[], other: readonly Span[]): readonly Span[] =>
      unit === "word" ? pairsWithin(one, other, distance) : pairsUnbroken(one, other, this.#breaks(unit, field));
    return ordered(isOrdered ? pairs(before, after) : [...pairs(before, after), ...pairs(after, before)]);
  }

  #together({ members, unit }: TogetherNode, field: string): readonly Span[] {
    const spans = members.map((member) => this.spans(member, field));
    return ordered(stretchesOf(spans, this.#breaks(unit, field)));
  }

  #breaks(unit: "sentence" | "paragraph", field: string): readonly number[] {
    const words = this.#wordsIn(field);
    return unit === "sentence" ? words.sentences : words.paragraphs;
  }

  #wordsIn(field: string): FieldWords {
    const known = this.#fields.get(field);
    if (known !== undefined) return known;
    const asked = this.#schema.fields.find(({ name }) => name === field);
    if (asked === undefined) throw new OnpointError("internal", `there is no field "${field}"`);
    const words = new FieldWords(this.#kept[field] ?? [], asked.hasSources === true ? this.#leaveOutSource : undefined);
    this.#fields.set(field, words);
    return words;
  }
}
