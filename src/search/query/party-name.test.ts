import { describe, expect, test } from "vitest";
import { isPartyOf, partyNameIn } from "./party-name.ts";

describe("a few words may be the name of one party", () => {
  test.each([
    ["Heron Bay Packing", "Heron Bay Packing Co. v. Marsh"],
    ["heron bay packing company", "Marsh v. Heron Bay Packing Co."],
    ["Heron Bay Packing Co., Inc.", "Heron Bay Packing v. United States"],
    ["Marsh", "Heron Bay Packing Co. v. Marsh"],
    ["plover", "In re Plover"],
    ["Plover", "Estate of Plover"],
    ["the Heron", "Heron v. Marsh"],
    ["Heron", "Heron, Warden v. Marsh"],
    ["Pacific Gas & Electric Company", "Pacific Gas & Elec. Co. v. Marsh"],
  ])("%s is one of %s", (typed, caseName) => {
    const party = partyNameIn(typed);
    expect(party !== undefined && isPartyOf(party, caseName)).toBe(true);
  });

  test.each([
    ["Heron Bay", "Heron Bay Packing Co. v. Marsh"],
    ["packing", "Heron Bay Packing Co. v. Marsh"],
    ["Heron Marsh", "Heron v. Marsh"],
    ["Heron Bay Packing antitrust", "Heron Bay Packing Co. v. Marsh"],
  ])("%s is none of %s", (typed, caseName) => {
    const party = partyNameIn(typed);
    expect(party !== undefined && isPartyOf(party, caseName)).toBe(false);
  });

  test("trades and places are a name where they are written as one", () => {
    expect(partyNameIn("Public Service Commission")).toBeDefined();
    expect(partyNameIn("public service commission")).toBeUndefined();
  });

  test.each(["labor board", "United States", "the State", "public service commission", "board of education", "v.", ""])(
    "%s is called by nothing of its own",
    (typed) => {
      expect(partyNameIn(typed)).toBeUndefined();
    },
  );

  test("nobody is called by a sentence", () => {
    expect(partyNameIn("who pays for the pier that burned in the heron bay fire")).toBeUndefined();
  });
});
