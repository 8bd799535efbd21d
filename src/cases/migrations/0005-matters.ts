import { sql } from "kysely";
import type { Kysely } from "kysely";
import { columnTypesOf } from "#db/column-types.ts";
import { docketNumbers } from "../docket-key.ts";

/** Matters over sources, and every docket number of a case. Each case is a matter of its own to begin with. */
export async function createMatters(db: Kysely<unknown>): Promise<void> {
  const { text, integer, tableEnd } = columnTypesOf(db);
  await db.schema
    .alterTable("cases")
    .addColumn("matter_id", text, (column) => column.notNull().defaultTo(""))
    .execute();
  await sql`update cases set matter_id = id`.execute(db);
  await db.schema.createIndex("cases_matter").on("cases").column("matter_id").execute();
  await db.schema.dropIndex("cases_docket").execute();
  await db.schema
    .createTable("case_dockets")
    .addColumn("case_id", text, (column) => column.notNull().references("cases.id").onDelete("cascade"))
    .addColumn("ordinal", integer, (column) => column.notNull())
    .addColumn("docket_number", text, (column) => column.notNull())
    .addColumn("docket_key", text, (column) => column.notNull())
    .addPrimaryKeyConstraint("case_dockets_pkey", ["case_id", "ordinal"])
    .modifyEnd(tableEnd)
    .execute();
  await db.schema.createIndex("case_dockets_key").on("case_dockets").column("docket_key").execute();
  await fillDockets(db);
}

const CASES_PER_PAGE = 500;

type Row = { readonly id: string; readonly docket_number: string; readonly docket_key: string | null };

async function fillDockets(db: Kysely<unknown>): Promise<void> {
  for (let after = ""; ;) {
    const { rows } = await sql<Row>`select id, docket_number, docket_key from cases
      where id > ${after} and docket_number is not null order by id limit ${CASES_PER_PAGE}`.execute(db);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
    for (const { id, docket_number, docket_key } of rows) {
      const numbers = docketNumbers(docket_number);
      const first = numbers[0]?.key ?? null;
      if (first !== docket_key) await sql`update cases set docket_key = ${first} where id = ${id}`.execute(db);
      for (const [ordinal, { number, key }] of numbers.entries())
        await sql`insert into case_dockets values (${id}, ${ordinal}, ${number}, ${key})`.execute(db);
    }
  }
}
