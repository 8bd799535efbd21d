import { partsOf } from "./node-parts.ts";
import type { PhraseNode, QueryNode, TermNode, WildcardNode } from "./tree.ts";

/** A word or phrase that a query looks for. */
export type Unit = TermNode | WildcardNode | PhraseNode;

/** A query's units beyond this many are passed over where matches are shown. */
const UNITS_MAX = 64;

/** What a query looks for in a field, each once; exclusions and what names another field are no part of it. */
export function unitsOf(tree: QueryNode, field: string): readonly Unit[] {
  const units = new Map<string, Unit>();
  const collect = (node: QueryNode): void => {
    if (node.kind === "not") return;
    if (node.kind !== "term" && node.kind !== "wildcard" && node.kind !== "phrase") {
      partsOf(node).forEach(collect);
      return;
    }
    const key = keyOf(node);
    if ((node.field === undefined || node.field === field) && !units.has(key)) units.set(key, node);
  };
  collect(tree);
  return [...units.values()].slice(0, UNITS_MAX);
}

function keyOf(unit: Unit): string {
  if (unit.kind === "term") return `${unit.exact ? "=" : "~"}${unit.text}`;
  return unit.kind === "wildcard" ? `*${unit.pattern}` : `"${unit.words.map(keyOf).join(" ")}`;
}
