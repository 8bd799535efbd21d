import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { describeEvent } from "../describe.ts";
import { citing } from "./citing-decision.fixture.ts";
import type { CitingDecision } from "./citing-decision.ts";
import { eventsIn } from "./events.ts";
import { beliefIn, EVIDENCE, evidenceIn } from "./evidence.ts";
import { endsDecision, warns } from "./judge.ts";

/** A decision of the Ninth Circuit is cited; the Supreme Court overrules it in `cedar` unless a test says otherwise. */
const HELD = { workId: "cedar", courtId: "scotus", date: "1985-01-01" };
const CEDAR = { workId: "cedar", courtId: "scotus", date: "1985-01-01", citation: "Cedar v. Dogwood, 470 U.S. 1" };
const acts: Partial<CitingDecision> = { ...CEDAR, treatment: "Overruled" };
const tells: Partial<CitingDecision> = {
  treatment: "Overruled",
  voice: "history",
  authoritative: false,
  manner: "phrase",
  chance: null,
  told: { name: "Cedar v. Dogwood, 470 U.S. 1", held: HELD },
};
const tellsOfNobody: Partial<CitingDecision> = { ...tells, manner: "sentence", told: null };

function eventOf(given: readonly Partial<CitingDecision>[]) {
  const events = eventsIn(given.map(citing));
  expect(events).toHaveLength(1);
  const [event] = events;
  if (event === undefined) throw new Error("no event");
  return event;
}

describe("what is evidence of one event is gathered", () => {
  test("under the one that acted, with those that tell of it, earliest first", () => {
    const event = eventOf([
      { ...tells, date: "1999-01-01", workId: "late" },
      acts,
      { ...tells, date: "1990-01-01", workId: "early" },
    ]);
    expect(event).toMatchObject({ actor: "cedar", category: "Overruled", isInPart: false });
    expect(event.own?.workId).toBe("cedar");
    expect(event.tellers.map(({ workId }) => workId)).toEqual(["early", "late"]);
  });

  test("whoever names nobody tells of the only event there is, if it was before", () => {
    expect(eventOf([acts, { ...tellsOfNobody, date: "1990-01-01" }]).tellers).toHaveLength(1);
    expect(eventsIn([acts, { ...tellsOfNobody, date: "1980-01-01" }].map(citing)).map(({ actor }) => actor)).toEqual([
      "cedar",
      null,
    ]);
  });

  test.each<[boolean, readonly Partial<CitingDecision>[]]>([
    [true, [{ ...acts, scope: "part" }, tells]],
    [false, [acts, { ...tells, scope: "part" }]],
    [true, [{ ...tells, scope: "other grounds" }]],
    [false, [tells, { ...tells, scope: "part" }]],
  ])("in part: %s, by what the actor says, else by what all tell", (isInPart, given) =>
    expect(eventOf(given).isInPart).toBe(isInPart),
  );

  test("nothing is no event, and neither is criticism or what a dissent says", () => {
    expect(
      eventsIn(
        [{}, { treatment: "Criticized" as const }, { ...acts, voice: "dissent" as const, authoritative: false }].map(
          citing,
        ),
      ),
    ).toEqual([]);
  });
});

/** How likely it is that any of the events happened. */
function total(all: readonly Partial<CitingDecision>[]): number {
  return 1 - eventsIn(all.map(citing)).reduce((doubt, { confidence }) => doubt * (1 - confidence), 1);
}

