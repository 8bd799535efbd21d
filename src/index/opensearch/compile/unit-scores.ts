import type { Layout } from "#index/embedded/layout.ts";
import { PATHS } from "#index/opensearch/mapping.ts";
import type { Json } from "#index/opensearch/mapping.ts";
import type { NearNode, PhraseNode, QueryNode, TermNode, TogetherNode, WildcardNode } from "#index/tree.ts";
import type { Unit } from "#index/units.ts";
import { hasWildcard, idsQuery } from "./compiler.ts";
import { noneOf, NOTHING } from "./dsl.ts";
import { fieldsOf } from "./fields.ts";
import { IntervalRules, termOf } from "./intervals.ts";
import { luceneRegexp } from "./pattern.ts";

/** What scores by how often it stands in a document: a word or phrase, and a proximity by its places. */
export type CountedNode = Unit | NearNode | TogetherNode;

/** What is known of the whole index before a document is scored, over all shards. */
export type Statistics = {
  /** BM25's inverse document frequency of each node. */
  readonly rarities: ReadonlyMap<CountedNode, number>;
  /** Words whose form as typed no document has: their other forms count whole. */
  readonly untyped: ReadonlySet<QueryNode>;
  /** Words of each field, over the documents that have it. */
  readonly averages: Readonly<Record<string, number>>;
};

/** By document id, what a node counts there: its weighted frequency, read in the words kept with the document. */
export type ReadWeights = ReadonlyMap<CountedNode, Readonly<Record<string, number>>>;

export type UnitScoring = Statistics & {
  /** Finds what a node matches, and perhaps more. */
  readonly matching: (node: QueryNode) => Json;
  /** Where the texts of one source are passed over: of the documents of which it said any, what the others of these say. */
  readonly leftOut?: { readonly source: string; readonly weights: ReadWeights } | undefined;
  /** Documents whose words were read for some nodes, and what these count in them, all fields together. */
  readonly read?: { readonly ids: readonly string[]; readonly weights: ReadWeights } | undefined;
  /** See `CompileOptions`: what has a wildcard inside counts once where it has all its words. */
  readonly areWildcardsLoose?: boolean;
  /** Words that each wildcard is counted by in a field; with 0 it counts once in a field that has any. */
  readonly counted_max: number;
};

/** Painless. A weighted frequency in `_score` becomes a score. */
const TEMPERED = "params.scale * _score / (_score + params.k1)";
/** A count in `_score` becomes a field's share of a weighted frequency. */
const NORM = "(params.base + params.slope * doc[params.length].value)";
const SHARE = `params.weight * _score / ${NORM}`;
/** The same of intervals, of which Lucene tells n / (n + 1). */
const SHARE_OF_INTERVALS = `params.weight * _score / (1.0 - _score) / ${NORM}`;
const LOOKED_UP = "params.weights[doc[params.id].value]";

/** BM25F: the shares of the fields together are tempered. Undefined for what stands nowhere. */
export function unitScore(layout: Layout, node: CountedNode, scoring: UnitScoring, named: Json): Json | undefined {
  const { rarities, leftOut, read } = scoring;
  const fields = placesOf(layout, node).flatMap((field) => {
    const share = fieldShare(layout, node, field, scoring);
    return share === undefined ? [] : [withoutSource(layout, share, field, leftOut?.source)];
  });
  const ofOthers = lookedUp(leftOut?.weights.get(node));
  const counted = [...fields, ...(ofOthers === undefined ? [] : [ofOthers])];
  const isRead = read !== undefined && read.weights.has(node);
  const shares = isRead ? besides(counted, read.ids, lookedUp(read.weights.get(node))) : counted;
  if (shares.length === 0) return undefined;
  const { k1 } = layout;
  const params = { scale: (rarities.get(node) ?? 0) * (k1 + 1), k1 };
  return {
    script_score: { query: { bool: { should: shares } }, script: { source: TEMPERED, params }, ...named },
  };
}

/** The fields that a node may stand in. */
export function placesOf(layout: Layout, node: CountedNode): readonly string[] {
  return node.kind === "near" || node.kind === "together" ? layout.names : fieldsOf(layout.schema, node.field);
}

/** What was read of a document takes the place of what the cluster counts. */
function besides(counted: readonly Json[], ids: readonly string[], known: Json | undefined): readonly Json[] {
  const others =
    counted.length === 0
      ? []
      : [{ bool: { should: counted, filter: [noneOf(idsQuery(ids))], minimum_should_match: 1 } }];
  return known === undefined ? others : [...others, known];
}

