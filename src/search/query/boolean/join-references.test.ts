import { describe, expect, test } from "vitest";

import { lexQuery } from "#search/query/lexer.ts";
import { foldTypography } from "#text/typography.ts";
import { joinReferences } from "./join-references.ts";

/** What each token holds once citations and sections are one. */
function joined(query: string): readonly string[] {
  return joinReferences(foldTypography(query), lexQuery(query).tokens).map((token) => {
    if (token.kind === "statute") return `${token.code.trim()} § ${token.section}`;
    if (token.kind === "word" || token.kind === "quoted") return token.text;
    return token.kind === "field" ? `${token.prefix}:` : token.kind;
  });
}

const JOINED: readonly (readonly [query: string, ...tokens: string[]])[] = [
  ["410 U.S. 113 AND abortion", "410 U.S. 113", "and", "abortion"],
  ["abortion OR 410 U.S. 113, 153", "abortion", "or", "410 U.S. 113"],
  ["550 F. Supp. 2d 1 AND fraud", "550 F. Supp. 2d 1", "and", "fraud"],
  ["410 U.S. at 153 AND privacy", "410 U.S. at 153", "and", "privacy"],
  ["42 U.S.C. § 1983 AND immunity", "42 U.S.C. § 1983", "and", "immunity"],
  ["17 CFR 240.10b-5 AND scienter", "17 CFR § 240.10b-5", "and", "scienter"],
  ["410 U.S. 113 93 S. Ct. 705", "410 U.S. 113"],
  ["12 jurors AND 5 days", "12", "jurors", "and", "5", "days"],
  ["12 wall 34 AND bridge", "12", "wall", "34", "and", "bridge"],
  ["19 Civ. 1234 AND fraud", "19", "Civ.", "1234", "and", "fraud"],
  ["docket:19 Civ. 1234 AND fraud", "docket:", "19 Civ. 1234", "and", "fraud"],
  ["docket:No. 19 Civ. 1234", "docket:", "19 Civ. 1234"],
  ["docket:No. 70-18 OR fraud", "docket:", "70-18", "or", "fraud"],
  ['docket:"Docket No. 70-18"', "docket:", "70-18"],
  ['docket:"70-18"', "docket:", "70-18"],
  ["cite:410 U.S. 113 AND fraud", "cite:", "410 U.S. 113", "and", "fraud"],
  ['judge:"Chief Justice Cardozo"', "judge:", "Cardozo"],
  ['judge:"Cardozo, C.J."', "judge:", "Cardozo"],
  ['name:"Cardozo, C.J."', "name:", "Cardozo, C.J."],
  ["Roe 410 U.S. 113", "Roe", "410 U.S. 113"],
];

describe("references between operators are one token", () => {
  test.each(JOINED)("%s", (query, ...tokens) => {
    expect(joined(query)).toEqual(tokens);
  });
});

test("a joined token stands where all of it was typed", () => {
  const query = "abortion AND 410 U.S. 113, 153 OR fraud";
  const [, , token] = joinReferences(query, lexQuery(query).tokens);
  expect(query.slice(token?.at.start, token?.at.end)).toBe("410 U.S. 113, 153");
});
