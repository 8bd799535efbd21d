import { describe, expect, test } from "vitest";
import { checkBrief, readBrief } from "./check.ts";
import type { CheckRow } from "./check.ts";
import type { Citers } from "./citers.ts";
import type { PageBounds } from "./pin-check.ts";
import { extractCitations } from "./citations.ts";
import { nameAgreement } from "./name-agreement.ts";
import { keysToLookUp, resolveToStore } from "./store.ts";
import type { HeldDecision, Lookup } from "./store.ts";

function held(workId: string, caseName: string, courtId: string, dateFiled: string, citations: string[]): HeldDecision {
  const year = Number(dateFiled.slice(0, 4));
  const yearsFiled = { first: year, last: year };
  return { clusterId: `cluster of ${workId}`, workId, caseName, courtId, dateFiled, yearsFiled, citations };
}

const ELM = held("w1", "Elm v. Fir", "ca2", "1994-03-02", ["12 F.3d 34", "1994 WL 12"]);
const ELM_COPY = { ...ELM, clusterId: "another copy" };
const OAK = held("w2", "Oak v. Pine", "ca9", "1994-05-01", ["13 F.3d 35"]);
const ORDER_A = held("w3", "Ash v. Beech", "scotus", "1990-01-08", ["490 U.S. 1000"]);
const ORDER_B = held("w4", "Cypress v. Date", "scotus", "1990-01-08", ["490 U.S. 1000"]);

const RECORDS = new Map<string, HeldDecision[]>([
  ["12f3d34", [ELM, ELM_COPY]],
  ["13f3d35", [OAK]],
  ["490us1000", [ORDER_A, ORDER_B]],
  ["323us90", [{ ...held("w6", "Ivy v. Larch", "scotus", "1945-06-30", []), yearsFiled: { first: 1944, last: 1945 } }]],
  [
    "78us113",
    [{ ...held("w7", "Moss v. Nettle", "scotus", "1871-06-30", []), yearsFiled: { first: 1870, last: 1871 } }],
  ],
  ["1wash1", [held("w5", "Gum v. Hazel", "wash", "1890-01-01", ["1 Wash. 1"])]],
]);
const lookup: Lookup = (key) => RECORDS.get(key) ?? [];

function verdicts(text: string): string[] {
  return checkBrief(readBrief(text), lookup).map((row) => `${row.text}: ${row.verdictText}`);
}

const pages =
  (last: number | null): (() => PageBounds) =>
  () => ({ first: 34, last });

