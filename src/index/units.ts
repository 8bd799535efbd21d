import { partsOf } from "./node-parts.ts";
import type { PhraseNode, QueryNode, TermNode, WildcardNode } from "./tree.ts";

/** A word or phrase that a query looks for. */
export type Unit = TermNode | WildcardNode | PhraseNode;

/** A query's units beyond this many are passed over where matches are shown. */
const UNITS_MAX = 64;

/** A unit, and what it is sought as: units of one sense stand for one another, and count as one. */
export type Sought = { readonly unit: Unit; readonly sense: number; readonly isAsked: boolean };

/** A word of a query that counts less than this share only helps to find, and is not what a person wants to be shown. */
const SHOWN_MIN = 0.5;

/**
 * What a query looks for in a field, each once; exclusions and what names another field are no part of it. What counts
 * less than the first of a choice stands for it (`employer` for `boss`), and is not itself asked for.
 */
export function unitsOf(tree: QueryNode, field: string): readonly Sought[] {
  const units = new Map<string, Sought>();
  let senses = 0;
  const collect = (node: QueryNode, sense: number | undefined, isAsked: boolean): void => {
    if (node.kind === "not") return;
    if (node.kind === "or" && isUnit(node.children[0]) && node.children.some(isLess)) {
      const own = sense ?? senses++;
      for (const child of node.children) collect(child, own, isAsked && !isLess(child));
      return;
    }
    if (!isUnit(node)) {
      for (const part of partsOf(node)) if (!isAside(node, part)) collect(part, sense, isAsked);
      return;
    }
    const key = keyOf(node);
    if ((node.field !== undefined && node.field !== field) || units.has(key)) return;
    units.set(key, { unit: node, sense: sense ?? senses++, isAsked });
  };
  collect(tree, undefined, true);
  return [...units.values()].slice(0, UNITS_MAX);
}

function isAside(within: QueryNode, node: QueryNode): boolean {
  return within.kind === "ranked" && node.kind === "boost" && node.factor < SHOWN_MIN;
}

function isUnit(node: QueryNode | undefined): node is Unit {
  return node?.kind === "term" || node?.kind === "wildcard" || node?.kind === "phrase";
}

function isLess(node: QueryNode): boolean {
  return node.kind === "boost" && node.factor < 1;
}

function keyOf(unit: Unit): string {
  if (unit.kind === "term") return `${unit.exact ? "=" : "~"}${unit.text}`;
  return unit.kind === "wildcard" ? `*${unit.pattern}` : `"${unit.words.map(keyOf).join(" ")}`;
}
