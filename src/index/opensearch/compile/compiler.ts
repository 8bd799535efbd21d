import { checkFilter, checkOrdered } from "#index/embedded/columns/columns.ts";
import type { Layout } from "#index/embedded/layout.ts";
import type { AtLeastNode, PhraseNode, QueryNode, WildcardNode } from "#index/tree.ts";
import { partsOf } from "#index/node-parts.ts";
import { PATHS } from "#index/opensearch/mapping.ts";
import type { Json } from "#index/opensearch/mapping.ts";
import { allOf, anyOf, atLeastOf, EVERYTHING, noneOf, NOTHING } from "./dsl.ts";
import { fieldsOf } from "./fields.ts";
import { filterQuery } from "./filters.ts";
import { IntervalRules, isFlat, lengthOf, termOf } from "./intervals.ts";
import { luceneRegexp } from "./pattern.ts";

/**
 * The documents a tree matches stand between two queries: those of `under` match for sure, and no others than those of
 * `over` do. Where both are the same the tree is exact.
 */
export type Bounds = { readonly over: Json; readonly under: Json };

export type CompileOptions = {
  readonly leaveOutSource?: string | undefined;
  /** Wildcards stand for too many words: where they stand is asked of the documents. */
  readonly areWildcardsLoose?: boolean;
  /** Ids of documents in which nodes were found besides those of `under`. */
  readonly checked?: ReadonlyMap<QueryNode, readonly string[]>;
};

/** Repetitions spelled out for the cluster; more are counted in the documents. */
const TIMES_MAX = 64;

/** Trees as queries. */
export class Compiler {
  /** What only the words of a document decide. */
  readonly inexact: Set<QueryNode> = new Set();
  readonly #layout: Layout;
  readonly #options: CompileOptions;

  constructor(layout: Layout, options: CompileOptions = {}) {
    this.#layout = layout;
    this.#options = options;
  }

