import { Evaluation } from "./evaluation.ts";
import type { Expanded, Read } from "./evaluation.ts";
import { readField } from "./field-text.ts";
import type { FieldText } from "./field-text.ts";
import { countValues, passes } from "./filters.ts";
import { listed } from "./listing.ts";
import type {
  PlainAnswer,
  PlainDocument,
  PlainNode,
  PlainRequest,
  PlainSchema,
  PlainTerm,
  PlainWildcard,
} from "./model.ts";
import { rarity } from "./ranking.ts";
import { stemKey } from "./stem.ts";

/** The wildcards of a query together stand for as many words as so many may each. */
const WIDE_MAX = 4;

/** Documents by their texts, with how many have the same. */
type Copies = ReadonlyMap<Read["fields"], number>;

/**
 * The index's contract written down without an index: every search reads every word of every document. Slow and
 * plain; the tests compare the real engine with it.
 */
export class PlainEngine {
  readonly #schema: PlainSchema;
  readonly #expansions_max: number;
  /** Documents that are copies of one another are read once. */
  readonly #fields = new WeakMap<PlainDocument["texts"], Read["fields"]>();
  #contents: readonly Read[] = [];
  #averages: Readonly<Record<string, number>> = {};
  /** By word: the documents it stands in, in all the default fields together (under "") and in each. */
  #holders = new Map<string, Map<string, Map<Read["fields"], number>>>();

  /**
   * A word of a query stands for at most `expansions_max` words, the most frequent; what wildcards have used of `WIDE_MAX`
   * times as many is not there for those behind them, which stand for one at least.
   */
  constructor(schema: PlainSchema, expansions_max: number) {
    this.#schema = schema;
    this.#expansions_max = expansions_max;
  }

