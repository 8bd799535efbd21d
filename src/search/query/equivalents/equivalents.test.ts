import { describe, expect, test } from "vitest";
import { err } from "#base/result.ts";
import { parseQuery } from "#search/query/parse.ts";
import { printQuery } from "#search/query/print.ts";
import { equivalentsIn } from "./equivalents.ts";
import { initialsTable } from "./initials.ts";
import { rulesIn, ruleSets } from "./rules.ts";

function readAs(query: string): string {
  const read = parseQuery(query, { resolveCourt: () => err([]) });
  if (!read.ok) throw new Error(query);
  return printQuery(read.value.tree);
}

describe("rules of courts", () => {
  test.each([
    ["F.R.C.P. 23(b)(3)", "federal rules of civil procedure", "23 b 3"],
    ["F. R. C. P. 23(b)(3)", "federal rules of civil procedure", "23 b 3"],
    ["FRCP 23(b)(3)", "federal rules of civil procedure", "23 b 3"],
    ["frcp rule 56", "federal rules of civil procedure", "56"],
    ["Fed. R. Civ. P. 12(b)(6)", "federal rules of civil procedure", "12 b 6"],
    ["Fed.R.Civ.P. 12(b)(6)", "federal rules of civil procedure", "12 b 6"],
    ["fed r civ p 12(b)(6)", "federal rules of civil procedure", "12 b 6"],
    ["Fed. Rules Civ. Proc. 8", "federal rules of civil procedure", "8"],
    ["Federal Rule of Civil Procedure 9(b)", "federal rules of civil procedure", "9 b"],
    ["Rule 23(b)(3) of Civil Procedure", "federal rules of civil procedure", "23 b 3"],
    ["Rule 60(b) of the Federal Rules of Civil Procedure", "federal rules of civil procedure", "60 b"],
    ["Rule 26, Fed. R. Civ. P.", "federal rules of civil procedure", "26"],
    ["Fed. R. Crim. P. 11", "federal rules of criminal procedure", "11"],
    ["F.R. Cr. P. 11", "federal rules of criminal procedure", "11"],
    ["Fed. R. Evid. 404(b)", "federal rules of evidence", "404 b"],
    ["FRE 702", "federal rules of evidence", "702"],
    ["F.R.E. 702", "federal rules of evidence", "702"],
    ["rule 403 of the rules of evidence", undefined, undefined],
    ["Fed. R. App. P. 4(a)", "federal rules of appellate procedure", "4 a"],
    ["FRAP 4", "federal rules of appellate procedure", "4"],
    ["Fed. R. Bankr. P. 7001", "federal rules of bankruptcy procedure", "7001"],
    ["Rule 23(b)(3)", undefined, undefined],
    ["free 5", undefined, undefined],
    ["Cal. R. Civ. P. 5", undefined, undefined],
    ["frcp", undefined, undefined],
  ])("%s", (typed, set, number) => {
    const [rule] = rulesIn(typed);
    expect([rule?.set.name.join(" "), rule?.number.join(" ")]).toEqual([set, number]);
  });

  test("of each set the table has the name, its end and several forms", () => {
    expect(ruleSets().length).toBe(5);
    for (const { name, tail, forms } of ruleSets()) {
      expect(name.slice(-tail.length)).toEqual(tail);
      expect(forms.length).toBeGreaterThan(3);
    }
  });

  test("every way of citing a rule is searched for the same", () => {
    const [one, ...others] = ["F.R.C.P. 23(b)(3)", "FRCP 23(b)(3)", "Fed. R. Civ. P. 23(b)(3)"].map((typed) =>
      readAs(`${typed} AND numerosity`),
    );
    for (const other of others) expect(other).toBe(one);
    expect(one).toContain('"fed r civ p 23 b 3"');
    expect(one).toContain('"frcp 23 b 3"');
    expect(one).toContain('"rule 23 b 3 of the federal rules of civil procedure"');
    expect(one).toContain(") AND numerosity");
  });
});

