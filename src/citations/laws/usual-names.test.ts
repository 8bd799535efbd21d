import { expect, test } from "vitest";
import { constitutionalName, usualNames } from "./usual-names.ts";

test.each([
  ["Fourteenth Amendment", "U.S. Const. amend. XIV"],
  ["the fourteenth amendment", "U.S. Const. amend. XIV"],
  ["14th Amendment", "U.S. Const. amend. XIV"],
  ["Amendment XIV", "U.S. Const. amend. XIV"],
  ["amendment 14", "U.S. Const. amend. XIV"],
  ["Twenty-Second Amendment", "U.S. Const. amend. XXII"],
  ["First Amendment to the United States Constitution", "U.S. Const. amend. I"],
  ["14th Amendment, section 1", "U.S. Const. amend. XIV, § 1"],
  ["Article I, Section 8", "U.S. Const. art. I, § 8"],
  ["U.S. Constitution, Article I, Section 8, clause 3", "U.S. Const. art. I, § 8"],
  ["Thirtieth Amendment", undefined],
  ["the amendment", undefined],
])("%s is %s", (name, citation) => expect(constitutionalName(name)[0]?.citation).toBe(citation));

test.each([
  ["Section 523, Title 11, U.S.C.", "11 U.S.C. § 523"],
  ["section 523(a)(8) of title 11", "11 U.S.C. § 523"],
  ["Title 11, Section 523", "11 U.S.C. § 523"],
  ["Title 11, United States Code, Section 523(a)", "11 U.S.C. § 523"],
  ["bankruptcy code section 523(a)(8)", "11 U.S.C. § 523"],
  ["section 523(a)(8) of the Bankruptcy Code", "11 U.S.C. § 523"],
  ["Internal Revenue Code § 501(c)(3)", "26 U.S.C. § 501"],
  ["ERISA § 502(a)", "29 U.S.C. § 1132"],
  ["section 10(b) of the Exchange Act", "15 U.S.C. § 78j"],
  ["INA § 274A", "8 U.S.C. § 1324a"],
  ["Rule 12(b)(6)", "Fed. R. Civ. P. 12"],
  ["Rule 702 of the Federal Rules of Evidence", "Fed. R. Evid. 702"],
  ["ERISA § 9999", undefined],
  ["Miller Act", "40 U.S.C. § 3131"],
  ["the Contract Disputes Act of 1978", "41 U.S.C. § 7103"],
  ["Federal Arbitration Act § 2", "9 U.S.C. § 2"],
  ["section 4 of the Federal Arbitration Act", "9 U.S.C. § 4"],
  ["commerce clause", "U.S. Const. art. I, § 8"],
  ["Regulation Z", "12 C.F.R. pt. 1026"],
  ["Title 17 U.S.C.", "17 U.S.C."],
  ["title 11 of the United States Code", "11 U.S.C."],
  ["Title 16 of the D.C. Code", "D.C. Code tit. 16"],
  ["Title 11", undefined],
  ["the Quill Act § 5", undefined],
])("%s may be %s", (name, citation) => expect(usualNames(name)[0]).toBe(citation));
