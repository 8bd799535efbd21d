import type { Kysely } from "kysely";
import { columnTypesOf } from "#db/column-types.ts";

/** Purchases from the official records system, what they cost, who waits for them, and the pages of the archive. */
export async function createRecords(db: Kysely<unknown>): Promise<void> {
  await createPurchases(db);
  await createReceipts(db);
  await createBudgets(db);
  await createQueue(db);
  await createCredentials(db);
  await createArchivePages(db);
}

async function createPurchases(db: Kysely<unknown>): Promise<void> {
  const { text, integer, blob, tableEnd } = columnTypesOf(db);
  await db.schema
    .createTable("records_purchases")
    .addColumn("id", text, (column) => column.primaryKey().notNull())
    .addColumn("key", text, (column) => column.notNull().unique())
    .addColumn("target", text, (column) => column.notNull())
    .addColumn("open_target", text, (column) => column.unique())
    .addColumn("account", text, (column) => column.notNull())
    .addColumn("court", text, (column) => column.notNull())
    .addColumn("kind", text, (column) => column.notNull())
    .addColumn("state", text, (column) => column.notNull())
    .addColumn("attempt", integer, (column) => column.notNull())
    .addColumn("at_most_cents", integer, (column) => column.notNull())
    .addColumn("begun_at", text, (column) => column.notNull())
    .addColumn("busy_until", text, (column) => column.notNull())
    .addColumn("ended_at", text)
    .addColumn("reason", text)
    .modifyEnd(tableEnd)
    .execute();
  await db.schema.createIndex("records_purchases_target").on("records_purchases").column("target").execute();
  await db.schema.createIndex("records_purchases_state").on("records_purchases").column("state").execute();
  await db.schema
    .createTable("records_contents")
    .addColumn("purchase_id", text, (column) => column.primaryKey().notNull().references("records_purchases.id"))
    .addColumn("media_type", text, (column) => column.notNull())
    .addColumn("size_bytes", integer, (column) => column.notNull())
    .addColumn("sha256", text, (column) => column.notNull())
    .addColumn("body", blob, (column) => column.notNull())
    .addColumn("received_at", text, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
}

async function createReceipts(db: Kysely<unknown>): Promise<void> {
  const { text, integer, tableEnd } = columnTypesOf(db);
  await db.schema
    .createTable("records_receipts")
    .addColumn("purchase_id", text, (column) => column.notNull().references("records_purchases.id"))
    .addColumn("ordinal", integer, (column) => column.notNull())
    .addColumn("account", text, (column) => column.notNull())
    .addColumn("court", text, (column) => column.notNull())
    .addColumn("client_code", text, (column) => column.notNull())
    .addColumn("billed_at", text, (column) => column.notNull())
    .addColumn("description", text, (column) => column.notNull())
    .addColumn("criteria", text, (column) => column.notNull())
    .addColumn("pages", integer, (column) => column.notNull())
    .addColumn("amount_cents", integer, (column) => column.notNull())
    .addColumn("told_by", text, (column) => column.notNull())
    .addColumn("booked_at", text, (column) => column.notNull())
    .addPrimaryKeyConstraint("records_receipts_pkey", ["purchase_id", "ordinal"])
    .modifyEnd(tableEnd)
    .execute();
  await db.schema.createIndex("records_receipts_billed").on("records_receipts").column("billed_at").execute();
}

async function createBudgets(db: Kysely<unknown>): Promise<void> {
  const { text, integer, tableEnd } = columnTypesOf(db);
  await db.schema
    .createTable("records_budgets")
    .addColumn("account", text, (column) => column.notNull())
    .addColumn("period", text, (column) => column.notNull())
    .addColumn("reserved_cents", integer, (column) => column.notNull())
    .addColumn("charged_cents", integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("records_budgets_pkey", ["account", "period"])
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createTable("records_reservations")
    .addColumn("purchase_id", text, (column) => column.primaryKey().notNull().references("records_purchases.id"))
    .addColumn("account", text, (column) => column.notNull())
    .addColumn("period", text, (column) => column.notNull())
    .addColumn("state", text, (column) => column.notNull())
    .addColumn("reserved_cents", integer, (column) => column.notNull())
    .addColumn("charged_cents", integer, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
}

async function createQueue(db: Kysely<unknown>): Promise<void> {
  const { text, integer, tableEnd } = columnTypesOf(db);
  await db.schema
    .createTable("records_queue")
    .addColumn("seq", integer, (column) => column.primaryKey().notNull())
    .addColumn("court", text, (column) => column.notNull())
    .addColumn("account", text, (column) => column.notNull())
    .addColumn("what", text, (column) => column.notNull())
    .addColumn("state", text, (column) => column.notNull())
    .addColumn("entered_at", text, (column) => column.notNull())
    .addColumn("alive_until", text, (column) => column.notNull())
    .addColumn("took_ms", integer)
    .modifyEnd(tableEnd)
    .execute();
  await db.schema.createIndex("records_queue_court").on("records_queue").columns(["court", "state"]).execute();
}

async function createCredentials(db: Kysely<unknown>): Promise<void> {
  const { text, tableEnd } = columnTypesOf(db);
  await db.schema
    .createTable("records_credentials")
    .addColumn("name", text, (column) => column.primaryKey().notNull())
    .addColumn("sealed", text, (column) => column.notNull())
    .addColumn("key_id", text, (column) => column.notNull())
    .addColumn("state", text, (column) => column.notNull())
    .addColumn("said", text)
    .addColumn("changed_at", text, (column) => column.notNull())
    .addColumn("checked_at", text)
    .modifyEnd(tableEnd)
    .execute();
}

async function createArchivePages(db: Kysely<unknown>): Promise<void> {
  const { text, integer, blob, tableEnd } = columnTypesOf(db);
  await db.schema
    .createTable("records_archive_pages")
    .addColumn("address", text, (column) => column.primaryKey().notNull())
    .addColumn("status", integer, (column) => column.notNull())
    .addColumn("media_type", text, (column) => column.notNull())
    .addColumn("etag", text)
    .addColumn("size_bytes", integer, (column) => column.notNull())
    .addColumn("body", blob, (column) => column.notNull())
    .addColumn("fetched_at", text, (column) => column.notNull())
    .modifyEnd(tableEnd)
    .execute();
  await db.schema.createIndex("records_archive_fetched").on("records_archive_pages").column("fetched_at").execute();
}
