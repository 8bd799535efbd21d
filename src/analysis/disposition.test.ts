import { expect, test } from "vitest";
import { dispositionOf } from "./disposition.ts";
import { OPINION, partOf } from "./invented.fixture.ts";

const BODY = "Birch kept the keys for four months. The bank sued her for rent, and the town watched.";

test.each([
  ["The judgment of the Court of Appeals is affirmed.", "The judgment of the Court of Appeals is affirmed."],
  [
    "The judgment of the trial court therefore is vacated,\n\nand the case is\n\nremanded.",
    "The judgment of the trial court therefore is vacated, and the case is remanded.",
  ],
  ["The petition is dismissed. It is so ordered.", "The petition is dismissed."],
  ["Reversed and remanded.", "Reversed and remanded."],
  [
    "Ordered that the order is modified, without costs, and, as so modified, affirmed.",
    "Ordered that the order is modified, without costs, and, as so modified, affirmed.",
  ],
  [
    "For these reasons, the Court GRANTS the motion to dismiss.",
    "For these reasons, the Court GRANTS the motion to dismiss.",
  ],
  [
    "We affirm the decree as to the rent and reverse it as to the lock. We remand the case.",
    "We affirm the decree as to the rent and reverse it as to the lock. We remand the case.",
  ],
  [
    "The judgment is vacated, and the case is remanded. It is so ordered. \u2014\u2014\u2014\u2014\u2014\u2014 * Of course, a motion may be granted later.",
    "The judgment is vacated, and the case is remanded.",
  ],
])("%j", (end, disposition) => {
  expect(dispositionOf({ kind: "opinion", parts: [partOf(`${BODY}\n\n${end}`)] })).toBe(disposition);
});

test.each([
  "The trial court dismissed her claim for costs.",
  "The district court had affirmed.",
  "This Court reversed in 1907.",
  "She went home.",
])("what another court did is none: %s", (end) =>
  expect(dispositionOf({ kind: "opinion", parts: [partOf(`${BODY}\n\n${end}`)] })).toBeNull(),
);

test("a dissent disposes of nothing, and a law has no disposition", () => {
  expect(dispositionOf(OPINION)).toBe("The judgment of the Court of Appeals is affirmed.");
  expect(dispositionOf({ ...OPINION, kind: "law" })).toBeNull();
});
