import { array, assert, constantFrom, property, tuple } from "fast-check";
import { describe, expect, test } from "vitest";
import { lawKey } from "./law-key.ts";
import { readTypedLaw } from "./typed-law.ts";

/**
 * The citation that a provision bears, by the style of its code, then ways in which people type it and what they point
 * at: `typed`, or `typed => pin`.
 */
const STYLES: readonly (readonly [style: string, citation: string, ...typed: string[]])[] = [
  [
    "United States Code",
    "42 U.S.C. § 1983",
    "42 U.S.C. § 1983",
    "42 USC 1983",
    "42 usc § 1983",
    "42 U. S. C. §1983",
    "42 U.S.C. 1983.",
    "42 U.S.C., sec. 1983",
    "42 U.S.C. Section 1983",
    "42usc1983",
    "42 U.S.C. §§ 1983",
    "42 U.S.C. § 1983(a)(2) => (a)(2)",
    "42 usc 1983 (b) => (b)",
    "42 U.S.C. § 1983 (2012)",
    "42 U.S.C. § 1983 et seq.",
    "42 U.S.C. § 1983 (2018 ed.)",
  ],
  [
    "letters and dashes in the number",
    "42 U.S.C. § 2000e-5",
    "42 U.S.C. § 2000e-5",
    "42 U.S.C. § 2000e–5",
    "42 U.S.C. § 2000e\u20115",
    "42 usc 2000e-5",
    "42 USC 2000E-5",
    "42 U.S.C. § 2000e-5(e)(1) => (e)(1)",
    "42 U.S.C. §2000e-5(f)(1) and (3) => (f)(1) and (3)",
    "42 U.S.C. 2000e-5(k) (2012 & Supp. II 2014) => (k)",
    "42 U.S.C. § 2000e-5, et seq.",
    "42 U. S. C. §2000e−5",
    "42 U.S.C. sec 2000e-5",
    "42 U.S.C. § 2000e-5, subsection (b) => (b)",
  ],
  [
    "a letter behind the number",
    "42 U.S.C. § 1983a",
    "42 U.S.C. § 1983a",
    "42 USC 1983a",
    "42 usc 1983A",
    "42 U.S.C. §1983a(b) => (b)",
    "42 U. S. C. § 1983a",
    "42 U.S.C. Sec. 1983a",
    "42 U.S.C. 1983a (2020)",
    "42  U.S.C.  §  1983a",
    "42 U.S.C. § 1983a(1)(A) => (1)(A)",
    "42 U.S.C. § 1983a.",
  ],
  [
    "Code of Federal Regulations",
    "12 C.F.R. § 1026.19",
    "12 C.F.R. § 1026.19",
    "12 CFR 1026.19",
    "12 CFR § 1026.19",
    "12 C. F. R. §1026.19",
    "12 cfr sec. 1026.19",
    "12 C.F.R. § 1026.19(e)(1)(iii) => (e)(1)(iii)",
    "12 CFR 1026.19(e)(4)(ii) => (e)(4)(ii)",
    "12 C.F.R. § 1026.19 (2015)",
    "12 C.F.R. Section 1026.19",
    "12 C.F.R. § 1026-19",
    "12 CFR § 1026.19(f), (g) => (f), (g)",
    "12 C.F.R. § 1026.19(a)(1)(i)(A) (2014) => (a)(1)(i)(A)",
  ],
  [
    "parts of the Code of Federal Regulations",
    "12 C.F.R. pt. 1026",
    "12 C.F.R. pt. 1026",
    "12 CFR pt 1026",
    "12 cfr pt. 1026",
    "12 C. F. R. pt. 1026",
    "12 C.F.R., pt. 1026",
    "12 C.F.R. pt. 1026 (2016)",
  ],
  [
    "District of Columbia Code",
    "D.C. Code § 16-2301",
    "D.C. Code § 16-2301",
    "DC Code 16-2301",
    "dc code § 16-2301",
    "D. C. Code §16–2301",
    "D.C. Code sec. 16-2301",
    "D.C. Code § 16-2301(9)(A) => (9)(A)",
    "D.C. Code Section 16-2301",
    "D.C. Code § 16-2301 (2001)",
    "D.C. Code § 16-2301 (2012 Repl.)",
    "D.C.Code §16-2301",
    "D.C. Code § 16 2301",
    "D.C. Code § 16-2301(9)(A)(i), (ii) => (9)(A)(i), (ii)",
    "D.C. Code § 16-2301 et seq.",
  ],
  [
    "numbers that differ by a dash",
    "D.C. Code § 1-1201",
    "D.C. Code § 1-1201",
    "DC Code 1-1201",
    "D.C. Code § 1–1201",
    "d.c. code §1-1201(a) => (a)",
    "D.C. Code sec. 1-1201",
    "D.C. Code § 1-1201 (1981)",
  ],
  [
    "amendments",
    "U.S. Const. amend. XIV, § 1",
    "U.S. Const. amend. XIV, § 1",
    "US Const amend XIV § 1",
    "U.S. Const., amend. XIV, §1",
    "U. S. Const. amend. XIV, sec. 1",
    "u.s. const. amend. xiv, § 1",
    "US Const. amend. XIV, Section 1",
    "U.S. CONST. amend. XIV, § 1",
    "U.S. Const. amend. XIV, § 1, cl. 2 => cl. 2",
    "U.S.Const. amend. XIV §1",
    "U.S. Const. amend XIV, 1",
  ],
  [
    "articles",
    "U.S. Const. art. I, § 8",
    "U.S. Const. art. I, § 8",
    "US Const art I § 8",
    "U. S. Const., art. I, § 8",
    "U.S. Const. art. I, § 8, cl. 3 => cl. 3",
    "U.S. Const. art. I, sec. 8, cl. 18 => cl. 18",
    "us const art i sec 8",
    "U.S. CONST. art. I, § 8, clause 3 => clause 3",
    "U.S. Const. art. I § 8 cl 3 => cl 3",
    "U.S. Const. art. I, § 8.",
  ],
  [
    "Federal Register",
    "81 Fed. Reg. 25323",
    "81 Fed. Reg. 25323",
    "81 Fed. Reg. 25,323",
    "81 fed reg 25323",
    "81 Fed.Reg. 25323",
    "81 FED. REG. 25,323",
    "81 Fed. Reg. 25323, 25330 => 25330",
    "81 Fed. Reg. 25,323, 25,330 => 25,330",
    "81 Fed. Reg. 25323 (Apr. 28, 2016)",
    "81 Fed. Reg. 25,323, 25,330–31 (Apr. 28, 2016) => 25,330–31",
    "81 Fed. Reg. 25323 at 25325 => 25325",
    "81 Fed. Reg., 25323",
    "81 Fed. Reg. 25323.",
  ],
  [
    "state registers",
    "45 Tex. Reg. 1234",
    "45 Tex. Reg. 1234",
    "45 Tex. Reg. 1,234",
    "45 tex reg 1234",
    "45 Tex.Reg. 1234",
    "45 Tex. Reg. 1234 (2020)",
    "45 Tex. Reg. 1234, 1240 => 1240",
    "45 TEX. REG. 1234",
  ],
  [
    "executive orders",
    "Exec. Order No. 12866",
    "Exec. Order No. 12866",
    "Exec. Order No. 12,866",
    "exec order no 12866",
    "Exec. Order No. 12,866 (1993)",
    "EXEC. ORDER NO. 12866",
    "Exec. Order No. 12866.",
  ],
  [
    "codes by subject",
    "Cal. Penal Code § 187",
    "Cal. Penal Code § 187",
    "Cal Penal Code 187",
    "cal. penal code § 187",
    "Cal. Penal Code, § 187",
    "Cal. Penal Code § 187(a) => (a)",
    "Cal. Penal Code § 187, subd. (a) => (a)",
    "Cal. Penal Code sec. 187",
    "Cal. Penal Code §187 (West 2014)",
    "Cal. Penal Code § 187, subds. (a), (b) => (a), (b)",
  ],
  [
    "chapters and titles",
    "Mass. Gen. Laws ch. 93A, § 2",
    "Mass. Gen. Laws ch. 93A, § 2",
    "Mass Gen Laws ch 93A § 2",
    "Mass. Gen. Laws ch. 93A § 2",
    "mass. gen. laws ch. 93a, sec. 2",
    "Mass. Gen. Laws ch. 93A, § 2(a) => (a)",
    "Mass. Gen. Laws ch. 93A, § 2 (2018)",
  ],
  [
    "acts within chapters",
    "735 Ill. Comp. Stat. 5/2-1401",
    "735 Ill. Comp. Stat. 5/2-1401",
    "735 Ill Comp Stat 5/2-1401",
    "735 Ill. Comp. Stat. 5/2–1401",
    "735 ill. comp. stat. 5/2-1401(f) => (f)",
    "735 Ill. Comp. Stat. § 5/2-1401",
    "735 Ill. Comp. Stat. 5/2-1401 (West 2016)",
  ],
  [
    "titles before the section",
    "Okla. Stat. tit. 21, § 701.7",
    "Okla. Stat. tit. 21, § 701.7",
    "Okla Stat tit 21 § 701.7",
    "okla. stat. tit. 21, sec. 701.7",
    "Okla. Stat. tit. 21 §701.7(A) => (A)",
    "Okla. Stat. tit. 21, § 701.7 (2021)",
    "Okla.Stat. tit. 21, § 701.7",
  ],
  [
    "rules",
    "Fed. R. Civ. P. 12",
    "Fed. R. Civ. P. 12",
    "Fed R Civ P 12",
    "Fed.R.Civ.P. 12",
    "fed. r. civ. p. 12(b)(6) => (b)(6)",
    "Fed. R. Civ. P. 12(b)(6), (c) => (b)(6), (c)",
    "Fed. R. Civ. P. 12 (2020)",
  ],
];

