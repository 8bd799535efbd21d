import { describe, expect, test } from "vitest";

import { allCourts } from "./courts.ts";
import { appealChain, bindingDays, courtRank, isBinding, mustFollow } from "./hierarchy.ts";
import type { BindingOptions } from "./hierarchy.ts";

/** [deciding court, on court, binding?, what it shows, options]. */
const PAIRS: readonly (readonly [string, string, boolean, string, BindingOptions?])[] = [
  ["scotus", "ca9", true, "the Supreme Court binds courts of appeals"],
  ["scotus", "nysd", true, "and district courts"],
  ["scotus", "cal", true, "and state high courts on federal law"],
  ["scotus", "calsuperct", true, "and state trial courts on federal law"],
  ["scotus", "cal", false, "but not on state law", { federalQuestion: false }],
  [
    "scotus",
    "cand",
    true,
    "a federal court follows it on state law until the state speaks",
    { federalQuestion: false },
  ],
  ["scotus", "armfor", true, "and military courts"],
  ["scotus", "navajo", true, "and tribal courts on federal law"],
  ["scotus", "houseoflordsuk", false, "but no foreign court"],
  ["scotus", "scotus", true, "and itself"],
  ["ca9", "scotus", false, "a court of appeals does not bind upwards"],
  ["ca9", "ca9", true, "a court of appeals binds its later panels"],
  ["ca9", "cand", true, "its districts"],
  ["ca9", "canb", true, "their bankruptcy courts"],
  ["ca9", "bap9", true, "its bankruptcy appellate panel"],
  ["ca9", "gud", true, "its territorial courts"],
  ["ca9", "nmid", true, "the Northern Marianas lie in the Ninth Circuit"],
  ["ca9", "nysd", false, "but no other circuit's districts"],
  ["ca9", "ca2", false, "nor another circuit"],
  ["ca9", "cal", false, "nor a state's courts"],
  ["ca9", "calsuperct", false, "even on federal law"],
  ["ca2", "nysd", true, "S.D.N.Y. lies in the Second Circuit"],
  ["ca2", "vtd", true, "so does Vermont"],
  ["ca2", "njd", false, "New Jersey lies in the Third"],
  ["ca3", "vid", true, "and so do the Virgin Islands"],
  ["ca1", "prd", true, "Puerto Rico lies in the First"],
  ["ca1", "prsupreme", false, "but its own courts do not"],
  ["ca5", "txsd", true, "Texas lies in the Fifth"],
  ["ca5", "canalzoned", true, "so did the Canal Zone"],
  ["ca5", "ca11", true, "the old Fifth binds the Eleventh", { decided: "1979-06-01" }],
  ["ca5", "flsd", true, "and its districts", { decided: "1981-09-30" }],
  ["ca5", "ca11", false, "the new Fifth does not", { decided: "1981-10-01" }],
  ["ca5", "flsd", false, "nor without a date"],
  ["ca11", "flsd", true, "Florida lies in the Eleventh"],
  ["ca11", "txsd", false, "Texas does not"],
  ["ca10", "cod", true, "Colorado lies in the Tenth"],
  ["cadc", "dcd", true, "the D.C. Circuit binds its district"],
  ["cadc", "dc", false, "but not the local court of appeals"],
  ["dc", "supctdc", true, "which binds the Superior Court"],
  ["nysd", "nysb", true, "a district court reviews its bankruptcy court"],
  ["nysd", "nysd", true, "the same court may revisit its own point"],
  ["nysd", "nyed", false, "a district does not bind its neighbour"],
  ["nysd", "ca2", false, "nor its court of appeals"],
  ["bap9", "canb", true, "the panel reviews bankruptcy courts of its circuit"],
  ["bap9", "cand", false, "but not district courts"],
  ["bap9", "nysb", false, "nor other circuits' bankruptcy courts"],
  ["cafc", "uscfc", true, "the Federal Circuit binds the Court of Federal Claims"],
  ["cafc", "cit", true, "the Court of International Trade"],
  ["cafc", "cavc", true, "the veterans' court"],
  ["cafc", "bva", true, "and through it the Board of Veterans' Appeals"],
  ["cafc", "ptab", true, "the Patent Trial and Appeal Board"],
  ["cafc", "mspb", true, "the Merit Systems Protection Board"],
  ["cafc", "txed", false, "a district court is not on its line, whatever it hears"],
  ["cc", "cafc", true, "the Court of Claims lives on in the Federal Circuit"],
  ["ccpa", "uscfc", true, "and so does the C.C.P.A., downwards too"],
  ["ca7", "cit", false, "a regional circuit does not bind the trade court"],
  ["ca7", "tax", true, "each circuit may review the Tax Court"],
  ["cadc", "tax", true, "the D.C. Circuit too"],
  ["cafc", "tax", false, "but not the Federal Circuit"],
  ["bta", "tax", true, "the Board of Tax Appeals became the Tax Court"],
  ["ca9", "bia", true, "circuits review the Board of Immigration Appeals"],
  ["cavc", "bva", true, "the veterans' court reviews the Board"],
  ["armfor", "acca", true, "C.A.A.F. binds the Army court"],
  ["armfor", "afcca", true, "and the Air Force court"],
  ["acca", "afcca", false, "the service courts do not bind each other"],
  ["cma", "armfor", true, "the Court of Military Appeals was renamed"],
  ["cma", "nmcca", true, "and binds below through its successor"],
  ["ca4", "armfor", false, "no circuit binds the military courts"],
  ["fiscr", "fisc", true, "the review court binds the surveillance court"],
  ["ccpa", "cusc", true, "the Customs Court's appeals went to the C.C.P.A."],
  ["cal", "calctapp", true, "a state high court binds its court of appeal"],
  ["cal", "calctapp4d", true, "each of its districts"],
  ["cal", "calsuppctla", true, "and trial courts by county"],
  ["calctapp", "calsuperct", true, "the court of appeal binds trial courts"],
  ["calctapp2d", "calsuppctsf", true, "whichever district decided"],
  ["calctapp", "cal", false, "not the high court"],
  ["cal", "nev", false, "no state binds another"],
  ["cal", "cand", false, "nor the federal courts on federal law"],
  ["cal", "cand", true, "but on its own law it does", { federalQuestion: false }],
  ["cal", "ca9", true, "even the court of appeals", { federalQuestion: false }],
  ["calctapp", "ca9", false, "an intermediate court's reading is only evidence", { federalQuestion: false }],
  ["ny", "nyappdiv", true, "New York: Court of Appeals over Appellate Division"],
  ["nyappdiv", "nysupct", true, "over Supreme Court"],
  ["nyappdiv", "nysupctjffrsn", true, "in every county"],
  ["nyappterm", "nycivct", true, "Appellate Term over Civil Court"],
  ["nysupct", "nyappdiv", false, "Supreme Court is the trial court"],
  ["tex", "texapp", true, "Texas has two high courts"],
  ["texcrimapp", "texapp", true, "over one intermediate court"],
  ["texcrimapp", "tex", false, "neither binds the other"],
  ["oklacrimapp", "okladistct", true, "and so has Oklahoma"],
  ["okla", "oklacivapp", true, "whose civil appeals go to the Supreme Court"],
  ["oklacrimapp", "oklacivapp", false, "only"],
  ["pacommwct", "pactcomplallegh", true, "Pennsylvania: two intermediate courts over Common Pleas"],
  ["pa", "pasuperct", true, "and one high court over both"],
  ["pasuperct", "pacommwct", false, "which do not bind each other"],
  ["njsuperctappdiv", "njsuper", true, "New Jersey: Appellate Division over Law and Chancery"],
  ["del", "delch", true, "Delaware: Supreme Court over Chancery"],
  ["ohctapp5guernse", "ohctapp5stark", true, "a county seat speaks for its appellate district"],
  ["kyctapphigh", "ky", true, "Kentucky's high court before 1976 was its Court of Appeals"],
  ["kyctapp", "ky", false, "the Court of Appeals of today is below"],
  ["guam", "superctguam", true, "Guam's own line"],
  ["gud", "guam", false, "apart from its federal court"],
  ["virginislands", "visuper", true, "the Virgin Islands' own line"],
  ["navajo", "navajodistct", true, "a tribal line"],
  ["nosuchcourt", "ca9", false, "unknown courts bind none"],
];

