import { expect, test } from "vitest";

import { err } from "#base/result.ts";
import type { DirectReference } from "./direct.ts";
import { parseQuery } from "./parse.ts";

function directOf(query: string): DirectReference | undefined {
  const result = parseQuery(query, { resolveCourt: () => err([]) });
  if (!result.ok) throw new Error(`${query}: ${JSON.stringify(result.error)}`);
  return result.value.direct;
}

test.each([
  ["410 U.S. 113", { kind: "citation", citation: "410 U.S. 113" }],
  ["410 us 113", { kind: "citation", citation: "410 us 113" }],
  ["78 rad reg 2d (p & f) 357", { kind: "citation", citation: "78 rad reg 2d (p & f) 357" }],
  ["550 F. 3d 1, 12 (9th Cir. 2008)", { kind: "citation", citation: "550 F. 3d 1" }],
  ["Roe v. Wade, 410 U.S. 113 (1973)", { kind: "citation", citation: "410 U.S. 113" }],
  ["2:19-cv-01234-ABC", { kind: "docket", docket: "2:19-cv-01234-ABC" }],
  ["No. 23-1732", { kind: "docket", docket: "23-1732" }],
  ["Docket No. 70-18", { kind: "docket", docket: "70-18" }],
  ["92-1856", { kind: "docket", docket: "92-1856" }],
  ["12 angry men", undefined],
  ["12 angry men 5", { kind: "citation", citation: "12 angry men 5", guessed: true }],
  ["12 samp 34", { kind: "citation", citation: "12 samp 34", guessed: true }],
  ["12 wall 34", { kind: "citation", citation: "12 wall 34", guessed: true }],
  ["12 cal app 4th 34", { kind: "citation", citation: "12 cal app 4th 34" }],
  ["198 u.s. 45", { kind: "citation", citation: "198 u.s. 45" }],
  ["532 f2d 259", { kind: "citation", citation: "532 f2d 259" }],
  ["410 U.S. 113, 153-54 & n.2 (1973)", { kind: "citation", citation: "410 U.S. 113" }],
  ["410 U.S. 113 n.11;", { kind: "citation", citation: "410 U.S. 113" }],
  ["(410 U.S. 113)", { kind: "citation", citation: "410 U.S. 113" }],
  ["“410 U.S. 113”", { kind: "citation", citation: "410 U.S. 113" }],
  ["410us113", { kind: "citation", citation: "410 us 113" }],
  ["410 U.S.113", { kind: "citation", citation: "410 U.S.113" }],
  ["Roe, 410 U.S. 113", { kind: "citation", citation: "410 U.S. 113" }],
  ["see also Roe v. Wade, 410 U.S. 113 (1973)", { kind: "citation", citation: "410 U.S. 113" }],
  ["roe v. wade, 410 u.s. 113 (1973)", { kind: "citation", citation: "410 u.s. 113" }],
  [
    "Roe v. Wade, 410 U.S. 113, 93 S. Ct. 705 (1973)",
    { kind: "citation", citation: "410 U.S. 113", parallel: ["93 S. Ct. 705"] },
  ],
  ["60 U.S. (19 How.) 393", { kind: "citation", citation: "60 U.S. 393", parallel: ["60 U.S. (19 How.) 393"] }],
  ["See 410 U.S. 113.", { kind: "citation", citation: "410 U.S. 113" }],
  ["But see, e.g., 410 U.S. 113", { kind: "citation", citation: "410 U.S. 113" }],
  ["No. 106, Orig.", { kind: "docket", docket: "106, Orig" }],
  ["410 U.S. 113 abortion", undefined],
  ["410 U.S. 113 & 381 U.S. 479", undefined],
  ["410 U.S. at 153", { kind: "pin", pin: "410 U.S. at 153" }],
  ["410 U.S., at 153", { kind: "pin", pin: "410 U.S., at 153" }],
  ["Roe, 410 U.S. at 153", { kind: "pin", pin: "410 U.S. at 153" }],
  ["docket number 70-18", { kind: "docket", docket: "70-18" }],
  ["19 Civ. 1234", { kind: "docket", docket: "19 Civ. 1234" }],
  ["19 Civ. 1234 (RJS)", { kind: "docket", docket: "19 Civ. 1234 (RJS)" }],
  ["2:19-CV-01234 (ABC)", { kind: "docket", docket: "2:19-CV-01234 (ABC)" }],
  ["A-5-14", { kind: "docket", docket: "A-5-14", guessed: true }],
  ["S123456", { kind: "docket", docket: "S123456", guessed: true }],
  ["1983", undefined],
  ["14th amendment", undefined],
  ["42 U.S.C. 1983", undefined],
  ["rule 10b-5", undefined],
  ["no duty to retreat", undefined],
])("the record that %s names", (query, direct) => {
  expect(directOf(query)).toEqual(direct);
});