const CASES = STYLES.flatMap(([style, citation, ...spellings]) =>
  spellings.map((spelling) => {
    const [typed = "", pin = null] = spelling.split(" => ");
    return { style, citation, typed, pin };
  }),
);

/** What is held, under the key each bears: every provision of the table and the neighbours it must not be taken for. */
const NEIGHBOURS = ["42 U.S.C. § 198", "D.C. Code § 11-201", "12 C.F.R. § 102.619", "81 Fed. Reg. 2", "9 U.S.C. § 1"];
const HELD = new Map([...CASES.map(({ citation }) => citation), ...NEIGHBOURS].map((one) => [lawKey(one), one]));

function found(typed: string): { citation: string | undefined; pin: string | null } {
  const attempt = readTypedLaw(typed).attempts.find(({ key }) => HELD.has(key));
  return { citation: HELD.get(attempt?.key ?? ""), pin: attempt?.pin ?? null };
}

test("the table is as large as it should be", () => {
  expect(CASES.length).toBeGreaterThanOrEqual(150);
  expect(STYLES.length).toBeGreaterThanOrEqual(12);
  expect(HELD.size).toBe(STYLES.length + NEIGHBOURS.length);
});

describe.each(STYLES.map(([style]) => style))("%s", (style) => {
  test.each(CASES.filter((one) => one.style === style))("$typed", ({ typed, citation, pin }) => {
    expect(found(typed)).toEqual({ citation, pin });
  });
});