describe("sections", () => {
  test.each(["§ 1983", "§1983", "section 1983", "Section 1983", "sec. 1983", "Sec 1983"])(
    "%s AND immunity",
    (typed) => {
      expect(readAs(`${typed} AND immunity`)).toBe('("§ 1983" OR "section 1983" OR "sec 1983") AND immunity');
    },
  );

  test("without operators the bare number counts too, with less weight", () => {
    const [section] = equivalentsIn("section 1983 immunity");
    expect(printQuery(section!.node)).toBe('"§ 1983" OR "section 1983" OR "sec 1983" OR ("1983")');
    expect(JSON.stringify(section!.node)).toContain('"factor":0.5');
  });

  test.each([
    "42 U.S.C. § 1983 immunity",
    "42 usc 1983 immunity",
    "suits under 42 U. S. C. 1983",
    "42 U.S.C. sec. 1983",
  ])("%s has a section of a code, whose sign and number alone count less", (typed) => {
    const [section, ...others] = equivalentsIn(typed);
    expect(others).toEqual([]);
    expect(printQuery(section!.node)).toBe('("42 usc" PRE/2 "1983") OR ("§ 1983" OR "section 1983" OR "sec 1983")');
    expect(JSON.stringify(section!.node)).toContain('"factor":0.5');
  });

  test.each(["section of the statute", "30 seconds", "Restatement (Second) of Torts", "intersection 5", "SEC rule"])(
    "%s has no bare section",
    (typed) => {
      expect(equivalentsIn(typed).filter(({ node }) => printQuery(node).includes("§"))).toEqual([]);
    },
  );
});

/** What is searched for beside the word itself. */
function besideIn(typed: string): readonly string[] {
  return equivalentsIn(typed).map(({ at }) => typed.slice(at.start, at.end));
}

describe("initials", () => {
  test("the table: letters, a longer name, nothing twice", () => {
    const table = initialsTable();
    expect(table.length).toBeGreaterThan(100);
    expect(new Set(table.map(({ letters }) => letters)).size).toBe(table.length);
    for (const { letters, name, kind } of table) {
      expect([letters, /^[a-z]{2,7}$/u.test(letters), name.length > 1, kind]).toEqual([letters, true, true, kind]);
    }
  });

  test.each([
    ["SEC enforcement", ["SEC"]],
    ["S.E.C. enforcement", ["S.E.C"]],
    ["EEOC charge", ["EEOC"]],
    ["eeoc charge", ["eeoc"]],
    ["nlrb bargaining order", ["nlrb"]],
    ["FTC and EPA rules", ["FTC", "EPA"]],
    ["Securities and Exchange Commission subpoena", []],
    ["Equal Employment Opportunity Commission charge", ["Equal Employment Opportunity Commission"]],
    ["National Labor Relations Board", ["National Labor Relations Board"]],
    ["ERISA plan", ["ERISA"]],
    ["IDEA placement", ["IDEA"]],
    ["sec enforcement", []],
    ["ice on the sidewalk", []],
    ["the idea of a patent", []],
    ["va pension", []],
    ["give notice in re it", []],
    ["IT contract", []],
    ["US treasury", []],
    ["us treasury", []],
    ["DOE V. ROE", []],
    ["ICE ON THE SIDEWALK", []],
    ["ICE", ["ICE"]],
    ["cobra bite", []],
    ["warn of danger", []],
    ["dot the map", []],
    ["ups and downs", []],
    ["UPS delivery", []],
  ])("%s", (typed, found) => expect(besideIn(typed)).toEqual(found));

  test("the other form counts less than the one typed", () => {
    const [one] = equivalentsIn("EEOC charge");
    expect(printQuery(one!.node)).toBe('"eeoc" OR ("equal employment opportunity commission")');
    expect(JSON.stringify(one!.node)).toContain('"kind":"boost"');
  });

  test("with operators, and in quotation marks, words are what they are", () => {
    expect(readAs("EEOC AND charge")).toBe("eeoc AND charge");
    expect(readAs('"EEOC"')).toBe('"eeoc"');
  });
});
