import { assert as holds, constantFrom, infiniteStream, nat, oneof, property, string } from "fast-check";
import { describe, expect, test } from "vitest";

import {
  allCourts,
  courtByCitationText,
  courtById,
  courtsByAbbreviation,
  isSameCourt,
  JURISDICTIONS,
  resolveCourt,
  resolveCourtNamed,
  satAt,
} from "./courts.ts";
import type { CitationTextOptions } from "./courts.ts";

function idsOf(text: string, options = {}): string[] {
  const found = resolveCourt(text, options);
  return found.ok ? found.value.map((court) => court.id) : [];
}

describe("the table", () => {
  const courts = allCourts();

  test("has unique ids and names, and courts of every jurisdiction", () => {
    expect(courts.length).toBeGreaterThan(2800);
    expect(new Set(courts.map((court) => court.id)).size).toBe(courts.length);
    expect(new Set(courts.map((court) => court.fullName)).size).toBe(courts.length);
    const used = new Set(courts.map((court) => court.jurisdiction));
    // A tribal body that is no court of any level would be plain `Tribal`; the table has none yet.
    expect(JURISDICTIONS.filter((jurisdiction) => !used.has(jurisdiction))).toEqual(["Tribal"]);
  });

  test("cells are trimmed, dates are dates and in order, ids exist", () => {
    for (const court of courts) {
      for (const name of [court.id, court.fullName, court.abbreviation, court.state, ...court.variants]) {
        expect(name, court.id).toBe(name.trim());
        expect(name, court.id).not.toBe("");
      }
      for (const date of [court.startDate, court.endDate])
        expect(date ?? "2000-01-01", court.id).toMatch(/^\d{4}-\d\d-\d\d$/u);
      if (court.startDate !== null && court.endDate !== null)
        expect(court.startDate <= court.endDate, court.id).toBe(true);
      for (const id of [...court.appealsTo, court.partOf ?? "scotus"]) expect(courtById(id)?.id, court.id).toBe(id);
      if (court.inUse && court.state !== "Federal") expect(court.endDate, court.id).toBeNull();
    }
  });

  test("abbreviations are shared only by courts of different times", () => {
    const sharers = courts.filter((court) => courtsByAbbreviation(court.abbreviation).length > 1);
    expect(sharers.map((court) => court.id).sort()).toEqual(["kyctapp", "kyctapphigh", "mdcirct", "mdcirctct"]);
  });

  test("every federal district and bankruptcy court in use has a circuit, a review court and a records code", () => {
    const kinds = new Set(["Federal District", "Federal Bankruptcy"]);
    const federal = courts.filter((court) => kinds.has(court.jurisdiction) && court.inUse && court.id !== "usdistct");
    expect(federal.filter((court) => court.jurisdiction === "Federal District").length).toBe(94);
    for (const court of federal) {
      expect(court.circuit, court.id).not.toBeNull();
      expect(court.appealsTo.length, court.id).toBeGreaterThan(0);
      expect(court.federalRecordsCourtId, court.id).toMatch(/^[a-z]{2,5}$/u);
    }
  });

  test("every state has a high court and a trial court", () => {
    const states = new Set(
      courts.filter((court) => court.jurisdiction.startsWith("State")).map((court) => court.state),
    );
    states.delete("Dakota Territory");
    expect(states.size).toBe(51);
    for (const state of states) {
      const inUse = courts.filter((court) => court.state === state && court.inUse);
      expect(
        inUse.some((court) => court.jurisdiction === "State Supreme"),
        state,
      ).toBe(true);
      expect(
        inUse.some((court) => court.level === "trial"),
        state,
      ).toBe(true);
    }
  });

  test("no line of appeal turns back on itself", () => {
    for (const court of courts) {
      let step: readonly string[] = court.appealsTo;
      for (let depth = 0; step.length > 0; depth += 1) {
        expect(depth, court.id).toBeLessThan(8);
        step = step.flatMap((id) => courtById(id)?.appealsTo ?? []);
      }
    }
  });
});

