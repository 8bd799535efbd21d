import { createHash } from "node:crypto";
import type { Trx } from "#db/connection.ts";
import { dialectOf } from "#db/dialect.ts";
import type { Change } from "#db/outbox.ts";
import { insertRows, upsertRows } from "#db/rows.ts";
import { foldSightings } from "../fold/fold.ts";
import type { FoldedDocket, HeldSighting } from "../fold/fold.ts";
import { sightingOf } from "./sighting-body.ts";
import { writeCaseOf } from "./write-case.ts";
import { writeEntries } from "./write-entries.ts";
import type { EntriesWritten } from "./write-entries.ts";

export type Refolded = EntriesWritten & {
  readonly isChanged: boolean;
  /** Court, number, caption or days: what matters are made of. */
  readonly isCaseChanged: boolean;
};

/** Makes a docket anew of all that was said of it, and writes what came out otherwise than it is held. */
export async function refold(trx: Trx, id: string): Promise<Refolded> {
  const locked = trx.selectFrom("dockets").select(["content_hash"]).where("id", "=", id);
  const held = await (dialectOf(trx) === "postgres" ? locked.forUpdate() : locked).executeTakeFirstOrThrow();
  const rows = await trx
    .selectFrom("docket_sightings")
    .select(["id", "body"])
    .where("docket_id", "=", id)
    .orderBy("id")
    .execute();
  const folded = foldSightings(rows.map((row) => withoutPage(sightingOf(row.id, row.body))));
  const hash = createHash("sha256").update(JSON.stringify(folded)).digest("hex");
  if (held.content_hash === hash)
    return { ...(await writeEntries(trx, id, folded.entries)), isChanged: false, isCaseChanged: false };
  const isCaseChanged = await keepCase(trx, id, folded);
  await keepDocket(trx, id, folded, hash);
  const entries = await writeEntries(trx, id, folded.entries);
  const changes: Change[] = [{ kind: "docket", recordId: id, op: "upsert" }, ...entries.changes];
  return { ...entries, changes, isChanged: true, isCaseChanged };
}

/** Pages are long, and a docket may have hundreds of reports. */
function withoutPage(sighting: HeldSighting): HeldSighting {
  const { page: _, ...told } = sighting;
  return told;
}

async function keepCase(trx: Trx, id: string, folded: FoldedDocket): Promise<boolean> {
  const { courtId, docketNumber, facts } = folded;
  const before = await trx.selectFrom("dockets").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const now = [docketNumber, facts.caption, facts.dateFiled, facts.dateTerminated];
  const then = [before.docket_number, before.caption, before.date_filed, before.date_terminated];
  if (before.content_hash !== "" && JSON.stringify(now) === JSON.stringify(then)) return false;
  const { caption, dateFiled, dateTerminated } = facts;
  await writeCaseOf(trx, id, { courtId, docketNumber, caption, dateFiled, dateTerminated });
  return true;
}

async function keepDocket(trx: Trx, id: string, folded: FoldedDocket, content_hash: string): Promise<void> {
  const { courtId, facts, parties } = folded;
  await upsertRows(
    trx,
    "dockets",
    ["id"],
    [
      {
        id,
        court_id: courtId,
        docket_number: folded.docketNumber,
        caption: facts.caption,
        date_filed: facts.dateFiled,
        date_terminated: facts.dateTerminated,
        facts: JSON.stringify(facts),
        coverage: JSON.stringify(folded.coverage),
        freshness: JSON.stringify(folded.freshness),
        latest_entry_date: folded.freshness.latestEntryDate,
        content_hash,
      },
    ],
  );
  await upsertRows(
    trx,
    "docket_pacer_ids",
    ["court_id", "pacer_case_id"],
    folded.pacerCaseIds.map((pacer_case_id) => ({ court_id: courtId, pacer_case_id, docket_id: id })),
  );
  await trx.deleteFrom("docket_parties").where("docket_id", "=", id).execute();
  await insertRows(
    trx,
    "docket_parties",
    parties.map(({ name, type, ...details }, ordinal) => ({
      docket_id: id,
      ordinal,
      name,
      type,
      details: JSON.stringify(details),
    })),
  );
}
