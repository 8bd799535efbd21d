import { expect, test } from "vitest";
import { yearsIn } from "./years.ts";

test.each([
  ["behind a citation", "1005, (1994); id. (9th Cir. 1987)", [1994, 1987]],
  ["at the end of a sentence", "The Act of 1866.", [1866]],
  ["in a date and a span", "June 3, 1789, and 1890-1891", [1789, 1890, 1891]],
  ["none in other numbers", "$1,994.00, 19945, 21994, 0.1994 and 1994.5 of 1599 or 2100", []],
  ["none at all", "", []],
])("the years of a text: %s", (_name, text, years) => {
  expect([...yearsIn(text)]).toEqual(years);
});