describe("resolveCourt", () => {
  test.each([
    ["ca9", ["ca9"]],
    ["CA9", ["ca9"]],
    ["9th Cir.", ["ca9"]],
    ["9TH CIR", ["ca9"]],
    ["Ninth Circuit", ["ca9"]],
    ["9th Circuit", ["ca9"]],
    ["U.S. Court of Appeals for the Ninth Circuit", ["ca9"]],
    ["Circuit Court of Appeals, Ninth Circuit", ["ca9"]],
    ["2nd Cir.", ["ca2"]],
    ["3rd Circuit", ["ca3"]],
    ["D.C. Cir.", ["cadc"]],
    ["Fed. Cir.", ["cafc"]],
    ["SCOTUS", ["scotus"]],
    ["U.S.", ["scotus"]],
    ["Supreme Court of the United States", ["scotus"]],
    ["S.D.N.Y.", ["nysd"]],
    ["S. D. N. Y.", ["nysd"]],
    ["sdny", ["nysd"]],
    ["Southern District of New York", ["nysd"]],
    ["U.S. District Court for the Southern District of New York", ["nysd"]],
    ["District Court, S.D. New York", ["nysd"]],
    ["U S District Court S D N Y", ["nysd"]],
    ["United States District Court, N.D. California, San Jose Division", ["cand"]],
    ["United States District Court, Northern District of Ohio, Eastern Division", ["ohnd"]],
    ["D. Or.", ["ord"]],
    ["U.S. District Court, D. Oregon", ["ord"]],
    ["N.D. W. Va.", ["wvnd"]],
    ["Bankr. S.D.N.Y.", ["nysb"]],
    ["United States Bankruptcy Court, S.D. New York", ["nysb"]],
    ["B.A.P. 9th Cir.", ["bap9"]],
    ["Cal.", ["cal"]],
    ["California Supreme Court", ["cal"]],
    ["Supreme Court of California", ["cal"]],
    ["Cal. Ct. App.", ["calctapp"]],
    ["Mass. App. Ct.", ["massappct"]],
    ["Supreme Judicial Court of Massachusetts", ["mass"]],
    ["New York Court of Appeals", ["ny"]],
    ["N.Y. Sup. Ct.", ["nysupct"]],
    ["New York Supreme Court, Appellate Division", ["nyappdiv"]],
    ["Surrogate's Court, Kings County", ["nysurctkings"]],
    ["Ohio Ct. App. 8th Dist.", ["ohctapp8"]],
    ["T.C.", ["tax"]],
    ["U.S. Tax Court", ["tax"]],
    ["United States Claims Court", ["uscfc"]],
    ["C.C.S.D.N.Y.", ["circtsdny"]],
    ["Nothern District of Illinois", ["ilnd"]],
    ["U.S. Dist. Ct.", ["usdistct"]],
    ["District Court of the United States", ["usdistct"]],
    ["Adams County Court of Common Pleas", ["ohctcompladams", "pactcompladams"]],
  ])("%s", (text, expected) => {
    expect(idsOf(text).sort()).toEqual(expected);
  });

  test("a state picks among courts of one name", () => {
    expect(idsOf("Adams County Court of Common Pleas", { state: "Ohio" })).toEqual(["ohctcompladams"]);
    expect(idsOf("District of Oregon", { state: "Federal" })).toEqual(["ord"]);
  });

  test("a year picks among courts of different times", () => {
    expect(idsOf("Kentucky Court of Appeals", { year: 1950 })).toEqual(["kyctapphigh"]);
    expect(idsOf("Kentucky Court of Appeals", { year: 1990 })).toEqual(["kyctapp"]);
    expect(idsOf("Kentucky Court of Appeals")).toEqual(["kyctapp"]);
  });

  test.each([
    ["9th Cirr.", "ca9"],
    ["Southern Distict of New Yrok", "nysd"],
    ["Tax Cuort", "tax"],
    ["D. Col.", "cod"],
    ["Bankr. D. Coll.", "cob"],
  ])("suggests for %s", (text, suggestion) => {
    const found = resolveCourt(text);
    expect(found.ok).toBe(false);
    if (!found.ok) expect(found.error.suggestions.map((court) => court.id)).toContain(suggestion);
  });

  test.each([
    "",
    "  ",
    "zzzzzz",
    "D. Xyz.",
    "Bankr. D. Xyz.",
    "U.S. District Court, Foo City",
    "Smith v. Jones",
    "x".repeat(5000),
    "'; DROP TABLE courts; --",
    "\u0000",
    "....",
    "(((",
  ])("names no court: %j", (text) => {
    expect(resolveCourt(text).ok).toBe(false);
  });
});

describe("any text", () => {
  const federal = allCourts().filter((court) => court.state === "Federal" && court.abbreviation.includes("."));

  test("case, spaces and periods of an abbreviation do not matter", () => {
    holds(
      property(constantFrom(...federal), infiniteStream(nat(3)), (court, choices) => {
        const spelled = court.abbreviation
          .split("")
          .map((letter) => respell(letter, Number(choices.next().value)))
          .join("");
        expect(courtsByAbbreviation(spelled)).toContain(court);
      }),
      { numRuns: 300 },
    );
  });

  test("nothing makes the resolvers throw", () => {
    holds(
      property(oneof(string(), string({ unit: "binary" }), string({ maxLength: 400 })), (text) => {
        const found = resolveCourt(text);
        expect(found.ok ? found.value.length : 1).toBeGreaterThan(0);
        courtByCitationText(text);
        resolveCourtNamed({ name: text, jurisdictionName: "Ohio" });
      }),
      { numRuns: 30 },
    );
  });
});

function respell(letter: string, choice: number): string {
  if (letter === ".") return choice % 2 === 0 ? "." : "";
  if (letter === " ") return choice === 0 ? "  " : " ";
  return choice === 1 ? letter.toUpperCase() : letter.toLowerCase();
}

