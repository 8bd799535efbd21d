import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "#db/connection.ts";

/** Everything an import writes, and by what each table is put in order. */
const ORDER = {
  cases: "id",
  case_dockets: "case_id, ordinal",
  clusters: "id",
  cluster_citations: "cluster_id, ordinal",
  opinions: "id",
  opinion_texts: "opinion_id",
  head_readings: "cluster_id, ordinal",
  law_collections: "id",
  law_nodes: "id",
  law_versions: "id",
  law_texts: "version_id",
  dockets: "id",
  docket_pacer_ids: "court_id, pacer_case_id",
  docket_sightings: "docket_id, id",
  docket_parties: "docket_id, ordinal",
  docket_entries: "id",
  filings: "id",
  filing_texts: "filing_id",
  trial_filings: "id",
  trial_filing_texts: "filing_id",
  outbox: "seq",
  counters: "name",
  import_positions: "source, file_key",
} as const;

/** A line per table: its rows and a digest of them all, in order and in full. What tells the time is left out. */
export async function digestOfRecords(db: Db): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const [table, order] of Object.entries(ORDER)) {
    const { rows } = await sql<
      Record<string, unknown>
    >`select * from ${sql.table(table)} order by ${sql.raw(order)}`.execute(db);
    const hash = createHash("sha256");
    for (const row of rows) {
      for (const [name, value] of Object.entries(row)) {
        hash.update(`\0${name}\0`).update(value instanceof Uint8Array ? value : String(value));
      }
    }
    digests[table] = `${rows.length} ${hash.digest("hex").slice(0, 20)}`;
  }
  const runs = await db.selectFrom("import_runs").select(["source", "counts"]).orderBy("id").execute();
  digests["import_runs"] = JSON.stringify(runs);
  return digests;
}
