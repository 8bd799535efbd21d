import type { FieldText, Placed } from "./field-text.ts";
import { passes } from "./filters.ts";
import type { PlainDocument, PlainNear, PlainNode, PlainPhrase, PlainSchema, PlainTogether } from "./model.ts";
import { priorScore, scoreOf, weightedCount } from "./ranking.ts";

type Span = readonly [start: number, end: number];

/** The words that a word of the query stands for, each with what an occurrence counts, and how rare they are together. */
export type Expanded = { readonly words: ReadonlyMap<string, number>; readonly idf: number };

/** A document read word by word. */
export type Read = {
  readonly document: PlainDocument;
  readonly fields: Readonly<Record<string, FieldText>>;
  /** Deleted documents count in the statistics until they are merged away. */
  readonly isAlive: boolean;
};

export type Corpus = {
  readonly schema: PlainSchema;
  readonly expanded: ReadonlyMap<PlainNode, Expanded>;
  /** Words of a field, on average over the documents that have it. */
  readonly averages: Readonly<Record<string, number>>;
  readonly leaveOutSource: string | undefined;
};

/** One tree on one document. */
export class Evaluation {
  readonly #read: Read;
  readonly #corpus: Corpus;

  constructor(read: Read, corpus: Corpus) {
    this.#read = read;
    this.#corpus = corpus;
  }

