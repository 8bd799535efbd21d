import { sql } from "kysely";
import type { Kysely } from "kysely";
import { columnTypesOf } from "#db/column-types.ts";

/** Codes and registers, their provisions, and every version of each with its words. */
export async function createLaws(db: Kysely<unknown>): Promise<void> {
  const { text, integer, tableEnd } = columnTypesOf(db);
  await db.schema
    .createTable("law_collections")
    .addColumn("id", text, (column) => column.primaryKey().notNull())
    .addColumn("name", text, (column) => column.notNull())
    .addColumn("type", text, (column) => column.notNull())
    .addColumn("state", text, (column) => column.notNull())
    .addColumn("country", text, (column) => column.notNull())
    .addColumn("publisher", text)
    .addColumn("source", text, (column) => column.notNull())
    .addColumn("source_url", text)
    .addColumn("current_through", text)
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createTable("law_nodes")
    .addColumn("id", text, (column) => column.primaryKey().notNull())
    .addColumn("collection_id", text, (column) => column.notNull().references("law_collections.id"))
    .addColumn("source_id", text, (column) => column.notNull())
    .addUniqueConstraint("law_nodes_source_unique", ["collection_id", "source_id"])
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createTable("law_versions")
    .addColumn("id", text, (column) => column.primaryKey().notNull())
    .addColumn("node_id", text, (column) => column.notNull().references("law_nodes.id").onDelete("cascade"))
    .addColumn("collection_id", text, (column) => column.notNull().references("law_collections.id"))
    .addColumn("version_key", text, (column) => column.notNull())
    .addColumn("edition", text)
    .addColumn("path", text, (column) => column.notNull())
    .addColumn("parent_path", text, (column) => column.notNull())
    .addColumn("sort_order", integer, (column) => column.notNull())
    .addColumn("sorted_as_of", text)
    .addColumn("node_type", text, (column) => column.notNull().check(sql`node_type in ('LEAF', 'PARENT')`))
    .addColumn("type", text, (column) => column.notNull())
    .addColumn("number", text)
    .addColumn("title", text)
    .addColumn("citation", text)
    .addColumn("citation_key", text)
    .addColumn("register_citation", text)
    .addColumn("register_key", text)
    .addColumn("effective_date", text)
    .addColumn("publication_date", text)
    .addColumn("is_historical", integer, (column) => column.notNull().check(sql`is_historical in (0, 1)`))
    .addColumn("is_tombstone", integer, (column) => column.notNull().check(sql`is_tombstone in (0, 1)`))
    .addColumn("source_url", text)
    .addColumn("text_chars", integer, (column) => column.notNull())
    .addColumn("content_hash", text, (column) => column.notNull())
    .addUniqueConstraint("law_versions_key_unique", ["node_id", "version_key"])
    .modifyEnd(tableEnd)
    .execute();
  const indexes: Readonly<Record<string, string[]>> = {
    law_versions_path: ["collection_id", "path"],
    law_versions_any_path: ["path"],
    law_versions_children: ["collection_id", "parent_path"],
    law_versions_citation: ["citation_key"],
    law_versions_register: ["register_key"],
  };
  for (const [name, columns] of Object.entries(indexes)) {
    await db.schema.createIndex(name).on("law_versions").columns(columns).execute();
  }
  await db.schema
    .createTable("law_texts")
    .addColumn("version_id", text, (column) =>
      column.primaryKey().notNull().references("law_versions.id").onDelete("cascade"),
    )
    .addColumn("html", text, (column) => column.notNull())
    .addColumn("text", text, (column) => column.notNull())
    .addColumn("notes_html", text)
    .modifyEnd(tableEnd)
    .execute();
}
