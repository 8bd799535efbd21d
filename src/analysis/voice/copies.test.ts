import { expect, test } from "vitest";
import { openAnalyst } from "#analysis/analysis.ts";
import { partOf } from "#analysis/invented.fixture.ts";

const COURT =
  "We hold that a tenant who keeps the keys of a store must pay rent for each month in which it stands empty.";
const DISSENT =
  "A landlord who can buy a new lock for nine dollars has no need of four months of rent from a tenant who forgot the keys.";

test("what a dissent that is held apart says is the dissent's in a combined text too, however it was scanned", async () => {
  const scanned = DISSENT.replace("nine dollars", "nine do11ars").replace("landlord", "land- lord");
  const parts = [
    partOf(`${COURT}\n\n${scanned}`, null, "combined"),
    partOf(DISSENT, { kind: "dissent", author: "Ash" }, "apart"),
  ];
  const { propositions } = await openAnalyst().analyse("What does a new lock cost a landlord?", {
    kind: "opinion",
    parts,
  });
  const quoted = propositions.filter(({ quote }) => quote.text.includes("new lock"));
  expect(quoted.length).toBeGreaterThan(0);
  for (const { section } of quoted) expect(section).toBe("dissent (Ash)");
});