  /** The score, or undefined where the node does not match. */
  score(node: PlainNode): number | undefined {
    switch (node.kind) {
      case "term":
      case "wildcard":
      case "phrase":
      case "near":
      case "together":
        return this.#unit(node);
      case "and": {
        const scores = node.children.map((child) => this.score(child));
        return scores.includes(undefined) ? undefined : sum(scores);
      }
      case "or":
      case "ranked": {
        const scores = node.children.map((child) => this.score(child)).filter((score) => score !== undefined);
        const required = node.kind === "or" ? 1 : Math.max(1, node.required);
        return scores.length < required ? undefined : sum(scores);
      }
      case "not":
        return this.score(node.child) === undefined ? 0 : undefined;
      case "atLeast": {
        const places = this.#corpus.schema.fields.flatMap(({ name }) => this.#spans(node.child, name));
        return places.length < node.count ? undefined : this.score(node.child);
      }
      case "boost": {
        const score = this.score(node.child);
        const counts = node.within?.some((all) => all.every((one) => passes(this.#read.document, one))) ?? true;
        return score === undefined ? undefined : score * (counts ? node.factor : 1);
      }
      case "filter":
        return passes(this.#read.document, node.filter) ? 0 : undefined;
      case "prior":
        return priorScore(node.weight, this.#read.document.values[node.column]);
    }
  }

  #unit(node: PlainNode): number | undefined {
    const { schema, averages } = this.#corpus;
    let weighted = 0;
    for (const field of schema.fields) {
      const count = this.#count(node, field.name);
      const length = this.#words(field.name).length;
      if (count > 0) weighted += weightedCount(field, count, length, averages[field.name] ?? 0);
    }
    return weighted === 0 ? undefined : scoreOf(schema.k1, this.#idf(node), weighted);
  }

  /** Of a word, each occurrence by its form; of everything else, the places. */
  #count(node: PlainNode, field: string): number {
    const spans = this.#spans(node, field);
    const forms = this.#corpus.expanded.get(node)?.words;
    if (forms === undefined) return spans.length;
    const textAt = new Map(this.#words(field).map(({ position, text }) => [position, text]));
    return sum(spans.map(([position]) => forms.get(textAt.get(position) ?? "")));
  }

  #idf(node: PlainNode): number {
    if (node.kind === "phrase") return sum(node.words.map((word) => this.#idf(word)));
    if (node.kind === "near") return this.#idf(node.left) + this.#idf(node.right);
    if (node.kind === "together") return sum(node.members.map((member) => this.#idf(member)));
    if (node.kind === "or") return Math.min(...node.children.map((child) => this.#idf(child)));
    if (node.kind === "boost") return this.#idf(node.child);
    return this.#corpus.expanded.get(node)?.idf ?? Number.NaN;
  }

  #words(field: string): readonly Placed[] {
    const words = this.#read.fields[field]?.words ?? [];
    const leftOut = this.#corpus.leaveOutSource;
    return leftOut === undefined ? words : words.filter((word) => word.source !== leftOut);
  }

  #spans(node: PlainNode, field: string, inherited?: string): readonly Span[] {
    switch (node.kind) {
      case "term":
      case "wildcard": {
        const own = node.field ?? inherited;
        const isOnlyNamed = this.#corpus.schema.fields.some(
          (known) => known.name === field && known.isOnlyNamed === true,
        );
        if (own === undefined ? isOnlyNamed : own !== field) return [];
        const wanted = this.#corpus.expanded.get(node)?.words;
        return this.#words(field)
          .filter((word) => wanted?.has(word.text) === true)
          .map((word) => [word.position, word.position]);
      }
      case "phrase":
        return this.#phrase(node, field);
      case "or":
        return distinct(node.children.flatMap((child) => this.#spans(child, field)));
      case "near":
        return this.#near(node, field);
      case "together":
        return this.#together(node, field);
      case "boost":
        return this.#spans(node.child, field);
      case "and":
      case "not":
      case "ranked":
      case "atLeast":
      case "filter":
      case "prior":
        throw new Error(`no positions in ${node.kind}`);
    }
  }

  #phrase(node: PlainPhrase, field: string): readonly Span[] {
    const sides = node.words.map((word) => new Set(this.#spans(word, field, node.field).map(([start]) => start)));
    const [first, ...others] = sides;
    return [...(first ?? [])]
      .filter((start) => others.every((side, i) => side.has(start + i + 1)))
      .map((start) => [start, start + others.length]);
  }

  #breaks(unit: PlainNear["unit"], field: string): readonly number[] {
    const { sentences = [], paragraphs = [] } = this.#read.fields[field] ?? {};
    return unit === "sentence" ? [...sentences, ...paragraphs] : paragraphs;
  }

  /** Of all choices within one section, those with no other inside. */
  #together({ members, unit }: PlainTogether, field: string): readonly Span[] {
    const breaks = this.#breaks(unit, field).toSorted((a, b) => a - b);
    const sectionOf = (position: number): number => breaks.filter((start) => start <= position).length;
    const sides = members.map((member) =>
      this.#spans(member, field).filter(([start, end]) => sectionOf(start) === sectionOf(end)),
    );
    const sections = new Set(sides.flat().map(([start]) => sectionOf(start)));
    const stretches = [...sections].flatMap((section) =>
      choicesOf(sides.map((side) => side.filter(([start]) => sectionOf(start) === section))).map((choice): Span => {
        return [Math.min(...choice.map(([start]) => start)), Math.max(...choice.map(([, end]) => end))];
      }),
    );
    const all = distinct(stretches);
    const isWithin = (one: Span, other: Span): boolean => one !== other && one[0] >= other[0] && one[1] <= other[1];
    return all.filter((stretch) => !all.some((other) => isWithin(other, stretch)));
  }

  #near(node: PlainNear, field: string): readonly Span[] {
    const breaks = this.#breaks(node.unit, field);
    const pairs: Span[] = [];
    const consider = (before: Span, after: Span): void => {
      if (before[1] >= after[0]) return;
      const close =
        node.unit === "word"
          ? after[0] - before[1] <= node.distance
          : !breaks.some((position) => position > before[0] && position <= after[1]);
      if (close) pairs.push([before[0], after[1]]);
    };
    for (const left of this.#spans(node.left, field)) {
      for (const right of this.#spans(node.right, field)) {
        consider(left, right);
        if (!node.ordered) consider(right, left);
      }
    }
    return distinct(pairs);
  }
}

/** Every choice of one of each that has no two with the same start. */
function choicesOf(sides: readonly (readonly Span[])[]): readonly (readonly Span[])[] {
  return sides.reduce<readonly (readonly Span[])[]>(
    (choices, side) =>
      choices.flatMap((choice) =>
        side.filter(([start]) => choice.every(([other]) => other !== start)).map((span) => [...choice, span]),
      ),
    [[]],
  );
}

function distinct(spans: readonly Span[]): readonly Span[] {
  return [...new Map(spans.map((span) => [span.join(), span])).values()];
}

function sum(values: readonly (number | undefined)[]): number {
  return values.reduce((total: number, value) => total + (value ?? 0), 0);
}
