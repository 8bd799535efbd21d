import { expect, test } from "vitest";
import { silentLogger as log } from "#base/log.ts";
import { createCitator } from "#citator/citator.ts";
import { transaction } from "#db/connection.ts";
import { eventTurn } from "#jobs/event-turn.ts";
import { runTurns } from "#jobs/run-turns.ts";
import type { Turn } from "#jobs/run-turns.ts";
import { standingWatch } from "#test/jobs/standing-watch.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { addDecision } from "#test/records.ts";

describeEachDatabase("a consumer of a new file", (store) => {
  test("follows that a decision's standing has changed, by one line among the turns", async () => {
    const db = await store.open();
    const decide = async (name: string, page: number, year: number, text: string) =>
      transaction(db, async (trx) =>
        addDecision(trx, {
          name: `${name} v. Birch`,
          courtId: "scotus",
          dateFiled: `${year}-05-06`,
          citedAs: [`310 U.S. ${page}`],
          texts: [text],
        }),
      );
    const letters: string[] = [];
    const stop = new AbortController();
    const { workId } = await decide("Alder", 101, 1960, "Affirmed.");
    const later = [
      () => decide("Cedar", 102, 1970, "We follow Alder v. Birch, 310 U.S. 101 (1960)."),
      () => decide("Elm", 103, 1980, "We overrule Alder v. Birch, 310 U.S. 101 (1960)."),
    ];
    const citator: Turn = {
      name: "citator",
      take: async () => void (await createCitator({ db, log }).runUntilCaughtUp()),
    };
    const time: Turn = {
      name: "time",
      take: async () => {
        const next = later.shift();
        if (next === undefined) stop.abort();
        else await next();
      },
    };
    await runTurns([citator, eventTurn(db, standingWatch(new Set([workId]), letters), log), time], {
      db,
      log,
      signal: stop.signal,
      poll_ms: 1,
    });
    expect(letters).toEqual(["unknown -> Positive, undefined", "Positive -> Negative, Overruled"]);
  });
});
