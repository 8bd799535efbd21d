import { expect, test } from "vitest";
import { partOf } from "#analysis/invented.fixture.ts";
import { roleOf } from "./role.ts";
import { unitsOf } from "./units.ts";

const BEFORE = "Birch kept the keys for four months. The bank sued her for rent.";
const BEHIND = "We need not say more of it. The rule is old. It stands in every lease that we have seen.";

test.each([
  ["We therefore hold that a tenant who keeps the keys owes rent.", "holding"],
  ["Held: A tenant who keeps the keys owes rent.", "holding"],
  ["Her argument that the letter waived the rent must fail.", "holding"],
  ["Consequently the bank is entitled to rent for four months.", "holding"],
  ["The judgment of the Court of Appeals is affirmed.", "disposition"],
  ["We affirm the order of the county court.", "disposition"],
  ["Judgment is affirmed.", "disposition"],
  ["Appeal is dismissed.", "disposition"],
  ["Motion for rehearing is denied.", "disposition"],
  ["Petition for a writ of prohibition is granted.", "disposition"],
  ["The JUDGMENT of the county court is affirmed.", "disposition"],
  ["The District Court held that she owed nothing at all.", "background"],
  ["Birch argues that the letter waived the rent for June.", "background"],
  ["We granted certiorari to say whether rent is owed.", "background"],
  ["The landlord must show that the rooms could not be let.", "standard"],
  ["The statute speaks of rooms that are let by the month.", "reasoning"],
  ["She paid the agent nine dollars for a new lock in June.", "fact"],
])("%s", (sentence, role) => {
  const units = unitsOf({ kind: "opinion", parts: [partOf(`${BEFORE} ${sentence} ${BEHIND}`)] });
  expect(roleOf(units.find(({ text }) => text === sentence)!)).toBe(role);
});
