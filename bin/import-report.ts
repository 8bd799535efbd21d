import type { DocketImportReport } from "#importers/docket-import.ts";
import type { FilingImportReport } from "#importers/filing-import.ts";
import type { OneKindReport } from "#importers/one-kind.ts";
import type { LawImportReport } from "#importers/law-import.ts";
import type { ImportReport } from "#importers/report.ts";
import type { Tally } from "#importers/frame/counts.ts";
import { count, table } from "./terminal.ts";
import { countsText } from "./text-report.ts";
import type { Screen } from "./terminal.ts";

/** The report as a person reads it at the end of an import. */
export function reportText(report: ImportReport, screen: Screen = process.stdout): string {
  const { counts } = report;
  const tallies = Object.entries({ decisions: counts.decisions, opinions: counts.opinions });
  const changes = tallyTable(tallies, screen);
  const seconds = (report.elapsed_ms / 1000).toFixed(1);
  const lines = [
    changes,
    `${count(counts.rows)} rows, ${(counts.raw_bytes / 1e6).toFixed(1)} MB of raw text in ${seconds} s`,
  ];
  const { text, markup, record } = report.changes;
  if (text + markup + record > 0) {
    lines.push(
      `Of the opinions updated ${count(text)} have other words, ${count(markup)} other markup, ${count(record)} another record.`,
    );
  }
  const { mended, lost } = report.characters;
  if (Object.keys(mended).length > 0) lines.push(`Control codes read as what they print: ${countsText(mended)}.`);
  if (Object.keys(lost).length > 0) {
    lines.push(`Lost in cleaning: ${countsText(lost)}. Please report it; \`onpoint doctor --text\` says more.`);
  }
  lines.push(...outcomeLines(report));
  lines.push(...closingLines(report, screen));
  return lines.join("\n");
}

/** The same of an import of laws. */
export function lawReportText(report: LawImportReport, screen: Screen = process.stdout): string {
  const { counts, elapsed_ms } = report;
  const lines = [
    tallyTable([["versions", counts.versions]], screen),
    `${count(counts.rows)} rows, ${(counts.raw_bytes / 1e6).toFixed(1)} MB of raw text in ${(elapsed_ms / 1000).toFixed(1)} s`,
  ];
  if (counts.versions.removed > 0) lines.push("Removed are provisions that end: repealed, expired, moved away.");
  lines.push(...outcomeLines(report));
  lines.push(...closingLines(report, screen));
  return lines.join("\n");
}

/** The same of an import of filings. */
export function filingReportText(report: FilingImportReport, screen: Screen = process.stdout): string {
  return oneKindText("filings", report, screen);
}

/** The same of an import of dockets. */
export function docketReportText(report: DocketImportReport, screen: Screen = process.stdout): string {
  return oneKindText("dockets", report, screen);
}

function oneKindText<Kind extends string>(kind: Kind, report: OneKindReport<Kind>, screen: Screen): string {
  const { counts, elapsed_ms } = report;
  const lines = [
    tallyTable([[kind, counts[kind]]], screen),
    `${count(counts.rows)} rows, ${(counts.raw_bytes / 1e6).toFixed(1)} MB of lines in ${(elapsed_ms / 1000).toFixed(1)} s`,
  ];
  lines.push(...outcomeLines(report));
  lines.push(...closingLines(report, screen));
  return lines.join("\n");
}

function tallyTable(tallies: readonly (readonly [name: string, tally: Tally])[], screen: Screen): string {
  return table(
    ["", "added", "updated", "unchanged", "removed"],
    tallies.map(([name, { added, updated, unchanged, removed }]) => [
      name,
      ...[added, updated, unchanged, removed].map(count),
    ]),
    screen,
  );
}

type Outcome = Pick<ImportReport, "unchanged" | "nothingCameIn" | "firstRejects"> & {
  readonly counts: Pick<ImportReport["counts"], "rows" | "rejected">;
};

/** Where nothing is other than before: why. What was left out may hold what has changed, so that nothing is said of it. */
function outcomeLines({ unchanged, nothingCameIn, counts }: Outcome): string[] {
  if (nothingCameIn)
    return [`Nothing came in: ${counts.rows === 0 ? "the input has no rows" : "every row was rejected"}.`];
  if (!unchanged) return [];
  return [
    counts.rejected > 0
      ? "Nothing has changed in the rows that could be read."
      : "Nothing has changed since the last import.",
  ];
}

function closingLines(
  {
    rejected,
    rejectFile,
    firstRejects,
    notes,
  }: Pick<ImportReport, "rejected" | "rejectFile" | "firstRejects" | "notes">,
  screen: Screen,
): string[] {
  const reasons = rejected.map(({ reason, count: rows }) => [reason, count(rows)]);
  const rejects =
    reasons.length === 0
      ? []
      : [
          table(["rejected because", "rows"], reasons, screen),
          ...firstRejects.flatMap(({ place, message, hint }) => [`${place}: ${message}`, `  -> ${hint}`]),
          `Each with its reason in ${rejectFile ?? "the reject file"}`,
        ];
  return [...rejects, ...notes.map((note) => `note: ${note}`)];
}
