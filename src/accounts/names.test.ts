import { expect, test } from "vitest";
import { readName } from "./names.ts";

const read = (text: string): string => readName(text, "the team", "Say what its people work on.");

test("names are what people write in any language, trimmed", () => {
  for (const name of [
    "Heron & Marsh",
    "<b>O\u2019Neill</b>",
    "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
    "\u{1f469}\u200d\u{1f4bc}",
    "e\u0301",
    "\u8338\u6751 \u6cd5",
  ])
    expect(read(` ${name}\t`)).toBe(name);
  expect(read("a".repeat(100))).toHaveLength(100);
});

test("what cannot be seen, or turns what follows, is no name", () => {
  const none = ["", " \n", "\u200b", "a\u200bb", "\u200d", "\u2800", "\u3164", "\u115f", "\uffa0", "\u0301"];
  const turning = [
    "\u202egnp.exe",
    "\u2066x",
    "\u200fx",
    "x\0",
    "\ud800",
    "a\u2028b",
    "\ufeffx\ufeffx",
    "Heron\u00ad & Marsh",
    "Heron\u{e0041}",
    "a\u034fb",
    "a\u061cb",
    "a\u180eb",
    "a".repeat(101),
  ];
  for (const name of [...none, ...turning]) expect(() => read(name)).toThrow(/^the name of the team /u);
});
