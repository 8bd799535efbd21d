import { expect, test } from "vitest";
import { contentStems, stemsIn } from "./word-stems.ts";

test("every word has its stem, in order and as often as it stands there", () => {
  expect(stemsIn("The motions to dismiss; a motion of 2020")).toEqual([
    "the",
    "motion",
    "=to",
    "dismiss",
    "=a",
    "motion",
    "=of",
    "=2020",
  ]);
});

test("stems of content leave out function words and what has a digit", () => {
  expect([...contentStems("The motions to dismiss of 2020 under rule 12b; a motion")]).toEqual([
    "motion",
    "dismiss",
    "rule",
  ]);
});
