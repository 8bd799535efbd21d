import type { Reader } from "#db/connection.ts";
import { completeThrough } from "../fold/complete-through.ts";
import type { DocketSighting } from "../model.ts";
import { sightingOf } from "./sighting-body.ts";

/** The last docket report that is held of a docket, as it was told; whole ones before those cut by number or day. */
export async function latestReportOf(db: Reader, docketId: string): Promise<DocketSighting | undefined> {
  const rows = await latestReports(db, docketId, REPORTS_READ_MAX);
  let latest: DocketSighting | undefined;
  for (const { id, body } of rows) {
    const report = sightingOf(id, body);
    if ((report.range ?? null) === null) return report;
    latest ??= report;
  }
  return latest;
}

/** Of a docket that is fetched daily in parts, a whole report older than this many is not looked for. */
const REPORTS_READ_MAX = 20;

/** The day through which a docket is whole by the reports held of it; null where none is whole. */
export async function wholeThrough(db: Reader, docketId: string): Promise<string | null> {
  const rows = await latestReports(db, docketId, CHAIN_READ_MAX);
  return completeThrough(rows.map(({ id, body }) => sightingOf(id, body)));
}

/** A chain of reports longer than this is begun anew with a whole one. */
const CHAIN_READ_MAX = 200;

/** Docket reports as they were kept, the latest first. */
async function latestReports(db: Reader, docketId: string, limit: number) {
  return db
    .selectFrom("docket_sightings")
    .select(["id", "body"])
    .where("docket_id", "=", docketId)
    .where("kind", "=", "docket_report")
    .orderBy("as_of", (by) => by.desc().nullsLast())
    .orderBy("fetched_at", (by) => by.desc().nullsLast())
    .orderBy("id")
    .limit(limit)
    .execute();
}
