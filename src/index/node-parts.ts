import type { QueryNode } from "./tree.ts";

/** The nodes that a node is made of, in the order written; none of a leaf. The words of a phrase are no nodes of a tree. */
export function partsOf(node: QueryNode): readonly QueryNode[] {
  switch (node.kind) {
    case "term":
    case "wildcard":
    case "phrase":
    case "filter":
    case "prior":
      return [];
    case "near":
      return [node.left, node.right];
    case "together":
      return node.members;
    case "and":
    case "or":
    case "ranked":
      return node.children;
    case "not":
    case "boost":
    case "atLeast":
      return [node.child];
  }
}
