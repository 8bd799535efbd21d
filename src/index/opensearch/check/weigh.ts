import type { Layout } from "#index/embedded/layout.ts";
import { placesOf } from "#index/opensearch/compile/unit-scores.ts";
import type { CountedNode } from "#index/opensearch/compile/unit-scores.ts";
import type { DocumentCheck } from "./document-check.ts";

/** The weighted frequency of a node in some fields of a document, whose average lengths are given (BM25F). */
export function weightedFrequency(
  layout: Layout,
  document: DocumentCheck,
  node: CountedNode,
  averages: Readonly<Record<string, number>>,
): number {
  const fields = placesOf(layout, node).filter((field) => averages[field] !== undefined);
  return fields.reduce((sum, field) => {
    const weight = layout.occurrenceWeight(layout.names.indexOf(field), document.length(field), averages[field] ?? 0);
    return sum + weight * occurrences(layout, document, node, field);
  }, 0);
}

/** One of another form than the one typed counts by its share. */
function occurrences(layout: Layout, document: DocumentCheck, node: CountedNode, field: string): number {
  const all = document.spans(node, field).length;
  if (node.kind !== "term" || node.exact || all === 0) return all;
  const { formWeight = layout.formWeight } = node;
  const typed = document.spans({ ...node, exact: true }, field).length;
  return typed + (all - typed) * formWeight;
}

/** How often a node stands in each field that has it. */
export function occurrencesOf(
  layout: Layout,
  document: DocumentCheck,
  node: CountedNode,
): Readonly<Record<string, number>> {
  const counts = placesOf(layout, node).map((field) => [field, document.spans(node, field).length] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}
