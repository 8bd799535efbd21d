import { describe, expect, test } from "vitest";
import { dayOrNull, filedDate } from "./filed-date.ts";

const NOW = new Date("2026-06-30T00:00:00Z");

describe("dates of filing", () => {
  test.each([
    ["1985-10-02", "1985-10-02", "day"],
    ["1985-10-2", "1985-10-02", "day"],
    ["1985-10-02T00:00:00Z", "1985-10-02", "day"],
    ["1899-05", "1899-05-01", "month"],
    ["1899", "1899-01-01", "year"],
    ["1899-02-30", "1899-02-01", "month"],
    ["1900-02-29", "1900-02-01", "month"],
    ["2000-02-29", "2000-02-29", "day"],
    ["1899-13-01", "1899-01-01", "year"],
    ["1899-00-00", "1899-01-01", "year"],
    ["", null, "none"],
    [null, null, "none"],
  ])("%j", (text, date, precision) => expect(filedDate(text, false, NOW)).toEqual({ date, precision }));

  test("a source that doubts a date is believed", () =>
    expect(filedDate("1888-06-30", true, NOW)).toEqual({ date: "1888-06-30", precision: "approximate" }));

  test.each(["June 3, 1999", "99-01-01", "0001-01-01", "2099-01-01", "1985-10-02'; --"])("%j is no date", (text) =>
    expect(filedDate(text, false, NOW)).toBeUndefined(),
  );

  test("dates beside the filing are whole or nothing", () => {
    expect(dayOrNull("1985-10-02")).toBe("1985-10-02");
    expect(dayOrNull("1985-10")).toBeNull();
    expect(dayOrNull("soon")).toBeNull();
  });
});
