import { expect, test } from "vitest";
import { readQueryAs } from "#search/read/query-forms.ts";
import { conditionsIn } from "./conditions.ts";

const told = (text: string): readonly string[] =>
  conditionsIn(text)?.conditions.map(({ kind, meaning, isSure }) => `${kind} ${meaning}${isSure ? "!" : ""}`) ?? [];
const rest = (text: string): string => conditionsIn(text)?.rest.replaceAll(/\s+/gu, " ").trim() ?? text;

test.each<readonly [string, readonly string[], string]>([
  ["pier fires in the second circuit", ["court 2d Cir.!"], "pier fires"],
  ["9th cir. pier fires", ["court 9th Cir.!"], "pier fires"],
  ["cases from the 5th circuit on wharves", ["court 5th Cir.!"], "on wharves"],
  ["second circuit decisions about wharves", ["court 2d Cir.!"], "about wharves"],
  ["first circuit First Amendment pier leafleting", ["court 1st Cir.!"], "First Amendment pier leafleting"],
  ["delaware chancery wharf appraisal", ["court Del. Ch.!"], "wharf appraisal"],
  ["wharf appraisal (Del. Ch. 2010)", ["court Del. Ch.!"], "wharf appraisal"],
  ["pier fires new york court of appeals", ["court N.Y.!"], "pier fires"],
  [
    "pier fires in the superior court of new jersey, appellate division",
    ["court N.J. Super. Ct. App. Div.!"],
    "pier fires",
  ],
  ["pier fires S.D.N.Y.", ["court S.D.N.Y.!"], "pier fires"],
  ["nd cal pier fires", ["court N.D. Cal.!"], "pier fires"],
  ["us supreme court on pier fires", ["court U.S.!"], "on pier fires"],
  ["pier fires in the tax court", ["court T.C.!"], "pier fires"],
  ["Ohio courts on pier fires", ["court courts of Ohio!"], "on pier fires"],
  ["pier fires, federal court in Puerto Rico", ["court federal courts of Puerto Rico!"], "pier fires,"],
  ["pier fires federal appeals court Boston", ["court 1st Cir.!"], "pier fires"],
  ["pier fires under Texas law", ["state Texas"], "pier fires under Texas law"],
  [
    "pier burned in the district of columbia",
    ["state District of Columbia"],
    "pier burned in the district of columbia",
  ],
  ["pier burned in Maine", ["state Maine"], "pier burned in Maine"],
  ["cases decided since 2015 on pier fires", ["date 2015-01-01 or later!"], "on pier fires"],
  ["pier fires since 2015", ["date 2015-01-01 or later"], "pier fires"],
  ["pier fires between 1990 and 1999", ["date 1990-01-01 to 1999-12-31"], "pier fires"],
  ["pier fires since May 2010", ["date 2010-05-01 or later"], "pier fires"],
  ["cases decided in May 2010 on pier fires", ["date 2010-05-01 to 2010-05-31!"], "on pier fires"],
  ["pier fires between Sept. 2010 and March 3, 2011", ["date 2010-09-01 to 2011-03-03"], "pier fires"],
  ["pier fires after January 31st, 2012", ["date 2012-02-01 or later"], "pier fires"],
  ["pier fires before July 2001", ["date 2001-06-30 or earlier"], "pier fires"],
  ["pier fires 1990s", ["date 1990-01-01 to 1999-12-31"], "pier fires"],
  ["pier fires before 1900", ["date 1899-12-31 or earlier"], "pier fires"],
  ["pier fires since 2015 9th Cir.", ["date 2015-01-01 or later", "court 9th Cir.!"], "pier fires"],
  ["dissent by Heron on pier fires", ["opinion dissent by Heron!"], "dissent by Heron on pier fires"],
  [
    "pier fires Justice Heron's concurrence",
    ["opinion concurrence by Heron!"],
    "pier fires Justice Heron's concurrence",
  ],
])("%s", (text, conditions, left) => {
  expect(told(text)).toEqual(conditions);
  expect(rest(text)).toBe(left);
});

test.each([
  "second circuit",
  "delaware chancery since 2015",
  "circuit split on pier fires",
  "the district court abused its discretion",
  "federal court sitting in diversity",
  "supreme court on wharves",
  "tax court deficiency notice for a wharf",
  "appeal from the second circuit about wharves",
  "removed to federal court after a pier fire",
  "the New York Times libel",
  "songs of the 1950s that were licensed",
  "he worked on the pier before 1977 and was paid",
  "burned in 2012",
  "burned in May 2012",
  "pier fires since February 30, 2012",
  "42 U.S.C. 1983 pier",
  "may an opinion by counsel be relied on",
])("%s says nothing of the decisions that are wanted", (text) => {
  expect(told(text)).toEqual([]);
});

test.each(["Heron v. Marsh, 2d Cir.", '"second circuit" AND pier', "12 F.3d 34 second circuit", "court:ca2 AND pier"])(
  "%s is read as it is",
  (text) => {
    const read = readQueryAs("opinions", text);
    expect(read.ok && read.value.conditions).toBeUndefined();
  },
);

test("the periods of a court's abbreviation do not make a long question a pasted passage", () => {
  const text =
    "my neighbour lit a fire on the pier where I keep my boat and it burned, can I make him pay for the boat (Del. Ch. 2010)";
  const read = readQueryAs("opinions", text);
  expect(read).toMatchObject({ ok: true, value: { conditions: [{ kind: "court", meaning: "Del. Ch." }] } });
});

test("what is said of courts is searched for as words where that is asked for", () => {
  const read = readQueryAs("opinions as typed", "pier fires in the second circuit");
  expect(read).toMatchObject({ ok: true, value: { words: ["pier", "fires", "in", "the", "second", "circuit"] } });
  expect(read.ok && read.value.conditions).toBeUndefined();
});
