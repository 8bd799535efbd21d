import { partsOf } from "#index/node-parts.ts";
import type { AndNode, NearNode, OrNode, QueryNode, Span, TogetherNode } from "#index/tree.ts";

/** `AND` of several nodes, with nested ones opened. */
export function allOf(nodes: readonly QueryNode[], at: Span): QueryNode {
  return joined("and", nodes, at);
}

/** `OR` of several nodes, with nested ones opened. */
export function anyOf(nodes: readonly QueryNode[], at: Span): QueryNode {
  return joined("or", nodes, at);
}

function joined(kind: "and" | "or", nodes: readonly QueryNode[], at: Span): QueryNode {
  const children = nodes.flatMap((node) => (node.kind === kind ? node.children : [node]));
  const [only] = children;
  if (children.length === 1 && only !== undefined) return only;
  return kind === "and" ? ({ kind, children, at } satisfies AndNode) : ({ kind, children, at } satisfies OrNode);
}

/**
 * Proximity over groups. `AND` inside an operand is drawn out: `(a AND b) W/5 c` asks that both stand near c, which
 * is `a W/5 c AND b W/5 c`. Afterwards every operand is made of words, patterns, phrases, proximities and ORs only.
 */
export function near(
  left: QueryNode,
  right: QueryNode,
  connector: Omit<NearNode, "left" | "right" | "at">,
  at: Span,
): QueryNode {
  return drawnOut([left, right], at, ([first = left, second = right]) => ({
    ...connector,
    left: first,
    right: second,
    at,
  }));
}

/** Members in one sentence or paragraph. One that is such a set itself, in the same, adds its own. */
export function together(members: readonly QueryNode[], unit: TogetherNode["unit"], at: Span): QueryNode {
  return drawnOut(members, at, (drawn) => {
    const flat = drawn.flatMap((member) => (isSetOf(unit, member) ? member.members : [member]));
    return { kind: "together", members: flat, unit, at };
  });
}

function isSetOf(unit: TogetherNode["unit"], node: QueryNode): node is TogetherNode {
  return node.kind === "together" && node.unit === unit;
}

/** What `make` gives of operands without `AND` in them: of one that has it, a tree for each of its parts. */
function drawnOut(
  operands: readonly QueryNode[],
  at: Span,
  make: (operands: readonly QueryNode[]) => QueryNode,
): QueryNode {
  const drawn = operands.findIndex(holdsAnd);
  const operand = operands[drawn];
  if (operand === undefined || (operand.kind !== "and" && operand.kind !== "or")) return make(operands);
  const children = operand.children.map((child) => drawnOut(operands.with(drawn, child), at, make));
  return operand.kind === "and" ? allOf(children, at) : anyOf(children, at);
}

/** Into how many trees an operand of a proximity is drawn out. */
export function drawnOutCount(node: QueryNode): number {
  if (!holdsAnd(node) || !("children" in node)) return 1;
  return node.children.reduce((sum, child) => sum + drawnOutCount(child), 0);
}

/** A proximity never holds one: its own operands were drawn out when it was built. */
function holdsAnd(node: QueryNode): boolean {
  return node.kind === "and" || (node.kind === "or" && node.children.some(holdsAnd));
}

/** The leaves a tree would have once `AND` is drawn out of its proximities: what the bound on words counts. */
export function leafCount(node: QueryNode): number {
  if (node.kind === "phrase") return node.words.length;
  const parts = partsOf(node);
  return parts.length === 0 ? 1 : parts.reduce((sum, part) => sum + leafCount(part), 0);
}

/** Levels of a tree; a word is one. */
export function depthOf(node: QueryNode): number {
  return 1 + Math.max(0, ...partsOf(node).map(depthOf));
}

/** The first node that only excludes where something must be found; undefined when the tree always finds. */
export function onlyExclusion(node: QueryNode): QueryNode | undefined {
  switch (node.kind) {
    case "not":
      return node;
    case "and":
      return node.children.every((child) => child.kind === "not")
        ? node
        : firstOf(
            node.children.map((child) => (child.kind === "not" ? onlyExclusion(child.child) : onlyExclusion(child))),
          );
    case "or":
    case "ranked":
      return firstOf(node.children.map(onlyExclusion));
    case "boost":
      return onlyExclusion(node.child);
    case "term":
    case "wildcard":
    case "phrase":
    case "near":
    case "together":
    case "atLeast":
    case "filter":
    case "prior":
      return undefined;
  }
}

function firstOf(nodes: readonly (QueryNode | undefined)[]): QueryNode | undefined {
  return nodes.find((node) => node !== undefined);
}
