import { CompiledQuery } from "kysely";
import type { Reader } from "./connection.ts";
import { dialectOf } from "./dialect.ts";
import type { Dialect } from "./dialect.ts";

/** A stretch of a text, in bytes of UTF-8: databases find these without counting characters. */
export type StretchAsked = {
  readonly id: string;
  readonly from: number;
  /** Undefined: up to the end of the text. */
  readonly bytes?: number | undefined;
};

/** These stretches, by the id; of what is not held there is none. One statement. */
export type ReadStretches = (db: Reader, asked: readonly StretchAsked[]) => Promise<Map<string, string>>;

/** More than any text has, and little enough for both databases to add to. */
const BYTES_MAX = 1_000_000_000;

/** Reads stretches of the column `text` of a table, whose rows another column names. */
export function stretchReader(table: string, idColumn: string): ReadStretches {
  return async (db, asked) => {
    if (asked.length === 0) return new Map();
    const parameters = asked.flatMap(({ id, from, bytes = BYTES_MAX }) => [id, from + 1, bytes]);
    const text = statement({ table, idColumn }, asked.length, dialectOf(db));
    const { rows } = await db.executeQuery<StretchRow>(CompiledQuery.raw(text, parameters));
    return new Map(rows.map(({ id, stretch }) => [id, Buffer.from(stretch ?? []).toString()]));
  };
}

/** SQLite has null for a part of nothing. */
type StretchRow = { readonly id: string; readonly stretch: Uint8Array | null };

/** Its text is made here: to build and compile its tree would take longer than to run it. */
function statement(
  { table, idColumn }: { readonly table: string; readonly idColumn: string },
  count: number,
  dialect: Dialect,
): string {
  const parameter = (number: number): string => (dialect === "postgres" ? `$${number}` : "?");
  const utf8 = dialect === "postgres" ? "convert_to(held.text, 'UTF8')" : "cast(held.text as blob)";
  const rows = Array.from({ length: count }, (_, row) => {
    const [id, from, bytes] = [1, 2, 3].map((column) => parameter(row * 3 + column));
    return `(cast(${id} as text), cast(${from} as integer), cast(${bytes} as integer))`;
  });
  return `select held.${idColumn} as id, substr(${utf8}, asked.column2, asked.column3) as stretch
    from (values ${rows.join(", ")}) as asked
    join ${table} as held on held.${idColumn} = asked.column1`;
}