  /** From now on the engine holds these, and those that are deleted and not yet merged away. */
  hold(contents: readonly { readonly document: PlainDocument; readonly isAlive: boolean }[]): void {
    this.#contents = contents.map(({ document, isAlive }) => ({ document, isAlive, fields: this.#fieldsOf(document) }));
    this.#averages = Object.fromEntries(this.#schema.fields.map(({ name }) => [name, this.#averageOf(name)]));
    this.#holders = new Map();
    const copies = Map.groupBy(this.#contents, ({ fields }) => fields);
    for (const [fields, same] of copies) this.#countWords(fields, same.length);
  }

  search(request: PlainRequest): PlainAnswer {
    const corpus = {
      schema: this.#schema,
      expanded: this.#expandAll(request.tree),
      averages: this.#averages,
      leaveOutSource: request.leaveOutSource,
    };
    const scores = new ScoresOfCopies((read) => {
      const isAdmitted = request.filters.every((filter) => passes(read.document, filter));
      return isAdmitted ? new Evaluation(read, corpus).score(request.tree) : undefined;
    });
    const matching = this.#contents.flatMap((read) => {
      const isLookedAt = read.isAlive && request.among?.includes(read.document.id) !== false;
      const score = isLookedAt ? scores.of(read) : undefined;
      return score === undefined ? [] : [{ id: read.document.id, score, document: read.document }];
    });
    const hits = listed(matching, request);
    const documents = hits.map(({ document }) => document);
    return {
      hits: hits.slice(request.offset, request.offset + request.limit).map(({ id, score }) => ({ id, score })),
      total: hits.length,
      facets: request.facets.map((facet) => countValues(documents, facet)),
    };
  }

  #fieldsOf(document: PlainDocument): Read["fields"] {
    const known = this.#fields.get(document.texts);
    if (known !== undefined) return known;
    const fields = Object.fromEntries(
      this.#schema.fields.map(({ name }): [string, FieldText] => [name, readField(document.texts[name] ?? [])]),
    );
    this.#fields.set(document.texts, fields);
    return fields;
  }

  #averageOf(field: string): number {
    const lengths = this.#contents.flatMap(({ fields }) => fields[field]?.words.length || []);
    return lengths.length === 0 ? 0 : lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  }

  #countWords(fields: Read["fields"], documents: number): void {
    const everywhere = this.#schema.fields.filter(({ isOnlyNamed }) => isOnlyNamed !== true);
    const wordsIn = (names: readonly { readonly name: string }[]): ReadonlySet<string> =>
      new Set(names.flatMap(({ name }) => fields[name]?.words ?? []).map(({ text }) => text));
    const count = (words: ReadonlySet<string>, field: string): void => {
      for (const text of words) {
        const byField = this.#holders.get(text) ?? new Map<string, Map<Read["fields"], number>>();
        const held = byField.get(field) ?? new Map<Read["fields"], number>();
        this.#holders.set(text, byField.set(field, held.set(fields, documents)));
      }
    };
    for (const field of this.#schema.fields) count(wordsIn([field]), field.name);
    count(wordsIn(everywhere), "");
  }

  #expandAll(tree: PlainNode): Map<PlainNode, Expanded> {
    const expanded = new Map<PlainNode, Expanded>();
    let left = this.#expansions_max * WIDE_MAX;
    const visit = (node: PlainNode, field: string | undefined): void => {
      if (node.kind === "term") expanded.set(node, this.#expansion(node, field, this.#expansions_max));
      else if (node.kind === "wildcard") {
        const found = this.#expansion(node, field, Math.max(1, Math.min(this.#expansions_max, left)));
        left -= found.words.size;
        expanded.set(node, found);
      } else if (node.kind === "phrase") for (const word of node.words) visit(word, node.field);
      else if (node.kind === "near") for (const side of [node.left, node.right]) visit(side, undefined);
      else if (node.kind === "together") for (const member of node.members) visit(member, undefined);
      else if ("children" in node) for (const child of node.children) visit(child, undefined);
      else if ("child" in node) visit(node.child, undefined);
    };
    visit(tree, undefined);
    return expanded;
  }

  #expansion(node: PlainTerm | PlainWildcard, inherited: string | undefined, words_max: number): Expanded {
    const field = node.field ?? inherited ?? "";
    const words = [...this.#holders]
      .filter(([text]) => standsFor(node, text))
      .map(([text, byField]) => ({ text, holders: byField.get(field) ?? new Map<Read["fields"], number>() }))
      .map((word) => ({ ...word, frequency: countOf(word.holders) }))
      .filter((word) => word.frequency > 0)
      .toSorted((a, b) => b.frequency - a.frequency || (a.text < b.text ? -1 : 1))
      .slice(0, words_max);
    const holders = countOf(new Map(words.flatMap((word) => [...word.holders])));
    // A form that was typed, and stands somewhere, counts whole; its other forms less.
    const typed = node.kind === "term" && words.some(({ text }) => text === node.text) ? node.text : undefined;
    const ofNode = node.kind === "term" ? node.formWeight : undefined;
    const weightOf = (text: string): number =>
      typed === undefined || text === typed ? 1 : (ofNode ?? this.#schema.formWeight ?? 1);
    return {
      words: new Map(words.map(({ text }) => [text, weightOf(text)])),
      idf: rarity(this.#contents.length, holders),
    };
  }
}

function countOf(copies: Copies): number {
  return [...copies.values()].reduce((sum, count) => sum + count, 0);
}

/** Documents of the same texts and values, whatever they are called, score alike: each is looked at once. */
class ScoresOfCopies {
  readonly #known = new Map<PlainDocument["texts"], Map<PlainDocument["values"], number | undefined>>();
  readonly #scoreOf: (read: Read) => number | undefined;

  constructor(scoreOf: (read: Read) => number | undefined) {
    this.#scoreOf = scoreOf;
  }

  of(read: Read): number | undefined {
    const { texts, values } = read.document;
    const ofTexts = this.#known.get(texts) ?? new Map<PlainDocument["values"], number | undefined>();
    this.#known.set(texts, ofTexts);
    if (!ofTexts.has(values)) ofTexts.set(values, this.#scoreOf(read));
    return ofTexts.get(values);
  }
}

function standsFor(node: PlainTerm | PlainWildcard, text: string): boolean {
  if (node.kind === "term") return node.exact ? text === node.text : stemKey(text) === stemKey(node.text);
  const pattern = node.pattern.replaceAll("*", ".*").replaceAll("?", ".");
  return new RegExp(`^${pattern}$`, "u").test(text);
}
