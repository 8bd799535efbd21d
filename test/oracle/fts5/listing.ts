import type { Filter } from "#index/filter.ts";
import type { EngineRequest } from "#index/index.ts";

import type { RowSet } from "./compile.ts";

export function columnOf(name: string): string {
  return name.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
}

/** Those of the rows that pass every filter. */
export function filtered(rows: RowSet, filters: readonly Filter[]): RowSet {
  if (filters.length === 0) return rows;
  const conditions = filters.map(conditionOf);
  const sql = `SELECT rowid FROM documents WHERE ${conditions.map((one) => one.sql).join(" AND ")} AND rowid IN (${rows.sql})`;
  return { sql, args: [...conditions.flatMap((one) => one.args), ...rows.args] };
}

/** What a row's columns must have; the values of a list stand between bars. */
export function conditionOf(filter: Filter): RowSet {
  const column = columnOf(filter.column);
  if ("prefix" in filter) return { sql: "1", args: [] };
  if ("anyOf" in filter && column === "author") {
    const each = filter.anyOf.map(() => `${column} LIKE ?`);
    return { sql: `(${each.join(" OR ")})`, args: filter.anyOf.map((one) => `%|${one}|%`) };
  }
  if ("anyOf" in filter) {
    return { sql: `${column} IN (${filter.anyOf.map(() => "?").join(", ")})`, args: filter.anyOf };
  }
  const bounds = Object.entries({ ">=": filter.from, "<=": filter.to }).filter(([, bound]) => bound !== undefined);
  return {
    sql: [`${column} IS NOT NULL`, ...bounds.map(([operator]) => `${column} ${operator} ?`)].join(" AND "),
    args: bounds.map(([, bound]) => String(bound)),
  };
}

export function orderOf({ sort = [] }: Pick<EngineRequest, "sort">): string {
  const keys = sort.map(({ column, order }) => `${columnOf(column)} ${order === "rising" ? "ASC" : "DESC"} NULLS LAST`);
  return [...(keys.length === 0 ? ["score DESC"] : keys), "id"].join(", ");
}

/** Of rows with their scores those that are in the list. */
export function collapsed(scored: RowSet, { sort, collapse }: Pick<EngineRequest, "sort" | "collapse">): RowSet {
  if (collapse === undefined) return { sql: `SELECT rowid FROM (${scored.sql})`, args: scored.args };
  const spare = collapse.spare === undefined ? { sql: "0", args: [] } : conditionOf(collapse.spare);
  const group = `coalesce(${columnOf(collapse.column)}, 'alone: ' || id)`;
  const sql = `
    SELECT rowid FROM (
      SELECT rowid, is_spare, row_number() OVER (PARTITION BY own, is_spare ORDER BY ${orderOf(sort === undefined ? {} : { sort })}) AS n,
        min(is_spare) OVER (PARTITION BY own) AS all_spare
      FROM (SELECT *, ${group} AS own, ${spare.sql} AS is_spare FROM (${scored.sql}))
    ) WHERE is_spare = all_spare AND n <= iif(all_spare, 1, ${collapse.most})`;
  return { sql, args: [...spare.args, ...scored.args] };
}
