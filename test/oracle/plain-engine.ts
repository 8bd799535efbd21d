import type { EngineRequest, EngineResponse, FacetCount, IndexDocument } from "#index/index.ts";
import type { Field, NearNode, PhraseNode, QueryNode, TermNode, WildcardNode } from "#index/tree.ts";

import { expectedUnion, RANKING, rarity, scoreOf, weightedCount, WORDS_BETWEEN_TEXTS } from "./ranking.ts";
import { stemKey } from "./stem.ts";
import { wordsOf } from "./words.ts";

const FIELDS = Object.keys(RANKING.fields) as Field[];
/** Those that stand in the random texts. */
const ABBREVIATIONS: ReadonlySet<string> = new Set(["no"]);

type Placed = { readonly text: string; readonly position: number; readonly passage: number };
type FieldText = { readonly words: readonly Placed[]; readonly sentences: number[]; readonly paragraphs: number[] };
type Read = { readonly document: IndexDocument; alive: boolean; readonly fields: Readonly<Record<Field, FieldText>> };
type Span = readonly [start: number, end: number];
type Expanded = { readonly words: ReadonlySet<string>; readonly idf: number };

/**
 * The index's contract written down without an index: every search reads every word of every document. Slow and
 * plain; the tests compare the real engine with it. `contents` holds deleted documents too until they are merged
 * away, because the statistics still count them.
 */
export class PlainEngine {
  contents: Read[] = [];
  readonly #expansions_max: number;
  #average: number[] = [];
  #frequencies = new Map<string, Map<number, number>>();

  constructor(expansions_max: number) {
    this.#expansions_max = expansions_max;
  }

  /** Puts a document in as it stands in the index, and says whether it can be found. */
  static read(document: IndexDocument, alive: boolean): Read {
    const fields = {
      name: readField([document.name]),
      body: readField([document.body]),
      citing: readField(document.citing.map((passage) => passage.text)),
      docket: readField([document.docket]),
      cite: readField(document.cite),
      judge: readField([document.judge]),
    };
    return { document, alive, fields };
  }

  /** Computes statistics; call after `contents` changed. */
  settle(): void {
    this.#average = FIELDS.map((field) => {
      const lengths = this.contents.map((read) => read.fields[field].words.length).filter((length) => length > 0);
      return lengths.length === 0 ? 0 : lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
    });
    this.#frequencies = new Map();
    for (const read of this.contents) {
      const seen = new Set<string>();
      FIELDS.forEach((field, f) => {
        for (const text of new Set(read.fields[field].words.map((word) => word.text))) {
          this.#countWord(text, f);
          if (!seen.has(text)) this.#countWord(text, -1);
          seen.add(text);
        }
      });
    }
  }

  search(request: EngineRequest): EngineResponse {
    const expanded = new Map<QueryNode, Expanded>();
    this.#expand(request.tree, undefined, expanded);
    const hits: { id: string; score: number; read: Read }[] = [];
    for (const read of this.contents) {
      if (!read.alive || !passes(read.document, request)) continue;
      const evaluation = new Evaluation(read, expanded, this.#average, request.leaveOutCitingOf);
      const score = evaluation.score(request.tree);
      if (score !== undefined) hits.push({ id: read.document.id, score, read });
    }
    hits.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
    const documents = hits.map((hit) => hit.read.document);
    return {
      hits: hits.slice(request.offset, request.offset + request.limit).map(({ id, score }) => ({ id, score })),
      total: hits.length,
      facets: {
        courtAbbreviation: countBy(documents, (document) => document.values.courtAbbreviation),
        jurisdiction: countBy(documents, (document) => document.values.jurisdiction),
        state: countBy(documents, (document) => document.values.state),
        yearFiled: countBy(documents, (document) => document.values.dateFiled?.slice(0, 4) ?? ""),
      },
      warnings: [],
    };
  }

  #countWord(text: string, field: number): void {
    const byField = this.#frequencies.get(text) ?? new Map<number, number>();
    this.#frequencies.set(text, byField);
    byField.set(field, (byField.get(field) ?? 0) + 1);
  }

  #expand(node: QueryNode, field: Field | undefined, out: Map<QueryNode, Expanded>): void {
    if (node.kind === "term" || node.kind === "wildcard") out.set(node, this.#expansion(node, field));
    else if (node.kind === "phrase") for (const word of node.words) this.#expand(word, node.field, out);
    else if (node.kind === "near") for (const side of [node.left, node.right]) this.#expand(side, undefined, out);
    else if ("children" in node) for (const child of node.children) this.#expand(child, undefined, out);
    else if ("child" in node) this.#expand(node.child, undefined, out);
  }

  #expansion(node: TermNode | WildcardNode, inherited: Field | undefined): Expanded {
    const field = node.field ?? inherited;
    const f = field === undefined ? -1 : FIELDS.indexOf(field);
    const words = [...this.#frequencies]
      .filter(([text]) => standsFor(node, text))
      .map(([text, byField]) => ({ text, frequency: byField.get(f) ?? 0 }))
      .filter((word) => word.frequency > 0)
      .sort((a, b) => b.frequency - a.frequency || (a.text < b.text ? -1 : 1))
      .slice(0, this.#expansions_max);
    const documents = this.contents.length;
    const frequency = expectedUnion(
      documents,
      words.map((word) => word.frequency),
    );
    return { words: new Set(words.map((word) => word.text)), idf: rarity(documents, frequency) };
  }
}

