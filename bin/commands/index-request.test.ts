import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import type { Db } from "#db/connection.ts";
import { LeaseSeeker } from "#db/postgres/lease.ts";
import { clearRequest, isRequested } from "#projections/requests.ts";
import { describePostgres } from "#test/postgres.ts";
import { askServer } from "./index-request.ts";

const seekers: LeaseSeeker[] = [];
afterEach(async () => {
  for (const one of seekers.splice(0)) await one.close();
});

/** A process that may follow the records of a cluster. */
function mayFollow({ databaseUrl = "" }: Db): LeaseSeeker {
  const one = new LeaseSeeker({ databaseUrl, purpose: "index" });
  seekers.push(one);
  return one;
}

const placesOf = ({ dataDir, databaseUrl = "" }: Db) => ({
  dataDir,
  databaseUrl,
  searchUrls: ["http://127.0.0.1:1"],
});

const asked = async (db: Db): Promise<void> =>
  vi.waitFor(async () => expect(await isRequested(db, "rebuild")).toBe(true), 20_000);

describePostgres("what a process of a cluster is asked", (store) => {
  test("another does when the one that followed the records has gone", async () => {
    const db = await store.open();
    const lease = await mayFollow(db).seek();
    const answer = askServer(placesOf(db), db, "rebuild");
    await asked(db);
    await lease?.release();
    // As long as another takes to notice.
    await sleep(1_000);
    expect(await mayFollow(db).seek()).toBeDefined();
    expect(await isRequested(db, "rebuild", "opinions")).toBe(true);
    await clearRequest(db, "rebuild");
    await answer;
  });

  test("is asked of nobody any more when none takes its place", async () => {
    const db = await store.open();
    const lease = await mayFollow(db).seek();
    const answer = askServer(placesOf(db), db, "rebuild", { absent_ms_max: 600 });
    const refused = expect(answer).rejects.toMatchObject({ code: "unavailable", hint: "Run the command again." });
    await asked(db);
    await lease?.release();
    await refused;
    expect(await isRequested(db, "rebuild")).toBe(false);
  });
});
