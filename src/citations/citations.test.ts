import { array, assert, constantFrom, property } from "fast-check";
import { describe, expect, test } from "vitest";
import { extractCitations } from "./citations.ts";
import type { Citation } from "./model.ts";
import { notate } from "./notate.fixture.ts";
import { LOOKAHEAD_CHARS_MAX } from "./reporter-forms.ts";

/** Text, then what must be read from it, in the notation of `notate.fixture.ts`. All cases are invented. */
const READ: readonly (readonly [string, readonly string[]])[] = [
  // full cases
  ["Alder v. Birch, 12 F.3d 34, 36-37 (2d Cir. 1994)", ['case "12 F.3d 34" <Alder / Birch> ca2 1994 @ 36-37']],
  ["ALDER v. BIRCH, 12 F. 3d 34 (CA2 1994)", ['case "12 F. 3d 34" = 12 F.3d 34 <ALDER / BIRCH> ca2 1994']],
  [
    "Alder v Birch, 12 F Supp 2d 34, 36 n.5 (D Kan 2001)",
    ['case "12 F Supp 2d 34" = 12 F. Supp. 2d 34 <Alder / Birch> ksd 2001 @ 36 n.5'],
  ],
  [
    "In re Cedar, 200 B.R. 12, 15 (Bankr. S.D.N.Y. 1996)",
    ['case "200 B.R. 12" <in the matter of Cedar> nysb 1996 @ 15'],
  ],
  ["Ex parte Dogwood, 12 Wall. 34, 41", ['case "12 Wall. 34" <in the matter of Dogwood> @ 41']],
  ["Matter of Elm, 12 N.Y.2d 34", ['case "12 N.Y.2d 34" <in the matter of Elm> ny']],
  [
    "Fir & Sons, Inc. v. City of Gum, 210 Cal. App. 3d 12, 15, 258 Cal. Rptr. 34 (1989)",
    [
      'case "210 Cal. App. 3d 12" <Fir & Sons, Inc. / City of Gum> 1989 @ 15',
      'case "258 Cal. Rptr. 34" <Fir & Sons, Inc. / City of Gum> 1989',
    ],
  ],
  ["State ex rel. Hazel v. Ivy, 2006-Ohio-856, ¶ 12", ['case "2006-Ohio-856" <State ex rel. Hazel / Ivy> 2006 @ ¶ 12']],
  [
    "Alder v. Birch (2009) 12 Cal.4th 34, 41 [50 Cal.Rptr.2d 60, 900 P.2d 70]",
    [
      'case "12 Cal.4th 34" = 12 Cal. 4th 34 <Alder / Birch> cal 2009 @ 41',
      'case "50 Cal.Rptr.2d 60" = 50 Cal. Rptr. 2d 60 <Alder / Birch> 2009',
      'case "900 P.2d 70" <Alder / Birch> 2009',
    ],
  ],
  [
    "Birch v. Cedar, 286 Ga. 216, 218 (1) (686 SE2d 786) (2009)",
    ['case "286 Ga. 216" <Birch / Cedar> ga 2009 @ 218', 'case "686 SE2d 786" = 686 S.E.2d 786 <Birch / Cedar> 2009'],
  ],
  [
    "People v Dogwood (12 AD3d 34 [2004], lv denied 4 NY3d 803 [2005])",
    [
      'case "12 AD3d 34" = 12 A.D.3d 34 <People / Dogwood> 2004',
      'case "4 NY3d 803" = 4 N.Y.3d 803 ny 2005 {appeal denied 0}',
    ],
  ],
  [
    "Elm v. Fir, 5 U.S. (1 Cranch) 137, 163 (1803)",
    ['case "5 U.S. (1 Cranch) 137" = 5 U.S. 137 <Elm / Fir> scotus 1803 @ 163'],
  ],
  ["Elm v. Fir, 590 U.S. ___, ___ (2020)", ['case "590 U.S. ___" <Elm / Fir> scotus 2020 @ ___']],
  [
    "Elm v. Fir, --- U.S. ----, 136 S.Ct. 616, 193 L.Ed.2d 504 (2016)",
    [
      'case "--- U.S. ----" = U.S. ___ <Elm / Fir> scotus 2016',
      'case "136 S.Ct. 616" = 136 S. Ct. 616 <Elm / Fir> scotus 2016',
      'case "193 L.Ed.2d 504" = 193 L. Ed. 2d 504 <Elm / Fir> scotus 2016',
    ],
  ],
  [
    "Gum v. Hazel, No. 12-cv-0345 (ABC), 2013 WL 123456, at *4 (S.D.N.Y. Jan. 5, 2013)",
    ['case "2013 WL 123456" <Gum / Hazel> nysd Jan. 5 2013 @ *4'],
  ],
  [
    "Gum v. Hazel, 2013 U.S. Dist. LEXIS 4567 (N.D. Cal. Mar. 12, 2013)",
    ['case "2013 U.S. Dist. LEXIS 4567" <Gum / Hazel> cand Mar. 12 2013'],
  ],
  [
    "Gum v. Hazel, No. 12-345, slip op. at 4 (2d Cir. Jan. 5, 2013)",
    ['docket "No. 12-345" <Gum / Hazel> ca2 Jan. 5 2013'],
  ],
  [
    "Ivy v. Juniper, 2014 IL App (1st) 120583-U, ¶¶ 5-6",
    ['case "2014 IL App (1st) 120583-U" <Ivy / Juniper> 2014 @ ¶¶ 5-6'],
  ],
  [
    "Ivy v. Juniper, 2011 OK CR 12, 250 P.3d 34",
    ['case "2011 OK CR 12" <Ivy / Juniper> 2011', 'case "250 P.3d 34" <Ivy / Juniper>'],
  ],
  ["Kapok v. Larch, T.C. Memo. 2019-233", ['case "T.C. Memo. 2019-233" <Kapok / Larch> 2019']],
  [
    "Kapok v. Larch, Bankr. L. Rep. (CCH) ¶ 67,488",
    ['case "Bankr. L. Rep. (CCH) ¶ 67,488" = Bankr. L. Rep. 67,488 <Kapok / Larch>'],
  ],
  [
    "Kapok v. Larch, 93-1234 (La. App. 1 Cir. 5/10/94)",
    ['case "93-1234 (La. App. 1 Cir. 5/10/94)" = 93 La.App. 1 Cir. 1234 <Kapok / Larch> 1994'],
  ],
  [
    "Kapok v. Larch, 95-0754, p. 3 (La.App. 1 Cir. 12/15/95), 669 So.2d 463, 465",
    ['case "669 So.2d 463" = 669 So. 2d 463 <Kapok / Larch> @ 465'],
  ],
  ["Maple v. Nutmeg, 1 U,S, 1, 4 (1890)", ['case "1 U,S, 1" = 1 U.S. 1 <Maple / Nutmeg> scotus 1890 @ 4']],
  [
    "Oak v. Pine, 1 U.S. 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16 (1901)",
    ['case "1 U.S. 1" <Oak / Pine> scotus 1901 @ 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16'],
  ],
  ["Maple v. Nutmeg, 1 Wash. 1 (1890)", ['case "1 Wash. 1" <Maple / Nutmeg> wash 1890']],
  ["Maple v. Nutmeg, 1 Johnson 1 (1806)", ['case "1 Johnson 1" one of Johns., N.M. (J.) <Maple / Nutmeg> 1806']],
  ["Oak v. Pine, 117 Fed. Rep. 12", ['case "117 Fed. Rep. 12" = 117 F. 12 <Oak / Pine>']],
  ["Oak v. Pine, 12 N. Y. S. 2d 456", ['case "12 N. Y. S. 2d 456" = 12 N.Y.S.2d 456 <Oak / Pine>']],
  ["Oak v. Pine, 12 F. 2d\n34, 36", ['case "12 F. 2d 34" = 12 F.2d 34 <Oak / Pine> @ 36']],
  ["Oak v. Pine, 12 *355 Mass. 147", ['case "12 *355 Mass. 147" = 12 Mass. 147 <Oak / Pine> mass']],
  ["the 12 Dec. 1990 hearing", []],
  ["within 3 OR 5 days; see 12 At 6", []],
  ["paid $410 U.S. 113", []],
  // names
  ["See, e.g., Alder v. Birch, 12 F.3d 34", ['case "12 F.3d 34" <Alder / Birch> [see, e.g.]']],
  [
    "However, Alder Co., Inc. v. Birch & Birch, L.L.P., 12 F.3d 34",
    ['case "12 F.3d 34" <Alder Co., Inc. / Birch & Birch, L.L.P.>'],
  ],
  [
    "The rule of United States v. $12,345 in U.S. Currency, 12 F.3d 34, governs.",
    ['case "12 F.3d 34" <United States / $12,345 in U.S. Currency>'],
  ],
  ["It was so held. Alder v. Birch, 12 F.3d 34.", ['case "12 F.3d 34" <Alder / Birch>']],
  [
    "In Cedar v. Dogwood, 12 F.3d 34, and Elm v. Fir, 13 F.3d 35, we said so.",
    ['case "12 F.3d 34" <Cedar / Dogwood>', 'case "13 F.3d 35" <Elm / Fir>'],
  ],
  ["(citing Cedar, 12 F.3d 34)", ['case "12 F.3d 34" <Cedar> [citing]']],
  ["Justice Oak wrote in Cedar v. Dogwood, 12 F.3d 34, that", ['case "12 F.3d 34" <Cedar / Dogwood>']],
  ["Van der Berg v. O'Malley-Jones, 12 F.3d 34", ['case "12 F.3d 34" <Van der Berg / O\'Malley-Jones>']],
  // short, supra, id
  ["Alder, 12 F.3d at 36", ['short "12 F.3d at 36" = 12 F.3d 36 <Alder> @ 36']],
  ["Fir & Sons, Inc., 12 F. 3d, at 36, n. 4", ['short "12 F. 3d, at 36" = 12 F.3d 36 <Fir & Sons, Inc.> @ 36, n. 4']],
  [
    "Alder v. Birch, 12 Cal.3d at pp. 36-37",
    ['short "12 Cal.3d at pp. 36" = 12 Cal. 3d 36 <Alder / Birch> cal @ 36-37'],
  ],
  ["Elm, supra, 12 Cal.4th at p. 41", ['short "12 Cal.4th at p. 41" = 12 Cal. 4th 41 <Elm> cal @ 41']],
  ["Elm, supra, at 36", ['supra "supra, at 36" <Elm> @ 36']],
  ["Elm v. Fir, supra", ['supra "supra" <Elm / Fir>']],
  [
    "Id.; id. at 36; Ibid.; Id., at *4; Id. ¶ 34; id. 119:12-14; Id. at pp. 45, 64; Id. at 41 & n.7",
    [
      'id "Id."',
      'id "id. at 36" @ 36',
      'id "Ibid."',
      'id "Id., at *4" @ *4',
      'id "Id. ¶ 34" @ ¶ 34',
      'id "id. 119:12-14" @ 119:12-14',
      'id "Id. at pp. 45, 64" @ pp. 45, 64',
      'id "Id. at 41 & n.7" @ 41 & n.7',
    ],
  ],
  ["Id. at 482 U. S. 320", ['id "Id. at 482 U. S. 320" @ 320']],
  [
    "Elm v. Fir, 482 U. S. 304, 482 U. S. 318-319 (1987)",
    ['case "482 U. S. 304" = 482 U.S. 304 <Elm / Fir> scotus 1987 @ 318-319'],
  ],
  [
    "Elm v. Fir, 12 F.3d 34 (1994). In Elm at 36 we said; the United States at 1776",
    ['case "12 F.3d 34" <Elm / Fir> 1994', 'reference "Elm at 36" <Elm> @ 36'],
  ],
  // signals, parentheticals, history
  [
    "See Alder v. Birch, 12 F.3d 34; but see Cedar v. Dogwood, 13 F.3d 35; cf. Elm v. Fir, 14 F.3d 36; accord Gum v. Hazel, 15 F.3d 37; contra Ivy v. Juniper, 16 F.3d 38",
    [
      'case "12 F.3d 34" <Alder / Birch> [see]',
      'case "13 F.3d 35" <Cedar / Dogwood> [but see]',
      'case "14 F.3d 36" <Elm / Fir> [cf.]',
      'case "15 F.3d 37" <Gum / Hazel> [accord]',
      'case "16 F.3d 38" <Ivy / Juniper> [contra]',
    ],
  ],
  [
    "Alder v. Birch, 12 F.3d 34 (2d Cir. 1994) (en banc) (overruling Cedar v. Dogwood, 11 F.2d 33 (2d Cir. 1970))",
    [
      'case "12 F.3d 34" <Alder / Birch> ca2 1994 (en banc) (overruling Cedar v. Dogwood, 11 F.2d 33 (2d Cir. 1970))',
      'case "11 F.2d 33" <Cedar / Dogwood> ca2 1970',
    ],
  ],
  [
    "Alder v. Birch, 12 F.3d 34 (2d Cir. 1994) (quoting Elm (Oak, J., concurring))",
    ['case "12 F.3d 34" <Alder / Birch> ca2 1994 (quoting Elm (Oak, J., concurring))'],
  ],
  [
    "Alder v. Birch, 12 F.3d 34 (2d Cir. 1994), aff'd, 510 U.S. 12 (1995), cert. denied, 511 U.S. 13",
    [
      'case "12 F.3d 34" <Alder / Birch> ca2 1994',
      'case "510 U.S. 12" scotus 1995 {affirmed 0}',
      'case "511 U.S. 13" scotus {certiorari denied 1}',
    ],
  ],
  [
    "Alder v. Birch, 12 F.3d 34 (2d Cir. 1994), rev'd on other grounds sub nom. Cedar v. Birch, 510 U.S. 12 (1995)",
    [
      'case "12 F.3d 34" <Alder / Birch> ca2 1994',
      'case "510 U.S. 12" <Cedar / Birch> scotus 1995 {reversed on other grounds 0}',
    ],
  ],
  [
    "Alder v. Birch, 12 F.3d 34 (2d Cir. 1994), overruled by Elm v. Fir, 20 F.3d 40 (2d Cir. 1996) (en banc)",
    ['case "12 F.3d 34" <Alder / Birch> ca2 1994', 'case "20 F.3d 40" <Elm / Fir> ca2 1996 {overruled by 0} (en banc)'],
  ],
  [
    "Alder v. Birch, 12 F.3d 34 (2d Cir. 1994), vacated and remanded, 510 U.S. 12",
    ['case "12 F.3d 34" <Alder / Birch> ca2 1994', 'case "510 U.S. 12" scotus {vacated 0}'],
  ],
  // law
  [
    "42 U.S.C. § 1983; 42 USC 1983; 42 U.S.C.A. Sec. 1983 (West 2003)",
    [
      'law "42 U.S.C. § 1983" §1983',
      'law "42 USC 1983" = 42 U.S.C. 1983 §1983',
      'law "42 U.S.C.A. Sec. 1983" = 42 U.S.C. Sec. 1983 (West 2003) 2003 §1983 by West',
    ],
  ],
  [
    "18 U.S.C. §§ 922(g)(1), 924(a)(2) and 3553(a)-(c)",
    ['law "18 U.S.C. §§ 922(g)(1), 924(a)(2) and 3553(a)-(c)" §922 (g)(1) §924 (a)(2) §3553 (a)-(c)'],
  ],
  [
    "42 U.S.C. § 300aa-11(c)(1)(C)(ii); 42 U.S.C. §§ 1320d-2(b), 1395w-4",
    [
      'law "42 U.S.C. § 300aa-11(c)(1)(C)(ii)" §300aa-11 (c)(1)(C)(ii)',
      'law "42 U.S.C. §§ 1320d-2(b), 1395w-4" §1320d-2 (b) §1395w-4',
    ],
  ],
  [
    "8 U. S. C. § 1182 (a) (28) (1946 ed., Supp. V); 28 U.S.C. § 1331 et seq.",
    [
      'law "8 U. S. C. § 1182 (a) (28)" = 8 U.S.C. § 1182 (a) (28) (1946 ed., Supp. V) 1946 §1182 (a) (28)',
      'law "28 U.S.C. § 1331 et seq." §1331 et seq.',
    ],
  ],
  [
    "17 C.F.R. § 240.10b-5(a); 28 CFR §§ 35.130-35.133, 36.302; 29 C.F.R. pt. 1910 (2010)",
    [
      'law "17 C.F.R. § 240.10b-5(a)" §240.10b-5 (a)',
      'law "28 CFR §§ 35.130-35.133, 36.302" = 28 C.F.R. §§ 35.130-35.133, 36.302 §35.130-35.133 §36.302',
      'law "29 C.F.R. pt. 1910" = 29 C.F.R. 1910 (2010) 2010 §1910',
    ],
  ],
  [
    "75 Fed. Reg. 81,132, 81,140 (Dec. 27, 2010)",
    ['law "75 Fed. Reg. 81,132" = 75 Fed. Reg. 81,132, 81,140 (Dec. 27, 2010) Dec. 27 2010 @ 81,140'],
  ],
  [
    "Pub. L. No. 107-155, § 203, 116 Stat. 81, 89-90 (2002)",
    ['law "Pub. L. No. 107-155, § 203" §203', 'law "116 Stat. 81" = 116 Stat. 81, 89-90 (2002) 2002 @ 89-90'],
  ],
  [
    "Cal. Penal Code § 187(a); Tex. Penal Code Ann. § 19.02(b)(1) (West 2011); N.Y. Penal Law § 125.25",
    [
      'law "Cal. Penal Code § 187(a)" §187 (a)',
      'law "Tex. Penal Code Ann. § 19.02(b)(1)" = Tex. Penal Code Ann. § 19.02(b)(1) (West 2011) 2011 §19.02 (b)(1) by West',
      'law "N.Y. Penal Law § 125.25" §125.25',
    ],
  ],
  [
    "Fla. Stat. § 120.68 (2007); RCW 9.94A.030; N.J.S.A. 2C:11-3(a)(1); O.C.G.A. § 16-5-1",
    [
      'law "Fla. Stat. § 120.68" = Fla. Stat. § 120.68 (2007) 2007 §120.68',
      'law "RCW 9.94A.030" = Wash. Rev. Code 9.94A.030 §9.94A.030',
      'law "N.J.S.A. 2C:11-3(a)(1)" = N.J. Stat. Ann. 2C:11-3(a)(1) §2C:11-3 (a)(1)',
      'law "O.C.G.A. § 16-5-1" = Ga. Code Ann. § 16-5-1 §16-5-1',
    ],
  ],
  [
    "Mass. Gen. Laws ch. 93A, §§ 2, 9; G. L. c. 231, § 6F; 735 ILCS 5/2-1401",
    [
      'law "Mass. Gen. Laws ch. 93A, §§ 2, 9" §2 §9',
      'law "G. L. c. 231, § 6F" = Mass. Gen. Laws c. 231, § 6F §6F',
      'law "735 ILCS 5/2-1401" = 735 Ill. Comp. Stat. 5/2-1401 §2-1401',
    ],
  ],
  [
    "Ark. Code Ann. § 23-3-119(a)(2) and (d) (1987) (repealed)",
    [
      'law "Ark. Code Ann. § 23-3-119(a)(2) and (d)" = Ark. Code Ann. § 23-3-119(a)(2) and (d) (1987) 1987 §23-3-119 (a)(2) and (d) (repealed)',
    ],
  ],
  ["Me. Rev. Stat. Ann. tit. 17-A, § 201", ['law "Me. Rev. Stat. Ann. tit. 17-A, § 201" §201']],
  [
    "U.S. Const. art. I, § 8, cl. 3; U.S. Const. amends. V, XIV; Cal. Const., art. I, § 7",
    [
      'law "U.S. Const. art. I, § 8, cl. 3" §8',
      'law "U.S. Const. amends. V, XIV"',
      'law "Cal. Const., art. I, § 7" §7',
    ],
  ],
  [
    "Fed. R. Civ. P. 12(b)(6); Fed. R. Evid. 404(b); Ohio Civ.R. 56(C)",
    [
      'law "Fed. R. Civ. P. 12(b)(6)" §12 (b)(6)',
      'law "Fed. R. Evid. 404(b)" §404 (b)',
      'law "Ohio Civ.R. 56(C)" = Ohio Civ. R. 56(C) §56 (C)',
    ],
  ],
  [
    "1999 Ala. Laws 94; Treas. Reg. § 1.61-2(a); U.S.S.G. § 2D1.1(b)(1)",
    [
      'law "1999 Ala. Laws 94"',
      'law "Treas. Reg. § 1.61-2(a)" §1.61-2 (a)',
      'law "U.S.S.G. § 2D1.1(b)(1)" §2D1.1 (b)(1)',
    ],
  ],
  ["under § 99 of that Act", ['section "§ 99"']],
  [
    "12 Harv. L. Rev. 34, 36-37 (1990) (discussing x); 1 Minn. L. Rev. 1",
    ['journal "12 Harv. L. Rev. 34" 1990 @ 36-37 (discussing x)', 'journal "1 Minn. L. Rev. 1"'],
  ],
];

