import { CompiledQuery } from "kysely";
import type { Reader } from "./connection.ts";
import { dialectOf } from "./dialect.ts";
import type { Dialect } from "./dialect.ts";
import { inParts } from "./parts.ts";

/** A stretch of a text, in bytes of UTF-8: databases find these without counting characters. */
export type StretchAsked = {
  readonly id: string;
  readonly from: number;
  /** Undefined: up to the end of the text. */
  readonly bytes?: number | undefined;
};

/** These stretches, by the id; of what is not held there is none. One statement. */
export type ReadStretches = (db: Reader, asked: readonly StretchAsked[]) => Promise<Map<string, string>>;

/**
 * These stretches in the order asked for, any number of one text; of what is not held there is nothing. A statement for
 * every few hundred.
 */
export type ReadEachStretch = (db: Reader, asked: readonly StretchAsked[]) => Promise<(Buffer | undefined)[]>;

/** More than any text has, and little enough for both databases to add to. */
const BYTES_MAX = 1_000_000_000;

/** Reads stretches of the column `text` of a table, whose rows another column names. */
export function stretchReader(table: string, idColumn: string): ReadStretches {
  return async (db, asked) => {
    const rows = await stretchRows(db, { table, idColumn }, asked);
    return new Map(rows.map(({ place, stretch }) => [asked[place]?.id ?? "", bufferOf(stretch).toString()]));
  };
}

/** As `stretchReader`, for stretches of which one text may have several. */
export function eachStretchReader(table: string, idColumn: string): ReadEachStretch {
  return async (db, asked) => {
    const stretches: (Buffer | undefined)[] = [];
    for (const part of inParts(asked)) {
      const read = new Map((await stretchRows(db, { table, idColumn }, part)).map((row) => [row.place, row.stretch]));
      stretches.push(...part.map((_, place) => (read.has(place) ? bufferOf(read.get(place)) : undefined)));
    }
    return stretches;
  };
}

/** SQLite has null for a part of nothing. */
type StretchRow = { readonly place: number; readonly stretch: Uint8Array | null };

function bufferOf(stretch: Uint8Array | null | undefined): Buffer {
  return stretch == null ? Buffer.alloc(0) : Buffer.from(stretch.buffer, stretch.byteOffset, stretch.byteLength);
}

type Source = { readonly table: string; readonly idColumn: string };

async function stretchRows(db: Reader, source: Source, asked: readonly StretchAsked[]): Promise<StretchRow[]> {
  if (asked.length === 0) return [];
  const parameters = asked.flatMap(({ id, from, bytes = BYTES_MAX }, place) => [id, from + 1, bytes, place]);
  const text = statement(source, asked.length, dialectOf(db));
  return (await db.executeQuery<StretchRow>(CompiledQuery.raw(text, parameters))).rows;
}

/** Its text is made here: to build and compile its tree would take longer than to run it. */
function statement({ table, idColumn }: Source, count: number, dialect: Dialect): string {
  const parameter = (number: number): string => (dialect === "postgres" ? `$${number}` : "?");
  const utf8 = dialect === "postgres" ? "convert_to(held.text, 'UTF8')" : "cast(held.text as blob)";
  const rows = Array.from({ length: count }, (_, row) => {
    const [id, ...numbers] = [1, 2, 3, 4].map((column) => parameter(row * 4 + column));
    return `(cast(${id} as text), ${numbers.map((number) => `cast(${number} as integer)`).join(", ")})`;
  });
  return `select asked.column4 as place, substr(${utf8}, asked.column2, asked.column3) as stretch
    from (values ${rows.join(", ")}) as asked
    join ${table} as held on held.${idColumn} = asked.column1`;
}