describe("what is typed and is not the citation", () => {
  test.each([
    ["another abbreviation", "42 United States Code § 1983", ["42 U.S.C. § 1983"]],
    ["an annotated edition", "42 U.S.C.A. § 1983", ["42 U.S.C. § 1983"]],
    ["an annotated edition of a state", "Mass. Gen. Laws Ann. ch. 93A, § 2", ["Mass. Gen. Laws ch. 93A, § 2"]],
    ["an arabic number", "U. S. Const., Amdt. 14, §1", ["U.S. Const. amend. XIV, § 1"]],
    ["a section told of its title", "section 1983 of title 42", ["42 U.S.C. § 1983"]],
    [
      "the same with the code and a subsection",
      "Section 2000e-5(b) of title 42, United States Code",
      ["42 U.S.C. § 2000e-5"],
    ],
    ["the Federal Register as it calls itself", "42 FR 1983", ["42 Fed. Reg. 1983"]],
    ["the Internal Revenue Code", "I.R.C. § 501(c)(3)", ["26 U.S.C. § 501"]],
    ["Treasury regulations", "Treas. Reg. § 1.61-1", ["26 C.F.R. § 1.61-1"]],
    ["an appendix", "5 USC App 3", []],
    ["what nobody knows", "Code of Nowhere 12", []],
  ])("%s finds nothing, and the usual form is told where one is known", (_, typed, usual) => {
    expect(found(typed)).toEqual({ citation: undefined, pin: null });
    expect(readTypedLaw(typed).usual).toEqual(usual.length === 0 ? [] : expect.arrayContaining(usual));
  });

  test.each([
    ["42 U.S.C. §§ 1981, 1983 and 1985(3)", ["42 U.S.C. § 1981", "42 U.S.C. § 1983", "42 U.S.C. § 1985"]],
    ["42 U.S.C. §§ 1981-1988", ["42 U.S.C. § 1981", "42 U.S.C. § 1988"]],
    ["15 U.S.C. §§ 1681–1681x", ["15 U.S.C. § 1681", "15 U.S.C. § 1681x"]],
    ["40 C.F.R. §§ 60.1-60.5", ["40 C.F.R. § 60.1", "40 C.F.R. § 60.5"]],
    ["42 U.S.C. §§ 2000e-2(a)(1), 2000e-3", ["42 U.S.C. § 2000e-2", "42 U.S.C. § 2000e-3"]],
    ["D.C. Code §§ 16-2301 to 16-2320", ["D.C. Code § 16-2301", "D.C. Code § 16-2320"]],
    ["D.C. Code §§ 16-2301, 16-2302", ["D.C. Code § 16-2301", "D.C. Code § 16-2302"]],
    ["Avalon Code §§ 1-101, 1-102", ["Avalon Code § 1-101", "Avalon Code § 1-102"]],
    [
      "Avalon Code, §§ 1-101, 1-102(a), and 1-103",
      ["Avalon Code § 1-101", "Avalon Code § 1-102(a)", "Avalon Code § 1-103"],
    ],
    ["Avalon Code §§ 1-101 through 1-103", ["Avalon Code § 1-101", "Avalon Code § 1-103"]],
    ["Avalon Code §§ 1-101–1-103", ["Avalon Code § 1-101", "Avalon Code § 1-103"]],
    ["Avalon Code §§ 1-101-1-103", ["Avalon Code § 1-101", "Avalon Code § 1-103"]],
    ["Avalon Code § 1-101 and § 1-102", ["Avalon Code § 1-101", "Avalon Code § 1-102"]],
    ["Avalon Code § 1-101, § 1-102", ["Avalon Code § 1-101", "Avalon Code § 1-102"]],
    ["Avalon Code sections 7 & 8", ["Avalon Code § 7", "Avalon Code § 8"]],
    ["Avalon Code §§ 1-101 to -103", ["Avalon Code § 1-101", "Avalon Code § 1-103"]],
    ["42 U.S.C. § 1983 and § 1985", ["42 U.S.C. § 1983", "42 U.S.C. § 1985"]],
    ["Avalon Code §§ 1-101", []],
    ["Avalon Code § 1-101, 2019", []],
    ["Avalon Code § 1-101(a) and (b)", []],
    ["Avalon Code §§ 1-101(a) and (b)", []],
    ["Avalon Const. art. I, § 8, cl. 3", []],
    ["Avalon Code on Sections and Ranges § 12", []],
    ["Avalon Code § 1-101 et seq.", []],
    ["D.C. Code §§ 16-2301", []],
    ["42 U.S.C. § 1983", []],
  ])("%s names several: %j", (typed, several) => {
    expect(readTypedLaw(typed).several).toEqual(several);
  });

  test.each(["see", "See", "see also", "See, e.g.,", "but see", "Cf.", "Accord"])(
    "the signal %s is no part",
    (signal) => {
      expect(readTypedLaw(`${signal} Avalon Code § 1-101(a)`)).toEqual(readTypedLaw("Avalon Code § 1-101(a)"));
    },
  );

  test("et seq. and an edition are told", () => {
    expect(readTypedLaw("42 U.S.C. § 2000e et seq. (2012)")).toMatchObject({ etSeq: true, edition: "2012" });
    expect(readTypedLaw("42 U.S.C. § 2000e")).toMatchObject({ etSeq: false, edition: null });
  });

  test.each([
    "",
    "§",
    "()",
    "((((",
    "a".repeat(100_000),
    "§".repeat(5_000),
    "(a)".repeat(3_000),
    "1,".repeat(3_000),
    "§§ 1, ".repeat(90),
  ])("text without end or sense is read too (%#)", (typed) => {
    expect(readTypedLaw(typed).attempts.length).toBeLessThan(5);
  });
});

