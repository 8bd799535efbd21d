import type { PlainAnswer, PlainDocument, PlainFacet, PlainFilter } from "./model.ts";

/** Whether a document passes; the empty string stands for a value that is not there. */
export function passes({ values }: PlainDocument, filter: PlainFilter): boolean {
  const own = valuesOf(values[filter.column]);
  if ("anyOf" in filter)
    return filter.anyOf.some((wanted) => (wanted === "" ? own.length === 0 : own.includes(wanted)));
  if ("prefix" in filter) {
    return own.some((path) => path === filter.prefix || String(path).startsWith(`${filter.prefix}.`));
  }
  const { from, to } = filter;
  return own.some((value) => (from === undefined || value >= from) && (to === undefined || value <= to));
}

/** How many documents have each value: most first, then by the value. */
export function countValues(documents: readonly PlainDocument[], facet: PlainFacet): PlainAnswer["facets"][number] {
  const counts = new Map<string, number>();
  for (const { values } of documents) {
    const keys = valuesOf(values[facet.column]).map((value) =>
      facet.by === "year" ? String(value).slice(0, 4) : String(value),
    );
    for (const key of new Set(keys)) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts]
    .map(([key, count]) => ({ key, count }))
    .toSorted((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1));
}

function valuesOf(value: PlainDocument["values"][string] | undefined): readonly (string | number)[] {
  if (value === undefined || value === null || value === "") return [];
  if (typeof value === "string" || typeof value === "number") return [value];
  return value.filter((one) => one !== "");
}
