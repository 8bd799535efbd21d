import { expect, test } from "vitest";
import { addressesOf } from "./address.ts";

test.each([
  ["a short quotation is told whole", "The pier was let.", ["The pier was let."]],
  [
    "a longer one by its ends",
    "We hold that a tenant who keeps the keys of the rooms must pay for each month.",
    ["We hold that a tenant", "must pay for each month."],
  ],
  ["lines of one paragraph are one", "The pier\nwas let.", ["The pier was let."]],
  [
    "an end stays within its paragraph",
    "The pier was let.\n\nThe rent was paid to the harbor master in May.",
    ["The pier was let.", "the harbor master in May."],
  ],
  [
    "a heading of two words is passed over",
    "Per Curiam.\n\nAppellant concedes that the pier was let.",
    ["Appellant concedes that the pier was let."],
  ],
  ["headings alone are told", "Per Curiam.\n\nII", ["Per Curiam.", "II"]],
])("the place of a quotation: %s", (_, text, ends) => {
  const directive = ends.map((end) => encodeURIComponent(end)).join(",");
  expect(addressesOf("").quotedLaw("/laws/1", text)).toBe(`/laws/1#:~:text=${directive}`);
});
