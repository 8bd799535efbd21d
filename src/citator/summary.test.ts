import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MANNERS, SCOPES, TREATMENTS, VOICES } from "./model.ts";
import { HISTORY_MAX, summarise, tallyOf, UNSEEN } from "./summary.ts";
import { citing } from "./standing/citing-decision.fixture.ts";
import type { CitingDecision, ToldActor } from "./standing/citing-decision.ts";
import { countedAs, placeAmong } from "./tally.ts";

describe("status", () => {
  test("unknown when the citator has not seen the opinion", () => {
    expect(summarise("ca9", [])).toEqual(UNSEEN);
    expect(UNSEEN.status).toBe("unknown");
  });

  test.each<[string, readonly Partial<CitingDecision>[]]>([
    ["Neutral", [{}]],
    ["Neutral", [{ treatment: "Explained" }]],
    ["Positive", [{}, { treatment: "Followed" }]],
    ["Caution", [{ treatment: "Followed" }, { treatment: "Distinguished" }]],
    ["Negative", [{ treatment: "Distinguished" }, { treatment: "Overruled" }]],
    ["Negative", [{ treatment: "Overruled", courtId: "scotus" }]],
    // A court cannot overrule what is not below it, but reversal and supersession need no rank of their own.
    ["Caution", [{ treatment: "Overruled", courtId: "ca2" }]],
    ["Caution", [{ treatment: "Abrogated", courtId: "cand" }]],
    ["Caution", [{ treatment: "Superseded by statute", courtId: "ca2" }]],
    ["Negative", [{ treatment: "Superseded by statute", courtId: "scotus" }]],
    ["Negative", [{ treatment: "Reversed", courtId: "ca2" }]],
    ["Negative", [{ treatment: "Vacated", courtId: "cand" }]],
    // Dissents, reported arguments: nothing. What is told of another's act: caution.
    ["Neutral", [{ treatment: "Overruled", voice: "dissent", authoritative: false }]],
    ["Neutral", [{ treatment: "Overruled", voice: "reported", authoritative: false }]],
    ["Neutral", [{ treatment: "Followed", voice: "concurrence", authoritative: false }]],
    ["Caution", [{ treatment: "Overruled", voice: "history", authoritative: false }]],
    ["Caution", [{ treatment: "Overruled", voice: "account", authoritative: false }]],
    ["Neutral", [{ treatment: "Affirmed", voice: "history", authoritative: false }]],
  ])("%s for %j", (status, decisions) => expect(summarise("ca9", decisions.map(citing)).status).toBe(status));

  test("Positive where those that rely on it are only counted", () => {
    const [cited, followed] = [citing({}), citing({ treatment: "Followed" })];
    expect(summarise("ca9", [cited], tallyOf("ca9", [cited, followed]))).toMatchObject({
      status: "Positive",
      citationCount: 2,
    });
  });
});

describe("what a separate opinion says that its own court does", () => {
  test("with the court's own act it is one event, alone it is one account", () => {
    const own = { workId: "elm", courtId: "ca9", treatment: "Overruled" as const };
    const account = { ...own, voice: "account" as const, authoritative: false };
    expect(summarise("ca9", [citing(own), citing(account)]).status).toBe("Negative");
    expect(summarise("ca9", [citing(account)]).status).toBe("Caution");
    // Two decisions whose dissents say so of their own courts are two events, each told once.
    expect(summarise("ca9", [citing(account), citing({ ...account, workId: "fir" })]).status).toBe("Caution");
  });

  test("what others tell of the same act is believed with it", () => {
    const account: Partial<CitingDecision> = {
      workId: "elm",
      treatment: "Overruled",
      voice: "account",
      authoritative: false,
    };
    const held = { workId: "elm", courtId: "ca9", date: "1985-01-01" };
    const telling: Partial<CitingDecision> = {
      treatment: "Overruled",
      voice: "history",
      authoritative: false,
      told: { name: "Elm v. Fir, 470 F.2d 1", held },
    };
    expect(summarise("ca9", [citing(account), citing(telling)]).status).toBe("Negative");
    expect(summarise("ca9", [citing({ ...telling, courtId: "ca2" })]).status).toBe("Caution");
    // A court's later word of its own act is as good as the act.
    expect(summarise("ca9", [citing(telling)]).status).toBe("Negative");
  });
});

