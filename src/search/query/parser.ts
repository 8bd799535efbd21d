import { LIMITS } from "#base/limits.ts";
import type { Result } from "#base/result.ts";
import { type QueryFaultCode, QueryFaultSignal, queryWith } from "./fault.ts";
import type { Connector, QueryToken } from "./lexer.ts";
import { allOf, anyOf, depthOf, leafCount, near, onlyExclusion } from "./normalise.ts";
import type { Field, QueryNode, Span, TermNode, WildcardNode } from "#index/tree.ts";
import { readWords, statuteNode, wordOrPhrase } from "./words.ts";

/** Turns what a person calls a court into court ids; the failure lists names that would have been known. */
export type ResolveCourt = (text: string) => Result<readonly string[], readonly string[]>;

/** Words of one query after proximities are drawn out. */
export const QUERY_WORDS_MAX = 512;

/** Levels of the finished tree: parentheses and chains of proximities together. */
export const TREE_DEPTH_MAX = 64;

/** `United States Court of Appeals for the Ninth Circuit`, and a word more. */
const COURT_WORDS_MAX = 10;

type Courts = { readonly courtIds: readonly string[]; readonly end?: number };

export type ParserOptions = { readonly resolveCourt: ResolveCourt };

/**
 * Reads a query with operators, loosest first: `OR`; `AND`, its negative and words side by side; `NOT`; proximity,
 * from left to right; a field prefix. One function per level. Faults are thrown as signals and caught by `parseQuery`.
 */
export class BooleanParser {
  readonly operators: string[] = [];
  readonly notes: string[] = [];
  private position = 0;
  private depth = 0;
  private field: Field | undefined;
  private readonly text: string;
  private readonly tokens: readonly QueryToken[];
  private readonly options: ParserOptions;

  constructor(text: string, tokens: readonly QueryToken[], options: ParserOptions) {
    this.text = text;
    this.tokens = tokens;
    this.options = options;
  }

  parse(): QueryNode {
    const tree = this.parseOr();
    const left = this.peek();
    if (left !== undefined) {
      throw this.fault(
        "unbalanced_parenthesis",
        "this parenthesis closes nothing",
        left.at,
        queryWith(this.text, left.at),
      );
    }
    if (tree === undefined) throw this.emptyFault();
    if (depthOf(tree) > TREE_DEPTH_MAX) {
      throw this.fault("too_deep", "this query nests too deep", tree.at, "", "Split it, or take out proximities.");
    }
    if (leafCount(tree) > QUERY_WORDS_MAX) {
      throw this.fault(
        "too_many_words",
        `a query has at most ${QUERY_WORDS_MAX} words`,
        tree.at,
        "",
        "Ask for fewer words.",
      );
    }
    const exclusion = onlyExclusion(tree);
    if (exclusion !== undefined) throw this.exclusionFault(exclusion.at);
    return tree;
  }

  private parseOr(): QueryNode | undefined {
    const first = this.parseAnd();
    let token = this.peek();
    if (token?.kind !== "or") return first;
    const children = [first ?? this.throwDangling(token)];
    while (token?.kind === "or") {
      this.take();
      this.operator("OR");
      children.push(this.parseAnd() ?? this.throwDangling(token));
      token = this.peek();
    }
    return anyOf(children, spanOf(children));
  }

  /** `AND`, `BUT NOT` and words side by side; undefined when nothing stands here. */
  private parseAnd(): QueryNode | undefined {
    const children: QueryNode[] = [];
    for (let token = this.peek(); token !== undefined; token = this.peek()) {
      if (token.kind === "or" || token.kind === "close") break;
      if (token.kind === "and" || token.kind === "andNot") {
        this.take();
        if (token.kind === "and" || token.spelling.startsWith("AND")) this.operator("AND");
        if (token.kind === "andNot") this.operator("NOT");
        if (children.length === 0 && token.kind === "and") this.throwDangling(token);
        const operand = this.parseNot() ?? this.throwDangling(token);
        children.push(token.kind === "and" ? operand : negated(operand, token.at));
      } else {
        const operand = this.parseNot();
        if (operand !== undefined) children.push(operand);
      }
    }
    return children.length === 0 ? undefined : allOf(children, spanOf(children));
  }

  private parseNot(): QueryNode | undefined {
    const token = this.peek();
    if (token?.kind !== "not") return this.parseNear();
    this.take();
    this.operator("NOT");
    this.enter(token.at);
    const operand = this.parseNot() ?? this.throwDangling(token);
    this.depth -= 1;
    return negated(operand, token.at);
  }

