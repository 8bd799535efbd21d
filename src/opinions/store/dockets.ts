import { docketKey, isSameOffice, keyedNumbers, officeOf, rowsNumbered } from "#cases/docket-key.ts";
import { caseRelation, docketRelation } from "#cases/store.ts";
import type { Reader } from "#db/connection.ts";
import { inParts } from "#db/parts.ts";

export type DocketLookup = { readonly courtId: string; readonly docketNumber: string };

/**
 * The opinions of every decision of the matters under this docket number in this court, latest decision first: of those,
 * too, that another source tells under another number of theirs. A number recorded for another division of the court
 * than the one asked for is another case's. One statement.
 */
export async function findByDocket(db: Reader, { courtId, docketNumber }: DocketLookup): Promise<readonly string[]> {
  return findByDocketNumbers(db, courtId, [docketNumber]);
}

/** The same of several numbers, in their order. One statement. */
export async function findByDocketNumbers(
  db: Reader,
  courtId: string,
  numbers: readonly string[],
): Promise<readonly string[]> {
  const asked = keyedNumbers(numbers);
  if (asked.length === 0) return [];
  const rows = await db
    .selectFrom(docketRelation(db).as("listed"))
    .innerJoin(caseRelation(db).as("named"), "named.id", "listed.case_id")
    .innerJoin(caseRelation(db).as("told"), "told.matter_id", "named.matter_id")
    .innerJoin("clusters", "clusters.case_id", "told.id")
    .innerJoin("opinions", "opinions.cluster_id", "clusters.id")
    .where(
      "listed.docket_key",
      "in",
      asked.flatMap(({ keys }) => keys),
    )
    .where("named.court_id", "=", courtId)
    .select(["opinions.id", "listed.docket_number", "listed.docket_key"])
    .orderBy("clusters.date_filed", "desc")
    .orderBy("clusters.public_number")
    .orderBy("opinions.ordinal")
    .orderBy("opinions.id")
    .execute();
  return [...new Set(rowsNumbered(rows, asked).map(({ id }) => id))];
}

const OTHERS_MAX = 5;

/** Numbers in this court that differ from the one asked for by their division alone, a few of them, in order. */
export async function docketsOfOtherOffices(
  db: Reader,
  { courtId, docketNumber }: DocketLookup,
): Promise<readonly string[]> {
  const key = docketKey(docketNumber);
  if (key === null || officeOf(docketNumber) === null) return [];
  const rows = await db
    .selectFrom(docketRelation(db).as("listed"))
    .innerJoin(caseRelation(db).as("named"), "named.id", "listed.case_id")
    .where("listed.docket_key", "=", key)
    .where("named.court_id", "=", courtId)
    .select("listed.docket_number")
    .distinct()
    .orderBy("listed.docket_number")
    .execute();
  const others = rows.map(({ docket_number }) => docket_number).filter((number) => !isSameOffice(number, docketNumber));
  return others.slice(0, OTHERS_MAX);
}

/** Every docket number of these decisions' cases, by decision, in their order; a decision without one has no entry. */
export async function docketNumbersOf(db: Reader, clusterIds: readonly string[]): Promise<Map<string, string[]>> {
  const numbers = new Map<string, string[]>();
  for (const ids of inParts(clusterIds.toSorted())) {
    const rows = await db
      .selectFrom("clusters")
      .innerJoin(docketRelation(db).as("listed"), "listed.case_id", "clusters.case_id")
      .select(["clusters.id", "listed.docket_number"])
      .where("clusters.id", "in", ids)
      .orderBy("clusters.id")
      .orderBy("listed.ordinal")
      .execute();
    for (const { id, docket_number } of rows) numbers.set(id, [...(numbers.get(id) ?? []), docket_number]);
  }
  return numbers;
}
