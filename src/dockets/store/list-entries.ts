import { sql } from "kysely";
import type { Reader } from "#db/connection.ts";
import type { SeenDocument } from "../model.ts";

/** Days on which entries were filed, or entered where that alone is told; `YYYY-MM-DD`, both inclusive. */
export type Days = { readonly first?: string; readonly last?: string };

const DAY = sql<string>`coalesce(${sql.ref("docket_entries.date_filed")}, ${sql.ref("docket_entries.date_entered")})`;

/** Where entries are listed from: so many of them, behind so many, in the order of the sheet or the other way around. */
export type Listing = { readonly isNewestFirst: boolean; readonly offset: number; readonly limit: number };

/** The ids of the entries of these days, and how many there are in all. */
export async function listEntries(
  db: Reader,
  docketId: string,
  days: Days,
  { isNewestFirst, offset, limit }: Listing,
): Promise<{ readonly ids: readonly string[]; readonly total: number }> {
  const entries = db
    .selectFrom("docket_entries")
    .where("docket_id", "=", docketId)
    .$if(days.first !== undefined, (query) => query.where(DAY, ">=", days.first ?? ""))
    .$if(days.last !== undefined, (query) => query.where(DAY, "<=", days.last ?? ""));
  const { total } = await entries.select(({ fn }) => fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const rows = await entries
    .select("id")
    .orderBy("ordinal", isNewestFirst ? "desc" : "asc")
    .offset(offset)
    .limit(limit)
    .execute();
  return { ids: rows.map(({ id }) => id), total };
}

/** How many entries were filed in a month (`YYYY-MM`), or entered where that alone is told. */
export type EntryMonth = { readonly month: string; readonly count: number };

/** The months in which entries of a docket were filed, in their order; those without a day are left out. */
export async function monthsOfEntries(db: Reader, docketId: string): Promise<EntryMonth[]> {
  const month = sql<string>`substr(${DAY}, 1, 7)`;
  return db
    .selectFrom("docket_entries")
    .select(({ fn }) => [month.as("month"), fn.countAll<number>().as("count")])
    .where("docket_id", "=", docketId)
    .where(DAY, "is not", null)
    .groupBy(month)
    .orderBy(month)
    .execute();
}

/** What an entry says, and what its documents are called. */
export type EntryWords = {
  readonly id: string;
  readonly description: string | null;
  readonly shortDescription: string | null;
  readonly documents: readonly (Pick<SeenDocument, "attachment" | "description" | "documentType"> & {
    readonly isHeld: boolean;
  })[];
};

/** The words of the entries of these days in the order of the sheet; undefined where they are more lines than `limit`. */
export async function wordsOfEntries(
  db: Reader,
  docketId: string,
  days: Days,
  limit: number,
): Promise<EntryWords[] | undefined> {
  const rows = await db
    .selectFrom("docket_entries")
    .leftJoin("filings", "filings.entry_id", "docket_entries.id")
    .leftJoin("filing_texts", "filing_texts.filing_id", "filings.id")
    .select([
      "docket_entries.id",
      "docket_entries.description",
      "docket_entries.short_description",
      "filings.attachment",
      "filings.description as called",
      "filings.document_type",
      "filing_texts.filing_id as held_id",
    ])
    .where("docket_entries.docket_id", "=", docketId)
    .$if(days.first !== undefined, (query) => query.where(DAY, ">=", days.first ?? ""))
    .$if(days.last !== undefined, (query) => query.where(DAY, "<=", days.last ?? ""))
    .orderBy("docket_entries.ordinal")
    .orderBy("filings.attachment")
    .limit(limit + 1)
    .execute();
  if (rows.length > limit) return undefined;
  return [...Map.groupBy(rows, ({ id }) => id)].map(([id, lines]) => ({
    id,
    description: lines[0]?.description ?? null,
    shortDescription: lines[0]?.short_description ?? null,
    documents: lines.flatMap(({ attachment, called, document_type, held_id }) =>
      attachment === null
        ? []
        : [{ attachment, description: called, documentType: document_type, isHeld: held_id !== null }],
    ),
  }));
}

/** How many documents a docket tells of, how many of them have words, and the first of those in the order of the sheet. */
export async function heldDocuments(
  db: Reader,
  docketId: string,
  limit: number,
): Promise<{ readonly told: number; readonly held: number; readonly ids: readonly string[] }> {
  const filings = db
    .selectFrom("filings")
    .leftJoin("filing_texts", "filing_texts.filing_id", "filings.id")
    .where("filings.docket_id", "=", docketId);
  const { told, held } = await filings
    .select(({ fn }) => [fn.countAll<number>().as("told"), fn.count<number>("filing_texts.filing_id").as("held")])
    .executeTakeFirstOrThrow();
  const rows = await filings
    .innerJoin("docket_entries", "docket_entries.id", "filings.entry_id")
    .select("filings.id")
    .where("filing_texts.filing_id", "is not", null)
    .orderBy("docket_entries.ordinal")
    .orderBy("filings.attachment")
    .limit(limit)
    .execute();
  return { told, held, ids: rows.map(({ id }) => id) };
}