  private parseNear(): QueryNode | undefined {
    let left = this.parsePrimary();
    for (let token = this.peek(); token?.kind === "near"; token = this.peek()) {
      this.take();
      this.operator(spelled(token));
      const start: QueryNode = left ?? this.throwDangling(token);
      const next = this.peek();
      if (next?.kind === "not" || next?.kind === "andNot") this.throwNotNear(next.at);
      const right: QueryNode = this.parsePrimary() ?? this.throwDangling(token);
      left = this.nearOf(start, right, token);
    }
    return left;
  }

  private nearOf(left: QueryNode, right: QueryNode, token: Connector & { readonly at: Span }): QueryNode {
    const fields = new Set<Field | undefined>();
    const whole = { start: left.at.start, end: right.at.end };
    for (const operand of [left, right]) this.checkOperand(operand, whole, fields);
    if (fields.size > 1) throw this.fieldsFault(token.at, whole, fields);
    const { unit, distance, ordered } = token;
    this.checkSize(left, right, token.at);
    return near(left, right, { kind: "near", unit, distance, ordered }, whole);
  }

  /** Drawing out multiplies words, so the product is bounded before it is built. */
  private checkSize(left: QueryNode, right: QueryNode, at: Span): void {
    if (leafCount(left) * leafCount(right) > QUERY_WORDS_MAX * 8) {
      throw this.fault(
        "too_many_words",
        "this proximity has too many words on its sides",
        at,
        "",
        "Ask for fewer words.",
      );
    }
  }

  /** A prefix before one word of a proximity was meant for the whole of it. */
  private fieldsFault(at: Span, whole: Span, fields: ReadonlySet<Field | undefined>): QueryFaultSignal {
    const message = "both sides of a proximity must be in the same field";
    const [field, ...others] = [...fields].filter((one) => one !== undefined);
    const words = this.text.slice(whole.start, whole.end);
    const grouped = field === undefined || others.length > 0 ? "" : `${field}:(${words.replaceAll(`${field}:`, "")})`;
    const advice = "Put the prefix before a group: name:(smith W/3 jones).";
    return this.fault(
      "proximity_operand",
      message,
      at,
      grouped === "" ? "" : queryWith(this.text, whole, grouped),
      advice,
    );
  }

  private checkOperand(node: QueryNode, whole: Span, fields: Set<Field | undefined>): void {
    if (node.kind === "not") this.throwNotNear(node.at, whole);
    if (node.kind === "court") {
      const advice = "Ask for the court beside the proximity: court:ca9 AND (fraud W/5 deceit).";
      throw this.fault("proximity_operand", "a court cannot stand near a word", node.at, "", advice);
    }
    if (node.kind === "and" || node.kind === "or")
      for (const child of node.children) this.checkOperand(child, whole, fields);
    else if (node.kind === "near") for (const side of [node.left, node.right]) this.checkOperand(side, whole, fields);
    else if (node.kind === "term" || node.kind === "wildcard" || node.kind === "phrase") fields.add(node.field);
  }

  private parsePrimary(): QueryNode | undefined {
    for (let token = this.peek(); token !== undefined; token = this.peek()) {
      if (token.kind === "open") return this.parseGroup(token.at);
      if (token.kind === "field") return this.parseField(token);
      if (token.kind === "statute") return this.statute(token);
      if (token.kind !== "word" && token.kind !== "quoted") return undefined;
      this.take();
      const node = token.kind === "word" ? this.word(token) : this.quoted(token);
      if (node !== undefined) return node;
    }
    return undefined;
  }

  private parseGroup(open: Span): QueryNode {
    this.take();
    this.operator("()");
    this.enter(open);
    const inner = this.parseOr();
    this.depth -= 1;
    const close = this.peek();
    if (close?.kind !== "close") throw this.neverClosed(open);
    this.take();
    const at = { start: open.start, end: close.at.end };
    if (inner === undefined) {
      throw this.fault("empty_group", "nothing stands between these parentheses", at, queryWith(this.text, at));
    }
    return { ...inner, at };
  }

  private parseField(token: QueryToken & { readonly kind: "field" }): QueryNode {
    this.take();
    this.operator(`${token.prefix}:`);
    if (token.prefix === "court") return this.parseCourt(token.at);
    const outer = this.field;
    this.field = token.prefix;
    const node = this.parsePrimary() ?? this.throwDangling(token);
    this.field = outer;
    return { ...node, at: { start: token.at.start, end: node.at.end } };
  }

  /** `court:ca9`, `court:"9th Cir."` or `court:(ca9 OR ca2)`. */
  private parseCourt(prefix: Span): QueryNode {
    const token = this.peek();
    const isGroup = token?.kind === "open";
    const { courtIds, end } = isGroup ? this.courtGroup(token.at) : this.courtNamed(token);
    const at = { start: prefix.start, end: end ?? prefix.end };
    if (courtIds.length === 0)
      throw this.fault("unknown_court", "court: names no court", at, "", "Name one: court:scotus.");
    return { kind: "court", courtIds: [...new Set(courtIds)], at };
  }