describe("isBinding", () => {
  for (const [courtId, onCourtId, expected, shows, options] of PAIRS) {
    test(`${courtId} on ${onCourtId}: ${expected} (${shows})`, () => {
      expect(isBinding(courtId, onCourtId, options)).toBe(expected);
    });
  }

  test("the table is as long as it must be", () => {
    expect(PAIRS.length).toBeGreaterThanOrEqual(60);
  });

  test("every court in use below the Supreme Court is bound by it, and none binds it", () => {
    const courts = allCourts().filter((court) => court.inUse && court.level !== "other" && court.id !== "scotus");
    expect(courts.length).toBeGreaterThan(1000);
    for (const court of courts) {
      if (court.jurisdiction === "International") continue;
      expect(isBinding("scotus", court.id), court.id).toBe(true);
      expect(isBinding(court.id, "scotus"), court.id).toBe(false);
    }
  });
});

describe("what must be followed", () => {
  test.each<readonly [string, string, boolean, string]>([
    ["nysd", "nysd", false, "a district judge is not bound by a colleague"],
    ["nysd", "nyed", false, "nor by another district"],
    ["nysd", "nysb", false, "nor is a bankruptcy judge"],
    ["ca2", "nysd", true, "but by the court of appeals"],
    ["ca2", "ca2", true, "whose panels are bound by earlier ones"],
    ["scotus", "nysd", true, "and by the Supreme Court"],
    ["uscfc", "uscfc", false, "judges of the Court of Federal Claims do not bind each other"],
    ["cit", "cit", false, "nor those of the trade court"],
    ["tax", "tax", true, "the Tax Court goes by its own precedents"],
    ["cc", "cafc", true, "the Court of Claims binds the Federal Circuit"],
    ["cc", "uscfc", true, "and the court below it"],
    ["nysb", "nysb", false, "a bankruptcy judge binds nobody"],
    ["bap9", "canb", true, "but the panel does"],
    ["nysupct", "nysupct", false, "a state's trial court does not bind itself"],
    ["nyappdiv", "nysupct", true, "its court of appeal does"],
    ["calsuperct", "calsuppctsf", false, "nor one county another"],
    ["cal", "cal", true, "a high court does"],
  ])("%s -> %s is %s: %s", (court, onCourt, expected) => {
    expect(mustFollow(court, onCourt)).toBe(expected);
  });

  test("it is never said where the decision could not count there", () => {
    const courts = allCourts().map(({ id }) => id);
    const pairs = courts.flatMap((one, at) => [at, at * 7, at * 31].map((to) => [one, courts[to % courts.length]!]));
    expect(pairs.length).toBeGreaterThan(3000);
    for (const [one, other] of pairs)
      if (mustFollow(one!, other!)) expect(isBinding(one!, other!), `${one} ${other}`).toBe(true);
  });
});

