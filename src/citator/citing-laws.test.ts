import { expect, test } from "vitest";
import { silentLogger as log } from "#base/log.ts";
import { citedLawKey } from "#citations/laws/law-key.ts";
import { transaction } from "#db/connection.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { addDecision } from "#test/records.ts";
import { createCitator } from "./citator.ts";
import { readInvalidating, readLawCiters } from "./citing-laws.ts";

const LAW = "18 U.S.C. § 9901";
const SAYINGS = [
  ["Alder v. Birch", "1950-01-01", `We hold that ${LAW} is unconstitutional. The judgment is affirmed.`],
  ["Cedar v. Dale", "1960-01-01", `In Alder, the Court held that ${LAW} was unconstitutional. We need not follow it.`],
  ["Elm v. Fir", "1970-01-01", `We uphold ${LAW}.`],
  ["Gale v. Holm", "1980-01-01", `He was convicted under ${LAW}.`],
] as const;

describeEachDatabase("what decisions do to provisions", (store) => {
  test("decisions come with what they do to a provision, and are narrowed by it", async () => {
    const db = await store.open();
    await transaction(db, async (trx) => {
      for (const [name, dateFiled, text] of SAYINGS)
        await addDecision(trx, { name, courtId: "scotus", dateFiled, texts: [text], citedAs: [] });
    });
    await createCitator({ db, log }).runUntilCaughtUp();
    const keys = [citedLawKey(LAW)];
    const page = { offset: 0, limit: 10 };
    const { citers } = await readLawCiters(db, keys, {}, page);
    expect(citers.map(({ caseName, treated }) => [caseName, treated])).toEqual([
      ["Gale v. Holm", null],
      ["Elm v. Fir", { treatment: "upheld", own: true, quote: SAYINGS[2][2] }],
      [
        "Cedar v. Dale",
        {
          treatment: "held_unconstitutional",
          own: false,
          quote: `In Alder, the Court held that ${LAW} was unconstitutional.`,
        },
      ],
      [
        "Alder v. Birch",
        { treatment: "held_unconstitutional", own: true, quote: `We hold that ${LAW} is unconstitutional.` },
      ],
    ]);
    const upheld = await readLawCiters(db, keys, { treatments: ["upheld"] }, page);
    expect([upheld.total, upheld.citers.map(({ caseName }) => caseName)]).toEqual([1, ["Elm v. Fir"]]);
    expect((await readInvalidating(db, keys, 5)).map(({ caseName }) => caseName)).toEqual(["Alder v. Birch"]);
  });
});
