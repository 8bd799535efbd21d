import { expect, test } from "vitest";
import type { ApiKey } from "#accounts/keys.ts";
import type { ImportReport } from "#importers/report.ts";
import { keysTable } from "./commands/keys.ts";
import { reportText } from "./import-report.ts";
import { bytes, openProgress, table } from "./terminal.ts";
import { lostOf } from "#opinions/clean/account-rows.ts";
import { accountText } from "./text-report.ts";

const FILE = { isTTY: false };
const LINES = /[\u2500-\u257f]/u;

function widest(text: string): number {
  return Math.max(...text.split("\n").map((line) => line.length));
}

const KEY: ApiKey = {
  id: "0b51c7e2-7a36-4b0e-9a52-5d1f0e3c8a11",
  prefix: "op_live_3kTq9Z",
  name: "the assistant of the litigation department, second floor",
  fullHistoricalAccess: false,
  scopes: ["read"],
  requests: null,
  userId: null,
  teamId: null,
  createdAt: "2026-11-21T03:04:05.000Z",
  expiresAt: "2099-01-31T00:00:00.000Z",
  revokedAt: null,
  replacedAt: null,
  lastUsedAt: "2026-11-21T04:05:06.000Z",
  matter: null,
};

test.each([80, 100, 132])("the keys fit a terminal of %d columns, and none of their words is lost", (columns) => {
  const shown = keysTable([KEY, { ...KEY, name: "clerk", expiresAt: null }], { isTTY: true, columns });
  expect(widest(shown)).toBeLessThanOrEqual(columns);
  expect(shown).toMatch(LINES);
  for (const word of [KEY.prefix, "until", "2099-01-31", "2026-11-21", "04:05", "active", ...KEY.name.split(" ")])
    expect(shown).toContain(word);
});

test("without a terminal a key of a usual name is one plain line of at most 100 characters", () => {
  const [head, line, ...others] = keysTable([{ ...KEY, name: "research assistant of the firm" }], FILE).split("\n");
  expect(others).toEqual([]);
  expect(head).toMatch(/^key +name +state +made +last used$/u);
  expect(line).toBe("op_live_3kTq9Z  research assistant of the firm  until 2099-01-31  2026-11-21  2026-11-21 04:05");
  expect(line?.length).toBeLessThanOrEqual(100);
});

test("a table wider than any narrowing allows is still shown whole", () => {
  const shown = table(["one", "two", "three"], [["a".repeat(8), "b".repeat(8), "c".repeat(8)]], {
    isTTY: true,
    columns: 20,
  });
  for (const letter of ["a", "b", "c"]) expect(shown).toContain(letter.repeat(8));
});

test("a table of very many words is shown", () => {
  const rows = Array.from({ length: 2_000 }, (_, at) => [`${"of words ".repeat(40)}${at}`]);
  expect(table(["row"], rows, { isTTY: true, columns: 80 })).toContain("1999");
});

const TALLY = { added: 1234, updated: 0, unchanged: 5, removed: 0 };
const REPORT: ImportReport = {
  run: 1,
  resumed: false,
  source: "jsonl",
  input: "own.jsonl",
  counts: { rows: 1250, raw_bytes: 2_500_000, decisions: TALLY, opinions: TALLY, rejected: 11 },
  changes: { text: 12, markup: 3, record: 0 },
  characters: {
    shown: { letters: 90_000, digits: 50, dashes: 45 },
    mended: { dashes: 40 },
    leftOut: { "page number": { digits: 7, dashes: 14 } },
    lost: {},
    added: { digits: 1 },
  },
  unchanged: false,
  nothingCameIn: false,
  rejected: [{ reason: "unknown_court", count: 11 }],
  rejectFile: "/data/rejects/1.jsonl",
  firstRejects: [
    {
      reason: "unknown_court",
      message: "no court is called Xyz",
      hint: "give one with --court",
      place: "own.jsonl, line 7",
    },
  ],
  notes: ["a note"],
  elapsed_ms: 1500,
  times: {
    prepare_ms: 0,
    read_ms: 0,
    compare_ms: 0,
    await_cleaning_ms: 0,
    write_ms: 0,
    cleaning_threads_ms: 0,
    cleaning_threads: 1,
  },
};

