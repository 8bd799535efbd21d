/** A number that can be the year of a decision, and is no part of a longer one or of a decade (`1980s`). */
const YEAR = String.raw`(?<!\d|(?<!\p{L})[.,])(?:1[6-9]|20)\d\d(?![\d\p{L}]|[.,]\d)`;

const SECTION = String.raw`\d[\w.\-–]*(?:\(\w{1,3}\))*`;
const AND = String.raw`\s*(?:,\s*(?:and|or)?|and|or|&|to|through)\s*`;
const OF_A_CODE = String.raw`U\.\s?S\.\s?C\.(?:\s?A\.)?|USCA?|C\.\s?F\.\s?R\.|CFR`;

/** Numbers that look like a year and are none. */
const OTHERS = [
  // § 1983, Rule 2004, 42 U.S.C. 1983
  String.raw`(?:[§¶]|\b(?:[Ss]ection|[Ss]ec\.|[Rr]ule|Article|Art\.|${OF_A_CODE}))\s*${SECTION}`,
  // §§ 1981, 1983 and 1985(3)
  String.raw`(?:§\s?§|¶\s?¶|\b(?:[Ss]ections|[Ss]ecs\.|[Rr]ules|Articles|Arts\.))\s*${SECTION}(?:${AND}${SECTION})*`,
  // id. at 1994-95, pp. 1994-95
  String.raw`(?:(?:[.,]|\bsupra)\s+at|\bpp?\.)\s+\*?\d+(?:[-–—]\d+)?`,
  // 110 S. Ct. 1994, 99 Stat. 1877, 27 F.2d 1994
  String.raw`(?:\d\s+(?:S\.\s?Ct\.|Stat\.|Fed\.\s?Reg\.)|\.\s?[2-5](?:d|th))\s+\d+(?:[-–—]\d+)?`,
  // The last page of a citation: 1949-50 (2009)
  String.raw`(?<!\d)\d{4}(?:[-–—]\d+)?(?=,?\s*\((?:[^()]{0,40}[\s.])?${YEAR}\))`,
  // No. 1994, No. 95-1994
  String.raw`\bNos?\.\s*\d+(?:[-–—]\s?\d+)*|(?<![\d/\-–—])\d{1,3}[A-Z]?[-–—]\s?\d{4}(?!\d)`,
  // 95 Civ. 1994, 1996 WL 2004
  String.raw`\b(?:\d\d\s+(?:Civ\.|Cv\.|CV|Cr\.|CR|C)|WL|LEXIS)\s+\d+`,
  // $1994, *1994
  String.raw`[$*#]\s?\d+`,
];

const YEAR_OR_OTHER = new RegExp(`${OTHERS.join("|")}|(?<year>${YEAR})`, "gu");

/**
 * The years that a text names, as `(1994)` behind a citation does. A section, a page, the number of a docket or an
 * amount is none where it is written as one.
 */
export function yearsIn(text: string): ReadonlySet<number> {
  const found = [...text.matchAll(YEAR_OR_OTHER)];
  return new Set(found.flatMap(({ groups }) => (groups?.["year"] === undefined ? [] : Number(groups["year"]))));
}
