import { array, assert, integer, property } from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { silentLogger as log } from "#base/log.ts";
import { transaction } from "#db/connection.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { addDecision, idsOfDecision } from "#test/records.ts";
import { ENDLESS_CITATOR, ENDLESS_DECISION, ENDLESS_OPINIONS } from "#test/threads/endless-opinions.ts";
import { ReadingPool } from "./reading-pool.ts";
import { inRequests } from "./reading-requests.ts";
import { readStoredOpinions } from "./read-stored.ts";

describe("what reading threads are handed at once", () => {
  test("is bounded in number and characters, in order and complete", () => {
    assert(
      property(array(integer({ min: 0, max: 600_000 }), { maxLength: 80 }), (lengths) => {
        const ids = lengths.map((_, at) => String(at));
        const chars = new Map(ids.map((id, at) => [id, lengths[at] ?? 0]));
        const requests = inRequests(ids, chars);
        expect(requests.flat()).toEqual(ids);
        for (const request of requests) {
          const sum_chars = request.reduce((sum, id) => sum + (chars.get(id) ?? 0), 0);
          expect(request.length).toBeLessThanOrEqual(16);
          if (request.length > 1) expect(sum_chars).toBeLessThanOrEqual(500_000);
        }
        // Two neighbours would not have gone into one.
        for (const [at, request] of requests.slice(0, -1).entries()) {
          const [first = ""] = requests[at + 1] ?? [];
          const sum_chars = [...request, first].reduce((sum, id) => sum + (chars.get(id) ?? 0), 0);
          expect(request.length === 16 || sum_chars > 500_000).toBe(true);
        }
      }),
    );
  });
});

const SHORT = { name: "Cedar v. Dogwood", courtId: "scotus", dateFiled: "1960-01-01", citedAs: ["320 U.S. 1"] };
const LONG = { name: "Elm v. Fir", courtId: "scotus", dateFiled: "1970-01-01", citedAs: ["330 U.S. 1"] };
const ALDER = "We overrule Alder v. Birch, 310 U.S. 101 (1950).";
/** What is read from it is many times more than the heap below has room for. */
const HUGE = `${ALDER} `.repeat(180_000);
/** Enough for the modules of a thread and an opinion of common length. */
const SMALL_HEAP = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 24 };

describeEachDatabase("threads that read", (store) => {
  test(
    "an opinion for which a heap is too small is told, and those beside it are read",
    { timeout: 120_000 },
    async () => {
      const db = await store.open();
      await transaction(db, async (trx) => {
        await addDecision(trx, { ...SHORT, texts: [ALDER, ALDER] });
        await addDecision(trx, { ...LONG, texts: [HUGE] });
      });
      const short = idsOfDecision({ ...SHORT, texts: [ALDER, ALDER] }).opinionIds;
      const long = idsOfDecision({ ...LONG, texts: [""] }).opinionIds;
      const pool = new ReadingPool(db, 2, log, SMALL_HEAP);
      try {
        const outcomes = await pool.read([...short, ...long]);
        expect(outcomes.filter((outcome) => "cited" in outcome)).toEqual(await readStoredOpinions(db, short));
        expect(outcomes.filter((outcome) => "fault" in outcome)).toEqual([
          { opinionId: long[0], fault: "reading it takes more memory than a thread has" },
        ]);
        // Threads that have died are replaced.
        expect(await pool.read(short)).toEqual(await readStoredOpinions(db, short));
      } finally {
        await pool.close();
      }
    },
  );

  test("an opinion with which reading does not end is told, and those beside it are read", async () => {
    const db = await store.open();
    await transaction(db, async (trx) => {
      await addDecision(trx, { ...SHORT, texts: [ALDER, ALDER] });
      await addDecision(trx, ENDLESS_DECISION);
    });
    const short = idsOfDecision({ ...SHORT, texts: [ALDER, ALDER] }).opinionIds;
    const pool = new ReadingPool(db, 1, log, undefined, {
      request_ms_max: 200,
      opinion_ms_max: 10_000,
      file: ENDLESS_CITATOR,
    });
    onTestFinished(async () => pool.close());
    const outcomes = await pool.read([...ENDLESS_OPINIONS, ...short]);
    const read = outcomes.filter((outcome) => "cited" in outcome);
    expect(new Set(read.map(({ opinionId }) => opinionId))).toEqual(new Set(short));
    expect(outcomes.filter((outcome) => "fault" in outcome)).toEqual([
      { opinionId: ENDLESS_OPINIONS[0], fault: "reading it takes more time than it is given" },
    ]);
    const again = await pool.read(short);
    expect(new Set(again.map(({ opinionId }) => opinionId))).toEqual(new Set(short));
  });
});
