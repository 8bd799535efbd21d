import { partsOf, placed } from "#index/node-parts.ts";
import { LIMITS } from "#base/limits.ts";

import type { EngineRequest } from "#index/index.ts";
import type { Sought, Unit } from "#index/units.ts";
import type {
  AtLeastNode,
  BoostNode,
  NearNode,
  OrNode,
  PhraseNode,
  QueryNode,
  TermNode,
  TogetherNode,
  WildcardNode,
} from "#index/tree.ts";
import { AtLeastMatcher } from "./at-least-matcher.ts";
import { AndMatcher, BoostMatcher, NotMatcher, SetMatcher, SomeMatcher } from "./boolean-matchers.ts";
import { checkFilter, checkOrdered } from "#index/embedded/columns/columns.ts";
import { wordsToRead } from "#index/embedded/positions/common-words.ts";
import { PARAGRAPH_TERM, SENTENCE_TERM } from "#index/embedded/terms/dictionary.ts";
import type { FoundTerm } from "#index/embedded/terms/dictionary.ts";
import type { Layout } from "#index/embedded/layout.ts";
import type { Expansion, FoundForm } from "#index/embedded/terms/expand.ts";
import type { ExpandOptions } from "#index/embedded/terms/expand.ts";
import { Expander, frequencyIn } from "#index/embedded/terms/expand.ts";
import { isOnlyIn } from "#index/embedded/terms/holders.ts";
import { estimate } from "./estimate.ts";
import type { Estimate } from "./estimate.ts";
import { FieldsMatcher } from "./fields-matcher.ts";
import type { Matcher, SegmentContext, SpanMatcher } from "./matcher.ts";
import { BlockRoom } from "#index/embedded/postings/block-room.ts";
import { Rarities } from "./rarities.ts";
import { FavourMatcher } from "./favour-matcher.ts";
import type { Nearness } from "./near-matcher.ts";
import { NearMatcher } from "./near-matcher.ts";
import { PhraseMatcher } from "./phrase-matcher.ts";
import type { Segment } from "#index/embedded/segment/segment.ts";
import { PriorMatcher } from "./prior-matcher.ts";
import { SpanChoice } from "./span-choice.ts";
import { TogetherMatcher } from "./together-matcher.ts";
import { WordMatcher } from "./word-matcher.ts";

/** A request whose words have been looked up in every dictionary; `matcherFor` builds it for one segment. */
export class Plan {
  readonly warnings: readonly string[];
  readonly #layout: Layout;
  readonly #tree: QueryNode;
  readonly #rarities: Rarities;
  readonly #isExplained: boolean;
  /** What it will cost. */
  readonly estimate: Estimate;
  readonly #expansions = new Map<QueryNode, Expansion>();
  readonly #sentences: readonly (FoundTerm | undefined)[];
  readonly #paragraphs: readonly (FoundTerm | undefined)[];
  readonly #rooms: BlockRoom[] = [];

