import { sql } from "kysely";
import { courtById } from "#courts/courts.ts";
import type { Reader } from "#db/connection.ts";
import { citationRelation, decisionRelation, opinionRelation } from "#opinions/store/relations.ts";
import { INVALIDATING } from "./laws/model.ts";
import type { LawTreatment } from "./laws/model.ts";
import { readQuotes } from "./quotes.ts";

/** One decision that cites a provision of law, by the first of its opinions that does. */
export type LawCiter = {
  readonly opinionId: string;
  readonly caseName: string;
  readonly publicNumber: number;
  readonly slug: string;
  readonly citation: string | null;
  readonly courtId: string;
  readonly courtAbbreviation: string;
  readonly dateFiled: string | null;
  readonly citedAs: string;
  readonly mentions: number;
  readonly pinCites: readonly string[];
  /** Verbatim: the sentence of the first citation. */
  readonly quote: string;
  /** What the decision does to the provision, or tells that it was done; null where it only cites it. */
  readonly treated: LawTreated | null;
};

export type LawTreated = {
  readonly treatment: LawTreatment;
  /** False where the decision only tells of it: another court, or an earlier decision, did it. */
  readonly own: boolean;
  /** Verbatim: the sentence that says so. */
  readonly quote: string;
};

export type LawCiterFilter = {
  readonly courtIds?: readonly string[];
  /** `YYYY-MM-DD`, inclusive; a decision without a date is in no range. */
  readonly dateFrom?: string;
  readonly dateTo?: string;
  /** Decisions that do one of these to the provision themselves. */
  readonly treatments?: readonly LawTreatment[];
};

/**
 * Some of the decisions that cite a provision under any of these keys (`citedLawKey`), each once over all its copies,
 * newest first, undated last, with how many there are.
 */
export async function readLawCiters(
  db: Reader,
  keys: readonly string[],
  filter: LawCiterFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ readonly total: number; readonly citers: readonly LawCiter[] }> {
  const total = await countLawCiters(db, keys, filter);
  if (offset >= total) return { total, citers: [] };
  const ranked = citingRows(db, keys, filter).select([
    "law.law_key",
    "law.citing_id",
    sql<number>`row_number() over (partition by ${sql.ref("citing.work_id")} order by coalesce(${sql.ref("law.treatment_own")}, -1) desc, ${sql.ref("opinion.ordinal")}, ${sql.ref("opinion.id")}, ${sql.ref("law.law_key")})`.as(
      "place",
    ),
  ]);
  const rows = await db
    .selectFrom(ranked.as("ranked"))
    .innerJoin("citing_laws as law", (join) =>
      join.onRef("law.law_key", "=", "ranked.law_key").onRef("law.citing_id", "=", "ranked.citing_id"),
    )
    .innerJoin("citing_opinions as by", "by.id", "ranked.citing_id")
    .innerJoin(opinionRelation(db).as("opinion"), "opinion.id", "by.opinion_id")
    .innerJoin(decisionRelation(db).as("citing"), "citing.id", "by.cluster_id")
    .leftJoin(citationRelation(db).as("printed"), (join) =>
      join.onRef("printed.cluster_id", "=", "citing.id").on("printed.ordinal", "=", 0),
    )
    .select([
      "by.opinion_id",
      "by.text_chars as chars_read",
      "opinion.text_chars",
      "law.cited_as",
      "law.mentions",
      "law.pin_cites",
      "law.quote_start",
      "law.quote_bytes",
      "law.treatment",
      "law.treatment_own",
      "law.treatment_start",
      "law.treatment_bytes",
      "citing.case_name",
      "citing.public_number",
      "citing.slug",
      "citing.court_id",
      "citing.date_filed",
      "printed.cited_as as printed_as",
    ])
    .where("ranked.place", "=", 1)
    .orderBy(sql`coalesce(${sql.ref("citing.date_filed")}, '')`, "desc")
    .orderBy("citing.court_id")
    .orderBy("by.opinion_id")
    .offset(offset)
    .limit(limit)
    .execute();
  const quotes = await readQuotes(db, rows);
  const saying = await readQuotes(
    db,
    rows.map((row) => ({ ...row, quote_start: row.treatment_start ?? 0, quote_bytes: row.treatment_bytes ?? 0 })),
  );
  return {
    total,
    citers: rows.map((row, at) => ({
      opinionId: row.opinion_id,
      caseName: row.case_name,
      publicNumber: row.public_number,
      slug: row.slug,
      citation: row.printed_as,
      courtId: row.court_id,
      courtAbbreviation: courtById(row.court_id)?.abbreviation ?? row.court_id,
      dateFiled: row.date_filed,
      citedAs: row.cited_as,
      mentions: row.mentions,
      pinCites: JSON.parse(row.pin_cites) as string[],
      quote: quotes[at] ?? "",
      treated: treatedOf(row, saying[at] ?? ""),
    })),
  };
}

/** Of a text that has changed since it was read nothing is said until it has been read again. */
function treatedOf(
  { treatment, treatment_own }: { readonly treatment: LawTreatment | null; readonly treatment_own: 0 | 1 | null },
  quote: string,
): LawTreated | null {
  return treatment === null || quote === "" ? null : { treatment, own: treatment_own === 1, quote };
}

/** The newest decisions that themselves hold a provision invalid, wholly, in part or as applied. */
export async function readInvalidating(
  db: Reader,
  keys: readonly string[],
  limit: number,
): Promise<readonly LawCiter[]> {
  const { citers } = await readLawCiters(db, keys, { treatments: [...INVALIDATING] }, { offset: 0, limit });
  return citers.filter(({ treated }) => treated !== null);
}

/** By how many decisions, over all their copies, a provision is cited under any of these keys. */
export async function countLawCiters(
  db: Reader,
  keys: readonly string[],
  filter: LawCiterFilter = {},
): Promise<number> {
  if (keys.length === 0) return 0;
  const row = await citingRows(db, keys, filter)
    .select((select) => select.fn.count<number>("citing.work_id").distinct().as("count"))
    .executeTakeFirst();
  return row?.count ?? 0;
}

function citingRows(db: Reader, keys: readonly string[], { courtIds, dateFrom, dateTo, treatments }: LawCiterFilter) {
  let query = db
    .selectFrom("citing_laws as law")
    .innerJoin("citing_opinions as by", "by.id", "law.citing_id")
    .innerJoin(decisionRelation(db).as("citing"), "citing.id", "by.cluster_id")
    .innerJoin(opinionRelation(db).as("opinion"), "opinion.id", "by.opinion_id")
    .where("law.law_key", "in", keys);
  if (treatments !== undefined)
    query = query.where("law.treatment_own", "=", 1).where("law.treatment", "in", treatments);
  if (courtIds !== undefined) query = query.where("citing.court_id", "in", courtIds);
  if (dateFrom !== undefined) query = query.where("citing.filed_last", ">=", dateFrom);
  if (dateTo !== undefined) query = query.where("citing.filed_first", "<=", dateTo);
  return query;
}
