import { expect, test } from "vitest";
import { printedDay } from "./printed-day.ts";

test.each([
  ["January", "2", "2020", "2020-01-02"],
  ["DEC", "31", "1999", "1999-12-31"],
  ["May", "1", "2001", "2001-05-01"],
  ["Janu", "2", "2020", undefined],
  ["", "2", "2020", undefined],
])("%s %s, %s", (month, day, year, printed) => expect(printedDay(month, day, year)).toBe(printed));
