import { expect, onTestFinished, test } from "vitest";
import { silentLogger } from "#base/log.ts";
import { openRecords } from "#schema/open.ts";
import { newKeyText } from "#records/credentials/seal.ts";
import { enterCredentials, moneyOf, openDesk, optIn, ASKER } from "#test/records/desk.ts";
import { Simulator } from "#test/records/simulator/simulator.ts";
import { simCase } from "#test/records/simulator/world.ts";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfig } from "../settings.ts";
import { Ends } from "./ends.ts";
import { openServedRetrieval } from "./records-seat.ts";

async function records() {
  const dataDir = await mkdtemp(join(tmpdir(), "onpoint-seat-"));
  const db = await openRecords({ dataDir });
  onTestFinished(async () => {
    await db.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  return db;
}

test("nothing is asked of anyone unless the settings say so", async () => {
  const db = await records();
  const open = (settings: Readonly<Record<string, string>>) =>
    openServedRetrieval({ config: loadConfig(settings), log: silentLogger }, db, new Ends());
  expect(open({})).toBeUndefined();
  expect(open({ ONPOINT_RECORDS_KEY: newKeyText() })).toBeUndefined();
  expect(open({ ONPOINT_RECORDS_MONTHLY_CAP: "100" })).toBeUndefined();
  const archive = open({ ONPOINT_ARCHIVE: "yes" });
  expect(archive?.price({ kind: "report", courtId: "nysd", docketNumber: null })).toBeUndefined();
  const both = open({ ONPOINT_RECORDS_KEY: newKeyText(), ONPOINT_RECORDS_MONTHLY_CAP: "100" });
  expect(both?.price({ kind: "report", courtId: "nysd", docketNumber: null })?.atMost_cents).toBeGreaterThan(0);
  expect(both?.price({ kind: "report", courtId: "cal", docketNumber: null })).toBeUndefined();
});

test("what an earlier process left open of its purchases is settled at the start", async () => {
  const db = await records();
  const key = newKeyText();
  await enterCredentials(db, { key });
  await optIn(db, 1_000);
  const one = simCase("1234", 3);
  const simulator = await Simulator.start({ cases: [one] });
  onTestFinished(async () => simulator.stop());
  // Its process was at it long ago, and had no list of receipts to look at.
  const past = new Date(Date.now() - 3_600_000);
  const before = openDesk(db, simulator, () => past, { key, options: { receipts: null } });
  simulator.fault = (path) => (path.includes("doc1") && simulator.requests.length > 1 ? "cutAfter" : undefined);
  const documentId = one.entries[0]!.documents[0]!.documentId;
  const wanted = { court: "nysd", documentId, caseId: one.caseId, attachment: 0 };
  const asked = before.document(ASKER, { ...wanted, priced: { kind: "document", pages: null } });
  await expect(asked).rejects.toMatchObject({ why: "not_known_yet" });
  expect(await moneyOf(db, past)).toMatchObject({ held_cents: 300, used_cents: 0 });
  simulator.fault = () => undefined;
  const ends = new Ends();
  const config = loadConfig({
    ONPOINT_RECORDS_KEY: key,
    ONPOINT_RECORDS_MONTHLY_CAP: "100",
    ONPOINT_RECORDS_SIGN_IN_URL: simulator.url,
    ONPOINT_RECORDS_LOCATOR_URL: simulator.url,
    ONPOINT_RECORDS_COURT_URL: `${simulator.url}courts/{court}/`,
    ONPOINT_RECORDS_RECEIPTS_URL: `${simulator.url}billing`,
  });
  openServedRetrieval({ config, log: silentLogger }, db, ends);
  await ends.run();
  const states = await db.selectFrom("records_purchases").select("state").execute();
  expect(states).toEqual([{ state: "done" }]);
  expect(await moneyOf(db, past)).toMatchObject({ held_cents: 0, used_cents: simulator.total_cents });
});