  constructor(segments: readonly Segment[], layout: Layout, request: EngineRequest, options: ExpandOptions) {
    const expander = new Expander(segments, layout, options);
    this.#layout = layout;
    this.#tree = request.tree;
    this.#isExplained = request.explain;
    this.#rarities = new Rarities(segments, options.meter, request.limit > 0 || request.collapse !== undefined);
    this.#sentences = expander.boundary(SENTENCE_TERM);
    this.#paragraphs = expander.boundary(PARAGRAPH_TERM);
    this.#expand(expander, this.#tree);
    this.warnings = expander.warnings;
    this.estimate = estimate(segments, this.#expansions, request);
  }

  /** `index` is the segment's place among those given to the constructor. */
  matcherFor(context: SegmentContext, index: number): Matcher {
    const boundaries = [this.#sentences[index], this.#paragraphs[index]] as const;
    return this.#builder(context, index, boundaries).build(this.#tree);
  }

  /** What reads where these units of the tree stand in one segment. */
  readersFor(context: SegmentContext, index: number, units: readonly Sought[]): readonly UnitReader[] {
    const builder = this.#builder(context, index, [undefined, undefined]);
    return units.flatMap(({ unit, sense, isAsked }) =>
      builder.spansOf(unit).map(({ matcher, isTyped }) => ({ unit: sense, matcher, isTyped: isTyped && isAsked })),
    );
  }

  /** Ends what its matchers and readers may be asked. */
  close(): void {
    for (const room of this.#rooms) room.letGo();
  }

  #builder(context: SegmentContext, index: number, boundaries: Boundaries): Builder {
    const room = new BlockRoom();
    this.#rooms.push(room);
    return new Builder(context, index, {
      expansions: this.#expansions,
      rarities: this.#rarities,
      boundaries,
      isExplained: this.#isExplained,
      room,
    });
  }

  #expand(expander: Expander, node: QueryNode): void {
    switch (node.kind) {
      case "term":
      case "wildcard":
        this.#expansions.set(node, expander.expand(node));
        break;
      case "phrase":
        for (const word of node.words) this.#expansions.set(word, expander.expand(word, node.field));
        break;
      case "near":
      case "together":
      case "and":
      case "or":
      case "ranked":
      case "not":
      case "atLeast":
        for (const part of partsOf(node)) this.#expand(expander, part);
        break;
      case "boost":
        for (const filter of node.within?.flat() ?? []) checkFilter(this.#layout, filter);
        this.#expand(expander, node.child);
        break;
      case "filter":
        checkFilter(this.#layout, node.filter);
        break;
      case "prior":
        checkOrdered(this.#layout, node.column);
        break;
    }
  }
}

/**
 * Of the words that a wildcard stands for only so many, the most frequent, are looked for in a hit to show it: the
 * documents have been found already, and one that has none of these is read as a whole by whoever shows it.
 */
const READ_FORMS_MAX = 256;

/** Reads where a unit stands, by its sense; `isTyped` as it was typed, else in its other forms or by what stands for it. */
export type UnitReader = { readonly unit: number; readonly matcher: SpanMatcher; readonly isTyped: boolean };

type Boundaries = readonly [sentence: FoundTerm | undefined, paragraph: FoundTerm | undefined];

type Built = {
  readonly expansions: ReadonlyMap<QueryNode, Expansion>;
  readonly rarities: Rarities;
  readonly boundaries: Boundaries;
  /** What each word of each field adds to a score is told apart. */
  readonly isExplained: boolean;
  readonly room: BlockRoom;
};

class Builder {
  readonly #context: SegmentContext;
  readonly #index: number;
  readonly #expansions: ReadonlyMap<QueryNode, Expansion>;
  readonly #room: BlockRoom;
  readonly #rarities: Rarities;
  readonly #boundaries: Boundaries;
  readonly #isExplained: boolean;

  constructor(context: SegmentContext, index: number, built: Built) {
    this.#context = context;
    this.#index = index;
    this.#expansions = built.expansions;
    this.#rarities = built.rarities;
    this.#boundaries = built.boundaries;
    this.#isExplained = built.isExplained;
    this.#room = built.room;
  }

  build(node: QueryNode): Matcher {
    const { segment, meter } = this.#context;
    switch (node.kind) {
      case "term":
      case "wildcard":
        return this.#word(node);
      case "phrase":
        return this.#phrase(node);
      case "near":
        return this.#near(node);
      case "together":
        return this.#together(node);
      case "and":
        return new AndMatcher(node.children.map((child) => this.build(child)));
      case "or":
        return this.#anyOf(node);
      case "ranked":
        return new SomeMatcher(
          node.children.map((child) => this.build(child)),
          node.required,
        );
      case "not":
        return new NotMatcher(this.build(node.child), segment.documents);
      case "boost":
        return this.#boost(node);
      case "atLeast":
        return this.#atLeast(node);
      case "filter":
        return new SetMatcher(segment.admitted([node.filter], meter), segment.documents);
      case "prior":
        return new PriorMatcher(node, segment.columns.numbers(node.column), segment.documents);
    }
  }

  /** A word that is asked of several fields apart is read once for all of them. */
  #anyOf(node: OrNode): Matcher {
    const { leftOut } = this.#context;
    const leaves = this.#isExplained || leftOut.size > 0 ? [] : choicesOf(node, 1);
    const groups = [...Map.groupBy(leaves, (leaf) => wordKey(leaf)).values()].flatMap((group) => this.#apart(group));
    if (groups.every(({ length }) => length < 2)) {
      return new SomeMatcher(
        node.children.map((child) => this.build(child)),
        1,
      );
    }
    const matchers = groups.map((group) => {
      const [first] = group;
      if (group.length > 1) return this.#fields(group);
      const { child, factor } = first as Choice;
      return factor === 1 ? this.build(child) : new BoostMatcher(this.build(child), factor);
    });
    return new SomeMatcher(matchers, 1);
  }

  /** Those of one word as one group where no field is asked twice, else each by itself. */
  #apart(group: readonly Choice[]): readonly (readonly Choice[])[] {
    let seen = 0;
    for (const { child } of group) {
      if (child.kind !== "term") return group.map((one) => [one]);
      const { fields } = this.#expansionOf(child);
      if ((seen & fields) !== 0) return group.map((one) => [one]);
      seen |= fields;
    }
    return [group];
  }

  #fields(group: readonly Choice[]): FieldsMatcher {
    const { segment, layout, meter } = this.#context;
    const asked = group.flatMap(({ child, factor }) =>
      child.kind === "term" ? [{ expansion: this.#expansionOf(child), factor }] : [],
    );
    const fields = asked.reduce((mask, { expansion }) => mask | expansion.fields, 0);
    const terms = new Map<number, FoundTerm>();
    for (const { expansion } of asked)
      for (const { term } of expansion.found[this.#index] ?? []) terms.set(term.positionsOffset, term);
    const forms = [...terms.values()].map((term) => ({
      cursor: segment.cursor(term, meter, this.#room),
      everyPostingCounts: isOnlyIn(term, fields, layout),
    }));
    const aspects = asked.map(({ expansion, factor }) => {
      const weights = new Map(
        (expansion.found[this.#index] ?? []).map(({ term, weight }) => [term.positionsOffset, weight]),
      );
      const formWeights = [...terms.keys()].map((offset) => weights.get(offset) ?? 0);
      return { fields: expansion.fields, idf: this.#rarities.of(expansion), factor, formWeights };
    });
    return new FieldsMatcher(this.#context, forms, aspects);
  }

  #boost({ child, factor, within }: BoostNode): Matcher {
    const { segment, meter } = this.#context;
    if (within === undefined) return new BoostMatcher(this.build(child), factor);
    const lists = within.map((filters) => segment.admitted(filters, meter));
    return new FavourMatcher(this.build(child), factor, lists);
  }

  /** A stemmed word's typed form and its other forms stand apart. */
  spansOf(unit: Unit): readonly { readonly matcher: SpanMatcher; readonly isTyped: boolean }[] {
    if (unit.kind === "phrase") return [{ matcher: this.#phrase(unit), isTyped: true }];
    const { fields, label, found, isOtherFormsOnly } = this.#expansionOf(unit);
    const forms = new Set(found[this.#index]?.slice(0, READ_FORMS_MAX));
    return [true, false].flatMap((isTyped) => {
      const accepts = (form: FoundForm): boolean =>
        forms.has(form) && (form.weight === 1 && !isOtherFormsOnly) === isTyped;
      return [...forms].some(accepts) ? [{ matcher: this.#union(fields, label, [unit], accepts), isTyped }] : [];
    });
  }

  #word(node: TermNode | WildcardNode): WordMatcher {
    const { fields, label } = this.#expansionOf(node);
    return this.#union(fields, label, [node]);
  }

  /** All words that any of the nodes stands for, as one; its rarity is that of the most frequent node. */
  #union(
    fields: number,
    label: string,
    nodes: readonly (TermNode | WildcardNode)[],
    accepts: (form: FoundForm) => boolean = () => true,
  ): WordMatcher {
    const { segment, layout, meter } = this.#context;
    const found = new Map<number, FoundForm>();
    let least = Infinity;
    for (const node of nodes) {
      const expansion = this.#expansionOf(node);
      least = Math.min(least, this.#rarities.of(expansion));
      for (const form of expansion.found[this.#index] ?? []) {
        const { term, weight } = form;
        if (!accepts(form) || frequencyIn(term, fields) === 0) continue;
        const other = found.get(term.positionsOffset)?.weight ?? 0;
        found.set(term.positionsOffset, { term, weight: Math.max(weight, other) });
      }
    }
    const forms = [...found.values()];
    return new WordMatcher(
      this.#context,
      forms.map(({ term }) => segment.cursor(term, meter, this.#room)),
      {
        label,
        fields,
        idf: least,
        everyPostingCounts: forms.every(({ term }) => isOnlyIn(term, fields, layout)),
        formWeights: forms.map(({ weight }) => weight),
      },
    );
  }

  #expansionOf(node: TermNode | WildcardNode): Expansion {
    const expansion = this.#expansions.get(node);
    if (expansion === undefined) throw new Error("a word of the query was not looked up");
    return expansion;
  }

  #phrase(node: PhraseNode): SpanMatcher {
    const texts = node.words.map((word) => (word.kind === "term" && word.exact ? word.text : undefined));
    const words = wordsToRead(texts).flatMap(({ offset, before }) => {
      const word = node.words[offset];
      return word === undefined ? [] : [{ word: this.#word(word), offset, before }];
    });
    return new PhraseMatcher(this.#context, words, {
      length: node.words.length,
      idf: node.words.reduce((sum, word) => sum + this.#rarities.of(this.#expansionOf(word)), 0),
      what: node.words.map(wordText).join(" "),
    });
  }

  #near(node: NearNode): SpanMatcher {
    const ordered = node.ordered;
    const operator = `${ordered ? "PRE" : "W"}/${node.unit === "word" ? node.distance : node.unit}`;
    const left = this.#spanned(node.left);
    const right = this.#spanned(node.right);
    return new NearMatcher(this.#context, left, right, this.#nearness(node), { ordered, what: operator });
  }

  #atLeast({ child, count }: AtLeastNode): Matcher {
    const counted = this.#spanned(child);
    return new AtLeastMatcher(child.kind === "or" ? this.build(child) : counted, counted, count);
  }

  #together({ members, unit }: TogetherNode): SpanMatcher {
    const matchers = members.map((member) => this.#spanned(member));
    return new TogetherMatcher(this.#context, matchers, this.#boundaryWords(unit), `W/${unit}`);
  }

  #nearness(node: NearNode): Nearness {
    if (node.unit === "word") {
      return { unit: "word", distance: Math.min(node.distance, LIMITS.proximity_span_max) };
    }
    return { unit: "boundary", boundaries: this.#boundaryWords(node.unit) };
  }

  /** A paragraph begins a sentence too. */
  #boundaryWords(unit: "sentence" | "paragraph"): readonly WordMatcher[] {
    const [sentence, paragraph] = this.#boundaries;
    const found = unit === "sentence" ? [sentence, paragraph] : [paragraph];
    return found.flatMap((term) => (term === undefined ? [] : [this.#boundary(term)]));
  }

  #boundary(term: FoundTerm): WordMatcher {
    const { segment, meter } = this.#context;
    const cursor = segment.cursor(term, meter, this.#room);
    const options = { label: "boundary", fields: -1, idf: 0, everyPostingCounts: true, formWeights: [1] };
    return new WordMatcher(this.#context, [cursor], options);
  }

  /** Words of the same fields are read as one union; what else there is to choose from stands beside it. */
  #choice(children: readonly QueryNode[]): SpanMatcher {
    const words = new Map<number, (TermNode | WildcardNode)[]>();
    const others: QueryNode[] = [];
    for (const child of children) {
      if (child.kind !== "term" && child.kind !== "wildcard") others.push(child);
      else {
        const { fields } = this.#expansionOf(child);
        words.set(fields, [...(words.get(fields) ?? []), child]);
      }
    }
    const matchers = [
      ...[...words].map(([fields, nodes]) => this.#union(fields, "any of", nodes)),
      ...others.map((child) => this.#spanned(child)),
    ];
    const [only] = matchers;
    return matchers.length === 1 && only !== undefined ? only : new SpanChoice(this.#context, matchers);
  }

  /** An operand of a proximity. */
  #spanned(operand: QueryNode): SpanMatcher {
    const node = placed(operand);
    switch (node.kind) {
      case "term":
      case "wildcard":
        return this.#word(node);
      case "phrase":
        return this.#phrase(node);
      case "near":
        return this.#near(node);
      case "together":
        return this.#together(node);
      case "or":
        return this.#choice(node.children);
      case "boost":
        return this.#spanned(node.child);
    }
  }
}

/** What a choice is made of, and how often its score counts. */
type Choice = { readonly child: QueryNode; readonly factor: number };

/** A choice among choices is one among all of them. */
function choicesOf(node: QueryNode, factor: number): readonly Choice[] {
  if (node.kind === "or") return node.children.flatMap((child) => choicesOf(child, factor));
  if (node.kind === "boost" && node.within === undefined) return choicesOf(node.child, factor * node.factor);
  return [{ child: node, factor }];
}

/** The same for the same word, whatever fields it is asked of; what is no word has its own. */
function wordKey({ child }: Choice): string | QueryNode {
  if (child.kind !== "term") return child;
  return `${child.exact ? "=" : "~"}${child.formWeight ?? ""} ${child.text}`;
}

function wordText(word: TermNode | WildcardNode): string {
  return word.kind === "term" ? word.text : word.pattern;
}
