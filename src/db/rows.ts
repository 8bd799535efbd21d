import { sql, type Insertable, type RawBuilder } from "kysely";
import type { Trx } from "./connection.ts";
import type { Database } from "./schema.ts";

/** Below the limits on parameters of both databases (SQLite 32,766, PostgreSQL 65,535). */
const PARAMETERS_MAX = 4096;

/** Statements come in few sizes so that they are prepared once: full ones, then by halves down to a single row. */
function* inBatches<Row>(rows: readonly Row[], columns: number): Generator<readonly Row[]> {
  let size = 2 ** Math.floor(Math.log2(Math.max(1, PARAMETERS_MAX / columns)));
  for (let at = 0; at < rows.length; at += size) {
    while (size > rows.length - at) size /= 2;
    yield rows.slice(at, at + size);
  }
}

/** Inserts any number of rows of one shape; a row that breaks a constraint fails them all. */
export async function insertRows<Table extends keyof Database>(
  trx: Trx,
  table: Table,
  rows: readonly Insertable<Database[Table]>[],
): Promise<void> {
  await writeRows(trx, table, rows, () => sql``);
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
    const keys = sql.join(keyColumns.map((column) => sql.ref(column)));
    if (replaced.length === 0) return sql` on conflict (${keys}) do nothing`;
    const sets = replaced.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`);
    return sql` on conflict (${keys}) do update set ${sql.join(sets)}`;
  });
}

async function writeRows(
  trx: Trx,
  table: string,
  rows: readonly object[],
  conflictClause: (columns: readonly string[]) => RawBuilder<unknown>,
): Promise<void> {
  const first = rows[0];
  if (first === undefined) return;
  const columns = Object.keys(first);
  const head = sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))}) values `;
  const tail = conflictClause(columns);
  for (const batch of inBatches(rows, columns.length)) {
    const tuples = batch.map((row) => sql`(${sql.join(valuesOf(row, columns))})`);
    await sql`${head}${sql.join(tuples)}${tail}`.execute(trx);
  }
}

function valuesOf(row: object, columns: readonly string[]): unknown[] {
  const values = row as Record<string, unknown>;
  return columns.map((column) => {
    const value = values[column];
    if (value === undefined) throw new TypeError(`a row lacks ${column}: rows written together have one shape`);
    return value;
  });
}
