import { expect, test } from "vitest";
import type { DocketSighting, ReportRange } from "../model.ts";
import { completeThrough } from "./complete-through.ts";

type Report = Pick<DocketSighting, "asOf" | "range">;

const report = (asOf: string | null, range: Partial<ReportRange> | null = null): Report => ({
  asOf,
  range: range === null ? null : { firstNumber: null, lastNumber: null, firstDay: null, lastDay: null, ...range },
});
const WHOLE = report("2026-03-01T10:00:00");
const ON = report("2026-03-09T09:00:00", { firstDay: "2026-03-01" });

test.each<[string, readonly Report[], string | null]>([
  ["nothing", [], null],
  ["a whole report", [WHOLE], "2026-03-01"],
  ["one of unknown age", [report(null)], null],
  ["one that goes on from it", [ON, WHOLE], "2026-03-09"],
  ["and another from there", [ON, report("2026-04-01", { firstDay: "2026-03-09" }), WHOLE], "2026-04-01"],
  ["a gap between them", [WHOLE, report("2026-04-01", { firstDay: "2026-03-02" })], "2026-03-01"],
  ["no whole one", [ON], null],
  ["some entries by number", [WHOLE, report("2026-04-01", { firstNumber: 5, lastNumber: 7 })], "2026-03-01"],
  [
    "one that ends before its day",
    [WHOLE, report("2026-04-01", { firstDay: "2026-03-01", lastDay: "2026-03-05" })],
    "2026-03-01",
  ],
])("%s", (_what, reports, day) => expect(completeThrough(reports)).toBe(day));