describe("appealChain", () => {
  test.each([
    ["nysb", ["nysd", "ca2", "scotus"]],
    ["canb", ["cand", "bap9", "ca9", "scotus"]],
    ["bva", ["cavc", "cafc", "scotus"]],
    ["nycivct", ["nyappterm", "nyappdiv", "ny", "scotus"]],
    ["scotus", []],
    ["nosuchcourt", []],
  ])("%s", (courtId, chain) => {
    expect(appealChain(courtId)).toEqual(chain);
  });
});

describe("courtRank", () => {
  test("orders courts from high to low", () => {
    const ids = ["scotus", "ca2", "armfor", "ny", "ccpa", "nyappdiv", "nysd", "nysupct", "navajo", "bva"];
    expect(ids.toSorted((a, b) => courtRank(a) - courtRank(b))).toEqual(ids);
    expect(courtRank("nysb")).toBe(9);
    expect(courtRank("nosuchcourt")).toBe(99);
  });

  test("a court never ranks above the courts it is reviewed by", () => {
    for (const court of allCourts()) {
      for (const above of court.appealsTo) {
        expect(courtRank(above), `${court.id} -> ${above}`).toBeLessThanOrEqual(courtRank(court.id));
      }
    }
  });
});

test("the days on which a court binds are those of which it is so", () => {
  const ids = ["ca5", "ca11", "scotus", "cc", "cafc", "ptab", "bpai", "flsd", "fla", "kyctapphigh", "ky", "ca9"];
  const days = [
    "1790-01-01",
    "1942-10-21",
    "1975-12-31",
    "1981-09-30",
    "1981-10-01",
    "1982-09-30",
    "2012-09-15",
    "2026-01-01",
  ];
  let dated = 0;
  for (const court of ids) {
    for (const on of ids) {
      const { until, undated } = bindingDays(court, on);
      expect(undated, `${court} on ${on}`).toBe(mustFollow(court, on));
      if (until !== null && until < "9999") dated += 1;
      for (const decided of days) {
        expect(until !== null && decided <= until, `${court} on ${on}, ${decided}`).toBe(
          mustFollow(court, on, { decided }),
        );
      }
    }
  }
  expect(dated).toBeGreaterThan(2);
});
