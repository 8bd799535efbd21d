import { describe, expect, test } from "vitest";
import { sectionsOf } from "./voices.ts";

const voices = (text: string): string[] => sectionsOf(text, "court").map((section) => section.voice);

describe("sectionsOf", () => {
  test.each([
    [
      "The judgment is affirmed.\n\nMR. JUSTICE ALDER, with whom MR. JUSTICE BIRCH joins, dissenting.\n\nI cannot agree.",
      ["court", "dissent"],
    ],
    [
      "It is so ordered.\n\n*77 Mr. Justice Cedar, concurring in the judgment.\n\nI agree.\n\nMr. Justice Elm, dissenting.\n\nNo.",
      ["court", "concurrence", "dissent"],
    ],
    ["Reversed.\n\nFIR, Circuit Judge, concurring in part and dissenting in part:\n\nMore.", ["court", "dissent"]],
    ["MR. JUSTICE HAZEL delivered the opinion of the Court.\n\nText.", ["court"]],
    ["Mr. Justice Larch dissented on the ground that the writ had lapsed.\n\nWe disagree.", ["court"]],
    ["As Justice Maple said, dissenting, the rule is old. We follow it.", ["court"]],
    ["", []],
  ])("%j", (text, wanted) => expect(voices(text)).toEqual(wanted));

  test("sections cover the text without a gap", () => {
    const text = "A.\n\nMR. JUSTICE OAK, concurring.\n\nB.\n\nMR. JUSTICE PINE, dissenting.\n\nC.";
    const sections = sectionsOf(text, "court");
    expect(sections.map((section) => text.slice(section.start, section.end)).join("")).toBe(text);
  });
});