describe("what is told of another decision's act", () => {
  const cedar = { workId: "cedar", courtId: "scotus", date: "1985-01-01" };
  const telling = (courtId: string, held: typeof cedar | null = cedar): Partial<CitingDecision> => ({
    treatment: "Overruled",
    voice: "history",
    authoritative: false,
    courtId,
    told: { name: "Cedar v. Dogwood, 470 U.S. 1", held },
  });

  test("two tellings are as good as the act, and the actor is listed, not those who tell", () => {
    const summary = summarise("ca9", [telling("ca2"), telling("ca5"), cedar].map(citing));
    expect(summary).toMatchObject({ status: "Negative", negative: 1, caution: 0 });
    expect(summary.history).toMatchObject([{ category: "Overruled", courtId: "scotus", bindingCourt: true }]);
    expect(summary.history[0]?.reason).toContain("2 later decisions");
  });

  test("one telling is caution, and names the actor", () => {
    expect(summarise("ca9", [telling("ca2"), cedar].map(citing))).toMatchObject({
      status: "Caution",
      history: [{ category: "Overruled", courtId: "scotus" }],
    });
  });

  test("tellers of an actor that is not held are believed together", () => {
    expect(summarise("ca9", [telling("ca2", null), telling("ca5", null)].map(citing)).status).toBe("Negative");
    expect(summarise("ca9", [telling("ca2", null)].map(citing)).status).toBe("Caution");
  });

  test("a court that does not bind is not believed to have overruled, however many tell of it", () => {
    const sister = { ...cedar, courtId: "ca2" };
    const decisions = [telling("ca3", sister), telling("ca5", sister), telling("ca8", sister), sister];
    expect(summarise("ca9", decisions.map(citing)).status).toBe("Caution");
  });
});

test("to be distinguished by few of many is no caution", () => {
  const many = Array.from({ length: 40 }, () => citing({}));
  const distinguished = Array.from({ length: 5 }, () => citing({ treatment: "Distinguished" }));
  expect(summarise("ca9", [...many, ...distinguished.slice(0, 1)])).toMatchObject({
    status: "Neutral",
    caution: 0,
    history: [],
  });
  expect(summarise("ca9", [...many, ...distinguished]).status).toBe("Caution");
});

describe("counts", () => {
  test("citing decisions, those with either treatment", () => {
    const decisions = [
      {},
      { treatment: "Overruled" as const, courtId: "ca2" },
      { treatment: "Limited" as const, courtId: "ca5" },
    ];
    expect(summarise("ca9", decisions.map(citing))).toMatchObject({
      citationCount: 3,
      negative: 0,
      caution: 2,
      more: 0,
    });
  });

  test("when binding citers exist, each counts distinct binding citers", () => {
    const decisions = [
      { treatment: "Overruled" as const, courtId: "scotus" },
      { treatment: "Limited" as const, courtId: "ca9" },
      { treatment: "Limited" as const, courtId: "ca2" },
      { treatment: "Criticized" as const, courtId: "ca5" },
    ];
    expect(summarise("ca9", decisions.map(citing))).toMatchObject({ citationCount: 4, negative: 1, caution: 1 });
  });

  test("more counts binding citers beyond the five listed, and no others", () => {
    const binding = Array.from({ length: 7 }, () => citing({ treatment: "Limited" }));
    const others = Array.from({ length: 4 }, () => citing({ treatment: "Limited", courtId: "ca2" }));
    expect(summarise("ca9", [...others, ...binding])).toMatchObject({ more: 2, caution: 7, history: { length: 5 } });
    expect(summarise("ca9", [...others, ...others.map(citing)])).toMatchObject({ more: 0, history: { length: 5 } });
  });
});

const listed = (decisions: readonly Partial<CitingDecision>[]): string[] =>
  summarise(
    "ca9",
    decisions.map((one, at) => citing({ ...one, opinionId: `${at}` })),
  ).history.map((entry) => entry.documentId);

describe("history", () => {
  test("binding courts first, then Negative before Caution, then court rank, then earliest first", () => {
    expect(
      listed([
        { treatment: "Limited", courtId: "ca2", date: "1950-01-01" },
        { treatment: "Limited", courtId: "ca9", date: "1995-01-01" },
        { treatment: "Overruled", courtId: "ca9", date: "1996-01-01" },
        { treatment: "Limited", courtId: "ca9", date: "1991-01-01" },
        { treatment: "Limited", courtId: "scotus", date: "1999-01-01" },
      ]),
    ).toEqual(["2", "4", "3", "1", "0"]);
  });

  test("a decision without a date comes last among its like", () => {
    expect(
      listed([
        { treatment: "Limited", date: null },
        { treatment: "Limited", date: "2020-01-01" },
      ]),
    ).toEqual(["1", "0"]);
  });

  test("decisions that only cite or follow are not listed", () => {
    expect(listed([{}, { treatment: "Followed" }, { treatment: "Explained" }])).toEqual([]);
  });
});

