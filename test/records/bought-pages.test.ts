import { expect, test } from "vitest";
import { readPage } from "#dockets/pages/pages.ts";
import type { DocketSighting } from "#dockets/model.ts";
import type { Bought } from "#records/purchases/purchasing.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { ASKER, enterCredentials, movableClock, newOccasion, openDesk, optIn } from "./desk.ts";
import { Simulator } from "./simulator/simulator.ts";
import { simCase } from "./simulator/world.ts";

const CASE = simCase("1234", 40);
const asker = ASKER;

/** What the reader of dockets makes of a page that was bought. */
function sightingOf({ purchase, content }: Bought): DocketSighting | undefined {
  const told = { source: "official", place: null, courtId: purchase.court, asOf: null, fetchedAt: purchase.begun_at };
  const read = readPage(Buffer.from(content.body).toString("utf8"), told);
  expect(read).toMatchObject({ kind: "record", page: "district_docket" });
  return read.kind === "record" ? read.sightings[0] : undefined;
}

describeEachDatabase("reports that were bought", (store) => {
  test("are read as dockets, with what was asked for on them and what they cost", async () => {
    const db = await store.open();
    const { clock } = movableClock();
    const simulator = await Simulator.start({ cases: [CASE], clock });
    await enterCredentials(db);
    await optIn(db, 10_000);
    const desk = openDesk(db, simulator, clock);
    try {
      const report = { court: "nysd", case: CASE, held: null, occasion: newOccasion() };
      const whole = sightingOf(await desk.docketReport(asker, { ...report, need: { kind: "whole" } }));
      expect(whole?.entries.map(({ number }) => number)).toEqual(CASE.entries.map(({ number }) => String(number)));
      expect(whole).toMatchObject({
        courtId: "nysd",
        cost_cents: simulator.bill[0]?.cents,
        billedPages: simulator.bill[0]?.pages,
      });
      expect(whole?.parties?.map(({ name }) => name)).toEqual(["Ansel Brook", "Marlow Freight Co."]);
      const range = sightingOf(
        await desk.docketReport(asker, { ...report, need: { kind: "entries", from: 5, to: 7 } }),
      );
      expect(range?.entries.map(({ number }) => number)).toEqual(["5", "6", "7"]);
    } finally {
      await simulator.stop();
    }
  });
});
