import { expect, test } from "vitest";
import type { Filter } from "#index/filter.ts";
import { opinionFilters } from "./opinions.ts";

/** Whether a document with these days passes. */
function passes(filters: readonly Filter[], days: Readonly<Record<string, string>>): boolean {
  return filters.every((filter) => {
    const day = days[filter.column] ?? "";
    const { from, to } = { from: "", to: "9999", ...filter };
    return day >= String(from) && day <= String(to);
  });
}

test.each<[string | undefined, string | undefined, boolean, boolean]>([
  ["1944-01-01", "1944-12-31", true, true],
  ["1944-01-01", "1944-09-30", false, false],
  ["1945-01-01", "1945-12-31", true, false],
  ["1946-01-01", undefined, false, false],
  [undefined, "1944-09-30", false, false],
  [undefined, "1944-10-01", true, false],
  [undefined, undefined, true, true],
])("from %s to %s: a guess at the term %j, a whole day %j", (dateFrom, dateTo, guess, day) => {
  const filters = opinionFilters({
    ...(dateFrom === undefined ? {} : { dateFrom }),
    ...(dateTo === undefined ? {} : { dateTo }),
  });
  expect(passes(filters, { filedFirst: "1944-10-01", filedLast: "1945-12-31" })).toBe(guess);
  expect(passes(filters, { filedFirst: "1944-12-18", filedLast: "1944-12-18" })).toBe(day);
});
