import type { QueryNode } from "#index/tree.ts";
import type { QueryToken } from "#search/query/tokens.ts";

/** A place in the tokens of a query, and what was met on the way to it. */
export class QueryCursor {
  readonly text: string;
  readonly operators: string[] = [];
  readonly notes: string[] = [];
  /** Citations behind `cites:`, each by the word that stands for it in the tree. */
  readonly cites = new Map<string, string>();
  /** Nodes that nobody typed: other ways to write a word. */
  readonly otherWays = new WeakSet<QueryNode>();
  readonly #tokens: readonly QueryToken[];
  #position = 0;

  constructor(text: string, tokens: readonly QueryToken[]) {
    this.text = text;
    this.#tokens = tokens;
  }

  peek(): QueryToken | undefined {
    return this.#tokens[this.#position];
  }

  take(): void {
    this.#position += 1;
  }

  /** Up to so many tokens behind the one that is next. */
  behind(count: number): readonly QueryToken[] {
    return this.#tokens.slice(this.#position + 1, this.#position + 1 + count);
  }

  /** Each spelling is listed once, as first met. */
  met(operator: string): void {
    if (!this.operators.includes(operator)) this.operators.push(operator);
  }
}
