import { sql } from "kysely";
import { JsonText } from "#base/json-text.ts";
import type { Reader } from "#db/connection.ts";
import { dialectOf } from "#db/dialect.ts";
import { listQuery } from "#db/list-query.ts";
import { inParts } from "#db/parts.ts";
import { eachStretchReader, stretchReader } from "#db/stretches.ts";
import type { ReadEachStretch, ReadStretches } from "#db/stretches.ts";

const htmlRows = listQuery((db, ids) =>
  db
    .selectFrom("opinion_texts")
    .select("opinion_id")
    .select(
      dialectOf(db) === "postgres"
        ? sql<Uint8Array>`convert_to(to_json(html)::text, 'UTF8')`.as("json")
        : sql<Uint8Array>`cast(json_quote(html) as blob)`.as("json"),
    )
    .where("opinion_id", "in", ids),
);

/**
 * The HTML of these opinions, by id, as the database writes it in JSON; those that are not held are passed over. One
 * statement.
 */
export async function readHtmlJson(db: Reader, ids: readonly string[]): Promise<Map<string, JsonText<string>>> {
  return new Map((await htmlRows(db, ids)).map(({ opinion_id, json }) => [opinion_id, new JsonText(json)]));
}

const textRows = listQuery((db, ids) =>
  db.selectFrom("opinion_texts").select(["opinion_id", "text"]).where("opinion_id", "in", ids),
);

/** The plain text of these opinions, by id; those that are not held are passed over. One statement. */
export async function readPlainTexts(db: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  return new Map((await textRows(db, ids)).map(({ opinion_id, text }) => [opinion_id, text]));
}

/** How long the plain texts of these opinions are, in UTF-16, by id; those that are not held are passed over. */
export async function readTextLengths(db: Reader, opinionIds: readonly string[]): Promise<Map<string, number>> {
  const lengths = new Map<string, number>();
  for (const ids of inParts(opinionIds)) {
    const rows = await db.selectFrom("opinions").select(["id", "text_chars"]).where("id", "in", ids).execute();
    for (const { id, text_chars } of rows) lengths.set(id, text_chars);
  }
  return lengths;
}

/** Stretches of opinions' plain texts, by the opinion's id. */
export const readStretches: ReadStretches = stretchReader("opinion_texts", "opinion_id");
export const readEachStretch: ReadEachStretch = eachStretchReader("opinion_texts", "opinion_id");

/** An opinion's text with what its decision says of it. */
export type OpinionText = {
  readonly opinionId: string;
  readonly clusterId: string;
  readonly type: string;
  readonly courtId: string;
  readonly caseName: string;
  readonly dateFiled: string | null;
  readonly text: string;
};

/** These opinions' texts in the order of their ids; those that are not held are passed over. One statement. */
export async function readOpinionTexts(db: Reader, ids: readonly string[]): Promise<OpinionText[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("opinions")
    .innerJoin("clusters", "clusters.id", "opinions.cluster_id")
    .innerJoin("opinion_texts", "opinion_texts.opinion_id", "opinions.id")
    .select([
      "opinions.id",
      "opinions.type",
      "opinions.cluster_id",
      "clusters.court_id",
      "clusters.case_name",
      "clusters.date_filed",
      "opinion_texts.text",
    ])
    .where("opinions.id", "in", ids)
    .orderBy("opinions.id")
    .execute();
  return rows.map((row) => ({
    opinionId: row.id,
    clusterId: row.cluster_id,
    type: row.type,
    courtId: row.court_id,
    caseName: row.case_name,
    dateFiled: row.date_filed,
    text: row.text,
  }));
}