  private courtNamed(token: QueryToken | undefined): Courts {
    if (token?.kind !== "word" && token?.kind !== "quoted") return { courtIds: [] };
    if (token.kind === "quoted") this.operator('""');
    const courtIds = this.courtIds(token);
    this.take();
    return { courtIds, end: token.at.end };
  }

  private courtGroup(open: Span): Courts {
    this.take();
    this.operator("()");
    const courtIds: string[] = [];
    for (let token = this.peek(); token !== undefined; token = this.peek()) {
      if (token.kind === "or") {
        this.operator("OR");
        this.take();
      } else if (token.kind === "word" || token.kind === "quoted") {
        courtIds.push(...this.courtNamed(token).courtIds);
      } else if (token.kind === "close") {
        this.take();
        return { courtIds, end: token.at.end };
      } else {
        break;
      }
    }
    const place = this.peek()?.at;
    if (place === undefined) throw this.neverClosed(open);
    const advice = "List courts with OR between them: court:(ca9 OR ca2).";
    throw this.fault("unknown_court", "only names of courts may stand in this group", place, "", advice);
  }

  /** Commas between the names of a list are no part of them. */
  private courtIds(token: QueryToken & { readonly kind: "word" | "quoted" }): readonly string[] {
    const name = token.kind === "word" ? token.text.replace(/(?<=.)[,;]+$/, "") : token.text;
    const resolved = this.options.resolveCourt(name);
    if (resolved.ok) return resolved.value;
    const advice = 'Names of several words go in quotation marks: court:"9th Cir.". Ids are listed by /court/list.';
    const message = `no court is called ${name}`;
    throw this.fault("unknown_court", message, token.at, this.courtMeant(token.at, resolved.error), advice);
  }

  /**
   * The query with quotation marks around the words that name a court together, else with the nearest name. A small word
   * behind that narrows nothing (`1st Cir. fraud` still names the circuit) is no part of the name.
   */
  private courtMeant(at: Span, nearest: readonly string[]): string {
    let named: { readonly ids: readonly string[]; readonly end: number } | undefined;
    for (const { kind, at: next } of this.tokens.slice(this.position + 1, this.position + COURT_WORDS_MAX)) {
      if (kind !== "word") break;
      const resolved = this.options.resolveCourt(this.text.slice(at.start, next.end));
      if (!resolved.ok) continue;
      const { ids = [] } = named ?? {};
      const isNarrower = !ids.every((id) => resolved.value.includes(id));
      const isOfName = ids.length === resolved.value.length && /\p{Lu}/u.test(this.text.charAt(next.start));
      if (named === undefined || isNarrower || isOfName) named = { ids: resolved.value, end: next.end };
    }
    if (named !== undefined) {
      const whole = { start: at.start, end: named.end };
      return queryWith(this.text, whole, `"${this.text.slice(whole.start, whole.end)}"`);
    }
    const [name] = nearest;
    if (name === undefined) return "";
    return queryWith(this.text, at, /^[\w.]+$/.test(name) ? name : `"${name}"`);
  }

  private statute(token: QueryToken & { readonly kind: "statute" }): QueryNode {
    this.take();
    const node = statuteNode(token, token.at, this.field);
    if (node === undefined) throw this.emptyFault();
    return node;
  }

  private word(token: QueryToken & { readonly kind: "word" }): QueryNode | undefined {
    const { text: typed, at } = token;
    const isCitation = token.exact === true;
    const words = readWords(typed, at, { exact: isCitation, root: !isCitation });
    if (words === "bare_wildcard") throw this.wildcardFault(at);
    if (words === "punctuation") {
      if (!/^[§¶,.;:-]+$/u.test(typed)) this.notes.push(`Passed over: ${typed}`);
      return undefined;
    }
    if (/^(?:and|or|not)$/.test(typed)) {
      this.notes.push(lowerCaseNote(typed));
    }
    this.noteWildcards(words);
    return wordOrPhrase(words, at, this.field);
  }

  private quoted(token: QueryToken & { readonly kind: "quoted" }): QueryNode {
    this.operator('""');
    const words: (TermNode | WildcardNode)[] = [];
    for (const stretch of this.stretches(token)) {
      const read = readWords(stretch.text, stretch.at, { exact: true, root: false });
      if (read === "bare_wildcard") throw this.wildcardFault(stretch.at);
      if (read !== "punctuation") words.push(...read);
    }
    if (words.length === 0) {
      const message = "nothing stands between these quotation marks";
      throw this.fault("empty_group", message, token.at, queryWith(this.text, token.at));
    }
    this.noteWildcards(words);
    return wordOrPhrase(words, token.at, this.field);
  }

