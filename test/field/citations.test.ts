import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { citationKey } from "#citations/citation-key.ts";
import { checkBrief, readBrief, withHeld } from "#citations/check.ts";
import type { CheckRow } from "#citations/check.ts";
import type { HeldDecision } from "#citations/store.ts";

/**
 * Texts as people write them, in a file for each class of fault: a line has the text, and rows (words and verdict; null:
 * any) that its check must have, or must not; `count` of all rows; words of a reason. Cases and reporters are invented.
 */
type FieldCase = {
  readonly text: string;
  readonly rows?: readonly (readonly [words: string, verdict: string | null])[];
  readonly notRows?: readonly (readonly [words: string, verdict: string])[];
  readonly reasons?: readonly string[];
  readonly count?: number;
};

function held(id: string, caseName: string, courtId: string, year: number, citation: string): HeldDecision {
  const yearsFiled = { first: year, last: year };
  return {
    clusterId: id,
    workId: id,
    caseName,
    courtId,
    dateFiled: `${year}-03-18`,
    yearsFiled,
    citations: [citation],
  };
}

const HELD = [
  held("c1", "Quarry v. Millrace Canal Co.", "cal", 1987, "44 Samp. 500"),
  held("c2", "Osprell v. Teal", "nysd", 2015, "12 Thistle Rep. 5"),
  held("c3", "Teal v. Wren", "nysd", 2019, "3 Sedge 2d 40"),
];
const BY_KEY = new Map(HELD.map((one) => [citationKey(one.citations[0] ?? ""), [one]] as const));

function rowsOf(text: string): readonly CheckRow[] {
  const brief = withHeld(readBrief(text), (key) => BY_KEY.has(key));
  return checkBrief(brief, (key) => BY_KEY.get(key) ?? [], {
    pages: (_decision, key) => (key === citationKey("44 Samp. 500") ? { first: 500, last: 507 } : undefined),
  });
}

function faultsOf({ text, rows = [], notRows = [], reasons = [], count }: FieldCase): string[] {
  const got = rowsOf(text);
  const has = (words: string, verdict: string | null): boolean =>
    got.some((row) => row.text.includes(words) && (verdict === null || row.verdict === verdict));
  return [
    ...rows.flatMap(([words, verdict]) => (has(words, verdict) ? [] : [`no row ${words}: ${verdict ?? "any"}`])),
    ...notRows.flatMap(([words, verdict]) => (has(words, verdict) ? [`a row ${words}: ${verdict}`] : [])),
    ...reasons.flatMap((words) => (got.some((row) => row.verdictText.includes(words)) ? [] : [`no reason ${words}`])),
    ...(count === undefined || count === got.length ? [] : [`${got.length} rows`]),
  ].map((fault) => `${fault}; rows: ${got.map((row) => `${row.text} (${row.verdictText})`).join(" | ")}`);
}

const CLASSES = [
  "pins-unread",
  "years-unread",
  "id-of-something-else",
  "citations-not-seen",
  "rows-of-no-citation",
  "vendor-numbers",
  "reporter-of-ones-own",
  "pages-between",
];

test.each(CLASSES)("%s", (file) => {
  const lines = readFileSync(new URL(`./${file}.jsonl`, import.meta.url), "utf8").split("\n");
  const cases = lines.filter((line) => line !== "").map((line) => JSON.parse(line) as FieldCase);
  expect(cases.length).toBeGreaterThan(5);
  expect(cases.flatMap((one) => faultsOf(one).map((fault) => `${JSON.stringify(one.text)}: ${fault}`))).toEqual([]);
});
