import { passes } from "./filters.ts";
import type { PlainCollapse, PlainDocument, PlainRequest, PlainSortKey } from "./model.ts";

type Matching = { readonly id: string; readonly score: number; readonly document: PlainDocument };

/** The list that a request asks for, of all documents that match: in its order, and of each group what it leaves. */
export function listed(
  matching: readonly Matching[],
  { sort = [], collapse }: Pick<PlainRequest, "sort" | "collapse">,
): readonly Matching[] {
  const inOrder = (some: readonly Matching[]): readonly Matching[] =>
    some.toSorted((a, b) => byKeys(a, b, sort) || (sort.length > 0 ? 0 : b.score - a.score) || (a.id < b.id ? -1 : 1));
  const ordered = inOrder(matching);
  if (collapse === undefined) return ordered;
  // Of a group, scores that differ by rounding are equal.
  const rounded = inOrder(matching.map((one) => ({ ...one, score: Number(one.score.toPrecision(8)) })));
  const groups = Map.groupBy(rounded, ({ id, document }) => document.values[collapse.column] ?? `alone: ${id}`);
  const chosen = new Set([...groups.values()].flatMap((group) => chosenOf(group, collapse)).map(({ id }) => id));
  return ordered.filter(({ id }) => chosen.has(id));
}

function chosenOf(group: readonly Matching[], { most, spare }: PlainCollapse): readonly Matching[] {
  const others = group.filter(({ document }) => spare === undefined || !passes(document, spare));
  return others.length === 0 ? group.slice(0, 1) : others.slice(0, most);
}

/** Those without a value come last. */
function byKeys(a: Matching, b: Matching, sort: readonly PlainSortKey[]): number {
  for (const { column, order } of sort) {
    const [own, other] = [a, b].map(({ document }) => document.values[column] ?? null);
    if (own === other) continue;
    if (own === null || own === undefined) return 1;
    if (other === null || other === undefined) return -1;
    return own < other === (order === "rising") ? -1 : 1;
  }
  return 0;
}
