import type { Filter } from "#index/filter.ts";
import { courtLevelOf } from "#courts/levels.ts";
import { courtsOf, OPINION_KINDS } from "#search/opinions.ts";

/** A period is two conditions: a day that a date can stand for is not before it, and one is not after it. */
const PREFIXES: Readonly<Record<string, string>> = { timesCited: "cited", filedFirst: "date", filedLast: "date" };

/** A condition as a query writes it. */
export function printFilter(filter: Filter): string {
  if ("anyOf" in filter) {
    const courts = courtsOf(filter);
    if (courts !== undefined) return `court:(${courtLevelOf(courts) ?? courts.join(" OR ")})`;
    return filter.column === "opinionType" ? `kind:${kindOf(filter.anyOf)}` : `${filter.column}:${filter.anyOf.join()}`;
  }
  if ("prefix" in filter) return `${filter.column}:${filter.prefix}`;
  const { column, from, to } = filter;
  const prefix = PREFIXES[column] ?? column;
  if (to === undefined) return `${prefix}:>=${from}`;
  return from === undefined ? `${prefix}:<=${to}` : `${prefix}:${from}..${to}`;
}

function kindOf(types: readonly string[]): string | undefined {
  return Object.entries(OPINION_KINDS).find(([, known]) => known.join() === types.join())?.[0];
}