/** Fragments that texts are put together from, whole citations and their debris. */
const FRAGMENTS = [
  "Alder v. Birch, ",
  "12 F.3d 34",
  ", 36-37",
  " (2d Cir. 1994)",
  " (quoting Cedar v. Dogwood, 11 F.2d 33)",
  "Id. at 36. ",
  "supra, ",
  "42 U.S.C. §§ 1983, 1985",
  "§",
  "(",
  ")",
  "[1983]",
  "___ U.S. ___",
  " v. ",
  "1 ",
  "at 36 ",
  "U. S. ",
  "\n\n",
  "In re ",
  ", aff'd, ",
  "No. 12-345 (",
  "No. 1",
  "\u201d",
  "*12 ",
  "¶ 3",
  "Fed. R. Civ. P. 12",
];

describe("extractCitations", () => {
  test.each(READ)("%j", (text, wanted) =>
    expect(extractCitations(text).map((citation) => notate(citation))).toEqual(wanted),
  );

  test("spans are exact, in order, and inside the text, whatever the text", () => {
    assert(
      property(array(constantFrom(...FRAGMENTS), { maxLength: 24 }), (fragments) => {
        const text = fragments.join("");
        const citations = extractCitations(text);
        let last = 0;
        for (const citation of citations) {
          expect(citation.text).toBe(text.slice(citation.span.start, citation.span.end));
          expect(citation.span.start).toBeGreaterThanOrEqual(last);
          expect(citation.span.end).toBeGreaterThan(citation.span.start);
          expect(citation.fullSpan.start).toBeLessThanOrEqual(citation.span.start);
          expect(citation.fullSpan.end).toBeGreaterThanOrEqual(citation.span.end);
          expect(citation.fullSpan.end).toBeLessThanOrEqual(text.length);
          expectInnerSpans(text, citation);
          last = citation.span.start;
        }
      }),
      { numRuns: 400 },
    );
  });

  test("what stands before and after a sentence does not change what is read in it", () => {
    const sentence = "We follow Alder v. Birch, 12 F.3d 34, 36 (2d Cir. 1994) (en banc), and 42 U.S.C. § 1983.";
    const wanted = extractCitations(sentence).map((citation) => notate(citation));
    assert(
      property(
        array(constantFrom("It was so held.", "The court agreed.", "That is all."), { maxLength: 6 }),
        (around) => {
          const text = [...around, sentence, ...around].join(" ");
          expect(extractCitations(text).map((citation) => notate(citation))).toEqual(wanted);
        },
      ),
    );
  });

  test.each([
    [
      "an opinion",
      "It is so held in Alder v. Birch, 12 F.3d 34, 36 (2d Cir. 1994) (quoting Elm v. Fir, 5 U.S. 137). Id. at 37. ",
    ],
    ["numbers", "1 "],
    ["capitals", "U. S. "],
    ["open brackets", "1 U.S. 2 ("],
    ["nested quotations", "1 U.S. 2 (quoting "],
    ["sections", "42 U.S.C. §§ 1, "],
    ["names", "Alder v. Birch, "],
    ["white space", "1          U.          "],
  ])("the work is linear in the length of %s", (_label, piece) => {
    const short = stepsOf(piece, 10_000);
    const long = stepsOf(piece, 500_000);
    expect(long).toBeLessThanOrEqual(50 * short * 1.05);
    expect(long).toBeLessThan(500_000 * LOOKAHEAD_CHARS_MAX);
  });
});

function stepsOf(piece: string, length: number): number {
  const work = { steps: 0 };
  extractCitations(piece.repeat(Math.ceil(length / piece.length)).slice(0, length), { work });
  return work.steps;
}

function expectInnerSpans(text: string, citation: Citation): void {
  const { pin, signal } = citation;
  if (pin !== null) expect(text.slice(pin.span.start, pin.span.end)).toBe(pin.text);
  if (signal !== null)
    expect(text.slice(signal.span.start, signal.span.end).toLowerCase()).toContain(signal.text.slice(0, 2));
  for (const remark of citation.parentheticals)
    expect(text.slice(remark.span.start, remark.span.end)).toBe(remark.text);
  const name = "name" in citation && typeof citation.name === "object" ? citation.name : null;
  if (name !== null) expect(text.slice(name.span.start, name.span.end)).toBe(name.text);
}