test("punctuation, spaces and the section sign never change what is found", () => {
  const gap = constantFrom("", " ", "  ", "\u00a0", "\u2009");
  const sign = constantFrom("§", "§§", "sec.", "section", "Sec.");
  const stop = constantFrom(".", "", ",");
  assert(
    property(
      tuple(gap, gap, gap, sign, array(stop, { minLength: 4, maxLength: 4 })),
      constantFrom("1983", "2000e-5"),
      ([first, second, third, section, [a = "", b = "", c = "", d = ""]], number) => {
        const typed = `42 ${first}U${a}${second}S${b}C${c} ${section} ${third}${number}${d}`;
        expect(found(typed).citation).toBe(`42 U.S.C. § ${number}`);
      },
    ),
  );
});

/** What is typed, and the numbers of the provisions that it is a citation of. */
const NUMBERS: readonly (readonly [typed: string, ...numbers: string[]])[] = [
  ["42 U.S.C. § 1983", "1983"],
  ["42 usc 1983", "1983"],
  ["42 U.S.C. § 1983(a)(2) (2018 ed.)", "1983"],
  ["42 U.S.C. § 2000e-5 et seq.", "2000e-5"],
  ["42 U.S.C. § 2000e–5", "2000e–5"],
  ["42 U.S.C. §§ 1981, 1983", "1981", "1983"],
  ["Avalon Code § 1-101 and § 1-102", "1-101", "1-102"],
  ["Avalon Code § 1-101.", "1-101"],
  ["§ 1-101", "1-101"],
  ["12 C.F.R. pt. 1026", "1026"],
  ["81 Fed. Reg. 25323, 25330", "25323"],
  ["liability of officers under 42 U.S.C. § 1983"],
  ["what does section 12"],
  ["unfair trade practices"],
  [""],
];

test.each(NUMBERS)(
  "%j names the numbers it ends with, and none where it is more than a citation",
  (typed, ...numbers) => {
    expect(readTypedLaw(typed).numbers).toEqual(numbers);
  },
);

test.each([
  ["section 16-2301 of the D.C. Code", ["D.C. Code § 16-2301"]],
  ["Section 9.05 of the N.Y. Penal Law", ["N.Y. Penal Law § 9.05"]],
  ["chapter 13 of title 11", ["11 U.S.C. ch. 13"]],
  ["chapter 7 of the Bankruptcy Code", ["11 U.S.C. ch. 7"]],
  ["section 12 of the lease", []],
  ["chapter 2 of the novel", []],
])("%j is usually cited as %j", (typed, usual) => expect(readTypedLaw(typed).usual).toEqual(usual));
