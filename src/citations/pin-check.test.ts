import { describe, expect, test } from "vitest";
import { checkBrief, readBrief } from "./check.ts";
import { pagesIn } from "./pin-pages.ts";
import type { PageBounds } from "./pin-check.ts";
import type { HeldDecision } from "./store.ts";

const ELM: HeldDecision = {
  clusterId: "c1",
  workId: "w1",
  caseName: "Elm v. Fir",
  courtId: "scotus",
  dateFiled: "1994-03-02",
  yearsFiled: { first: 1994, last: 1994 },
  citations: ["512 U.S. 34", "114 S. Ct. 1100"],
};
const BOUNDS = new Map<string, PageBounds>([["512us34", { first: 34, last: 60 }]]);

function pins(text: string): string[] {
  const rows = checkBrief(readBrief(text), (key) => (["512us34", "114sct1100"].includes(key) ? [ELM] : []), {
    pages: (_decision, key) => BOUNDS.get(key),
  });
  return rows.map((row) => `${row.text}: ${row.pin?.status ?? "none"}`);
}

describe("pages pointed at", () => {
  test.each<[string, string[]]>([
    ["Elm v. Fir, 512 U.S. 34, 36 (1994)", ["512 U.S. 34: inside"]],
    ["Elm v. Fir, 512 U.S. 34, 61 (1994)", ["512 U.S. 34: outside"]],
    ["Elm v. Fir, 512 U.S. 34, 59-61 (1994)", ["512 U.S. 34: outside"]],
    ["Elm v. Fir, 512 U.S. 34, 33 (1994)", ["512 U.S. 34: outside"]],
    ["Elm v. Fir, 512 U.S. 34, 59-60, 44 n. 99 (1994)", ["512 U.S. 34: inside"]],
    ["Elm v. Fir, 512 U.S. 34, n. 99 (1994)", ["512 U.S. 34: none"]],
    ["Elm v. Fir, 512 U.S. 34 (1994)", ["512 U.S. 34: none"]],
    ["Elm v. Fir, 512 U.S. 34, 36, 114 S. Ct. 1100, 1105 (1994)", ["512 U.S. 34: inside", "114 S. Ct. 1100: unknown"]],
    ["Elm v. Fir, 114 S. Ct. 1100, 1090 (1994)", ["114 S. Ct. 1100: outside"]],
    ["Elm v. Fir, 512 U.S. 34 (1994). Elm, 512 U.S. at 70.", ["512 U.S. 34: none", "512 U.S. at 70: outside"]],
    ["Elm v. Fir, 512 U.S. 34 (1994). Id. at 70.", ["512 U.S. 34: none", "Id. at 70: outside"]],
    ["Elm v. Fir, 512 U.S. 34, at *99 (1994)", ["512 U.S. 34: outside"]],
    ["Elm v. Fir, 512 U.S. 34, 1994 WL 99, at *99 (1994)", ["512 U.S. 34: none", "1994 WL 99: unknown"]],
    ["Elm v. Fir, 512 U.S. 34, at page 99 (1994)", ["512 U.S. 34: outside"]],
    ["Elm v. Fir, 512 U.S. 34, 36; 99 (1994)", ["512 U.S. 34: outside"]],
    ["Elm v. Fir, 512 U.S. 34, 36 -\n99 (1994)", ["512 U.S. 34: outside"]],
    ["Elm v. Fir, 512 U.S. 34, 36 & n.8, 99 (1994)", ["512 U.S. 34: outside"]],
    ["Elm v. Fir, 512 U.S. 34 (1994). Id. at 40.", ["512 U.S. 34: none", "Id. at 40: inside"]],
  ])("%s", (text, wanted) => expect(pins(text)).toEqual(wanted));

  test.each<[string, number[]]>([
    ["248", [248]],
    ["248-49", [248, 249]],
    ["248–49, 255 n. 4", [248, 249, 255]],
    ["248 & n.12", [248]],
    ["248, 251, and 260", [248, 251, 260]],
    ["*3", [3]],
    ["¶ 12", []],
    ["¶ 12, 14", []],
    ["n. 5", []],
    ["124:25", [124]],
    ["9444 - 45", [9444, 9445]],
    ["9444-\n45", [9444, 9445]],
    ["9444~45", [9444, 9445]],
    ["page 9444", [9444]],
    ["pp. 311 to 312", [311, 312]],
    ["9444n", [9444]],
    ["9444n.3", [9444]],
    ["311n8, 9444", [311, 9444]],
    ["311 & n.8, 9444", [311, 9444]],
    ["311 & nn.8, 9", [311]],
    ["311 nn. 8-10, 312", [311, 312]],
    ["311 n. 8, 9", [311]],
    ["311; 9444", [311, 9444]],
    ["311-209", [311, 209]],
    ["499-02", [499]],
  ])("%s points at %j", (text, wanted) => {
    expect(pagesIn({ text, span: { start: 0, end: text.length }, page: null })).toEqual(wanted);
  });
});
