import { sql } from "kysely";
import type { Kysely } from "kysely";
import { mattersOf } from "../matter.ts";
import type { MatterMember } from "../matter.ts";

type Row = {
  readonly id: string;
  readonly court_id: string;
  readonly caption: string;
  readonly date_filed: string | null;
  readonly date_terminated: string | null;
};

/** Joins the cases that share a docket number into matters, court by court. */
export async function joinMatters(
  db: Kysely<unknown>,
  decisionDaysOf: (db: Kysely<unknown>, caseId: string) => Promise<readonly string[]>,
): Promise<void> {
  const courts = await sql<{ court_id: string }>`select distinct court_id from cases order by court_id`.execute(db);
  for (const { court_id } of courts.rows) {
    const { rows } = await sql<Row>`select id, court_id, caption, date_filed, date_terminated from cases
      where court_id = ${court_id} and id in (
        select docket.case_id from case_dockets as docket
        join case_dockets as other on other.docket_key = docket.docket_key and other.case_id <> docket.case_id
        join cases on cases.id = other.case_id and cases.court_id = ${court_id})
      order by id`.execute(db);
    const members: MatterMember[] = [];
    for (const row of rows) {
      const keys = await sql<{ docket_key: string }>`select docket_key from case_dockets
        where case_id = ${row.id}`.execute(db);
      const days = [row.date_filed, row.date_terminated, ...(await decisionDaysOf(db, row.id))];
      members.push({
        id: row.id,
        courtId: row.court_id,
        docketKeys: keys.rows.map(({ docket_key }) => docket_key),
        caption: row.caption,
        days: days.filter((day) => day !== null),
      });
    }
    for (const [id, matter] of mattersOf(members)) {
      if (matter !== id) await sql`update cases set matter_id = ${matter} where id = ${id}`.execute(db);
    }
  }
}