function toldActor(workId: string): ToldActor {
  const held = workId === "nowhere" ? null : { workId, courtId: "scotus", date: "1985-01-01" };
  return { name: `Cedar v. Dogwood, ${workId}`, held };
}

test("for any citers: the list is sorted, never longer than five, and does not depend on their order", () => {
  const decision = fc.record({
    courtId: fc.constantFrom("scotus", "ca9", "ca2", "cand", "cal"),
    treatment: fc.constantFrom(...TREATMENTS),
    voice: fc.constantFrom(...VOICES),
    date: fc.constantFrom("1990-01-01", "1991-01-01", null),
    scope: fc.constantFrom(...SCOPES),
    manner: fc.constantFrom(...MANNERS),
    chance: fc.constantFrom(50, 90, 99),
    // Some tell of one that is among them, some of one that is not.
    toldOf: fc.option(fc.constantFrom("work-a", "work-b", "nowhere")),
  });
  fc.assert(
    fc.property(fc.array(decision, { maxLength: 12 }), (given) => {
      const decisions = given.map(({ toldOf, ...one }, at) =>
        citing({
          ...one,
          ...(at < 2 && { workId: `work-${"ab"[at]}` }),
          authoritative: one.voice === "court",
          told: toldOf === null ? null : toldActor(toldOf),
        }),
      );
      const summary = summarise("ca9", decisions);
      expect(summarise("ca9", decisions.toReversed())).toEqual(summary);
      expect(summary.history.length).toBeLessThanOrEqual(5);
      const bindings = summary.history.map(({ bindingCourt }) => Number(!bindingCourt));
      expect(bindings).toEqual(bindings.toSorted((one, other) => one - other));
      expect(summary.negative > 0 || summary.caution > 0).toBe(summary.history.length > 0);
      expect(summary.status === "Negative" || summary.status === "Caution").toBe(summary.history.length > 0);
      expect(summary.citationCount).toBe(decisions.length);
    }),
  );
});

/** What must be told one by one: what ends the decision, whoever is told to have, and the first of the cautions. */
function telling(citedCourtId: string, all: readonly CitingDecision[]): CitingDecision[] {
  const order = (one: CitingDecision): string => `${placeAmong(one, citedCourtId)} ${one.opinionId}`;
  const inPlace = all.toSorted((one, other) => (order(one) < order(other) ? -1 : 1));
  const counting = (as: string): CitingDecision[] => inPlace.filter((one) => countedAs(one) === as);
  const ended = counting("ended");
  const actors = new Set(ended.map(({ told }) => told?.held?.workId));
  return [
    ...new Set([
      ...ended,
      ...all.filter(({ workId }) => actors.has(workId)),
      ...counting("cautioned").slice(0, HISTORY_MAX),
      ...counting("distinguished").slice(0, HISTORY_MAX),
    ]),
  ];
}

test("decisions that only count can be left out: the tally says the same of them", () => {
  const decision = fc.record({
    courtId: fc.constantFrom("scotus", "ca9", "ca2", "cal"),
    treatment: fc.oneof(
      fc.constantFrom(...TREATMENTS),
      fc.constantFrom("Distinguished" as const, "Limited" as const, "Overruled" as const, "Cited" as const),
    ),
    voice: fc.oneof(fc.constantFrom(...VOICES), fc.constantFrom("court" as const, "history" as const)),
    date: fc.constantFrom("1990-01-01", "1991-01-01", null),
    actor: fc.nat({ max: 30 }),
  });
  let leftOut = 0;
  fc.assert(
    fc.property(fc.array(decision, { minLength: 5, maxLength: 60 }), (given) => {
      const plain = given.map(({ courtId, treatment, voice, date }) =>
        citing({ courtId, treatment, voice, date, authoritative: voice === "court" }),
      );
      const all = plain.map((one, at): CitingDecision => {
        const actor = plain[given[at]?.actor ?? 0];
        if (one.voice !== "history") return one;
        return { ...one, told: { name: "Cedar v. Dogwood", held: actor === undefined ? null : { ...actor } } };
      });
      const told = telling("ca9", all);
      const inTold = [...told, ...all.filter((one) => !told.includes(one))];
      expect(summarise("ca9", told, tallyOf("ca9", all))).toEqual(summarise("ca9", inTold));
      leftOut += all.length - told.length;
    }),
  );
  expect(leftOut).toBeGreaterThan(300);
});
