import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { killLoop } from "../faults/kill-loop.ts";
import { lacksSharedData, SHARED_DATA } from "#test/real/shared-data.ts";

describe.skipIf(lacksSharedData())("the real data", () => {
  test("an import killed at random moments ends as one that was left alone", { timeout: 900_000 }, async () => {
    const { uninterrupted, report, interrupted, kills } = await killLoop("cap", join(SHARED_DATA, "cap.tar.gz"), 20);
    expect(report.counts.decisions.added).toBe(1380);
    expect(kills).toBeGreaterThanOrEqual(20);
    for (const { outcome, report: resumed } of interrupted) {
      expect(outcome).toEqual(uninterrupted);
      expect(resumed.counts).toEqual(report.counts);
    }
  });
});
