import { expect, test } from "vitest";
import { isSameMatter, mattersOf } from "./matter.ts";
import type { MatterMember } from "./matter.ts";

const member = (given: Partial<MatterMember>): MatterMember => ({
  id: "a",
  courtId: "ca9",
  docketKeys: ["92-190"],
  caption: "Alder v. Birch",
  days: [],
  ...given,
});

test.each<[string, Partial<MatterMember>, Partial<MatterMember>, boolean]>([
  ["the same caption", {}, {}, true],
  ["a caption in full", {}, { caption: "JOHN ALDER, Appellant, v. BIRCH & CO., INC., et al., Appellees" }, true],
  ["another court", {}, { courtId: "ca2" }, false],
  [
    "another first party against the same officer",
    { caption: "Alder v. Holder" },
    { caption: "Cedar v. Holder" },
    false,
  ],
  ["sides that changed places on appeal", {}, { caption: "Birch v. Alder" }, true],
  ["one side in the other's place only", {}, { caption: "Birch v. Cedar" }, false],
  ["a state as first party", { caption: "State v. Alder" }, { caption: "State of Ohio v. James Alder" }, true],
  ["a state against another", { caption: "State v. Alder" }, { caption: "State v. Cedar" }, false],
  ["no name that tells", { caption: "Unnamed case" }, { caption: "United States v. State" }, true],
  ["in re beside v.", { caption: "In re Alder" }, { caption: "Alder v. Birch" }, true],
  ["decided in one year", { days: ["1999-01-01"] }, { days: ["1999-12-31"] }, true],
  ["decided within ten years", { days: ["1990-01-01"] }, { days: ["2000-12-31"] }, true],
  ["a number given again", { days: ["1920-01-01"] }, { days: ["1999-01-01"] }, false],
  ["a long matter between", { days: ["1971-05-01", "1988-01-01"] }, { days: ["1995-01-01"] }, true],
  ["no day known of one", { days: ["1920-01-01"] }, { days: [] }, true],
])("%s", (_what, left, right, isSame) => {
  expect(isSameMatter(member(left), member({ id: "b", ...right }))).toBe(isSame);
  expect(isSameMatter(member({ id: "b", ...right }), member(left))).toBe(isSame);
});

test("a matter is named after its smallest case, whatever the order, and reaches over any of its numbers", () => {
  const members = [
    member({ id: "d", docketKeys: ["92-191"] }),
    member({ id: "b", docketKeys: ["92-190", "92-191"] }),
    member({ id: "c", docketKeys: ["92-190"] }),
    member({ id: "a", docketKeys: ["92-190"], caption: "Cedar v. Dogwood" }),
    member({ id: "e", docketKeys: [] }),
  ];
  const expected = { a: "a", b: "b", c: "b", d: "b", e: "e" };
  expect(Object.fromEntries(mattersOf(members))).toEqual(expected);
  expect(Object.fromEntries(mattersOf(members.toReversed()))).toEqual(expected);
});
