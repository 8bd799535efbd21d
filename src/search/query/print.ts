import type { PhraseNode, QueryNode } from "#index/tree.ts";
import { printFilter } from "./print-filter.ts";

/**
 * A tree in the query language, every group in parentheses: what a person is shown, and the parser's inverse
 * (`parseQuery(printQuery(tree))` gives the tree back, positions aside, for every tree of operators).
 */
export function printQuery(node: QueryNode): string {
  switch (node.kind) {
    case "term":
      return `${prefix(node.field)}${node.exact ? `"${node.text}"` : node.text}`;
    case "wildcard":
      return `${prefix(node.field)}${node.pattern}`;
    case "phrase":
      return `${prefix(node.field)}${printPhrase(node)}`;
    case "near":
      return `${operand(node.left)} ${node.ordered ? "PRE" : "W"}/${reach(node)} ${operand(node.right)}`;
    case "together":
      return node.members.map(operand).join(` W/${node.unit.charAt(0)} `);
    case "and":
      return node.children.map(operand).join(" AND ");
    case "or":
      return node.children.map(operand).join(" OR ");
    case "not":
      return `NOT ${operand(node.child)}`;
    case "ranked":
      return node.children.map(operand).join(" ");
    case "boost":
      return printQuery(node.child);
    case "atLeast":
      return `atleast${node.count}(${printQuery(node.child)})`;
    case "filter":
      return printFilter(node.filter);
    case "prior":
      return `${node.column}^${node.weight}`;
  }
}

function operand(node: QueryNode): string {
  const simple = ["term", "wildcard", "phrase", "filter", "prior", "atLeast"].includes(node.kind);
  return simple ? printQuery(node) : `(${printQuery(node)})`;
}

function prefix(field: string | undefined): string {
  return field === undefined ? "" : `${field}:`;
}

function reach(node: { readonly unit: "word" | "sentence" | "paragraph"; readonly distance: number }): string {
  if (node.unit === "word") return String(node.distance);
  return node.unit === "sentence" ? "s" : "p";
}

/** A phrase in quotation marks holds exact words; one of stemmed words was typed as one word (`cross-examination`). */
function printPhrase(node: PhraseNode): string {
  const texts = node.words.map((word) => (word.kind === "term" ? word.text : word.pattern));
  const stemmed = node.words.some((word) => word.kind === "term" && !word.exact);
  return stemmed ? texts.join("-") : `"${texts.join(" ")}"`;
}
