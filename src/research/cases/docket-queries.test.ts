import { expect, test } from "vitest";
import { docketQueryOf } from "./docket-queries.ts";

test.each<[query: string, courts: readonly string[], court: string | undefined, key: string]>([
  ["1:17-md-02788", [], undefined, "17md2788"],
  ["17 MD 2788", [], undefined, "17md2788"],
  ["24 Civ. 5001 (IQ)", [], undefined, "24cv5001"],
  ["18 Mag. 3161", [], undefined, "18mj3161"],
  ["MDL No. 2788", [], undefined, "17md2788"],
  ["12 C 7289", ["ilnd"], "ilnd", "12cv7289"],
  ["22-1408", ["ca2"], "ca2", "22-1408"],
  ["2023-1290", ["cafc"], "cafc", "23-1290"],
  ["21-11077", ["nysb"], "nysb", "21-11077"],
  ["No. 4:23-cv-01177 (S.D. Tex.)", [], "txsd", "23cv1177"],
])("%s in %j is a docket number", (query, courtIds, court, key) => {
  const asked = docketQueryOf(query, courtIds);
  expect(asked?.court?.id).toBe(court);
  expect([...(asked?.keys ?? [])]).toContain(key);
});

test.each<[query: string, courts: readonly string[]]>([
  ["17 Md. 278", []],
  ["17 MD 278", []],
  ["12 C 7289", []],
  ["22-1408", []],
  ["22-1408", ["cal"]],
  ["22-1408", ["ca2", "ca3"]],
  ["410 U.S. 113", ["scotus"]],
  ["410 U.S. 113", ["ca2"]],
  ["12 F.3d 345", ["ca2"]],
  ["28 USC 1332", ["nysd"]],
  ["duty of care in 22-1408", ["ca2"]],
  ["summary judgment (S.D. Tex.)", []],
  ["the MDL No. 2788 order", []],
])("%s in %j is none", (query, courtIds) => {
  expect(docketQueryOf(query, courtIds)).toBeUndefined();
});
