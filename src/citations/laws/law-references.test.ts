import { expect, test } from "vitest";
import { extractCitations } from "../citations.ts";
import { citedLawKey } from "./law-key.ts";
import { lawReferences } from "./law-references.ts";

/** Text as opinions print it, and the provisions it names: `citation`, or `citation => pin`. */
const READ: readonly (readonly [text: string, ...named: string[]])[] = [
  ["Elm sued under 42 U.S.C. §§ 1981, 1983.", "42 U.S.C. § 1981", "42 U.S.C. § 1983"],
  ["See 42 U. S. C. §1983(a)(2).", "42 U.S.C. § 1983 => (a)(2)"],
  ["under 18 U.S.C. § 924(c)(1)(A)(i), (c)(2)", "18 U.S.C. § 924 => (c)(1)(A)(i), (c)(2)"],
  ["42 U.S.C. §§ 1981-1988 and 2000e-5", "42 U.S.C. § 1981", "42 U.S.C. § 1988", "42 U.S.C. § 2000e-5"],
  ["42 U.S.C. §§ 2000e-2(a)(1), 2000e-3", "42 U.S.C. § 2000e-2 => (a)(1)", "42 U.S.C. § 2000e-3"],
  ["15 U.S.C.A. § 78j(b) (West 2009)", "15 U.S.C. § 78j => (b)"],
  ["the Act, 15 U.S.C. § 1681 et seq.,", "15 U.S.C. § 1681"],
  ["5 U.S.C. App. § 3"],
  ["5 U.S.C. app. 2 § 3"],
  ["5 USC App 3"],
  ["Fed. R. App. P. 4(a)", "Fed. R. App. P. 4 => (a)"],
  ["12 C.F.R. § 1026.19(e)(1)", "12 C.F.R. § 1026.19 => (e)(1)"],
  ["12 CFR part 1026", "12 C.F.R. pt. 1026"],
  ["40 C.F.R. §§ 60.1-60.5", "40 C.F.R. § 60.1", "40 C.F.R. § 60.5"],
  ["26 CFR §1.401-1", "26 C.F.R. § 1.401-1"],
  ["81 Fed. Reg. 25,323, 25,330 (Apr. 28, 2016)", "81 Fed. Reg. 25323 => 25,330"],
  ["D.C. Code §§ 16-2301, 16-2302", "D.C. Code § 16-2301", "D.C. Code § 16-2302"],
  ["D.C. Code Ann. § 16-2301(9)(A) (1981)", "D.C. Code Ann. § 16-2301 => (9)(A)"],
  ["Ohio Rev. Code Ann. §§ 2923.01-2923.05", "Ohio Rev. Code Ann. § 2923.01", "Ohio Rev. Code Ann. § 2923.05"],
  ["Mass. Gen. Laws ch. 93A, § 2", "Mass. Gen. Laws ch. 93A, § 2"],
  ["735 ILCS 5/2-1401(f)", "735 Ill. Comp. Stat. 5/2-1401 => (f)"],
  ["Okla. Stat. tit. 21, § 701.7", "Okla. Stat. tit. 21, § 701.7"],
  ["Exec. Order No. 12,866", "Exec. Order No. 12866"],
  ["Pub. L. No. 107-155, § 203", "Pub. L. No. 107-155, § 203"],
  ["Fed. R. Civ. P. 12(b)(6)", "Fed. R. Civ. P. 12 => (b)(6)"],
  ["U.S. Const. amend. XIV, § 1", "U.S. Const. amend. XIV, § 1"],
  ["U. S. Const., Amdt. 14, §1", "U.S. Const. amend. XIV, § 1"],
  ["U.S. Const. amends. V, XIV, § 1", "U.S. Const. amend. V", "U.S. Const. amend. XIV, § 1"],
  ["U.S. CONST. art. I, § 8, cl. 3", "U.S. Const. art. I, § 8 => cl. 3"],
  ["Cal. Const. art. I, § 7", "Cal. Const. art. I, § 7"],
  ["Elm v. Fir, 12 F.3d 34 (2d Cir. 1994)"],
];

test.each(READ)("%s", (text, ...named) => {
  const found = extractCitations(text).flatMap((citation) => (citation.kind === "law" ? lawReferences(citation) : []));
  expect(found.map(({ citation, pin }) => (pin === null ? citation : `${citation} => ${pin}`))).toEqual(named);
});

test.each([
  ["D.C. Code Ann. § 16-2301", "D.C. Code § 16-2301"],
  ["I.R.C. § 501", "26 U.S.C. § 501"],
  ["Treas. Reg. § 1.401-1", "26 C.F.R. § 1.401-1"],
  ["Tex. Penal Code Ann. § 19.02", "Tex. Penal Code § 19.02"],
])("%s is cited as %s", (one, other) => {
  expect(citedLawKey(one)).toBe(citedLawKey(other));
});