describe("courtByCitationText", () => {
  test.each<[string, string | null, CitationTextOptions?]>([
    ["9th Cir. 1998", "ca9"],
    ["(9th Cir. 1998)", "ca9"],
    ["2d Cir. Mar. 3, 2004", "ca2"],
    ["S.D.N.Y. 2001", "nysd"],
    ["SDNY", "nysd"],
    ["CA9 1998", "ca9"],
    ["5th Cir. Unit B 1981", "ca5"],
    ["D.D.C. 1999", "dcd"],
    ["D.C. 1999", "dc"],
    ["D.C. Ct. App. 1999", "dc"],
    ["Cal. Ct. App. 2d Dist. 1999", "calctapp"],
    ["N.Y. App. Div. 1st Dep't 1999", "nyappdiv"],
    ["Tex. App.\u2014Houston [14th Dist.] 1999, no pet.", "texapp"],
    ["La. App. 1 Cir. 1998", "lactapp"],
    ["La. 1998", "la"],
    ["Fla. 3d DCA 1999", "fladistctapp3"],
    ["Pa. Super. 1999", "pasuperct"],
    ["Ky. 1950", "kyctapphigh"],
    ["Ky. 1990", "ky"],
    ["Ky. Ct. App. 1950", "kyctapphigh"],
    ["Ky. Ct. App. 1980", "kyctapp"],
    ["U.S. District Court for the Southern District of New York", "nysd"],
    ["Bkrtcy.N.D.Ohio 1985", "ohnb"],
    ["Bkrtcy., D.Colo. 1982", "cob"],
    ["C.A. 1, 1955", "ca1"],
    ["C.C.A. 2, 1935", "ca2"],
    ["5 Cir., 1960", "ca5"],
    ["D.C.P.R., 1955", "prd"],
    ["D.C.S.D.N.Y. 1938", "nysd"],
    ["D.C. Cir. 1990", "cadc"],
    ["E.D.Penn. 1990", "paed"],
    ["Ala.Cr.App. 1985", "alacrimapp"],
    ["App. Div. 1977", null],
    ["App. Div. 1977", "njsuperctappdiv", { reporterHint: "N.J. Super." }],
    ["App. Div. 1977", "nyappdiv", { reporterHint: "N.Y.S.2d" }],
    ["2d Dep't 1999", "nyappdiv", { reporterHint: "A.D.2d" }],
    ["Ct. App. 1990", "ohioctapp", { reporterHint: "Ohio App. 3d" }],
    ["en banc", null],
    ["quoting Smith v. Jones", null],
    ["Ohio Something 1999", null],
    ["1973", null],
    ["1973", "scotus", { reporterHint: "U.S." }],
    ["1973", "scotus", { reporterHint: "S. Ct." }],
    ["1973", "scotus", { reporterHint: "L. Ed. 2d" }],
    ["1996", "cal", { reporterHint: "Cal. 4th" }],
    ["1996", "ny", { reporterHint: "N.Y.2d" }],
    ["1996", "nyappdiv", { reporterHint: "A.D.2d" }],
    ["1996", "illappct", { reporterHint: "Ill. App. 3d" }],
    ["1996", null, { reporterHint: "F.3d" }],
    ["1950", "kyctapphigh", { reporterHint: "Ky." }],
  ])("%s -> %s", (text, expected, options) => {
    expect(courtByCitationText(text, options)).toBe(expected);
    expect(courtByCitationText(text, options)).toBe(expected);
  });
});

describe("resolveCourtNamed", () => {
  test.each([
    [
      {
        name: "Kentucky Court of Appeals",
        abbreviation: "Ky. Ct. App.",
        jurisdictionName: "Kentucky",
        date: "1960-05-01",
      },
      "kyctapphigh",
    ],
    [
      { name: "Kentucky Court of Appeals", abbreviation: "Ky. Ct. App.", jurisdictionName: "Kentucky", date: "2003" },
      "kyctapp",
    ],
    [{ name: "Monroe County Court of Common Pleas", jurisdictionName: "Pennsylvania" }, "pactcomplmonroe"],
    [{ name: "Supreme Court", jurisdictionName: "United States" }, "scotus"],
    [{ name: "Court of Nowhere", abbreviation: "Nowh.", jurisdictionName: "Ohio" }, null],
  ])("%j", (source, expected) => {
    expect(resolveCourtNamed(source)?.id ?? null).toBe(expected);
  });
});

test("a division is the same court as the whole, two divisions are not", () => {
  expect(isSameCourt("calctapp2d", "calctapp")).toBe(true);
  expect(isSameCourt("calctapp", "calctapp2d")).toBe(true);
  expect(isSameCourt("calctapp2d", "calctapp4d")).toBe(false);
  expect(isSameCourt("ca9", "ca9")).toBe(true);
});

test("satAt reads years and days", () => {
  const court = courtById("cc");
  expect(
    court && [satAt(court, "1854"), satAt(court, "1855"), satAt(court, "1982-09-30"), satAt(court, "1982-10-01")],
  ).toEqual([false, true, true, false]);
});
