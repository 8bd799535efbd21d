import { sql } from "kysely";
import type { Kysely } from "kysely";
import { columnTypesOf } from "#db/column-types.ts";

/**
 * What heads print, where and by which rule; and of each decision what its source says, beside what the record is. With
 * reading version 0 every decision is due to be read by whoever follows the records next.
 */
export async function createHeadReadings(db: Kysely<unknown>): Promise<void> {
  const { text, integer, tableEnd } = columnTypesOf(db);
  const clusters = () => db.schema.alterTable("clusters");
  await clusters()
    .addColumn("source_court_id", text, (column) => column.notNull().defaultTo(""))
    .execute();
  await clusters().addColumn("source_date_filed", text).execute();
  await clusters()
    .addColumn("source_date_precision", text, (column) => column.notNull().defaultTo("none"))
    .execute();
  await clusters().addColumn("filed_first", text).execute();
  await clusters().addColumn("filed_last", text).execute();
  await clusters()
    .addColumn("reading_version", integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`update clusters set source_court_id = court_id, source_date_filed = date_filed,
    source_date_precision = date_precision, filed_first = date_filed, filed_last = date_filed`.execute(db);
  await db.schema.createIndex("clusters_reading").on("clusters").columns(["reading_version", "id"]).execute();

  await db.schema.alterTable("cluster_citations").addColumn("source_ordinal", integer).execute();
  await sql`update cluster_citations set source_ordinal = ordinal`.execute(db);

  await db.schema
    .createTable("head_readings")
    .addColumn("cluster_id", text, (column) => column.notNull().references("clusters.id").onDelete("cascade"))
    .addColumn("ordinal", integer, (column) => column.notNull())
    .addColumn("field", text, (column) => column.notNull())
    .addColumn("value", text, (column) => column.notNull())
    .addColumn("opinion_id", text, (column) => column.notNull().references("opinions.id").onDelete("cascade"))
    .addColumn("starts_at", integer)
    .addColumn("ends_at", integer)
    .addColumn("rule", text, (column) => column.notNull())
    .addColumn("is_taken", integer, (column) => column.notNull().check(sql`is_taken in (0, 1)`))
    .addPrimaryKeyConstraint("head_readings_pkey", ["cluster_id", "ordinal"])
    .modifyEnd(tableEnd)
    .execute();
  await db.schema.createIndex("head_readings_opinion").on("head_readings").column("opinion_id").execute();
}
