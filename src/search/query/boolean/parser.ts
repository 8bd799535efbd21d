import { LIMITS } from "#base/limits.ts";
import type { QueryNode, Span } from "#index/tree.ts";
import type { Field } from "#search/opinions.ts";
import { allOf, anyOf } from "#search/query/normalise.ts";
import type { ResolveCourt } from "#search/query/reading.ts";
import type { QueryToken } from "#search/query/tokens.ts";
import { statuteNode } from "#search/query/words.ts";
import { courtNode } from "./court-prefix.ts";
import { closesNothing, dangling, emptyBetween, faultAt, neverClosed, notInProximity, noWords } from "./faults.ts";
import { atLeastNode, authorNode, citedNode, conditionNode, kindNode, ofKindNode } from "./field-operands.ts";
import { quotationNode, wordNode } from "./operands.ts";
import { proximityChain, spelled } from "./proximity.ts";
import type { Link } from "./proximity.ts";
import type { QueryCursor } from "./query-cursor.ts";

/**
 * Reads a query with operators, loosest first: `OR`; `AND`, its negative and words side by side; `NOT`; proximity, the
 * wider before the narrower; a field prefix. One function per level. Faults are thrown as signals.
 */
export class BooleanParser {
  readonly #cursor: QueryCursor;
  readonly #resolveCourt: ResolveCourt;
  #depth = 0;
  #field: Field | "author" | undefined;

  constructor(cursor: QueryCursor, resolveCourt: ResolveCourt) {
    this.#cursor = cursor;
    this.#resolveCourt = resolveCourt;
  }

  parse(): QueryNode {
    const tree = this.#parseOr();
    const left = this.#cursor.peek();
    if (left !== undefined) throw closesNothing(this.#cursor.text, left.at);
    if (tree === undefined) throw noWords(this.#cursor.text);
    return tree;
  }

  #parseOr(): QueryNode | undefined {
    const first = this.#parseAnd();
    let token = this.#cursor.peek();
    if (token?.kind !== "or") return first;
    const children = [first ?? this.#throwDangling(token)];
    while (token?.kind === "or") {
      this.#cursor.take();
      this.#cursor.met("OR");
      children.push(this.#parseAnd() ?? this.#throwDangling(token));
      token = this.#cursor.peek();
    }
    return this.#eachOnce(anyOf(children, spanOf(children)));
  }

  /** `email OR e-mail`: a way to write a word that is typed too, or is another's too, is asked for once. */
  #eachOnce(node: QueryNode): QueryNode {
    if (node.kind !== "or") return node;
    const { otherWays } = this.#cursor;
    const seen = new Set(node.children.filter((child) => !otherWays.has(child)).map(keyOf));
    const children = node.children.filter((child) => {
      if (!otherWays.has(child)) return true;
      const isNew = !seen.has(keyOf(child));
      seen.add(keyOf(child));
      return isNew;
    });
    return { ...node, children };
  }

  /** `AND`, `BUT NOT` and words side by side; undefined when nothing stands here. */
  #parseAnd(): QueryNode | undefined {
    const children: QueryNode[] = [];
    for (let token = this.#cursor.peek(); token !== undefined; token = this.#cursor.peek()) {
      if (token.kind === "or" || token.kind === "close") break;
      if (token.kind === "and" || token.kind === "andNot") {
        this.#cursor.take();
        if (token.kind === "and" || token.spelling.startsWith("AND")) this.#cursor.met("AND");
        if (token.kind === "andNot") this.#cursor.met("NOT");
        if (children.length === 0 && token.kind === "and") this.#throwDangling(token);
        const operand = this.#parseNot() ?? this.#throwDangling(token);
        children.push(token.kind === "and" ? operand : negated(operand, token.at));
      } else {
        const operand = this.#parseNot();
        if (operand !== undefined) children.push(operand);
      }
    }
    return children.length === 0 ? undefined : allOf(children, spanOf(children));
  }

  #parseNot(): QueryNode | undefined {
    const token = this.#cursor.peek();
    if (token?.kind !== "not") return this.#parseNear();
    this.#cursor.take();
    this.#cursor.met("NOT");
    this.#enter(token.at);
    const operand = this.#parseNot() ?? this.#throwDangling(token);
    this.#depth -= 1;
    return negated(operand, token.at);
  }

