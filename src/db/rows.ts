import { CompiledQuery } from "kysely";
import type { Insertable } from "kysely";
import type { Trx } from "./connection.ts";
import { dialectOf } from "./dialect.ts";
import type { Database } from "./schema.ts";

/** Below the limits on parameters of both databases (SQLite 32,766, PostgreSQL 65,535); larger ones gain nothing. */
const PARAMETERS_MAX = 2048;

/** Inserts any number of rows of one shape; a row that breaks a constraint fails them all. */
export async function insertRows<Table extends keyof Database>(
  trx: Trx,
  table: Table,
  rows: readonly Insertable<Database[Table]>[],
): Promise<void> {
  await writeRows(trx, table, rows, () => "");
}

/** Inserts any number of rows of one shape; where `keyColumns` are already there, the other columns are replaced. */
export async function upsertRows<Table extends keyof Database>(
  trx: Trx,
  table: Table,
  keyColumns: readonly (keyof Database[Table] & string)[],
  rows: readonly Insertable<Database[Table]>[],
): Promise<void> {
  await writeRows(trx, table, rows, (columns) => {
    const replaced = columns.filter((column) => !(keyColumns as readonly string[]).includes(column));
    const sets = replaced.map((column) => `${quoted(column)} = excluded.${quoted(column)}`);
    const action = sets.length === 0 ? "nothing" : `update set ${sets.join(", ")}`;
    return ` on conflict (${keyColumns.map(quoted).join(", ")}) do ${action}`;
  });
}

/**
 * The text is made here rather than by the query builder: for a statement of a few hundred rows, building and
 * compiling its tree takes longer than the database takes to run it.
 */
async function writeRows(
  trx: Trx,
  table: string,
  rows: readonly object[],
  conflictClause: (columns: readonly string[]) => string,
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first);
  const head = `insert into ${quoted(table)} (${columns.map(quoted).join(", ")}) values `;
  const tail = conflictClause(columns);
  const numbered = dialectOf(trx) === "postgres";
  for (const batch of inBatches(rows, columns.length)) {
    const text = head + placeholders(batch.length, columns.length, numbered) + tail;
    await trx.executeQuery(CompiledQuery.raw(text, valuesOf(batch, columns)));
  }
}

/** Statements come in few sizes so that they are prepared once: full ones, then by halves down to a single row. */
function* inBatches<Row>(rows: readonly Row[], columns: number): Generator<readonly Row[]> {
  let size = 2 ** Math.floor(Math.log2(Math.max(1, PARAMETERS_MAX / columns)));
  for (let at = 0; at < rows.length; at += size) {
    while (size > rows.length - at) size /= 2;
    yield rows.slice(at, at + size);
  }
}

function placeholders(rows: number, columns: number, numbered: boolean): string {
  if (!numbered)
    return Array<string>(rows)
      .fill(`(${Array<string>(columns).fill("?").join(",")})`)
      .join(",");
  const tuples = Array.from({ length: rows }, (_, row) => {
    const names = Array.from({ length: columns }, (__, column) => `$${row * columns + column + 1}`);
    return `(${names.join(",")})`;
  });
  return tuples.join(",");
}

function valuesOf(rows: readonly object[], columns: readonly string[]): unknown[] {
  const values: unknown[] = [];
  for (const row of rows as readonly Record<string, unknown>[]) {
    for (const column of columns) {
      const value = row[column];
      if (value === undefined) throw new TypeError(`a row lacks ${column}: rows written together have one shape`);
      values.push(value);
    }
  }
  return values;
}

/** Names of tables and columns are our own; the quotes are for those that are words of SQL. */
function quoted(name: string): string {
  return `"${name}"`;
}
