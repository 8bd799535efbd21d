/**
 * Reading docket sheets of trial courts, from HTML to records, in one process on one core, beside juriscraper (PyPI) on
 * the same pages in the same run:
 *
 *     node bench/dockets.ts [--rounds 3] [--python /path/to/venv/bin/python] [--out bench/results/dockets.json]
 *
 * Rounds go to both in turn; the median round is shown, in dockets a second of processor time. `--python` names an
 * interpreter that has juriscraper; without it ours is measured alone.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { zstdDecompressSync } from "node:zlib";
import { PageFault } from "#dockets/pages/page-fault.ts";
import { readPage } from "#dockets/pages/pages.ts";
import { courtOfHost } from "#dockets/pages/court-of-page.ts";
import { pairsOf } from "../eval/dockets/pairs.ts";
import type { Pair } from "../eval/dockets/pairs.ts";
import { requireSharedData, SHARED_DATA } from "../test/real/shared-data.ts";

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "3" }, python: { type: "string" }, out: { type: "string" } },
});
const ARCHIVE = join(SHARED_DATA, "dockets/pacer-pages.tar.zst");
requireSharedData(ARCHIVE);
const all = await pairsOf(zstdDecompressSync(readFileSync(ARCHIVE)));
const sheets = all.filter(
  ({ kind, expected }) => /^dockets\/(?:district|bankruptcy)$/u.test(kind) && hasMembers(expected),
);
const megabytes = sheets.reduce((sum, { page }) => sum + page.length, 0) / 1e6;

const PEER = `
import sys, json, time, glob, os
from juriscraper.pacer import DocketReport
pages = [(os.path.basename(p).split("_")[0].split(".")[0], open(p, encoding="utf-8").read()) for p in sorted(glob.glob(sys.argv[1] + "/*.html"))]
begun = time.process_time(); read = 0
for court, text in pages:
    report = DocketReport(court); report._parse_text(text)
    if report.data: read += 1
print(json.dumps({"seconds": time.process_time() - begun, "read": read}))
`;

const directory = mkdtempSync(join(tmpdir(), "onpoint-dockets-"));
try {
  for (const { path, page } of sheets) writeFileSync(join(directory, basename(path)), page);
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < Number(values.rounds); round += 1) {
    ours.push(secondsOfOurs(sheets));
    if (values.python !== undefined) theirs.push(secondsOfTheirs(values.python, directory));
  }
  report(median(ours), values.python === undefined ? undefined : median(theirs));
} finally {
  rmSync(directory, { recursive: true, force: true });
}

function hasMembers(expected: unknown): boolean {
  return typeof expected === "object" && expected !== null && Object.keys(expected).length > 0;
}

function secondsOfOurs(pairs: readonly Pair[]): number {
  const begun = process.cpuUsage();
  for (const { path, page } of pairs) {
    const courtId = courtOfHost(basename(path).split(/[_.]/u)[0] ?? "");
    try {
      readPage(page, { source: "bench", place: null, courtId, asOf: null, fetchedAt: null });
    } catch (thrown) {
      if (!(thrown instanceof PageFault)) throw thrown;
    }
  }
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1e6;
}

function secondsOfTheirs(python: string, pages: string): number {
  const out = execFileSync(python, ["-c", PEER, pages], { encoding: "utf8", maxBuffer: 1e8 });
  const told = JSON.parse(out.trim().split("\n").at(-1) ?? "") as { readonly seconds: number; readonly read: number };
  if (told.read === 0) throw new Error("juriscraper read nothing");
  return told.seconds;
}

function median(seconds: readonly number[]): number {
  return seconds.toSorted((left, right) => left - right)[Math.floor(seconds.length / 2)] ?? Number.NaN;
}

function report(ours: number, theirs: number | undefined): void {
  const figures = {
    dockets: sheets.length,
    megabytes: Number(megabytes.toFixed(1)),
    "dockets a second, ours": Math.round(sheets.length / ours),
    "MB a second, ours": Number((megabytes / ours).toFixed(1)),
    ...(theirs === undefined
      ? {}
      : {
          "dockets a second, juriscraper": Math.round(sheets.length / theirs),
          "times as fast": Number((theirs / ours).toFixed(1)),
        }),
  };
  console.table(figures);
  if (values.out === undefined) return;
  mkdirSync(dirname(values.out), { recursive: true });
  writeFileSync(values.out, `${JSON.stringify(figures, null, 2)}\n`);
}
