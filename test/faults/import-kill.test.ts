import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inventedBulkTables, writeBulkFiles } from "#test/importers/bulk-files.ts";
import type { BulkRow, BulkTables } from "#test/importers/bulk-files.ts";
import { killLoop } from "./kill-loop.ts";

function bad(rows: readonly BulkRow[], every: number, change: BulkRow): readonly BulkRow[] {
  return rows.map((row, index) => (index % every === every - 1 ? { ...row, ...change } : row));
}

/** Some rows that must be left out, so that the reject file is held to the same test. */
function withBadRows(tables: BulkTables): BulkTables {
  const { clusters, opinions, citations } = tables;
  return {
    ...tables,
    clusters: { ...clusters, rows: bad(clusters.rows, 97, { date_filed: "soon" }) },
    opinions: { ...opinions, rows: bad(opinions.rows, 89, { cluster_id: "" }) },
    citations: { ...citations, rows: bad(citations.rows, 301, { volume: "" }) },
  };
}

test("an import killed at random moments ends as one that was left alone", { timeout: 900_000 }, async () => {
  const directory = await mkdtemp(join(tmpdir(), "onpoint-bulk-"));
  try {
    await writeBulkFiles(directory, withBadRows(inventedBulkTables(1500, 1200)));
    const { uninterrupted, report, interrupted, kills } = await killLoop("courtlistener", directory, 20);
    expect(report.counts.decisions.added).toBe(1485);
    expect(report.counts.rejected).toBeGreaterThan(40);
    expect(uninterrupted.rejects.trim().split("\n")).toHaveLength(report.counts.rejected);
    expect(kills).toBeGreaterThanOrEqual(20);
    for (const { outcome, report: resumed } of interrupted) {
      expect(outcome).toEqual(uninterrupted);
      expect(resumed.counts).toEqual(report.counts);
    }
    expect(interrupted.some(({ report: resumed }) => resumed.resumed)).toBe(true);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});
