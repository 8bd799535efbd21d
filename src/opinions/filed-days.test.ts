import { expect, test } from "vitest";
import { possibleDays, possibleYears } from "./filed-days.ts";
import type { DatePrecision } from "./model.ts";

test.each<[string | null, DatePrecision, string | null, string | null]>([
  ["1944-12-18", "day", "1944-12-18", "1944-12-18"],
  ["1944-02-01", "month", "1944-02-01", "1944-02-29"],
  ["1900-02-01", "month", "1900-02-01", "1900-02-28"],
  ["1944-12-01", "month", "1944-12-01", "1944-12-31"],
  ["1944-01-01", "year", "1944-01-01", "1944-12-31"],
  ["1945-06-30", "approximate", "1944-10-01", "1945-12-31"],
  [null, "none", null, null],
  [null, "day", null, null],
])("%s, good for its %s, stands for %s to %s", (date, precision, first, last) => {
  const days = possibleDays({ date, precision });
  expect(days).toEqual(first === null ? null : { first, last });
});

test.each<[string | null, DatePrecision, readonly [number, number] | null]>([
  ["1944-12-18", "day", [1944, 1944]],
  ["1944-01-01", "year", [1944, 1944]],
  ["1945-06-30", "approximate", [1944, 1945]],
  [null, "none", null],
])("the years of %s, good for its %s", (date, precision, years) => {
  expect(possibleYears({ date, precision })).toEqual(years === null ? null : { first: years[0], last: years[1] });
});
