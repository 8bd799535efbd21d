/**
 * A query as a litigator types it, with what is right. Written from knowledge of the law and the records, not from what
 * the search answers; judged by reading first hits.
 */
export type TypedQuery = {
  readonly query: string;
  /** What the person wants. */
  readonly means: string;
  /** The case name of a right first hit; several may be right. */
  readonly first?: RegExp;
  /** What the first hit itself must hold: its text, its name and what others say of it. */
  readonly holds?: readonly RegExp[];
  /** It cannot be answered here, and the refusal says so in such words. */
  readonly refused?: RegExp;
  /** What is meant is not among the opinions at hand: the query is kept and not counted. */
  readonly notHeld?: true;
  /** A warning that must stand. */
  readonly warns?: RegExp;
};

/** What the search made of a query. */
export type Answered = {
  readonly warnings: readonly string[];
  /** The refusal's words, when it was refused. */
  readonly refusal?: string;
  /** The first hit, when there is one. */
  readonly name?: string;
  readonly text?: string;
};

/** Why an answer is not right; undefined when it is. */
export function wrongIn(query: TypedQuery, { warnings, refusal, name, text = "" }: Answered): string | undefined {
  if (query.refused !== undefined) {
    return refusal !== undefined && query.refused.test(refusal) ? undefined : `not refused by name: ${refusal ?? name}`;
  }
  if (refusal !== undefined) return `refused: ${refusal}`;
  if (query.warns !== undefined && !warnings.some((warning) => query.warns?.test(warning) === true)) {
    return `no word of it in ${JSON.stringify(warnings)}`;
  }
  if (query.first !== undefined && !query.first.test(name ?? "")) return `first is ${name ?? "nothing"}`;
  const missing = query.holds?.find((pattern) => !pattern.test(text));
  return missing === undefined ? undefined : `${name ?? "nothing"} does not hold ${String(missing)}`;
}
