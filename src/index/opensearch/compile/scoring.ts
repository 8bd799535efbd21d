import type { Layout } from "#index/embedded/layout.ts";
import type { PriorNode, QueryNode, TermNode } from "#index/tree.ts";
import { partsOf } from "#index/node-parts.ts";
import { PATHS } from "#index/opensearch/mapping.ts";
import type { Json } from "#index/opensearch/mapping.ts";
import { fieldsOf } from "./fields.ts";
import { IntervalRules, termOf } from "./intervals.ts";
import { luceneRegexp } from "./pattern.ts";

/**
 * What scores in a tree, as a query that finds nothing by itself: BM25 of each field, weighted, where the embedded engine
 * has BM25F of all; a proximity or phrase counts as its words do. Undefined for a tree in which nothing does.
 */
export function scoringQuery(layout: Layout, node: QueryNode): Json | undefined {
  switch (node.kind) {
    case "term":
      return sumOf(fieldsOf(layout.schema, node.field).map((field) => wordScore(layout, node, field)));
    case "wildcard":
      return sumOf(
        fieldsOf(layout.schema, node.field).map((field) => {
          return { regexp: { [PATHS.text(field)]: { value: luceneRegexp(node.pattern), flags: "NONE" } } };
        }),
      );
    case "phrase":
      return sumOf(fieldsOf(layout.schema, node.field).map((field) => phraseScore(layout, node, field)));
    case "near":
    case "together":
    case "and":
    case "or":
    case "ranked":
    case "atLeast":
      return sumOf(partsOf(node).map((part) => scoringQuery(layout, part)));
    case "boost": {
      const child = scoringQuery(layout, node.child);
      return child && { bool: { should: [child], boost: node.factor } };
    }
    case "prior":
      return priorScore(node);
    case "not":
    case "filter":
      return undefined;
  }
}

/** An occurrence of the form typed counts wholly, one of another form by its share. */
function wordScore(layout: Layout, node: TermNode, field: string): Json {
  const { text, formWeight = layout.formWeight } = node;
  const weight = layout.weights[layout.names.indexOf(field)] ?? 1;
  const path = PATHS.text(field);
  const any = termOf(node);
  const scored = (value: string, boost: number): Json => ({ term: { [path]: { value, boost } } });
  if (any === text || formWeight === 1) return scored(any, weight);
  return { bool: { should: [scored(any, weight * formWeight), scored(text, weight * (1 - formWeight))] } };
}

function phraseScore(layout: Layout, node: QueryNode, field: string): Json | undefined {
  const boost = layout.weights[layout.names.indexOf(field)] ?? 1;
  const path = PATHS.text(field);
  if (node.kind !== "phrase") return undefined;
  if (node.words.some(({ kind }) => kind === "wildcard")) {
    const rule = new IntervalRules(layout.schema, field).least(node);
    return rule && { intervals: { [path]: { ...rule, boost } } };
  }
  const query = node.words.map((word) => (word.kind === "term" ? termOf(word) : "")).join(" ");
  return { match_phrase: { [path]: { query, analyzer: "whitespace", boost } } };
}

function priorScore({ column, weight }: PriorNode): Json {
  const field = PATHS.value(column);
  const counted = { range: { [field]: { gte: 1 } } };
  return {
    function_score: {
      query: { bool: { filter: [counted] } },
      functions: [{ field_value_factor: { field, modifier: "ln" } }],
      boost_mode: "replace",
      boost: weight,
    },
  };
}

function sumOf(parts: readonly (Json | undefined)[]): Json | undefined {
  const known = parts.filter((part) => part !== undefined);
  return known.length < 2 ? known[0] : { bool: { should: known } };
}
