import type { Reader, Trx } from "#db/connection.ts";
import { inParts } from "#db/parts.ts";
import { insertRows, upsertRows } from "#db/rows.ts";
import { docketNumbers } from "./docket-key.ts";

/** What the tables of this folder promise to statements of others, to be joined as if they were tables. */
export function caseRelation(db: Reader) {
  return db
    .selectFrom("cases")
    .select([
      "id",
      "source_id",
      "matter_id",
      "court_id",
      "docket_number",
      "docket_key",
      "caption",
      "date_filed",
      "date_terminated",
    ]);
}

export function docketRelation(db: Reader) {
  return db.selectFrom("case_dockets").select(["case_id", "docket_number", "docket_key"]);
}

/** How the docket numbers with this key are written, each spelling once and at most `max` of them. */
export async function docketSpellings(db: Reader, docketKey: string, max: number): Promise<string[]> {
  const rows = await db
    .selectFrom("case_dockets")
    .select("docket_number")
    .distinct()
    .where("docket_key", "=", docketKey)
    .orderBy("docket_number")
    .limit(max)
    .execute();
  return rows.map(({ docket_number }) => docket_number);
}

/** A case as its source has it now. */
export type CaseWrite = {
  readonly id: string;
  readonly source: string;
  readonly sourceId: string;
  readonly courtId: string;
  readonly docketNumber: string | null;
  readonly caption: string;
  readonly dateFiled: string | null;
  readonly dateTerminated: string | null;
};

/**
 * Writes cases with their docket numbers; of those held already everything but the matter is replaced. `reassignMatters`
 * follows once the days of their decisions are written too.
 */
export async function writeCases(trx: Trx, cases: readonly CaseWrite[]): Promise<void> {
  const ids = cases.map(({ id }) => id);
  const matters = new Map<string, string>();
  for (const part of inParts(ids)) {
    const held = await trx.selectFrom("cases").select(["id", "matter_id"]).where("id", "in", part).execute();
    for (const { id, matter_id } of held) matters.set(id, matter_id);
    if (held.length > 0) await trx.deleteFrom("case_dockets").where("case_id", "in", part).execute();
  }
  const numbered = cases.map((one) => ({ one, numbers: docketNumbers(one.docketNumber) }));
  await upsertRows(
    trx,
    "cases",
    ["id"],
    numbered.map(({ one, numbers }) => ({
      id: one.id,
      source: one.source,
      source_id: one.sourceId,
      matter_id: matters.get(one.id) ?? one.id,
      court_id: one.courtId,
      docket_number: one.docketNumber,
      docket_key: numbers[0]?.key ?? null,
      caption: one.caption,
      date_filed: one.dateFiled,
      date_terminated: one.dateTerminated,
    })),
  );
  await insertRows(
    trx,
    "case_dockets",
    numbered.flatMap(({ one, numbers }) =>
      numbers.map(({ number, key }, ordinal) => ({
        case_id: one.id,
        ordinal,
        docket_number: number,
        docket_key: key,
      })),
    ),
  );
}

/** Some cases of a source, at most `limit` of them. */
export async function casesOfSource(trx: Trx, source: string, limit: number): Promise<string[]> {
  const rows = await trx
    .selectFrom("cases")
    .select("id")
    .where("source", "=", source)
    .orderBy("source_id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Removes cases, which nothing may refer to any more, and returns the matters that have lost one. */
export async function deleteCases(trx: Trx, ids: readonly string[]): Promise<string[]> {
  const matters = new Set<string>();
  for (const part of inParts(ids)) {
    const rows = await trx.selectFrom("cases").select("matter_id").where("id", "in", part).execute();
    for (const { matter_id } of rows) matters.add(matter_id);
    await trx.deleteFrom("cases").where("id", "in", part).execute();
  }
  return [...matters];
}
