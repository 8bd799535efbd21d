import { expect, test } from "vitest";
import { mapCluster } from "./cluster-row.ts";

const SOURCES = {
  docket: () => undefined,
  citations: () => [],
  courtName: () => undefined,
  hasDockets: false,
  courtId: "ca2",
};

test.each([
  ["1944-12-18", "f", { date: "1944-12-18", precision: "day" }],
  ["1944-06-30", "t", { date: "1944-06-30", precision: "approximate" }],
  ["1990-01-01", "f", { date: null, precision: "none" }],
  ["2007-01-01", "f", { date: "2007-01-01", precision: "year" }],
  ["1865-01-01", "t", { date: "1865-01-01", precision: "approximate" }],
  [null, "f", { date: null, precision: "none" }],
])("date_filed %j, approximate %j", (date_filed, date_filed_is_approximate, filed) => {
  const row: Record<string, string | null> = {
    id: "1",
    case_name: "Alder v. Birch",
    date_filed,
    date_filed_is_approximate,
  };
  expect(mapCluster((column) => row[column] ?? null, SOURCES)).toMatchObject({ draft: { filed } });
});
