import type { QueryNode } from "#index/tree.ts";
import type { Condition } from "#search/conditions/conditions.ts";
import { printQuery } from "#search/query/print.ts";
import type { Reading } from "#search/query/reading.ts";

/** What a query was read as, for whoever shows it to the person who typed. */
export type ToldReading = {
  /** Citations, docket numbers and popular names that were looked up, as typed. */
  readonly named?: readonly string[];
  /** What the query says of the decisions it wants beside what they are about. */
  readonly conditions?: readonly ToldCondition[];
  /** What is left to search for; absent where it is the query as typed. */
  readonly topic?: string;
  /** The words that are searched for, each with what means the same, in the query language. */
  readonly words?: readonly string[];
  /** A query with operators, with every group in parentheses. */
  readonly query?: string;
};
export type ToldCondition = Pick<Condition, "kind" | "meaning" | "isSure"> & { readonly typed: string };

/** The words of a longer text are those that were pasted. */
const WORDS_TOLD_MAX = 40;

export function toldReading(typed: string, reading: Reading): ToldReading {
  const { operators, tree, topic, conditions = [], direct, cited = [] } = reading;
  const named = [...(direct === undefined ? [] : [namedBy(direct)]), ...cited];
  const asked = operators.length > 0 ? undefined : rankedIn(tree)?.children;
  const words = asked === undefined || asked.length > WORDS_TOLD_MAX ? undefined : asked.map(printQuery);
  return {
    ...(named.length > 0 && { named }),
    ...(conditions.length > 0 && { conditions: conditions.map((one) => toldCondition(typed, one)) }),
    ...(topic !== undefined && topic !== typed && { topic }),
    ...(words !== undefined && { words }),
    ...(operators.length > 0 && { query: printQuery(tree) }),
  };
}

function toldCondition(text: string, { kind, at, meaning, isSure }: Condition): ToldCondition {
  return { kind, typed: text.slice(at.start, at.end).trim(), meaning, isSure };
}

function namedBy(direct: NonNullable<Reading["direct"]>): string {
  if (direct.kind === "pin") return direct.pin;
  if (direct.kind === "docket") return direct.docket;
  return direct.popular?.name ?? direct.citation;
}

/** The words of a query without operators. */
function rankedIn(node: QueryNode): (QueryNode & { readonly kind: "ranked" }) | undefined {
  if (node.kind === "ranked") return node;
  const children = node.kind === "or" || node.kind === "and" ? node.children : [];
  return children.map(rankedIn).find((found) => found !== undefined);
}
