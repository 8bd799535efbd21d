import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { outboxEnd } from "#db/outbox.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { foldSightings } from "../fold/fold.ts";
import { SIGHTING_KINDS } from "../model.ts";
import { document, entry, sighting } from "../sightings.fixture.ts";
import { entriesOf } from "./read-entries.ts";
import { docketIdsAfter, docketsById } from "./read.ts";
import { refoldDockets } from "./refold-all.ts";
import { writeDockets } from "./write.ts";

const noDays = async () => new Map<string, readonly string[]>();
const COUNT = 45;

async function write(db: Db): Promise<void> {
  const sightings = Array.from({ length: COUNT }, (_, at) =>
    sighting({
      docketNumber: `1:20-cv-${String(at + 1).padStart(5, "0")}`,
      facts: { caption: `Heron v. No. ${at + 1}`, dateFiled: "2020-01-02" },
      entries: [entry("1", "COMPLAINT", { documents: [document(0)] }), entry(null, "Minute entry")],
    }),
  );
  await transaction(db, async (trx) => writeDockets(trx, sightings, noDays));
}

async function held(db: Db): Promise<unknown> {
  const dockets = await docketsById(db, await docketIdsAfter(db, "", COUNT));
  const entries = await Promise.all(dockets.map(async ({ id }) => entriesOf(db, id, { limit: 9 })));
  const hashes = await db.selectFrom("dockets").select(["id", "content_hash"]).orderBy("id").execute();
  return { dockets, entries, hashes };
}

/** As a program left one of them whose rules read the caption and an entry otherwise. */
async function makeOld(db: Db): Promise<void> {
  const [id = ""] = await docketIdsAfter(db, "", 1);
  await db.updateTable("dockets").set({ caption: "HERON", content_hash: "old" }).where("id", "=", id).execute();
  await db.updateTable("docket_entries").set({ description: "cut" }).where("docket_id", "=", id).execute();
}

describeEachDatabase("dockets that older rules folded", (store) => {
  test("are folded anew, and told to whoever follows", async () => {
    const db = await store.open();
    await write(db);
    const wanted = await held(db);
    await makeOld(db);
    expect(await held(db)).not.toEqual(wanted);
    const end = await outboxEnd(db);
    expect(await refoldDockets(db, noDays)).toEqual({ read: COUNT, changed: 1 });
    expect(await held(db)).toEqual(wanted);
    expect(await outboxEnd(db)).toBeGreaterThan(end);
  });

  test("are folded once for each change of the rules, and a run that was stopped is made again", async () => {
    const db = await store.open();
    await write(db);
    await makeOld(db);
    expect(await refoldDockets(db, noDays, AbortSignal.abort())).toEqual({ read: 0, changed: 0 });
    expect((await refoldDockets(db, noDays)).changed).toBe(1);
    const end = await outboxEnd(db);
    await makeOld(db);
    expect(await refoldDockets(db, noDays)).toEqual({ read: 0, changed: 0 });
    expect(await outboxEnd(db)).toBe(end);
  });
});

test("the rules make of sightings what they made", () => {
  const sightings = SIGHTING_KINDS.map((kind, at) => ({
    ...sighting({
      kind,
      asOf: `2020-06-0${at + 1}`,
      facts: { caption: `Alder v. Birch ${at}`, ...(at % 2 === 0 && { assignedTo: `Judge ${at}` }) },
      entries: [
        entry("1", `COMPLAINT, as ${kind} has it`, { documents: [document(0, { pageCount: at }), document(at)] }),
        entry(null, "Minute entry", { dateFiled: "2019-02-05" }),
        entry(String(at + 2), null, { shortDescription: "Order", pacerSeqNo: String(at) }),
      ],
    }),
    id: `s${at}`,
  }));
  const told = createHash("sha256")
    .update(JSON.stringify(foldSightings(sightings)))
    .digest("hex")
    .slice(0, 16);
  // Another hash wants a higher number of the derivation: stored dockets are then folded again.
  expect(told).toBe("bfcdb3b311663837");
});
