import type { QueryNode, Span } from "#index/tree.ts";
import { queryWith } from "#search/query/fault.ts";
import type { QueryFaultSignal } from "#search/query/fault.ts";
import { leafCount, near } from "#search/query/normalise.ts";
import type { Connector } from "#search/query/tokens.ts";
import { QUERY_WORDS_MAX } from "./bounded-reading.ts";
import { faultAt, notInProximity } from "./faults.ts";

/** Two operands near one another, or why they cannot be. Throws signals. */
export function proximityNode(
  text: string,
  left: QueryNode,
  right: QueryNode,
  { unit, distance, ordered, at }: Connector & { readonly at: Span },
): QueryNode {
  const fields = new Set<string | undefined>();
  const whole = { start: left.at.start, end: right.at.end };
  for (const operand of [left, right]) checkOperand(text, operand, whole, fields);
  if (fields.size > 1) throw differentFields(text, at, whole, fields);
  // Drawing out multiplies words, so the product is bounded before it is built.
  if (leafCount(left) * leafCount(right) > QUERY_WORDS_MAX * 8) {
    const message = "this proximity has too many words on its sides";
    throw faultAt("too_many_words", message, at, "", "Ask for fewer words.");
  }
  return near(left, right, { kind: "near", unit, distance, ordered }, whole);
}

/** As people write it: `W/5`, `PRE/s`. */
export function spelled({ unit, distance, ordered }: Connector): string {
  const reach = unit === "word" ? String(distance) : unit === "sentence" ? "s" : "p";
  return `${ordered ? "PRE" : "W"}/${reach}`;
}

/** Words, patterns and phrases anywhere in the operand add their field to `fields`. */
function checkOperand(text: string, node: QueryNode, whole: Span, fields: Set<string | undefined>): void {
  if (node.kind === "not") throw notInProximity(text, node.at, whole);
  if (node.kind === "filter") {
    const advice = "Ask for the court beside the proximity: court:ca9 AND (fraud W/5 deceit).";
    throw faultAt("proximity_operand", "a court cannot stand near a word", node.at, "", advice);
  }
  if (node.kind === "and" || node.kind === "or") {
    for (const child of node.children) checkOperand(text, child, whole, fields);
  } else if (node.kind === "near") {
    for (const side of [node.left, node.right]) checkOperand(text, side, whole, fields);
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