describe("an event is believed as its evidence deserves", () => {
  test("each kind of evidence has a belief between never and always", () => {
    for (const evidence of EVIDENCE) {
      expect(beliefIn(evidence)).toBeGreaterThan(0);
      expect(beliefIn(evidence)).toBeLessThan(1);
    }
    expect(beliefIn("account", {})).toBe(0.5);
    expect(beliefIn("account", { account: [16, 16] })).toBe(0.9);
    expect(beliefIn("account", { account: [4, 4] })).toBe(0.75);
  });

  test("more of it never makes it less likely", () => {
    const evidence = fc.constantFrom(acts, tells, tellsOfNobody, { ...tells, manner: "sentence" as const });
    fc.assert(
      fc.property(fc.array(evidence, { minLength: 1, maxLength: 6 }), evidence, (given, one) => {
        expect(total([...given, one])).toBeGreaterThanOrEqual(total(given) - 1e-9);
        for (const { confidence } of eventsIn(given.map(citing))) {
          expect(confidence).toBeGreaterThan(0);
          expect(confidence).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  test.each([
    ["own words, 95 or more", acts],
    ["own words, 50 or more", { ...acts, chance: 90 }],
    ["own words, 50 or more", { ...acts, chance: 60 }],
    ["own words, less sure", { ...acts, chance: 40 }],
    ["account", { ...acts, voice: "account", authoritative: false, chance: null }],
    ["phrase, actor named", tells],
    ["sentence", tellsOfNobody],
    [null, { ...acts, treatment: "Limited" }],
    [null, { ...acts, voice: "dissent", authoritative: false }],
  ] as const)("%s", (evidence, given) => expect(evidenceIn(citing(given))).toBe(evidence));
});

test.each<[boolean, string, readonly Partial<CitingDecision>[]]>([
  [true, "its own words", [acts]],
  [false, "its own words, read with little certainty", [{ ...acts, chance: 40 }]],
  [true, "those with a telling", [{ ...acts, chance: 40 }, tells]],
  [false, "a court that cannot", [{ ...acts, courtId: "ca2" }]],
  [true, "direct history, whatever the rank", [{ ...acts, treatment: "Vacated", courtId: "cand" }]],
  [false, "one telling of a lower court", [tells, CEDAR]],
  [true, "a later word of the court that acted", [{ ...tells, courtId: "scotus" }, CEDAR]],
  [false, "the same without a name", [{ ...tellsOfNobody, courtId: "scotus" }]],
  [true, "two tellings", [tells, tells]],
  [
    false,
    "two of a court that cannot",
    [tells, tells].map((one) => ({ ...one, told: { name: "", held: { ...HELD, courtId: "ca2" } } })),
  ],
  [false, "one sentence that names nobody", [tellsOfNobody]],
  [true, "two sentences of those it binds that name nobody", [tellsOfNobody, tellsOfNobody]],
  [
    false,
    "two of courts that it does not bind",
    [tellsOfNobody, tellsOfNobody].map((one) => ({ ...one, courtId: "ca2" })),
  ],
])("%s: %s", (ends, _, given) => expect(endsDecision(eventOf(given), "ca9")).toBe(ends));

test("the more decisions cite one, the surer it must be that it is gone", () => {
  const event = eventOf([{ ...acts, chance: 85 }]);
  expect(endsDecision(event, "ca9", 3)).toBe(true);
  expect(endsDecision(event, "ca9", 40)).toBe(false);
  expect(endsDecision(eventOf([acts]), "ca9", 40)).toBe(true);
  expect(warns(event, 40)).toBe(true);
  const unnamed = eventOf([tellsOfNobody, tellsOfNobody]);
  expect([endsDecision(unnamed, "ca9", 3), endsDecision(unnamed, "ca9", 40)]).toEqual([true, false]);
  const doubtful = eventOf([{ ...acts, chance: 60 }]);
  expect([warns(doubtful, 3), warns(doubtful, 40)]).toEqual([true, false]);
});

/** The event of these decisions in words, beside the one that acted or the first that says. */
function reasonOf(given: readonly Partial<CitingDecision>[], of: "own" | "teller"): string {
  const event = eventOf(given);
  const decision = of === "own" ? event.own : event.tellers[0];
  return decision === undefined ? "" : describeEvent(decision, event);
}

describe("an event in words", () => {
  const early = { ...tells, citation: "Elm v. Fir, 2 F.2d 1", courtId: "ca2", date: "1991-02-03" };

  test.each<[string, readonly Partial<CitingDecision>[], "own" | "teller"]>([
    ["The court overrules this decision.", [acts], "own"],
    ["The court overrules this decision in part.", [{ ...acts, scope: "part" }], "own"],
    ["The court overrules this decision, and Elm v. Fir, 2 F.2d 1 (2d Cir. 1991) says so.", [acts, early], "own"],
    [
      "The court overrules this decision, and 2 later decisions, the first Elm v. Fir, 2 F.2d 1 (2d Cir. 1991), say so.",
      [acts, { ...tells, date: "1999-01-01" }, early],
      "own",
    ],
    ["The court overrules this decision, as Elm v. Fir, 2 F.2d 1 (2d Cir. 1991) says.", [CEDAR, early], "own"],
    [
      "The opinion says that this decision was overruled by Cedar v. Dogwood, 470 U.S. 1.",
      [{ ...early, told: { name: "Cedar v. Dogwood, 470 U.S. 1", held: null } }],
      "teller",
    ],
  ])("%s", (reason, given, of) => expect(reasonOf(given, of)).toBe(reason));
});
