import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { district } from "#dockets/pages/invented.fixture.ts";
import type { DocketImportReport } from "#importers/docket-import.ts";
import type { FilingImportReport } from "#importers/filing-import.ts";
import type { PacerImportReport } from "#importers/pacer-import.ts";
import { killLoop } from "./kill-loop.ts";

const KILLS = 10;
const DOCKETS = 200;
const FILINGS = 2000;
const isDamaged = (at: number): boolean => at % 41 === 40;

/** Docket sheets, a few of which are no page of the records system. */
async function writePages(directory: string): Promise<void> {
  for (let at = 0; at < DOCKETS; at++) {
    const sheet = district()
      .replaceAll("01234", String(20_000 + at))
      .replaceAll("'513'", `'${5000 + at}'`)
      .replaceAll("/doc1/1271123", `/doc1/127${20_000 + at}`);
    await writeFile(join(directory, `${at}.html`), isDamaged(at) ? "<html><body>lunch</body></html>" : sheet);
  }
}

/** Filings, three a case, a few of which have a day that is none. */
async function writeFilings(directory: string): Promise<void> {
  const lines = Array.from({ length: FILINGS }, (_, at) =>
    JSON.stringify({
      court: "calsuperct",
      docket_number: `24CV${String(Math.floor(at / 3)).padStart(5, "0")}`,
      case_name: `Alder ${Math.floor(at / 3)} v. Birch`,
      entry_number: (at % 3) + 1,
      date: isDamaged(at) ? "soon" : "2024-03-01",
      title: ["Complaint for Damages", "Answer to Complaint", "Notice of Motion"][at % 3],
      text: `No raft crossed on day ${at}. `.repeat(20),
    }),
  );
  await writeFile(join(directory, "filings.jsonl"), lines.join("\n"));
}

/** Dockets of the archive with the words of their documents, and entries that name them from files of their own. */
async function writeArchive(directory: string): Promise<void> {
  for (let at = 0; at < DOCKETS; at++) {
    const docket = {
      id: at,
      court_id: isDamaged(at) ? "nowhere" : "nysd",
      docket_number: `1:20-cv-${String(at).padStart(5, "0")}`,
      pacer_case_id: String(7000 + at),
      case_name: `Alder ${at} v. Birch`,
      docket_entries: Array.from({ length: 8 }, (_, number) => archivedEntry(at, number + 1)),
    };
    await writeFile(join(directory, `${at}-docket.json`), JSON.stringify(docket));
    const later = { results: [{ ...archivedEntry(at, 9), docket: at }] };
    if (!isDamaged(at)) await writeFile(join(directory, `${at}-later.json`), JSON.stringify(later));
  }
}

const archivedEntry = (at: number, number: number) => ({
  entry_number: number,
  date_filed: "2020-02-03",
  description: `NOTICE ${number} of Alder ${at}`,
  recap_documents: [
    { document_number: String(number), page_count: 2, plain_text: `No raft crossed on day ${number}. `.repeat(20) },
    { document_number: String(number), attachment_number: 1, description: "Exhibit A", is_available: true },
  ],
});

const damaged = (count: number): number => Array.from({ length: count }, (_, at) => at).filter(isDamaged).length;

async function killed<Report extends PacerImportReport | DocketImportReport | FilingImportReport>(
  source: string,
  write: (directory: string) => Promise<void>,
): Promise<Report["counts"]> {
  const directory = await mkdtemp(join(tmpdir(), "onpoint-killed-"));
  try {
    await write(directory);
    const { uninterrupted, report, interrupted, kills } = await killLoop<Report>(source, directory, KILLS);
    expect(uninterrupted.rejects.trim().split("\n")).toHaveLength(report.counts.rejected);
    expect(kills).toBeGreaterThanOrEqual(KILLS);
    for (const { outcome, report: resumed } of interrupted) {
      expect(outcome).toEqual(uninterrupted);
      expect(resumed.counts).toEqual(report.counts);
    }
    expect(interrupted.some(({ report: resumed }) => resumed.resumed)).toBe(true);
    return report.counts;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

test("an import of saved pages killed at random moments ends as one left alone", { timeout: 900_000 }, async () => {
  const counts = await killed<PacerImportReport>("pacer", writePages);
  expect(counts).toMatchObject({ rejected: damaged(DOCKETS), dockets: { added: DOCKETS - damaged(DOCKETS) } });
});

test("an import of filings killed at random moments ends as one left alone", { timeout: 900_000 }, async () => {
  const counts = await killed<FilingImportReport>("trial-filings", writeFilings);
  expect(counts).toMatchObject({ rejected: damaged(FILINGS), filings: { added: FILINGS - damaged(FILINGS) } });
});

test(
  "an import of the archive's dockets killed at random moments ends as one left alone",
  { timeout: 900_000 },
  async () => {
    const counts = await killed<DocketImportReport>("recap", writeArchive);
    expect(counts).toMatchObject({ rejected: damaged(DOCKETS), dockets: { added: DOCKETS - damaged(DOCKETS) } });
  },
);
