import type { Layout } from "#index/embedded/layout.ts";
import { fieldsOf } from "#index/opensearch/compile/fields.ts";
import type { Unit } from "#index/units.ts";
import type { DocumentCheck } from "./document-check.ts";

/** The weighted frequency of a unit in some fields of a document, whose average lengths are given (BM25F). */
export function weightedFrequency(
  layout: Layout,
  document: DocumentCheck,
  unit: Unit,
  averages: Readonly<Record<string, number>>,
): number {
  const fields = fieldsOf(layout.schema, unit.field).filter((field) => averages[field] !== undefined);
  return fields.reduce((sum, field) => {
    const weight = layout.occurrenceWeight(layout.names.indexOf(field), document.length(field), averages[field] ?? 0);
    return sum + weight * occurrences(layout, document, unit, field);
  }, 0);
}

/** One of another form than the one typed counts by its share. */
function occurrences(layout: Layout, document: DocumentCheck, unit: Unit, field: string): number {
  const all = document.spans(unit, field).length;
  if (unit.kind !== "term" || unit.exact || all === 0) return all;
  const { formWeight = layout.formWeight } = unit;
  const typed = document.spans({ ...unit, exact: true }, field).length;
  return typed + (all - typed) * formWeight;
}

/** How often a unit stands in each field that has it. */
export function occurrencesOf(layout: Layout, document: DocumentCheck, unit: Unit): Readonly<Record<string, number>> {
  const counts = fieldsOf(layout.schema, unit.field).map(
    (field) => [field, document.spans(unit, field).length] as const,
  );
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}