describe("checkBrief", () => {
  test.each<[string, string[]]>([
    ["Elm v. Fir, 12 F.3d 34, 36 (2d Cir. 1994)", ["12 F.3d 34: found"]],
    ["Elm v. Fir, 12 F.3d 34 (2d Cir. 1993)", ["12 F.3d 34: found; year differs: 1994"]],
    ["Ivy v. Larch, 323 U.S. 90 (1944)", ["323 U.S. 90: found"]],
    ["Ivy v. Larch, 323 U.S. 90 (1945)", ["323 U.S. 90: found"]],
    ["Ivy v. Larch, 323 U.S. 90 (1943)", ["323 U.S. 90: found; year differs: 1944 or 1945"]],
    ["Larch v. Maple, 12 F.3d 34 (2d Cir. 1994)", ["12 F.3d 34: found; name differs: Elm v. Fir"]],
    ["Elm v. Fir, 12 F.3d 34 (5th Cir. 1994)", ["12 F.3d 34: found; court differs: ca2"]],
    ["Elm v. Fir, 99 F.3d 34 (2d Cir. 1994)", ["99 F.3d 34: not held"]],
    ["Elm v. Fir, 9 Xyl. Rep. 34 (1994)", ["9 Xyl. Rep. 34: reporter unknown"]],
    ["490 U.S. 1000", ["490 U.S. 1000: ambiguous: 2 decisions fit"]],
    ["Ash v. Beech, 490 U.S. 1000 (1990)", ["490 U.S. 1000: found"]],
    ["Elm v. Fir, 590 U.S. ___ (2020)", ["590 U.S. ___: not checked: the page is left open"]],
    [
      "Elm v. Fir, 2013 WL 99 (S.D.N.Y. 2013)",
      ["2013 WL 99: not checked: a number of Westlaw, which only the vendor can confirm"],
    ],
    [
      "Elm v. Fir, 12 F.3d 34, 1994 WL 55 (2d Cir. 1994)",
      ["12 F.3d 34: found", "1994 WL 55: found by a citation printed beside it"],
    ],
    ["42 U.S.C. § 1983", ["42 U.S.C. § 1983: not checked: a statute, regulation or rule"]],
    ["Elm v. Fir, 12 F.3d 34 (2d Cir. 1994). Id. at 36.", ["12 F.3d 34: found", "Id. at 36: found"]],
    ["Id. at 36.", ["Id. at 36: not checked: the citation before it is not known"]],
    ["It falls under § 5(a) of the act.", ["§ 5(a): not checked: a section without its code"]],
    [
      "Elm v. Fir, 12 F.3d 34; Elm v. Gum, 13 F.3d 35. Elm, supra.",
      [
        "12 F.3d 34: found",
        "13 F.3d 35: found; name differs: Oak v. Pine",
        "supra: not checked: it could stand for 2 citations before it",
      ],
    ],
    ["1 Minn. L. Rev. 10", ["1 Minn. L. Rev. 10: not checked: a journal or another publication"]],
    [
      "Oak v. Ash, 9 Xyl. Rep. 34. Elm v. Fir, 12 F.3d 34 (2d Cir. 1994). Oak v. Ash, 8 Xyl. Rep. 5.",
      ["9 Xyl. Rep. 34: reporter unknown", "12 F.3d 34: found", "8 Xyl. Rep. 5: reporter unknown"],
    ],
    ["Oak v. Pine, 13 F.3d 35 (9th Cir. 1994)", ["13 F.3d 35: found"]],
  ])("%j", (text, wanted) => expect(verdicts(text)).toEqual(wanted));

  test("citers who agree on one year of an old term make the other no error, nor a third right", () => {
    const say = { works: 9, names: new Map(), years: new Map([[1871, 9]]), beside: new Map() };
    const years = [1869, 1870, 1871].map((year) => {
      const [row] = checkBrief(readBrief(`Moss v. Nettle, 78 U.S. 113 (${year})`), lookup, { citers: () => say });
      return row?.verdictText;
    });
    expect(years).toEqual(["found", "found", "found"].with(0, "found; year differs: 1871"));
  });

  describe("a decision that is not held", () => {
    const say = { works: 4, names: new Map([["Yew v. Zinnia", 4]]), years: new Map([[1938, 4]]), beside: new Map() };
    const rowsOf = (text: string, citers: Citers = () => say): CheckRow[] =>
      checkBrief(readBrief(text), lookup, { citers });

    test("is told as those who cite it know it", () => {
      const [row] = rowsOf("Yew v. Zinnia, 99 F.2d 34 (2d Cir. 1938)");
      expect(row).toMatchObject({ verdict: "not held", differences: [], candidates: [], standsFor: null, pin: null });
      expect(row?.verdictText).toBe("not held; 4 held decisions cite it as Yew v. Zinnia (1938)");
      expect(row?.knownByCiters).toEqual({ name: "Yew v. Zinnia", year: 1938, works: 4 });
    });

    test("has no year where its citers agree on none", () => {
      const [row] = rowsOf("Yew v. Zinnia, 99 F.2d 34", () => ({ ...say, years: new Map() }));
      expect(row?.verdictText).toBe("not held; 4 held decisions cite it as Yew v. Zinnia");
    });

    test("of an unknown reporter too is asked of those who cite it", () => {
      const [row] = rowsOf("Yew v. Zinnia, 9 Xyl. Rep. 34 (1988)", () => undefined);
      expect(row).toMatchObject({ verdict: "reporter unknown", impossible: null, knownByCiters: null });
    });

    test("is impossible where its series has no such volume, and then nothing is said of citers", () => {
      const [row] = rowsOf("Yew v. Zinnia, 9999 U.S. 34 (1988)");
      expect(row?.impossible).toMatch(/volume/u);
      expect(row?.verdictText).toBe(`not held; ${row?.impossible}`);
    });

    test("only a case can be impossible or known by citers", () => {
      for (const text of ["42 U.S.C. § 1983", "1 Minn. L. Rev. 10", "Id. at 4.", "Yew, supra, at 4."])
        for (const row of rowsOf(text)) expect(row).toMatchObject({ impossible: null, knownByCiters: null });
    });

    test("is not asked of citers when it is held", () => {
      const asked: string[] = [];
      const [row] = rowsOf("Oak v. Pine, 13 F.3d 35 (9th Cir. 1994)", (key) => {
        asked.push(key);
        return say;
      });
      expect(row).toMatchObject({ verdict: "found", knownByCiters: null, impossible: null });
    });
  });

  test("a page outside the decision is told with the pages it has, or the first alone", () => {
    const text = "Elm v. Fir, 12 F.3d 34, 99 (2d Cir. 1994)";
    const said = [60, null].map((last) => checkBrief(readBrief(text), lookup, { pages: pages(last) })[0]?.verdictText);
    expect(said[0]).toBe("found; pin differs: pages 34 to 60");
    const before = checkBrief(readBrief("Elm v. Fir, 12 F.3d 34, 20 (2d Cir. 1994)"), lookup, { pages: pages(null) });
    expect(before[0]?.verdictText).toBe("found; pin differs: pages from 34");
  });

  test("a docket number and a section say what they are, wherever they stand", () => {
    const said = verdicts("It falls under § 5(a) of the act. See No. 95-1234 (2d Cir. 1994). Id. at 3.");
    for (const line of said) expect(line).not.toContain("undefined");
    expect(said[0]).toBe("§ 5(a): not checked: a section without its code");
  });

  test("no verdict speaks of anything but facts", () => {
    const text = "Larch v. Maple, 12 F.3d 34 (5th Cir. 1950). Elm v. Fir, 9 Xyl. Rep. 34. Id. 490 U.S. 1000.";
    for (const row of checkBrief(readBrief(text), lookup))
      expect(row.verdictText).not.toMatch(/halluc|fake|invent|fabricat|bogus/iu);
  });

  test("a row says which citation a short form stands for and where it is in the text", () => {
    const text = "Elm v. Fir, 12 F.3d 34 (2d Cir. 1994). See Elm, 12 F.3d at 36.";
    const [, short] = checkBrief(readBrief(text), lookup);
    expect(short).toMatchObject({ kind: "short", standsFor: 0, decision: ELM });
    expect(text.slice(short?.span.start, short?.span.end)).toBe("12 F.3d at 36");
  });

  test("the keys to ask for come from the text alone", () => {
    expect(readBrief("Elm v. Fir, 12 F. 3d 34. Id. 1 Johnson 1 (1806).").keys).toEqual([
      "12f3d34",
      "1johnson1",
      "1johns1",
      "1nm(j)1",
    ]);
  });
});

