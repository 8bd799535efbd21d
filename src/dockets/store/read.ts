import { isSameOffice, keyedNumbers, rowsNumbered } from "#cases/docket-key.ts";
import { caseRelation, docketRelation } from "#cases/store.ts";
import type { Reader } from "#db/connection.ts";
import { inParts } from "#db/parts.ts";
import type { Coverage, Docket, DocketFacts, Freshness, Party } from "../model.ts";

/** The dockets with these ids, those that are held, in the order asked, with parties, coverage and freshness. */
export async function docketsById(db: Reader, ids: readonly string[]): Promise<Docket[]> {
  const dockets = new Map<string, Docket>();
  for (const part of inParts(ids)) {
    const rows = await db
      .selectFrom("dockets")
      .innerJoin(caseRelation(db).as("owner"), "owner.id", "dockets.id")
      .selectAll("dockets")
      .select("owner.matter_id")
      .where("dockets.id", "in", part)
      .execute();
    const parties = await partiesOf(db, part);
    const pacerIds = await pacerIdsOf(db, part);
    for (const row of rows) {
      dockets.set(row.id, {
        ...(JSON.parse(row.facts) as DocketFacts),
        id: row.id,
        caseId: row.matter_id,
        courtId: row.court_id,
        docketNumber: row.docket_number,
        pacerCaseIds: pacerIds.get(row.id) ?? [],
        parties: parties.get(row.id) ?? [],
        coverage: JSON.parse(row.coverage) as Coverage,
        freshness: JSON.parse(row.freshness) as Freshness,
      });
    }
  }
  return ids.flatMap((id) => dockets.get(id) ?? []);
}

async function partiesOf(db: Reader, ids: readonly string[]): Promise<Map<string, Party[]>> {
  const rows = await db
    .selectFrom("docket_parties")
    .selectAll()
    .where("docket_id", "in", ids)
    .orderBy("docket_id")
    .orderBy("ordinal")
    .execute();
  const parties = new Map<string, Party[]>();
  for (const { docket_id, name, type, details } of rows) {
    const party = { name, type, ...(JSON.parse(details) as Omit<Party, "name" | "type">) };
    parties.set(docket_id, [...(parties.get(docket_id) ?? []), party]);
  }
  return parties;
}

async function pacerIdsOf(db: Reader, ids: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom("docket_pacer_ids")
    .selectAll()
    .where("docket_id", "in", ids)
    .orderBy("pacer_case_id")
    .execute();
  const held = new Map<string, string[]>();
  for (const { docket_id, pacer_case_id } of rows) held.set(docket_id, [...(held.get(docket_id) ?? []), pacer_case_id]);
  return held;
}

/** The dockets of a case: `caseId` is the public id, or that of any of the records it was made of. */
export async function docketIdsOfCase(db: Reader, caseId: string): Promise<string[]> {
  const rows = await db
    .selectFrom(caseRelation(db).as("asked"))
    .innerJoin(caseRelation(db).as("owner"), "owner.matter_id", "asked.matter_id")
    .innerJoin("dockets", "dockets.id", "owner.id")
    .select("dockets.id")
    .distinct()
    .where("asked.id", "=", caseId)
    .orderBy("dockets.id")
    .execute();
  return rows.map(({ id }) => id);
}

/** How many dockets each of these cases has, by their public ids. */
export async function docketCounts(db: Reader, caseIds: readonly string[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const part of inParts([...new Set(caseIds)])) {
    const rows = await db
      .selectFrom(caseRelation(db).as("owner"))
      .innerJoin("dockets", "dockets.id", "owner.id")
      .select(["owner.matter_id as caseId", ({ fn }) => fn.countAll<number>().as("dockets")])
      .where("owner.matter_id", "in", part)
      .groupBy("owner.matter_id")
      .execute();
    for (const { caseId, dockets } of rows) counts.set(caseId, dockets);
  }
  return counts;
}

/** The dockets of a court with a number in any spelling: several where offices or proceedings share it. */
export async function docketIdsByNumber(db: Reader, courtId: string, docketNumber: string): Promise<string[]> {
  return docketIdsByNumbers(db, courtId, [docketNumber]);
}

/** The same of several numbers, in their order. One statement. */
export async function docketIdsByNumbers(db: Reader, courtId: string, numbers: readonly string[]): Promise<string[]> {
  const asked = keyedNumbers(numbers);
  if (asked.length === 0) return [];
  const rows = await db
    .selectFrom(docketRelation(db).as("number"))
    .innerJoin("dockets", "dockets.id", "number.case_id")
    .select(["dockets.id", "dockets.docket_number", "number.docket_key"])
    .distinct()
    .where(
      "number.docket_key",
      "in",
      asked.flatMap(({ keys }) => keys),
    )
    .where("dockets.court_id", "=", courtId)
    .orderBy("dockets.id")
    .execute();
  return [...new Set(rowsNumbered(rows, asked).map(({ id }) => id))];
}

/** The courts that have a docket with one of these keys, of the number's office where it tells one; a few of them. */
export async function courtIdsByNumbers(
  db: Reader,
  docketNumber: string,
  keys: readonly (string | null)[],
): Promise<string[]> {
  const asked = keys.filter((key) => key !== null);
  const rows = await db
    .selectFrom(docketRelation(db).as("number"))
    .innerJoin("dockets", "dockets.id", "number.case_id")
    .select(["dockets.court_id", "dockets.docket_number"])
    .distinct()
    .where("number.docket_key", "in", asked)
    .orderBy("dockets.court_id")
    .limit(COURTS_MAX)
    .execute();
  const same = rows.filter((row) => isSameOffice(row.docket_number ?? "", docketNumber));
  return [...new Set(same.map(({ court_id }) => court_id))];
}

/** Every court may have a case of one number. */
const COURTS_MAX = 500;

/** The docket that the official system numbers so in that court. */
export async function docketIdByPacerId(db: Reader, courtId: string, pacerCaseId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("docket_pacer_ids")
    .select("docket_id")
    .where("court_id", "=", courtId)
    .where("pacer_case_id", "=", pacerCaseId)
    .executeTakeFirst();
  return row?.docket_id;
}

/** Dockets in the order of their ids, from after one of them: a rebuild walks through all. */
export async function docketIdsAfter(db: Reader, afterId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("dockets")
    .select("id")
    .where("id", ">", afterId)
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** How many dockets are held. */
export async function countDocketsHeld(db: Reader): Promise<number> {
  const { dockets } = await db
    .selectFrom("dockets")
    .select(({ fn }) => fn.countAll<number>().as("dockets"))
    .executeTakeFirstOrThrow();
  return dockets;
}

/** How many dockets are held, and what they tell of. */
export async function countDockets(
  db: Reader,
): Promise<{ readonly dockets: number; readonly entries: number; readonly filings: number }> {
  const countOf = async (table: "dockets" | "docket_entries" | "filings"): Promise<number> => {
    const rows = db.selectFrom(table).select(({ fn }) => fn.countAll<number>().as("rows"));
    return (await rows.executeTakeFirstOrThrow()).rows;
  };
  return {
    dockets: await countOf("dockets"),
    entries: await countOf("docket_entries"),
    filings: await countOf("filings"),
  };
}
