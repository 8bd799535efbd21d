import { expect, test } from "vitest";
import { collectionsCalled } from "./collection-named.ts";
import type { LawCollection } from "./model.ts";
import { stateCalled } from "./states.ts";

test.each([
  ["California", "California"],
  ["california ", "California"],
  ["CA", "California"],
  ["ca", "California"],
  ["D.C.", "District of Columbia"],
  ["federal", "Federal"],
  ["Avalon", "Avalon"],
])("%s is %s", (text, state) => {
  expect(stateCalled(text, ["Avalon"])).toEqual({ state });
});

test.each([
  ["Californa", "California"],
  ["Columbia", "District of Columbia"],
  ["Fedral", "Federal"],
  ["Main", "Maine"],
  ["Fla.", "Florida"],
  ["Mass.", "Massachusetts"],
  ["N. Mex.", "New Mexico"],
  ["U.S.", "Federal"],
  ["United States", "Federal"],
  ["Washington, D.C.", "District of Columbia"],
])("%s may mean %s", (text, state) => {
  expect(stateCalled(text)).toEqual({ nearest: expect.arrayContaining([state]) });
});

test.each(["", "XX", "   ", "Mordor and the lands beyond it"])("%j names no state and is near none", (text) => {
  expect(stateCalled(text)).toEqual({ nearest: [] });
});

const collection = (id: string, name: string): LawCollection => ({
  id,
  name,
  type: "statute",
  state: "Federal",
  country: "US",
  publisher: null,
  source: "test",
  sourceUrl: null,
  currentThrough: null,
});
const HELD = [collection("us-usc", "United States Code"), collection("dc-code", "D.C. Code"), collection("x", "Code")];

test("a collection is called by its id or its name; a slip gets the nearest", () => {
  expect(collectionsCalled("us-usc", HELD)).toEqual({ collections: [HELD[0]] });
  expect(collectionsCalled("united states code", HELD)).toEqual({ collections: [HELD[0]] });
  expect(collectionsCalled("DC Code", HELD)).toEqual({ collections: [HELD[1]] });
  expect(collectionsCalled("Untied States Code", HELD)).toMatchObject({ nearest: ["United States Code"] });
  for (const short of ["USC", "U.S.C.", "U. S. Code", "Unit. Sta. Code"]) {
    const called = collectionsCalled(short, HELD);
    expect("nearest" in called && called.nearest[0], short).toBe("United States Code");
  }
  expect(collectionsCalled("CFR", [collection("us-cfr", "Code of Federal Regulations"), ...HELD])).toMatchObject({
    nearest: expect.arrayContaining(["Code of Federal Regulations"]),
  });
  expect(collectionsCalled("", HELD)).toEqual({ nearest: [] });
});
