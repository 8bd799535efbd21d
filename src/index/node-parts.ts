import { OnpointError } from "#base/errors.ts";
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

/** A node that stands at places of a text: what a proximity can be made of. */
type PlacedNode = Exclude<QueryNode, { readonly kind: "and" | "not" | "ranked" | "atLeast" | "filter" | "prior" }>;

/** The node, if it has places. Throws `invalid_input` for another: every engine refuses it as an operand of a proximity. */
export function placed(node: QueryNode): PlacedNode {
  switch (node.kind) {
    case "term":
    case "wildcard":
    case "phrase":
    case "near":
    case "together":
    case "or":
    case "boost":
      return node;
    case "and":
    case "not":
    case "ranked":
    case "atLeast":
    case "filter":
    case "prior":
      throw new OnpointError("invalid_input", `a proximity cannot take "${node.kind}" as an operand`);
  }
}
