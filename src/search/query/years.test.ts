import { expect, test } from "vitest";
import { yearsIn } from "./years.ts";

test.each([
  ["behind a citation", "1005, (1994); id. (9th Cir. 1987)", [1994, 1987]],
  ["behind a court without a space", "(9th Cir.1994); (S.D.N.Y.2004); .1994 and 3.1994", [1994, 2004]],
  ["at the end of a sentence", "The Act of 1866.", [1866]],
  ["in a date and a span", "June 3, 1789, and 1890-1891", [1789, 1890, 1891]],
  ["none in other numbers", "$1,994.00, 19945, 21994, 0.1994 and 1994.5 of 1599 or 2100", []],
  ["none in a decade", "in the 1980s", []],
  [
    "in a database and a date",
    "1996 WL 2004; 6-15-1994; July 2, 1900; the 1976 Act; fixed at 1791",
    [1996, 1994, 1900, 1976, 1791],
  ],
  ["none in a section", "42 U. S. C. § 1983; §1981; Section 1988(b); Sec. 1915(d); 28 U.S.C. 1915A; § 2000e-5(e)", []],
  ["none in several sections", "§§ 1981, 1982, and 1983; sections 1985(3) or 1986 & 1988; Rules 2002 and 2004", []],
  [
    "behind a section",
    "Section 1983 in 1871; § 1997e (1996 ed.); § 2254(1994); § 1983, 1978 WL 5",
    [1871, 1996, 1994, 1978],
  ],
  [
    "behind pages",
    "129 S. Ct. 1937, 1949-50 (2009); 99 Stat. 1877 (CA9 1985); 27 F.2d 1994 (1928)",
    [2009, 1985, 1928],
  ],
  ["none in other pages", "Id. at 1759; supra at 1994-95; pp. 1985-86; Oak, 110 S. Ct., at 1990", []],
  [
    "none in the number of a docket",
    "No. 1994; No. 87-2084; Nos. 95-1994, 95-1996; 09–1619; 95 Civ. 1994; 1:15-2016",
    [],
  ],
  ["none in an amount", "$1994 and $ 2000", []],
  ["none at all", "", []],
])("the years of a text: %s", (_name, text, years) => {
  expect([...yearsIn(text)]).toEqual(years);
});
