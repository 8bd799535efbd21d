import { CompiledQuery, sql } from "kysely";
import { JsonText } from "#base/json-text.ts";
import type { Reader } from "#db/connection.ts";
import { dialectOf } from "#db/dialect.ts";
import type { Dialect } from "#db/dialect.ts";
import { listQuery } from "#db/list-query.ts";

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

/** A stretch of an opinion's plain text, in bytes of UTF-8: databases find these without counting characters. */
export type StretchAsked = {
  readonly id: string;
  readonly from: number;
  /** Undefined: up to the end of the text. */
  readonly bytes?: number | undefined;
};

/** More than any text has, and little enough for both databases to add to. */
const BYTES_MAX = 1_000_000_000;

/** These stretches, by the opinion's id; of opinions not held there is none. One statement. */
export async function readStretches(db: Reader, asked: readonly StretchAsked[]): Promise<Map<string, string>> {
  if (asked.length === 0) return new Map();
  const parameters = asked.flatMap(({ id, from, bytes = BYTES_MAX }) => [id, from + 1, bytes]);
  const text = stretchesStatement(asked.length, dialectOf(db));
  const { rows } = await db.executeQuery<StretchRow>(CompiledQuery.raw(text, parameters));
  return new Map(rows.map(({ opinion_id, stretch }) => [opinion_id, Buffer.from(stretch ?? []).toString()]));
}

/** SQLite has null for a part of nothing. */
type StretchRow = { readonly opinion_id: string; readonly stretch: Uint8Array | null };

/** Its text is made here: to build and compile its tree would take longer than to run it. */
function stretchesStatement(count: number, dialect: Dialect): string {
  const parameter = (number: number): string => (dialect === "postgres" ? `$${number}` : "?");
  const utf8 = dialect === "postgres" ? "convert_to(opinion_texts.text, 'UTF8')" : "cast(opinion_texts.text as blob)";
  const rows = Array.from({ length: count }, (_, row) => {
    const [id, from, bytes] = [1, 2, 3].map((column) => parameter(row * 3 + column));
    return `(cast(${id} as text), cast(${from} as integer), cast(${bytes} as integer))`;
  });
  return `select opinion_texts.opinion_id, substr(${utf8}, asked.column2, asked.column3) as stretch
    from (values ${rows.join(", ")}) as asked
    join opinion_texts on opinion_texts.opinion_id = asked.column1`;
}

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