function lookedUp(weights: Readonly<Record<string, number>> | undefined): Json | undefined {
  if (weights === undefined || Object.keys(weights).length === 0) return undefined;
  const query = { constant_score: { filter: idsQuery(Object.keys(weights)) } };
  return { script_score: { query, script: { source: LOOKED_UP, params: { id: PATHS.id, weights } } } };
}

/** One of a field whose texts have sources counts as `leftOut` says where the source said any of them. */
function withoutSource(layout: Layout, counted: Json, field: string, source: string | undefined): Json {
  const isSourced = layout.schema.fields.some(({ name, hasSources }) => name === field && hasSources === true);
  if (source === undefined || !isSourced) return counted;
  return { bool: { must: [counted], filter: [noneOf({ term: { [PATHS.source(field)]: source } })] } };
}

/** As `Layout.occurrenceWeight`, times how often the node stands in the field. */
function fieldShare(layout: Layout, node: CountedNode, field: string, scoring: UnitScoring): Json | undefined {
  const counted = countIn(layout, node, field, scoring);
  if (counted === undefined) return undefined;
  const at = layout.names.indexOf(field);
  const [b, average] = [layout.bs[at] ?? 0, scoring.averages[field] ?? 0];
  const norm = average > 0 ? { base: 1 - b, slope: b / average } : { base: 1, slope: 0 };
  const params = { weight: layout.weights[at] ?? 1, ...norm, length: PATHS.length(field) };
  return { script_score: { query: counted.query, script: { source: counted.share, params } } };
}

type Counted = { readonly query: Json; readonly share: string };

function countIn(layout: Layout, node: CountedNode, field: string, scoring: UnitScoring): Counted | undefined {
  const path = PATHS.text(field);
  switch (node.kind) {
    case "term":
      return { query: wordCount(layout, node, path, scoring.untyped.has(node)), share: SHARE };
    case "wildcard":
      return { query: wildcardCount(node, path, scoring.counted_max), share: SHARE };
    case "phrase":
      if (!hasWildcard(node)) return { query: phraseCount(node, path), share: SHARE };
      return scoring.areWildcardsLoose === true ? onceIn(node, field, scoring) : intervalCount(layout, node, field);
    case "near":
    case "together":
      if (scoring.areWildcardsLoose !== true || !hasWildcard(node)) return intervalCount(layout, node, field);
      return field === layout.names[layout.main] ? { query: once(scoring.matching(node)), share: SHARE } : undefined;
  }
}

/** An occurrence of the form typed counts wholly, one of another form by its share. */
function wordCount(layout: Layout, node: TermNode, path: string, isUntyped: boolean): Json {
  const { text, formWeight = layout.formWeight } = node;
  const any = termOf(node);
  const counted = (value: string, boost: number): Json => ({ term: { [path]: { value, boost } } });
  if (any === text || formWeight === 1 || isUntyped) return counted(any, 1);
  return { bool: { should: [counted(any, formWeight), counted(text, 1 - formWeight)] } };
}

/** Of more words than are counted the first in the alphabet. */
function wildcardCount({ pattern }: WildcardNode, path: string, counted_max: number): Json {
  const rewrite = counted_max === 0 ? "constant_score" : `top_terms_${counted_max}`;
  return { regexp: { [path]: { value: luceneRegexp(pattern), flags: "NONE", rewrite } } };
}

function phraseCount({ words }: PhraseNode, path: string): Json {
  const query = words.map((word) => (word.kind === "term" ? termOf(word) : "")).join(" ");
  // A similarity of our own is asked once for each word of a phrase.
  return { match_phrase: { [path]: { query, analyzer: "whitespace", boost: 1 / words.length } } };
}

/** Of a phrase all places, of a proximity fewer: those inside of others are passed over, and a wide one is not a whole one. */
function intervalCount(layout: Layout, node: CountedNode, field: string): Counted | undefined {
  const rule = new IntervalRules(layout.schema, field).least(node);
  return rule && { query: { intervals: { [PATHS.text(field)]: rule } }, share: SHARE_OF_INTERVALS };
}

/** A cluster does not count the places of what has wildcards that stand for too many words. */
function onceIn(node: PhraseNode, field: string, { matching }: UnitScoring): Counted | undefined {
  const filter = matching({ ...node, field });
  return filter === NOTHING ? undefined : { query: once(filter), share: SHARE };
}

function once(filter: Json): Json {
  return { constant_score: { filter } };
}
