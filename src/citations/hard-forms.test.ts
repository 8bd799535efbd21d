import { describe, expect, test } from "vitest";
import { extractCitations } from "./citations.ts";
import { notate } from "./notate.fixture.ts";

/** Forms that are easily misread, each in several variants. All cases are invented. */
const FORMS: Readonly<Record<string, readonly (readonly [string, readonly string[]])[]>> = {
  "supra is no part of the name before it": [
    ["as in Alder Co., supra, 410 U.S. at 115.", ['short "410 U.S. at 115" = 410 U.S. 115 <Alder Co.> scotus @ 115']],
    [
      "Alder v. Birch, supra, 12 Cal.4th at p. 41",
      ['short "12 Cal.4th at p. 41" = 12 Cal. 4th 41 <Alder / Birch> cal @ 41'],
    ],
    ["See Alder, supra note 4, at 12.", ['supra "supra note 4, at 12" <Alder> @ note 4, at 12 [see]']],
    ["In Oak & Sons, supra at 5, we held", ['supra "supra at 5" <Oak & Sons> @ 5']],
    ["the rule of the Oak case, supra, is settled", ['supra "supra" <Oak>']],
    ["In the Oak v. Pine decision, supra, we held", ['supra "supra" <Oak / Pine>']],
    ["in that case, supra, we held", ['supra "supra" <case>']],
  ],
  "Louisiana's docket numbers stand between name and reporter": [
    [
      "State v. Kapok, 2001-1234, pp. 4-5 (La. 5/14/02), 817 So.2d 100, 104",
      ['docket "2001-1234" <State / Kapok> la 2002', 'case "817 So.2d 100" = 817 So. 2d 100 <State / Kapok> @ 104'],
    ],
    [
      "Kapok v. Larch, 95-0754 (La. App. 1st Cir. 12/15/95), 669 So. 2d 463",
      ['docket "95-0754" <Kapok / Larch> lactapp 1995', 'case "669 So. 2d 463" <Kapok / Larch>'],
    ],
    [
      "Kapok v. Larch, No. 95-CA-0754, p. 3 (La. App. 5 Cir. 12/15/95); 669 So.2d 463",
      ['case "669 So.2d 463" = 669 So. 2d 463 <Kapok / Larch>'],
    ],
    [
      "Kapok v. Larch, 43,210 (La.App. 2 Cir. 4/30/08), 981 So.2d 200",
      [
        'case "43,210 (La.App. 2 Cir. 4/30/08)" = 43 La.App. 2 Cir. 210 <Kapok / Larch> 2008',
        'case "981 So.2d 200" = 981 So. 2d 200 <Kapok / Larch>',
      ],
    ],
    [
      "Kapok v. Larch, 693 So.2d 100 (La. 1997), writ denied, 97-1400 (La. 9/5/97), 700 So.2d 505",
      [
        'case "693 So.2d 100" = 693 So. 2d 100 <Kapok / Larch> la 1997',
        'case "700 So.2d 505" = 700 So. 2d 505 {review denied 0}',
      ],
    ],
  ],
  "a year behind the name is none of it": [
    [
      "In re Linden's Estate (1921), 59 Mont. 403",
      ['case "59 Mont. 403" <in the matter of Linden\'s Estate> mont 1921'],
    ],
    [
      "In re Linden's Estate [1921], 59 Mont. 403",
      ['case "59 Mont. 403" <in the matter of Linden\'s Estate> mont 1921'],
    ],
    ["Estate of Linden (1955) 44 Cal.2d 100", ['case "44 Cal.2d 100" = 44 Cal. 2d 100 <Estate of Linden> cal 1955']],
    ["Linden v. Maple, (1921), 59 Mont. 403", ['case "59 Mont. 403" <Linden / Maple> mont 1921']],
    [
      "State ex rel. Linden v. Maple (1955), 163 Ohio St. 100",
      ['case "163 Ohio St. 100" <State ex rel. Linden / Maple> 1955'],
    ],
  ],
  "a comma printed for a period": [
    ["Maple v. Nutmeg, 410 U,S. 113 (1973)", ['case "410 U,S. 113" = 410 U.S. 113 <Maple / Nutmeg> scotus 1973']],
    ["Maple v. Nutmeg, 12 U, S. 50", ['case "12 U, S. 50" = 12 U.S. 50 <Maple / Nutmeg> scotus']],
    ["Maple v. Nutmeg, 93 S,Ct. 705 (1973)", ['case "93 S,Ct. 705" = 93 S. Ct. 705 <Maple / Nutmeg> scotus 1973']],
    ["Maple v. Nutmeg, 93 F,2d 705 (9th Cir. 1937)", ['case "93 F,2d 705" = 93 F.2d 705 <Maple / Nutmeg> ca9 1937']],
  ],
  "the last page of a list": [
    [
      "Maple v. Nutmeg, 410 U.S. 113, 114, 116, 118, 120, 122, 124, 126, 128, 130, 132, 134, 136, 138, 140, 93 S. Ct. 705 (1973)",
      [
        'case "410 U.S. 113" <Maple / Nutmeg> scotus 1973 @ 114, 116, 118, 120, 122, 124, 126, 128, 130, 132, 134, 136, 138, 140',
        'case "93 S. Ct. 705" <Maple / Nutmeg> scotus 1973',
      ],
    ],
    [
      "Maple v. Nutmeg, 410 U.S. 113, 114-15, 118 n.4, 136, & 140 (1973)",
      ['case "410 U.S. 113" <Maple / Nutmeg> scotus 1973 @ 114-15, 118 n.4, 136, & 140'],
    ],
    [
      "Maple, 410 U.S. at 114, 116 and 118.",
      ['short "410 U.S. at 114" = 410 U.S. 114 <Maple> scotus @ 114, 116 and 118'],
    ],
    ["Maple, 410 U.S. at 114, and 20 others", ['short "410 U.S. at 114" = 410 U.S. 114 <Maple> scotus @ 114']],
    [
      "Maple, 410 U.S. at 114, and 1 Wall. 12",
      ['short "410 U.S. at 114" = 410 U.S. 114 <Maple> scotus @ 114', 'case "1 Wall. 12"'],
    ],
  ],
  "New York's laws in their short forms": [
    ["N.Y. Pen. Law § 1847", ['law "N.Y. Pen. Law § 1847" = N.Y. Penal Law § 1847 §1847']],
    ["Penal Law § 125.25", ['law "Penal Law § 125.25" = N.Y. Penal Law § 125.25 §125.25']],
    ["N.Y. Gen. Bus. Law § 349(a)", ['law "N.Y. Gen. Bus. Law § 349(a)" §349 (a)']],
    ["N.Y. C.P.L.R. 3211(a)(7)", ['law "N.Y. C.P.L.R. 3211(a)(7)" §3211 (a)(7)']],
    ["C.P.L.R. 3211", ['law "C.P.L.R. 3211" = N.Y. C.P.L.R. 3211 §3211']],
    ["CPLR 3211(a)(7)", ['law "CPLR 3211(a)(7)" = N.Y. C.P.L.R. 3211(a)(7) §3211 (a)(7)']],
    ["C.P.L. § 440.10(1)(h)", ['law "C.P.L. § 440.10(1)(h)" = N.Y. C.P.L. § 440.10(1)(h) §440.10 (1)(h)']],
    ["EPTL § 5-1.1", ['law "EPTL § 5-1.1" = N.Y. Est. Powers & Trusts Law § 5-1.1 §5-1.1']],
  ],
  "a state's report and, behind a semicolon, its region's": [
    [
      "Oak v Elm, 456 Mich 400, 405; 572 NW2d 1 (1998)",
      [
        'case "456 Mich 400" = 456 Mich. 400 <Oak / Elm> mich 1998 @ 405',
        'case "572 NW2d 1" = 572 N.W.2d 1 <Oak / Elm> 1998',
      ],
    ],
    [
      "Oak v. Elm, 73 N. J. Law, 729, 738; 65 Atl. Rep. 165, 169;",
      [
        'case "73 N. J. Law, 729" = 73 N.J.L. 729 <Oak / Elm> @ 738',
        'case "65 Atl. Rep. 165" = 65 A. 165 <Oak / Elm> @ 169',
      ],
    ],
    ["Oak v. Elm, 12 Mich. 3 (1864); 5 N.W. 2", ['case "12 Mich. 3" <Oak / Elm> mich 1864', 'case "5 N.W. 2"']],
    [
      "Oak v. Elm, 12 Mich. 3; Fir v. Ash, 5 N.W. 2",
      ['case "12 Mich. 3" <Oak / Elm> mich', 'case "5 N.W. 2" <Fir / Ash>'],
    ],
  ],
  "a proceeding in brackets is not the name of the case that arose in it": [
    ["Oak v. Elm (In re Fir), 123 B.R. 45 (9th Cir. BAP 1991)", ['case "123 B.R. 45" <Oak / Elm> bap9 1991']],
    [
      "Oak Bank, N.A. v. Elm (In the Matter of Elm), 100 B.R. 180 (Bankr. M.D. Pa. 1989)",
      ['case "100 B.R. 180" <Oak Bank, N.A. / Elm> pamb 1989'],
    ],
    ["See In re Fir, 123 B.R. 45", ['case "123 B.R. 45" <in the matter of Fir> [see]']],
  ],
  "Ohio's district and docket number stand between name and number": [
    ["Oak v. Elm, 10th Dist. Franklin No. 12AP-345, 2013-Ohio-99, ¶ 7", ['case "2013-Ohio-99" <Oak / Elm> 2013 @ ¶ 7']],
    ["State v. Elm, 8th Dist. No. 98765, 2013-Ohio-12", ['case "2013-Ohio-12" <State / Elm> 2013']],
  ],
  "laws of Rhode Island and Puerto Rico": [
    ["R.I. Gen. Laws § 11-23-1", ['law "R.I. Gen. Laws § 11-23-1" §11-23-1']],
    ["G.L. 1956 § 11-23-1", ['law "G.L. 1956 § 11-23-1" = R.I. Gen. Laws § 11-23-1 §11-23-1']],
    ["33 L.P.R.A. § 4001", ['law "33 L.P.R.A. § 4001" §4001']],
  ],
  "laws of Michigan and Louisiana": [
    ["(eff. January 1, 1995, P.A. 88-680)", []],
    ["2011 PA 264", ['law "2011 PA 264" = 2011 Mich. Pub. Acts 264']],
    ["MSA 15.893", ['law "MSA 15.893" = Mich. Stat. Ann. 15.893 §15.893']],
    ["La. C.C.P. art. 966", ['law "La. C.C.P. art. 966" = La. Code Civ. Proc. Ann. art. 966 §966']],
    ["La. C.Cr.P. art. 701(B)", ['law "La. C.Cr.P. art. 701(B)" = La. Code Crim. Proc. Ann. art. 701(B) §701 (B)']],
    ["Oak v. Elm, 2000 PA Super 58", ['case "2000 PA Super 58" = 2000 Pa. Super. 58 <Oak / Elm> 2000']],
  ],
  "a law is no part of a name": [
    ["It was void under the Clean Air Act. Alder v. Birch, 12 F.3d 34", ['case "12 F.3d 34" <Alder / Birch>']],
    ["We granted review under the Fifth Amendment, 355 U.S. 902", ['case "355 U.S. 902" scotus']],
  ],
};

describe.each(Object.entries(FORMS))("%s", (_, variants) => {
  test.each(variants)("%s", (text, read) => {
    expect(extractCitations(text).map((citation) => notate(citation))).toEqual(read);
  });
});