  #parseNear(): QueryNode | undefined {
    const first = this.#parsePrimary();
    const links: Link[] = [];
    for (let token = this.#cursor.peek(); token?.kind === "near"; token = this.#cursor.peek()) {
      this.#cursor.take();
      this.#cursor.met(spelled(token));
      if (first === undefined) this.#throwDangling(token);
      const next = this.#cursor.peek();
      if (next?.kind === "not" || next?.kind === "andNot") throw notInProximity(this.#cursor.text, next.at);
      links.push({ connector: token, operand: this.#parsePrimary() ?? this.#throwDangling(token) });
    }
    return first === undefined ? undefined : proximityChain(this.#cursor.text, first, links);
  }

  /** A group, a field, a word or a phrase; punctuation is passed over. Undefined when an operator stands here. */
  #parsePrimary(): QueryNode | undefined {
    for (let token = this.#cursor.peek(); token !== undefined; token = this.#cursor.peek()) {
      if (token.kind === "open") return this.#parseGroup(token.at);
      if (token.kind === "field") return this.#parseField(token);
      if (token.kind === "statute") return this.#parseStatute(token);
      if (token.kind === "authorOf") return this.#parseAuthorOf(token);
      if (token.kind === "atLeast") return this.#parseAtLeast(token);
      if (token.kind === "condition") {
        this.#cursor.take();
        this.#cursor.met(`${token.prefix}:`);
        return conditionNode(token);
      }
      if (token.kind === "equivalent") {
        this.#cursor.take();
        return this.#field === undefined || this.#field === "author" ? token.node : inField(token.node, this.#field);
      }
      if (token.kind !== "word" && token.kind !== "quoted") return undefined;
      this.#cursor.take();
      const field = this.#field;
      if (field === "cites") return citedNode(this.#cursor, token);
      if (field === "author") return authorNode(this.#cursor, token);
      const node =
        token.kind === "word" ? wordNode(this.#cursor, token, field) : quotationNode(this.#cursor, token, field);
      if (node !== undefined) return node;
    }
    return undefined;
  }

  #parseGroup(open: Span): QueryNode {
    const { text } = this.#cursor;
    this.#cursor.take();
    this.#cursor.met("()");
    this.#enter(open);
    const inner = this.#parseOr();
    this.#depth -= 1;
    const close = this.#cursor.peek();
    if (close?.kind !== "close") throw neverClosed(text, open);
    this.#cursor.take();
    const at = { start: open.start, end: close.at.end };
    if (inner === undefined) throw emptyBetween(text, "parentheses", at);
    return { ...inner, at };
  }

  #parseField(token: QueryToken & { readonly kind: "field" }): QueryNode {
    this.#cursor.take();
    this.#cursor.met(`${token.prefix}:`);
    if (token.prefix === "court") return courtNode(this.#cursor, token.at, this.#resolveCourt);
    if (token.prefix === "kind") return kindNode(this.#cursor, token.at);
    if (token.prefix === "dissent" || token.prefix === "concurrence") {
      return ofKindNode(this.#cursor, token.prefix, this.#parseIn("body", token), token.at);
    }
    const node = this.#parseIn(token.prefix, token);
    return { ...node, at: { start: token.at.start, end: node.at.end } };
  }

  #parseAuthorOf(token: QueryToken & { readonly kind: "authorOf" }): QueryNode {
    this.#cursor.take();
    this.#cursor.met("author:");
    return ofKindNode(this.#cursor, token.opinions, this.#parseIn("author", token), token.at);
  }

  /** Words are counted in the opinion itself, not in what others say of it. */
  #parseAtLeast(token: QueryToken & { readonly kind: "atLeast" }): QueryNode {
    this.#cursor.take();
    this.#cursor.met("atleast");
    return atLeastNode(this.#cursor, token.count, this.#parseIn(this.#field ?? "body", token), token.at);
  }

  /** What stands behind a token, in a field. */
  #parseIn(field: Field | "author", token: QueryToken): QueryNode {
    const outer = this.#field;
    this.#field = field;
    const node = this.#parsePrimary() ?? this.#throwDangling(token);
    this.#field = outer;
    return node;
  }

  #parseStatute(token: QueryToken & { readonly kind: "statute" }): QueryNode {
    this.#cursor.take();
    const field = this.#field;
    const word = { kind: "word" as const, text: `${token.code}${token.section}`, at: token.at };
    if (field === "cites") return citedNode(this.#cursor, word);
    if (field === "author") return authorNode(this.#cursor, word);
    const node = statuteNode(token, token.at, field);
    if (node === undefined) throw noWords(this.#cursor.text);
    return node;
  }

  #enter(at: Span): void {
    this.#depth += 1;
    if (this.#depth <= LIMITS.query_depth_max) return;
    const message = `parentheses and NOT nest at most ${LIMITS.query_depth_max} deep`;
    throw faultAt("too_deep", message, at, "", "Take out parentheses that change nothing.");
  }

  #throwDangling(token: QueryToken): never {
    throw dangling(this.#cursor.text, token);
  }
}

/** What a node asks for, wherever it stands. */
function keyOf(node: QueryNode): string {
  return JSON.stringify(node, (name, value: unknown) => (name === "at" ? undefined : value));
}

/** Phrases to choose from, all in one field. */
function inField(node: QueryNode, field: Field): QueryNode {
  if (node.kind === "or") return { ...node, children: node.children.map((child) => inField(child, field)) };
  return node.kind === "phrase" ? { ...node, field } : node;
}

/** Two exclusions cancel out. */
function negated(operand: QueryNode, operator: Span): QueryNode {
  const at = { start: Math.min(operator.start, operand.at.start), end: operand.at.end };
  return operand.kind === "not" ? operand.child : { kind: "not", child: operand, at };
}

function spanOf(nodes: readonly QueryNode[]): Span {
  return { start: Math.min(...nodes.map((node) => node.at.start)), end: Math.max(...nodes.map((node) => node.at.end)) };
}
