import { createReadStream, createWriteStream } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream/promises";
import { Readable } from "node:stream";
import { createZstdCompress, createZstdDecompress } from "node:zlib";
import { sql } from "kysely";
import type { Insertable, RawBuilder } from "kysely";
import type { Reader, Trx } from "../connection.ts";
import { insertRows } from "../rows.ts";
import type { Database, Schema, TableName } from "../schema.ts";

/** A table as a file: one JSON array per line in the order of the first line, which holds the column names; zstd. */
const PAGE_ROWS = 500;

type Row = Readonly<Record<string, unknown>>;

export function tableFileName(table: TableName): string {
  return `${table}.jsonl.zst`;
}

export async function writeTableFile(
  view: Reader,
  schema: Schema,
  table: TableName,
  dir: string,
  onRows: (count: number) => void,
): Promise<void> {
  const lines = Readable.from(tableLines(view, schema, table, onRows));
  await pipeline(lines, createZstdCompress(), createWriteStream(join(dir, tableFileName(table)), { flush: true }));
}

async function* tableLines(
  view: Reader,
  schema: Schema,
  table: TableName,
  onRows: (count: number) => void,
): AsyncGenerator<string> {
  let columns: string[] | undefined;
  for await (const rows of pagesOf(view, schema, table)) {
    columns ??= yield* headerOf(rows);
    const names = columns;
    yield rows.map((row) => `${JSON.stringify(names.map((name) => encoded(row[name])))}\n`).join("");
    onRows(rows.length);
  }
}

function* headerOf(rows: readonly Row[]): Generator<string, string[]> {
  const columns = Object.keys(rows[0] ?? {});
  yield `${JSON.stringify(columns)}\n`;
  return columns;
}

/** All rows in the order of the primary key, which both databases compare as a row value. */
async function* pagesOf(view: Reader, schema: Schema, table: TableName): AsyncGenerator<readonly Row[]> {
  const keys = schema.primaryKeys[table];
  const order = sql.join(keys.map((key) => sql.ref(key)));
  let after: RawBuilder<unknown> = sql``;
  for (;;) {
    const page = sql<Row>`select * from ${sql.table(table)} ${after} order by ${order} limit ${PAGE_ROWS}`;
    const { rows } = await page.execute(view);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = sql`where (${order}) > (${sql.join(keys.map((key) => last[key]))})`;
  }
}

/** Writes the rows of a table's file; the table is empty before. Returns how many. */
export async function readTableFile(
  trx: Trx,
  table: TableName,
  dir: string,
  onRows: (count: number) => void,
): Promise<number> {
  const source = createReadStream(join(dir, tableFileName(table)));
  const unpacked = source.pipe(createZstdDecompress());
  source.once("error", (error) => unpacked.destroy(error));
  let columns: readonly string[] | undefined;
  let total = 0;
  let page: Row[] = [];
  const write = async (): Promise<void> => {
    await insertRows(trx, table, page as unknown as readonly Insertable<Database[typeof table]>[]);
    total += page.length;
    onRows(page.length);
    page = [];
  };
  for await (const line of createInterface({ input: unpacked })) {
    const values = JSON.parse(line) as unknown[];
    if (columns === undefined) columns = values as string[];
    else page.push(Object.fromEntries(columns.map((name, index) => [name, decoded(values[index])])));
    if (page.length >= PAGE_ROWS) await write();
  }
  await write();
  return total;
}

type EncodedBytes = { readonly base64: string };

function encoded(value: unknown): unknown {
  return value instanceof Uint8Array
    ? ({ base64: Buffer.from(value).toString("base64") } satisfies EncodedBytes)
    : value;
}

function decoded(value: unknown): unknown {
  const isBytes = typeof value === "object" && value !== null && "base64" in value;
  return isBytes ? new Uint8Array(Buffer.from(String(value.base64), "base64")) : value;
}
