import type { QueryNode } from "#index/tree.ts";
import { printQuery } from "./print.ts";

const CHARS_MAX = 2_000;

/**
 * The shape of a query: as `printQuery`, with an x for each letter and figure of what was typed, which is a client's
 * matter. What a query costs depends on its shape.
 */
export function shapeOf(tree: QueryNode): string {
  const masked = JSON.parse(JSON.stringify(tree), mask) as QueryNode;
  return printQuery(masked).slice(0, CHARS_MAX);
}

function mask(member: string, value: unknown): unknown {
  if (typeof value === "string" && (member === "text" || member === "pattern")) {
    return value.replace(/[\p{L}\p{N}\p{M}]/gu, "x");
  }
  return isFilter(value) ? { kind: "term", text: "[filter]", exact: false } : value;
}

function isFilter(value: unknown): boolean {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "filter";
}