  /**
   * A quoted text cut where a word with a wildcard begins or ends: plain words must reach the tokeniser together,
   * since `U. S.` is one word. A question mark that ends a phrase of three words or more is punctuation.
   */
  private stretches(token: QueryToken & { readonly kind: "quoted" }): readonly { text: string; at: Span }[] {
    const asked =
      token.text.trim().split(/\s+/).length > 2 ? token.text.replace(/(?<=[\p{L}\p{N}])\?+\s*$/u, "") : token.text;
    if (asked !== token.text) this.notes.push("The question mark that ends the phrase was passed over.");
    return [...asked.matchAll(/[^\s*?]*[*?]\S*|(?:[^\s*?]+(?:\s+|$))+/g)].map((match) => {
      const start = token.textStart + match.index;
      return { text: match[0], at: { start, end: start + match[0].trimEnd().length } };
    });
  }

  private noteWildcards(words: readonly (TermNode | WildcardNode)[]): void {
    for (const word of words) {
      if (word.kind !== "wildcard") continue;
      if (word.pattern.includes("*")) this.operator("*");
      if (word.pattern.includes("?")) this.operator("?");
    }
  }

  private operator(spelling: string): void {
    if (!this.operators.includes(spelling)) this.operators.push(spelling);
  }

  private enter(at: Span): void {
    this.depth += 1;
    if (this.depth <= LIMITS.query_depth_max) return;
    const message = `parentheses and NOT nest at most ${LIMITS.query_depth_max} deep`;
    throw this.fault("too_deep", message, at, "", "Take out parentheses that change nothing.");
  }

  private peek(): QueryToken | undefined {
    return this.tokens[this.position];
  }

  private take(): void {
    this.position += 1;
  }

  private neverClosed(open: Span): QueryFaultSignal {
    const closed = `${this.text.trimEnd()})`;
    return this.fault("unbalanced_parenthesis", "this parenthesis is never closed", open, closed);
  }

  private throwDangling(token: QueryToken): never {
    const name = this.text.slice(token.at.start, token.at.end);
    const message = `${name} has no word or group ${token.kind === "field" ? "after it" : "on one of its sides"}`;
    throw this.fault("dangling_operator", message, token.at, queryWith(this.text, token.at));
  }

  /** `whole` is the proximity when both its sides are read: what it excludes can then be put behind it. */
  private throwNotNear(at: Span, whole?: Span): never {
    const advice = "Exclude beside the proximity: (fraud W/5 deceit) NOT settlement.";
    let repaired = "";
    if (whole !== undefined) {
      const excluded = this.text.slice(at.start, at.end);
      const rest = queryWith(this.text.slice(whole.start, whole.end), {
        start: at.start - whole.start,
        end: at.end - whole.start,
      });
      repaired = queryWith(this.text, whole, `(${rest}) ${excluded}`);
    }
    throw this.fault("proximity_operand", "NOT cannot stand inside a proximity", at, repaired, advice);
  }

  private wildcardFault(at: Span): QueryFaultSignal {
    const message = "a wildcard needs at least one letter or digit with it";
    return this.fault("bare_wildcard", message, at, queryWith(this.text, at));
  }

  private exclusionFault(at: Span): QueryFaultSignal {
    const message = "this part only excludes; something must be searched for";
    return this.fault(
      "only_exclusions",
      message,
      at,
      "",
      "Name what to find before what to leave out: fraud NOT securities.",
    );
  }

  private emptyFault(): QueryFaultSignal {
    const whole = { start: 0, end: this.text.length };
    return this.fault("empty", "the query has no words", whole, "", "Type words, a citation or a case name.");
  }

  private fault(
    code: QueryFaultCode,
    message: string,
    at: Span,
    repaired: string,
    advice = "Type words, a citation or a case name.",
  ): QueryFaultSignal {
    return new QueryFaultSignal({ code, message, at, repaired, advice });
  }
}

/** What a person is told who may have meant an operator. */
export function lowerCaseNote(word: string): string {
  return `${word} in lower case is an ordinary word; the operator is ${word.toUpperCase()}.`;
}

/** Two exclusions cancel out. */
function negated(operand: QueryNode, operator: Span): QueryNode {
  const at = { start: Math.min(operator.start, operand.at.start), end: operand.at.end };
  return operand.kind === "not" ? operand.child : { kind: "not", child: operand, at };
}

function spelled(token: Connector): string {
  const reach = token.unit === "word" ? String(token.distance) : token.unit === "sentence" ? "s" : "p";
  return `${token.ordered ? "PRE" : "W"}/${reach}`;
}

function spanOf(nodes: readonly QueryNode[]): Span {
  return { start: Math.min(...nodes.map((node) => node.at.start)), end: Math.max(...nodes.map((node) => node.at.end)) };
}