  bounds(node: QueryNode): Bounds {
    switch (node.kind) {
      case "term":
      case "wildcard":
      case "phrase":
      case "near":
      case "together":
      case "atLeast":
        return this.#unit(node);
      case "and":
        return this.#each(node.children, allOf);
      case "or":
        return this.#each(node.children, anyOf);
      case "ranked":
        return this.#each(node.children, (queries) => atLeastOf(queries, Math.max(1, node.required)));
      case "not": {
        const child = this.bounds(node.child);
        const over = noneOf(child.under);
        return isExact(child) ? exactly(over) : bounds(over, noneOf(child.over));
      }
      case "boost":
        for (const filter of node.within?.flat() ?? []) checkFilter(this.#layout, filter);
        return this.bounds(node.child);
      case "filter":
        checkFilter(this.#layout, node.filter);
        return exactly(filterQuery(this.#layout, node.filter));
      case "prior":
        checkOrdered(this.#layout, node.column);
        return exactly(EVERYTHING);
    }
  }

  #each(children: readonly QueryNode[], join: (queries: readonly Json[]) => Json): Bounds {
    const parts = children.map((child) => this.bounds(child));
    const over = join(parts.map((part) => part.over));
    return parts.every(isExact) ? exactly(over) : bounds(over, join(parts.map(({ under }) => under)));
  }

  /** Field by field, since nothing reaches over two of them. */
  #unit(node: QueryNode): Bounds {
    const found = node.kind === "atLeast" ? this.#atLeast(node) : this.#anyField(node);
    if (isExact(found)) return found;
    const ids = this.#options.checked?.get(node);
    if (ids !== undefined) return exactly(anyOf([found.under, ...(ids.length === 0 ? [] : [idsQuery(ids)])]));
    this.inexact.add(node);
    return found;
  }

  #anyField(node: QueryNode): Bounds {
    const parts = this.#layout.names.map((field) => this.#saidByOthers(field, this.#inField(node, field)));
    const over = anyOf(parts.map((part) => part.over));
    return parts.every(isExact) ? exactly(over) : bounds(over, anyOf(parts.map(({ under }) => under)));
  }

  #inField(node: QueryNode, field: string): Bounds {
    const { schema } = this.#layout;
    const path = PATHS.text(field);
    if (node.kind === "term" || node.kind === "wildcard") {
      if (!fieldsOf(schema, node.field).includes(field)) return exactly(NOTHING);
      return exactly(node.kind === "term" ? { term: { [path]: termOf(node) } } : wildcardQuery(path, node));
    }
    if (this.#options.areWildcardsLoose === true && hasWildcard(node)) {
      return bounds(this.#loosely(node, field), NOTHING);
    }
    if (node.kind === "phrase" && !hasWildcard(node)) return exactly(this.#phrase(node, field));
    const rules = new IntervalRules(schema, field);
    const least = intervalsQuery(path, rules.least(node));
    return isFlat(node) ? exactly(least) : bounds(intervalsQuery(path, rules.most(node)), least);
  }

  #phrase({ words, field: inherited }: PhraseNode, field: string): Json {
    const isElsewhere = words.some((word) => !fieldsOf(this.#layout.schema, word.field ?? inherited).includes(field));
    if (isElsewhere) return NOTHING;
    const query = words.map((word) => (word.kind === "term" ? termOf(word) : "")).join(" ");
    return { match_phrase: { [PATHS.text(field)]: { query, analyzer: "whitespace" } } };
  }

  /** All words of a node somewhere in a field. */
  #loosely(node: QueryNode, field: string, inherited?: string): Json {
    if (node.kind === "term" || node.kind === "wildcard") {
      const named = node.field ?? inherited;
      return this.#inField(named === undefined ? node : { ...node, field: named }, field).over;
    }
    if (node.kind === "phrase") return allOf(node.words.map((word) => this.#loosely(word, field, node.field)));
    const parts = partsOf(node).map((part) => this.#loosely(part, field));
    return node.kind === "or" ? anyOf(parts) : allOf(parts);
  }

  /** A document of whose texts one is passed over matches for sure only where another has what is asked for. */
  #saidByOthers(field: string, found: Bounds): Bounds {
    const { leaveOutSource } = this.#options;
    const hasSources = this.#layout.schema.fields.some((known) => known.name === field && known.hasSources === true);
    if (leaveOutSource === undefined || !hasSources || found.over === NOTHING) return found;
    const said = { term: { [PATHS.source(field)]: leaveOutSource } };
    return bounds(found.over, allOf([found.under, noneOf(said)]));
  }

  #atLeast(node: AtLeastNode): Bounds {
    const { child, count } = node;
    const anywhere = this.#anyField(child);
    if (count <= 1) return anywhere;
    const isLoose = this.#options.areWildcardsLoose === true && hasWildcard(child);
    if (count > TIMES_MAX || isLoose) return bounds(anywhere.over, NOTHING);
    const parts = this.#layout.names.map((field): Bounds => {
      const rule = new IntervalRules(this.#layout.schema, field).times(child, count);
      return this.#saidByOthers(field, exactly(intervalsQuery(PATHS.text(field), rule)));
    });
    const under = anyOf(parts.map((part) => part.under));
    if (lengthOf(child) !== 1) return bounds(anywhere.over, under);
    const fields = this.#layout.names.map((field) => this.#inField(child, field).over);
    const inTwo = atLeastOf(fields, 2);
    if (inTwo === NOTHING && parts.every(isExact)) return exactly(under);
    return bounds(anyOf([...parts.map(({ over }) => over), inTwo]), under);
  }
}

export function isExact({ over, under }: Bounds): boolean {
  return over === under;
}

/** Documents with these ids. */
export function idsQuery(ids: readonly string[]): Json {
  return { terms: { [PATHS.id]: ids } };
}

function exactly(query: Json): Bounds {
  return { over: query, under: query };
}

function bounds(over: Json, under: Json): Bounds {
  return { over, under };
}

function intervalsQuery(path: string, rule: Json | undefined): Json {
  return rule === undefined ? NOTHING : { intervals: { [path]: rule } };
}

function wildcardQuery(path: string, { pattern }: WildcardNode): Json {
  return { regexp: { [path]: { value: luceneRegexp(pattern), flags: "NONE" } } };
}

export function hasWildcard(node: QueryNode): boolean {
  if (node.kind === "wildcard") return true;
  return node.kind === "phrase" ? node.words.some(hasWildcard) : partsOf(node).some(hasWildcard);
}