describe("resolveToStore", () => {
  test("parallel citations that name one work outvote another work under one of them", () => {
    const other = held("w9", "Unlike v. Named", "scotus", "1994-01-01", ["5 U.S. 137"]);
    const own = held("w8", "Marten v. Mink", "scotus", "1803-02-24", ["5 U.S. 137", "2 L. Ed. 60"]);
    const records: Lookup = (key) => (key === "5us137" ? [other, own] : key === "2led60" ? [own] : []);
    const resolutions = resolveToStore(extractCitations("5 U.S. 137, 2 L. Ed. 60 (1803)"), records);
    expect(resolutions.map((one) => one.decision?.workId)).toEqual(["w8", "w8"]);
  });

  test("asks for every reporter an ambiguous form can stand for", () => {
    expect(keysToLookUp(extractCitations("1 Johnson 1"))).toContain("1johns1");
  });
});

test.each([
  ["Nat'l Elm Ass'n v. Fir", "National Elm Association v. Fir", 1],
  ["Elm v. Fir", "Elm v. Fir & Sons, Inc.", 1],
  ["U.S. v. Elm", "United States v. Elm", 1],
  ["United States v. Elm", "Elm v. United States", 1],
  ["Elm v. Fir", "Oak v. Pine", 0],
  ["Elm v. Larch", "Elm v. Pine", 0.5],
  ["Andersen v. Fir", "Anderson v. Fir", 1],
  ["In re Elm", "Matter of Elm", 1],
])("%s agrees with %s to %d", (cited, there, wanted) => expect(nameAgreement(cited, there)).toBeCloseTo(wanted));
