import type { ImportReport } from "#importers/report.ts";
import { count, table } from "./terminal.ts";
import { countsText } from "./text-report.ts";
import type { Screen } from "./terminal.ts";

/** The report as a person reads it at the end of an import. */
export function reportText(report: ImportReport, screen: Screen = process.stdout): string {
  const { counts, rejected, rejectFile } = report;
  const tallies = Object.entries({ decisions: counts.decisions, opinions: counts.opinions });
  const changes = table(
    ["", "added", "updated", "unchanged", "removed"],
    tallies.map(([name, { added, updated, unchanged, removed }]) => [
      name,
      ...[added, updated, unchanged, removed].map(count),
    ]),
    screen,
  );
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
  if (report.unchanged) lines.push("Nothing has changed since the last import.");
  if (counts.rejected > 0) {
    const reasons = rejected.map(({ reason, count: rows }) => [reason, count(rows)]);
    lines.push(
      table(["rejected because", "rows"], reasons, screen),
      `Each with its reason in ${rejectFile ?? "the reject file"}`,
    );
  }
  for (const note of report.notes) lines.push(`note: ${note}`);
  return lines.join("\n");
}
