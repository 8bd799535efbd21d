import { deleteCases } from "#cases/store.ts";
import type { Trx } from "#db/connection.ts";
import type { Change } from "#db/outbox.ts";

/** Gives all that was said of `other` to `id` and removes `other`; `refold` of `id` must follow. */
export async function mergeDockets(
  trx: Trx,
  id: string,
  other: string,
): Promise<{ readonly changes: readonly Change[]; readonly matters: readonly string[] }> {
  const held = trx.selectFrom("docket_sightings").select("id").where("docket_id", "=", id);
  await trx.deleteFrom("docket_sightings").where("docket_id", "=", other).where("id", "in", held).execute();
  await trx.updateTable("docket_sightings").set({ docket_id: id }).where("docket_id", "=", other).execute();
  await trx.updateTable("docket_pacer_ids").set({ docket_id: id }).where("docket_id", "=", other).execute();
  // Their rows go with the docket; the words of a filing stay, and refold finds their filing again.
  await trx.updateTable("docket_entries").set({ docket_id: id, ordinal: -1 }).where("docket_id", "=", other).execute();
  await trx.updateTable("filings").set({ docket_id: id }).where("docket_id", "=", other).execute();
  await trx.deleteFrom("dockets").where("id", "=", other).execute();
  const matters = await deleteCases(trx, [other]);
  return { changes: [{ kind: "docket", recordId: other, op: "delete" }], matters };
}