function standsFor(node: TermNode | WildcardNode, text: string): boolean {
  if (node.kind === "term") return node.exact ? text === node.text : stemKey(text) === stemKey(node.text);
  const pattern = node.pattern.replaceAll("*", ".*").replaceAll("?", ".");
  return new RegExp(`^${pattern}$`, "u").test(text);
}

function readField(texts: readonly string[]): FieldText {
  const words: Placed[] = [];
  const sentences: number[] = [];
  const paragraphs: number[] = [];
  let next = 0;
  texts.forEach((text, passage) => {
    const first = next === 0 ? 0 : next + WORDS_BETWEEN_TEXTS;
    const tokens = wordsOf(text, ABBREVIATIONS);
    if (tokens.length === 0) return;
    if (first > 0) paragraphs.push(first);
    for (const token of tokens) {
      const position = first + token.position;
      if (token.begins === "sentence") sentences.push(position);
      if (token.begins === "paragraph") paragraphs.push(position);
      words.push({ text: token.text, position, passage });
    }
    next = first + tokens.length;
  });
  return { words, sentences, paragraphs };
}

/** One tree on one document. */
class Evaluation {
  readonly #read: Read;
  readonly #expanded: ReadonlyMap<QueryNode, Expanded>;
  readonly #average: readonly number[];
  readonly #leftOutId: string | undefined;

  constructor(
    read: Read,
    expanded: ReadonlyMap<QueryNode, Expanded>,
    average: readonly number[],
    leftOutId: string | undefined,
  ) {
    this.#read = read;
    this.#expanded = expanded;
    this.#average = average;
    this.#leftOutId = leftOutId;
  }

  /** The score, or undefined where the node does not match. */
  score(node: QueryNode): number | undefined {
    switch (node.kind) {
      case "term":
      case "wildcard":
      case "phrase":
      case "near":
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
      case "boost": {
        const score = this.score(node.child);
        return score === undefined ? undefined : score * node.factor;
      }
      case "court":
        return node.courtIds.includes(this.#read.document.values.courtId) ? 0 : undefined;
    }
  }

  #unit(node: QueryNode): number | undefined {
    let weighted = 0;
    FIELDS.forEach((field, f) => {
      const count = this.#spans(node, field).length;
      const average = this.#average[f] ?? 0;
      if (count > 0) weighted += weightedCount(field, count, this.#words(field).length, average);
    });
    return weighted === 0 ? undefined : scoreOf(this.#idf(node), weighted);
  }

  #idf(node: QueryNode): number {
    if (node.kind === "phrase") return sum(node.words.map((word) => this.#idf(word)));
    if (node.kind === "near") return this.#idf(node.left) + this.#idf(node.right);
    if (node.kind === "or") return Math.min(...node.children.map((child) => this.#idf(child)));
    if (node.kind === "boost") return this.#idf(node.child);
    return this.#expanded.get(node)?.idf ?? Number.NaN;
  }

  #words(field: Field): readonly Placed[] {
    const { words } = this.#read.fields[field];
    if (field !== "citing" || this.#leftOutId === undefined) return words;
    return words.filter((word) => this.#read.document.citing[word.passage]?.opinionId !== this.#leftOutId);
  }

  #spans(node: QueryNode, field: Field, inherited?: Field): readonly Span[] {
    switch (node.kind) {
      case "term":
      case "wildcard": {
        const own = node.field ?? inherited;
        if (own !== undefined && own !== field) return [];
        const wanted = this.#expanded.get(node)?.words;
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
      case "boost":
        return this.#spans(node.child, field);
      case "and":
      case "not":
      case "ranked":
      case "court":
        throw new Error(`no positions in ${node.kind}`);
    }
  }

  #phrase(node: PhraseNode, field: Field): readonly Span[] {
    const sides = node.words.map((word) => new Set(this.#spans(word, field, node.field).map(([start]) => start)));
    const [first, ...others] = sides;
    return [...(first ?? [])]
      .filter((start) => others.every((side, i) => side.has(start + i + 1)))
      .map((start) => [start, start + others.length]);
  }

  #near(node: NearNode, field: Field): readonly Span[] {
    const { sentences, paragraphs } = this.#read.fields[field];
    const breaks = node.unit === "sentence" ? [...sentences, ...paragraphs] : paragraphs;
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

function distinct(spans: readonly Span[]): readonly Span[] {
  return [...new Map(spans.map((span) => [span.join(), span])).values()];
}

function sum(values: readonly (number | undefined)[]): number {
  return values.reduce((total: number, value) => total + (value ?? 0), 0);
}

function passes(document: IndexDocument, { filters }: EngineRequest): boolean {
  const { values } = document;
  const date = values.dateFiled;
  if (filters.courtIds !== undefined && !filters.courtIds.includes(values.courtId)) return false;
  if (filters.jurisdictions !== undefined && !filters.jurisdictions.includes(values.jurisdiction)) return false;
  if (filters.states !== undefined && !filters.states.includes(values.state)) return false;
  const status = values.publishStatus === "" ? "unknown" : values.publishStatus;
  if (filters.publishStatus !== undefined && filters.publishStatus !== status) return false;
  if (filters.dateFrom !== undefined && (date === null || date < filters.dateFrom)) return false;
  return !(filters.dateTo !== undefined && (date === null || date > filters.dateTo));
}

function countBy(documents: readonly IndexDocument[], keyOf: (document: IndexDocument) => string): FacetCount[] {
  const counts = new Map<string, number>();
  for (const document of documents) {
    const key = keyOf(document);
    if (key !== "") counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts]
    .map(([key, count]) => ({ key, count }))
    .sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1));
}