test("an import's report is plain text where it is no terminal, and drawn where it is one", () => {
  expect(reportText(REPORT, FILE).split("\n")).toEqual([
    "           added  updated  unchanged  removed",
    "decisions  1,234  0        5          0",
    "opinions   1,234  0        5          0",
    "1,250 rows, 2.5 MB of raw text in 1.5 s",
    "Of the opinions updated 12 have other words, 3 other markup, 0 another record.",
    "Control codes read as what they print: 40 dashes.",
    "rejected because  rows",
    "unknown_court     11",
    "own.jsonl, line 7: no court is called Xyz",
    "  -> give one with --court",
    "Each with its reason in /data/rejects/1.jsonl",
    "note: a note",
  ]);
  expect(reportText(REPORT, { isTTY: true, columns: 80 })).toMatch(LINES);
});

test.each([
  ["no row", { rows: 0, rejected: 0 }, true, "Nothing came in: the input has no rows."],
  ["rejected rows alone", { rows: 11, rejected: 11 }, true, "Nothing came in: every row was rejected."],
  [
    "rejected and unchanged rows",
    { rows: 20, rejected: 11 },
    false,
    "Nothing has changed in the rows that could be read.",
  ],
  ["unchanged rows", { rows: 20, rejected: 0 }, false, "Nothing has changed since the last import."],
])("a report of %s says why nothing is other than before", (_, counts, nothingCameIn, words) => {
  const report = { ...REPORT, counts: { ...REPORT.counts, ...counts }, unchanged: true, nothingCameIn };
  const shown = reportText(report, FILE).split("\n");
  expect(shown.filter((line) => line.startsWith("Nothing"))).toEqual([words]);
});

test("what cleaning lost is told in an import's report", () => {
  const lossy = { ...REPORT, characters: { ...REPORT.characters, lost: { letters: 2, punctuation: 1 } } };
  expect(reportText(lossy, FILE)).toContain("Lost in cleaning: 2 letters, 1 punctuation. Please report it");
  expect([lostOf(REPORT.characters), lostOf(lossy.characters)]).toEqual([0, 2]);
});

test("an account of characters says where each kind went", () => {
  expect(accountText(REPORT.characters, FILE).split("\n")).toEqual([
    "characters  shown   kept    mended  left out  lost  added",
    "letters     90,000  90,000  0       0         0     0",
    "digits      50      43      0       7         0     1",
    "dashes      45      31      40      14        0     0",
    "",
    "left out as  characters",
    "page number  7 digits, 14 dashes",
  ]);
});

/** The lines of a progress to which `update` is said at seconds since its beginning. */
function linesOf(updates: readonly (readonly [second: number, done: number, total?: number])[]): string[] {
  const lines: string[] = [];
  let now_ms = 1000;
  const stream = { write: (text: string) => lines.push(text.trimEnd()) > 0, columns: 80 };
  const progress = openProgress("import", bytes, stream, () => now_ms);
  for (const [second, done, total = 100e6] of updates) {
    now_ms = 1000 + 1000 * second;
    progress.update(done, total);
  }
  progress.finish();
  return lines;
}

test("progress has a rate once there is one, and says what is left after a tenth", () => {
  expect(
    linesOf([
      [0, 0],
      [7, 1e6],
      [12, 6e6],
      [17, 21e6],
      [18, 22e6],
      [27, 100e6],
    ]),
  ).toEqual([
    "import: 0 B of 100 MB (0 %)",
    "import: 1.0 MB of 100 MB (1 %), 143 kB/s",
    "import: 6.0 MB of 100 MB (6 %), 1.0 MB/s",
    "import: 21 MB of 100 MB (21 %), 3.0 MB/s, 26 s left",
    "import: 100 MB of 100 MB (100 %), 7.9 MB/s",
  ]);
});

/** Of an import that reads everything once before the first row, at a thousand times the pace or in silence. */
test.each([
  ["told", [0, 5, 10, 15].map((second) => [second, 20e6 * (second / 5), 60e6] as const)],
  ["silent", []],
])("a %s first pass over the files leaves the estimate within a factor of two after a tenth", (_, first) => {
  const before_s = 20;
  const whole_s = 200;
  const later = Array.from({ length: whole_s / 5 }, (__, at) => [before_s + 5 * (at + 1), 2.5e6 * (at + 1)] as const);
  const lines = linesOf([...first, ...later]).filter((line) => line.includes("of 100 MB") && line.includes(" left"));
  expect(lines.length).toBeGreaterThan(30);
  for (const line of lines) {
    const [, share = ""] = /\((\d+) %\)/u.exec(line) ?? [];
    const [, minutes = "0", seconds = "0"] = /, (?:(\d+) min )?(\d+) s left/u.exec(line) ?? [];
    const left_s = 60 * Number(minutes) + Number(seconds);
    const true_s = whole_s * (1 - Number(share) / 100);
    expect(left_s / true_s, line).toBeLessThan(2);
    expect(left_s / true_s, line).toBeGreaterThan(0.5);
  }
});
