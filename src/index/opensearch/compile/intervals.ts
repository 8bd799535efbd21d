import type { CollectionSchema } from "#index/schema.ts";
import type { NearNode, QueryNode, TermNode, TogetherNode, WildcardNode } from "#index/tree.ts";
import { partsOf, placed } from "#index/node-parts.ts";
import { EDGES, stemTerm } from "#index/opensearch/words/marks.ts";
import type { Json } from "#index/opensearch/mapping.ts";
import { hasStem, stemOf } from "#text/stem.ts";
import { fieldsOf } from "./fields.ts";
import { luceneRegexp } from "./pattern.ts";

/**
 * Words a wildcard may stand for inside a proximity or phrase: what every cluster takes as it is set up. With more, its
 * places are not asked of the cluster but checked in the documents.
 */
const EXPANSIONS_MAX = 1024;

/** Any distance. */
const NO_BOUND = -1;

/** Where a node stands, as Lucene's intervals of one field; undefined where it stands nowhere. */
export class IntervalRules {
  readonly #schema: CollectionSchema;
  readonly #field: string;

  constructor(schema: CollectionSchema, field: string) {
    this.#schema = schema;
    this.#field = field;
  }

  /**
   * Never more than the node has, and all that it has where `isFlat` says so: Lucene keeps of intervals that stand in
   * one another the shortest alone.
   */
  least(asked: QueryNode, inherited?: string): Json | undefined {
    const node = placed(asked);
    switch (node.kind) {
      case "term":
      case "wildcard":
        return this.#word(node, inherited);
      case "phrase":
        return this.#inOrder(
          node.words.map((word) => this.#word(word, node.field)),
          0,
        );
      case "or":
        return anyRule(node.children.map((child) => this.least(child)));
      case "boost":
        return this.least(node.child);
      case "near":
        return this.#near(node);
      case "together":
        return areDistinct(node)
          ? this.#together(
              node.members.map((member) => this.least(member)),
              node.unit,
            )
          : undefined;
    }
  }

  /** Inside each place of the node one of these stands: nothing that it has is missed. */
  most(node: QueryNode): Json | undefined {
    if (node.kind === "or") return anyRule(node.children.map((child) => this.most(child)));
    if (node.kind === "boost") return this.most(node.child);
    if (node.kind !== "near" && node.kind !== "together") return this.least(node);
    const extent = extentOf(node);
    const rule = this.#all(
      partsOf(node).map((part) => this.most(part)),
      "unordered",
      Number.isFinite(extent) ? extent : NO_BOUND,
    );
    if (rule === undefined || node.unit === "word") return rule;
    return within(rule, node.unit);
  }

  /** So many places, none of which overlap. */
  times(node: QueryNode, count: number): Json | undefined {
    const rule = this.least(node);
    return this.#inOrder(
      Array.from({ length: count }, () => rule),
      NO_BOUND,
    );
  }

  #word(node: TermNode | WildcardNode, inherited: string | undefined): Json | undefined {
    if (!fieldsOf(this.#schema, node.field ?? inherited).includes(this.#field)) return undefined;
    if (node.kind === "wildcard") {
      return { regexp: { pattern: luceneRegexp(node.pattern), max_expansions: EXPANSIONS_MAX } };
    }
    return termRule(termOf(node));
  }

  #near({ left, right, unit, distance, ordered }: NearNode): Json | undefined {
    const sides = [this.least(left), this.least(right)];
    const gaps = unit === "word" ? distance - 1 : NO_BOUND;
    const forward = this.#inOrder(sides, gaps);
    const rule = ordered ? forward : anyRule([forward, this.#inOrder(sides.toReversed(), gaps)]);
    return rule === undefined || unit === "word" ? rule : within(rule, unit);
  }

  #together(members: readonly (Json | undefined)[], unit: TogetherNode["unit"]): Json | undefined {
    const rule = this.#all(members, "unordered", NO_BOUND);
    return rule === undefined ? undefined : within(rule, unit);
  }

  #inOrder(rules: readonly (Json | undefined)[], max_gaps: number): Json | undefined {
    return this.#all(rules, "ordered", max_gaps);
  }

  #all(rules: readonly (Json | undefined)[], mode: string, max_gaps: number): Json | undefined {
    const known = rules.filter((rule) => rule !== undefined);
    if (known.length < rules.length) return undefined;
    return known.length === 1 ? known[0] : { all_of: { intervals: known, mode, max_gaps } };
  }
}

/** The term of the index that a word of a query asks for. */
export function termOf({ text, exact }: TermNode): string {
  return exact || !hasStem(text) ? text : stemTerm(stemOf(text));
}

/** Words from the first to the last of the longest place a node can have. */
function extentOf(node: QueryNode): number {
  if (node.kind === "term" || node.kind === "wildcard") return 1;
  if (node.kind === "phrase") return node.words.length;
  const parts = partsOf(node).map(extentOf);
  if (node.kind === "near" && node.unit === "word") return parts.reduce((sum, part) => sum + part, node.distance - 1);
  return node.kind === "near" || node.kind === "together" ? Infinity : Math.max(...parts);
}

/** Words of every place of a node, where all have the same number. */
export function lengthOf(node: QueryNode): number | undefined {
  if (node.kind === "near" || node.kind === "together") return undefined;
  if (node.kind !== "or" && node.kind !== "boost") return extentOf(node);
  const lengths = new Set(partsOf(node).map(lengthOf));
  return lengths.size === 1 ? [...lengths][0] : undefined;
}

/** Whether Lucene's intervals are all places of a node. */
export function isFlat(node: QueryNode): boolean {
  if (node.kind === "near") return lengthOf(node.left) !== undefined && lengthOf(node.right) !== undefined;
  return node.kind === "together" ? areDistinct(node) : lengthOf(node) !== undefined;
}

/** Whether no two members of a set can stand on one word. */
function areDistinct({ members }: TogetherNode): boolean {
  const stems = members.map((member) => (member.kind === "term" ? stemOf(member.text) : undefined));
  return !stems.includes(undefined) && new Set(stems).size === stems.length;
}

function anyRule(rules: readonly (Json | undefined)[]): Json | undefined {
  const known = rules.filter((rule) => rule !== undefined);
  return known.length < 2 ? known[0] : { any_of: { intervals: known } };
}

function termRule(term: string): Json {
  return { match: { query: term, analyzer: "keyword" } };
}

/** Lucene's `not_containing` takes an overlap for containment, so sections are asked for and not their boundaries. */
function within(rule: Json, unit: "sentence" | "paragraph"): Json {
  const { first, last, only } = EDGES[unit];
  const ends = { intervals: [termRule(first), termRule(last)], mode: "ordered", max_gaps: NO_BOUND };
  const section = { any_of: { intervals: [{ all_of: ends }, termRule(only)] } };
  return { all_of: { intervals: [rule], filter: { contained_by: section } } };
}
