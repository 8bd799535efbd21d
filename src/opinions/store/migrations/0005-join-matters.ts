import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { MatterMember } from "#cases/matter.ts";
import { joinMatters } from "#cases/migrations/0005-join.ts";

/** Joins the cases that are held into matters, court by court. */
export async function joinHeldMatters(db: Kysely<unknown>): Promise<void> {
  await joinMatters(db, daysOf);
}

async function daysOf(db: Kysely<unknown>, caseId: string): Promise<MatterMember["days"]> {
  const { rows } = await sql<{ day: string }>`select distinct date_filed as day from clusters
    where case_id = ${caseId} and date_filed is not null`.execute(db);
  return rows.map(({ day }) => day);
}
