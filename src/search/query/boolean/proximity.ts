import type { QueryNode, Span } from "#index/tree.ts";
import { queryWith } from "#search/query/fault.ts";
import type { QueryFaultSignal } from "#search/query/fault.ts";
import { drawnOutCount, leafCount, near, together } from "#search/query/normalise.ts";
import type { Connector } from "#search/query/tokens.ts";
import { QUERY_WORDS_MAX } from "./bounded-reading.ts";
import { faultAt, notInProximity } from "./faults.ts";

/** Words and groups that one `/s` or `/p` may join. */
export const MEMBERS_MAX = 8;

export type PlacedConnector = Connector & { readonly at: Span };

export type Link = { readonly connector: PlacedConnector; readonly operand: QueryNode };

/** Connectors from the loosest to the tightest: the wider before the narrower, any order before one that is asked for. */
const LEVELS: readonly ((connector: Connector) => boolean)[] = [
  ({ unit, ordered }) => unit === "paragraph" && !ordered,
  ({ unit }) => unit === "paragraph",
  ({ unit, ordered }) => unit === "sentence" && !ordered,
  ({ unit }) => unit === "sentence",
  ({ unit }) => unit === "word",
];

/**
 * An operand and what is joined to it by proximities. Those of words and those that ask for an order join two at a time
 * from left to right; what is joined by `/s` or by `/p` is a set, whose order says nothing. Throws signals.
 */
export function proximityChain(text: string, first: QueryNode, links: readonly Link[], level = 0): QueryNode {
  const isOfLevel = LEVELS[level];
  if (links.length === 0 || isOfLevel === undefined) return first;
  const last = links.findLastIndex(({ connector }) => isOfLevel(connector));
  const link = links[last];
  if (link === undefined) return proximityChain(text, first, links, level + 1);
  const left = proximityChain(text, first, links.slice(0, last), level);
  const right = proximityChain(text, link.operand, links.slice(last + 1), level + 1);
  return proximityNode(text, left, right, link.connector);
}

/** Two operands near one another, or why they cannot be. */
function proximityNode(
  text: string,
  left: QueryNode,
  right: QueryNode,
  { unit, distance, ordered, at }: PlacedConnector,
): QueryNode {
  const fields = new Set<string | undefined>();
  const whole = { start: left.at.start, end: right.at.end };
  for (const operand of [left, right]) checkOperand(text, operand, whole, fields);
  if (fields.size > 1) throw differentFields(text, at, whole, fields);
  // Drawing out multiplies words, so the product is bounded before it is built.
  if (drawnOutCount(left) * drawnOutCount(right) * (leafCount(left) + leafCount(right)) > QUERY_WORDS_MAX * 8) {
    const message = "this proximity has too many words on its sides";
    throw faultAt("too_many_words", message, at, "", "Ask for fewer words.");
  }
  if (unit === "word" || ordered) return near(left, right, { kind: "near", unit, distance, ordered }, whole);
  const set = together([left, right], unit, whole);
  if (mostMembers(set) > MEMBERS_MAX) {
    const message = `at most ${MEMBERS_MAX} words or groups can be asked for in one ${unit}`;
    throw faultAt("too_many_words", message, at, "", "Ask for fewer, or put some into a proximity of words.");
  }
  return set;
}

/** Of the sets that a tree is drawn out to. */
function mostMembers(node: QueryNode): number {
  if (node.kind === "together") return node.members.length;
  return "children" in node ? Math.max(...node.children.map(mostMembers)) : 0;
}

/** As people write it: `W/5`, `PRE/s`. */
export function spelled({ unit, distance, ordered }: Connector): string {
  const reach = unit === "word" ? String(distance) : unit === "sentence" ? "s" : "p";
  return `${ordered ? "PRE" : "W"}/${reach}`;
}

/** Words, patterns and phrases anywhere in the operand add their field to `fields`. */
function checkOperand(text: string, node: QueryNode, whole: Span, fields: Set<string | undefined>): void {
  if (node.kind === "not") throw notInProximity(text, node.at, whole);
  if (node.kind === "filter" || node.kind === "atLeast") {
    const advice = "Ask for it beside the proximity: court:ca9 AND (fraud W/5 deceit).";
    throw faultAt(
      "proximity_operand",
      "a condition on the whole opinion cannot stand near a word",
      node.at,
      "",
      advice,
    );
  }
  if (node.kind === "and" || node.kind === "or") {
    for (const child of node.children) checkOperand(text, child, whole, fields);
  } else if (node.kind === "near") {
    for (const side of [node.left, node.right]) checkOperand(text, side, whole, fields);
  } else if (node.kind === "together") {
    for (const member of node.members) checkOperand(text, member, whole, fields);
  } else if (node.kind === "term" || node.kind === "wildcard" || node.kind === "phrase") {
    fields.add(node.field);
  }
}

/** A prefix before one word of a proximity was meant for the whole of it. */
function differentFields(
  text: string,
  at: Span,
  whole: Span,
  fields: ReadonlySet<string | undefined>,
): QueryFaultSignal {
  const message = "both sides of a proximity must be in the same field";
  const [field, ...others] = [...fields].filter((one) => one !== undefined);
  const words = text.slice(whole.start, whole.end);
  const isOne = field !== undefined && others.length === 0;
  const repaired = isOne ? queryWith(text, whole, `${field}:(${words.replaceAll(`${field}:`, "")})`) : "";
  const advice = "Put the prefix before a group: name:(smith W/3 jones).";
  return faultAt("proximity_operand", message, at, repaired, advice);
}
