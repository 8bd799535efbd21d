import { sql } from "kysely";
import type { Kysely } from "kysely";
import { columnTypesOf } from "#db/column-types.ts";

/** What tells whether a text is law today besides its dates, and up to which day each source vouched for what it has. */
export async function noteCurrency(db: Kysely<unknown>): Promise<void> {
  const { text, keyedTableEnd } = columnTypesOf(db);
  for (const column of ["caveat", "expires_on"]) {
    await db.schema.alterTable("law_versions").addColumn(column, text).execute();
  }
  await db.schema
    .createTable("law_editions")
    .addColumn("collection_id", text, (column) => column.notNull().references("law_collections.id"))
    .addColumn("below", text, (column) => column.notNull())
    .addColumn("edition", text, (column) => column.notNull())
    .addPrimaryKeyConstraint("law_editions_key", ["collection_id", "below", "edition"])
    .modifyEnd(keyedTableEnd)
    .execute();
  await tellEditions(db);
  await markDisplaced(db);
}

/** Of what is held already each title was vouched for by its newest edition that brought anything. */
async function tellEditions(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into law_editions (collection_id, below, edition)
    select roots.collection_id, roots.path, max(below.edition)
    from (select distinct collection_id, path from law_versions where parent_path = '' and node_type = 'PARENT') as roots
    join law_versions as below
      on below.collection_id = roots.collection_id
      and (below.path = roots.path or (below.path >= roots.path || '.' and below.path < roots.path || '/'))
    where below.edition is not null
    group by roots.collection_id, roots.path`.execute(db);
}

/** What the D.C. Code prints of a section for the time after temporary acts, and in the place of one that does not apply. */
async function markDisplaced(db: Kysely<unknown>): Promise<void> {
  await sql`update law_versions set caveat = 'displaced', is_historical = 1
    where collection_id = 'dc-code' and citation like '%(Perm)' and is_tombstone = 0`.execute(db);
  await sql`update law_versions set caveat = 'placeholder'
    where collection_id = 'dc-code' and is_tombstone = 0 and text_chars < 200 and id in (
      select version_id from law_texts
      where text like 'Not Applicable%' or text like 'Applicable %' or text like '[Applicable %'
        or text like '[Pursuant to section % this section shall apply as of %')`.execute(db);
}
