import { sql } from "kysely";
import type { Reader } from "#db/connection.ts";
import type { DatePrecision } from "../model.ts";

/** How many decisions of a court are held, copies from other sources included, and the days they span. */
export type CourtHolding = {
  readonly courtId: string;
  readonly decisions: number;
  /** `YYYY-MM-DD`; null where no day is known. */
  readonly first: string | null;
  readonly last: string | null;
};

/** Every court of which something is held. One walk of an index. */
export async function courtHoldings(db: Reader): Promise<readonly CourtHolding[]> {
  const rows = await db
    .selectFrom("clusters")
    .select((row) => [
      "court_id",
      row.fn.countAll<number>().as("decisions"),
      row.fn.min("date_filed").as("first_day"),
      row.fn.max("date_filed").as("last_day"),
    ])
    .groupBy("court_id")
    .execute();
  return rows.map(({ court_id, decisions, first_day, last_day }) => ({
    courtId: court_id,
    decisions: decisions,
    first: first_day,
    last: last_day,
  }));
}

/** How many decisions of a court are held of each year. */
export async function decisionYears(
  db: Reader,
  courtId: string,
): Promise<readonly { readonly year: number; readonly count: number }[]> {
  const year = sql<string>`substr(date_filed, 1, 4)`;
  const rows = await db
    .selectFrom("clusters")
    .select((row) => [year.as("year"), row.fn.countAll<number>().as("count")])
    .where("court_id", "=", courtId)
    .where("date_filed", "is not", null)
    .groupBy(year)
    .orderBy(year)
    .execute();
  return rows.map((row) => ({ year: Number(row.year), count: row.count }));
}

/** What a list of decisions shows of each. */
export type DecisionListed = {
  readonly id: string;
  readonly caseName: string;
  readonly publicNumber: number;
  readonly slug: string;
  readonly dateFiled: string | null;
  readonly datePrecision: DatePrecision;
  /** The citation that its source prints first. */
  readonly citedAs: string | null;
};

export type DecisionsAsked = {
  readonly courtId: string;
  /** `YYYY-MM-DD`, inclusive; empty where it is open. */
  readonly from: string;
  readonly to: string;
  readonly offset: number;
  readonly limit: number;
};

/** Decisions of a court, the newest first; those without a day come where no day is asked for, last. */
export async function decisionsOfCourt(db: Reader, asked: DecisionsAsked): Promise<readonly DecisionListed[]> {
  const { courtId, from, to, offset, limit } = asked;
  let query = db.selectFrom("clusters").where("court_id", "=", courtId);
  if (from !== "") query = query.where("date_filed", ">=", from);
  if (to !== "") query = query.where("date_filed", "<=", to);
  const rows = await query
    .leftJoin("cluster_citations as printed", (join) =>
      join.onRef("printed.cluster_id", "=", "clusters.id").on("printed.ordinal", "=", 0),
    )
    .select(["id", "case_name", "public_number", "slug", "date_filed", "date_precision", "printed.cited_as"])
    .orderBy(sql`coalesce(date_filed, '')`, "desc")
    .orderBy("public_number")
    .offset(offset)
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    caseName: row.case_name,
    publicNumber: row.public_number,
    slug: row.slug,
    dateFiled: row.date_filed,
    datePrecision: row.date_precision as DatePrecision,
    citedAs: row.cited_as,
  }));
}
