import { sql } from "kysely";
import type { Reader } from "#db/connection.ts";

/** Where a decision begins in a volume, and the year that most of those print who cite it. */
export type CitedPlace = { readonly page: number; readonly year: number | null };

/** So many citing opinions must name a decision there: one or two may have taken the page of a passage for the first. */
const CITERS_MIN = 3;
/** One year may be a slip. */
const YEAR_CITERS_MIN = 2;
/** Of a volume with all its decisions and the years that are printed with each. */
const ROWS_MAX = 6_000;

/**
 * The places of a volume at which decisions begin by those who cite them, held or not; `volumeKey` is a look-up key
 * without the page. Pages printed beside another of the same volume (`347 U. S. 483, 347 U. S. 495`) are pins. One statement.
 */
export async function readCitedPlaces(db: Reader, volumeKey: string): Promise<CitedPlace[]> {
  const from = `${volumeKey}0`;
  const before = `${volumeKey}:`;
  const rows = await db
    .selectFrom("citing_keys as said")
    .innerJoin("citing_edges as edge", (join) =>
      join.onRef("edge.citing_id", "=", "said.citing_id").onRef("edge.authority", "=", "said.authority"),
    )
    .select(["said.lookup_key", "edge.year", sql<number>`count(distinct said.citing_id)`.as("citers")])
    .where("said.lookup_key", ">=", from)
    .where("said.lookup_key", "<", before)
    .where("edge.name", "is not", null)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom("citing_keys as other")
            .select("other.lookup_key")
            .whereRef("other.citing_id", "=", "said.citing_id")
            .whereRef("other.authority", "=", "said.authority")
            .where("other.lookup_key", ">=", from)
            .where("other.lookup_key", "<", before)
            .whereRef("other.lookup_key", "!=", "said.lookup_key"),
        ),
      ),
    )
    .groupBy(["said.lookup_key", "edge.year"])
    .limit(ROWS_MAX)
    .execute();
  return [...Map.groupBy(rows, ({ lookup_key }) => lookup_key)].flatMap(([key, ofPlace]) => {
    const page = Number(key.slice(volumeKey.length));
    const citers = ofPlace.reduce((sum, row) => sum + row.citers, 0);
    if (!Number.isInteger(page) || citers < CITERS_MIN) return [];
    const [usual] = ofPlace.filter(({ year }) => year !== null).toSorted((one, other) => other.citers - one.citers);
    return [{ page, year: usual !== undefined && usual.citers >= YEAR_CITERS_MIN ? usual.year : null }];
  });
}
