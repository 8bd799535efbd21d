import type { DecisionDays } from "#cases/matters.ts";
import { reassignMatters } from "#cases/matters.ts";
import type { Trx } from "#db/connection.ts";
import { appendEvents } from "#db/events.ts";
import type { NewEvent } from "#db/events.ts";
import { appendOutbox } from "#db/outbox.ts";
import type { Change } from "#db/outbox.ts";
import { insertRows } from "#db/rows.ts";
import { docketIdOf } from "../ids.ts";
import type { DocketSighting } from "../model.ts";
import { mergeDockets } from "./merge.ts";
import { placeOf } from "./place.ts";
import { refold } from "./refold.ts";
import { bodyOf, sightingIdOf, sightingOf } from "./sighting-body.ts";
import { storable } from "./storable.ts";
import { addTally, noTally } from "./tally.ts";
import type { DocketTally } from "./tally.ts";
import { writeCaseOf } from "./write-case.ts";

/** What became of dockets, entries and filings. A sighting that says nothing new leaves its docket unchanged. */
export type DocketsWritten = {
  readonly dockets: DocketTally;
  readonly entries: DocketTally;
  readonly filings: DocketTally;
  /** The docket of each sighting, in the order given. */
  readonly ids: readonly string[];
};

/**
 * Takes in what sources say of dockets, makes each docket anew of all that was ever said of it, and tells the outbox of
 * dockets and filings that changed. The same said again changes nothing. Two dockets that a sighting shows to be one
 * become one. `daysOf` tells when the decisions of a case were made, so that docket and decisions find each other.
 * Call it last in a transaction, as `appendOutbox`.
 */
export async function writeDockets(
  trx: Trx,
  sightings: readonly DocketSighting[],
  daysOf: DecisionDays,
): Promise<DocketsWritten> {
  const changes: Change[] = [];
  const events: NewEvent<"docket_changed">[] = [];
  const written = { dockets: noTally(), entries: noTally(), filings: noTally() };
  const formerMatters: string[] = [];
  const merged = new Map<string, string>();
  const touched = new Map<string, boolean>();
  const placed: string[] = [];
  for (const sighting of sightings.map(storable)) {
    const { ids, sourceId } = await placeOf(trx, { ...sighting, caption: sighting.facts.caption ?? null });
    const id = ids[0] ?? (await createDocket(trx, sourceId, sighting));
    if (ids.length === 0) touched.set(id, true);
    for (const other of ids.slice(1)) {
      const gone = await mergeDockets(trx, id, other);
      changes.push(...gone.changes);
      formerMatters.push(...gone.matters);
      written.dockets.removed += 1;
      merged.set(other, id);
      touched.set(id, touched.get(id) ?? false);
      touched.delete(other);
    }
    placed.push(id);
    if (await keepSighting(trx, id, sighting)) touched.set(id, touched.get(id) ?? false);
    else if (!touched.has(id)) written.dockets.unchanged += 1;
  }
  const caseIds: string[] = [];
  for (const [id, isNew] of touched) {
    const outcome = await refold(trx, id);
    changes.push(...outcome.changes);
    events.push(...outcome.events);
    if (outcome.isCaseChanged) caseIds.push(id);
    written.dockets[isNew ? "added" : outcome.isChanged ? "updated" : "unchanged"] += 1;
    addTally(written.entries, outcome.entries);
    addTally(written.filings, outcome.filings);
  }
  if (caseIds.length > 0 || formerMatters.length > 0) await reassignMatters(trx, caseIds, daysOf, formerMatters);
  await appendEvents(trx, events);
  await appendOutbox(trx, changes);
  return { ...written, ids: placed.map((id) => lastOf(merged, id)) };
}

function lastOf(merged: ReadonlyMap<string, string>, id: string): string {
  let at = id;
  for (let next = merged.get(at); next !== undefined; next = merged.get(at)) at = next;
  return at;
}

/** A row for what follows to refer to; `refold` fills it. */
async function createDocket(trx: Trx, sourceId: string, sighting: DocketSighting): Promise<string> {
  const id = docketIdOf(sourceId);
  const { courtId, docketNumber, pacerCaseIds, facts } = sighting;
  const { caption = null, dateFiled = null, dateTerminated = null } = facts;
  await writeCaseOf(trx, id, { courtId, docketNumber, caption, dateFiled, dateTerminated }, sourceId);
  const row = { id, court_id: courtId, docket_number: docketNumber, caption: null, date_filed: null };
  const unknown = { date_terminated: null, facts: "{}", coverage: "{}", freshness: "{}", latest_entry_date: null };
  await insertRows(trx, "dockets", [{ ...row, ...unknown, content_hash: "" }]);
  await insertRows(
    trx,
    "docket_pacer_ids",
    pacerCaseIds.map((pacer_case_id) => ({ court_id: courtId, pacer_case_id, docket_id: id })),
  );
  return id;
}

/** Whether it says something that was not said before. */
async function keepSighting(trx: Trx, docketId: string, sighting: DocketSighting): Promise<boolean> {
  const id = sightingIdOf(sighting);
  const same = trx.selectFrom("docket_sightings").where("docket_id", "=", docketId).where("id", "=", id);
  if ((await same.select("id").executeTakeFirst()) !== undefined) {
    if (sighting.page !== undefined) await keepPage(trx, { docketId, id, page: sighting.page });
    return false;
  }
  const { kind, source, place, asOf, fetchedAt, billedPages, cost_cents } = sighting;
  const told = { kind, source, place, as_of: asOf, fetched_at: fetchedAt, billed_pages: billedPages, cost_cents };
  await insertRows(trx, "docket_sightings", [{ docket_id: docketId, id, ...told, body: bodyOf(sighting) }]);
  return true;
}

/** What was said before may have come without its page. */
async function keepPage(
  trx: Trx,
  { docketId, id, page }: { readonly docketId: string; readonly id: string; readonly page: string },
): Promise<void> {
  const held = trx.selectFrom("docket_sightings").where("docket_id", "=", docketId).where("id", "=", id);
  const { body } = await held.select("body").executeTakeFirstOrThrow();
  const { id: _, ...told } = sightingOf(id, body);
  if (told.page !== undefined) return;
  await trx
    .updateTable("docket_sightings")
    .set({ body: bodyOf({ ...told, page }) })
    .where("docket_id", "=", docketId)
    .where("id", "=", id)
    .execute();
}
