import { describe, expect, test } from "vitest";
import { DEGREE_MAX, growthOfEntry, isBounded } from "./entries/entry-growth.ts";
import { HOSTILE_TEXTS } from "./entries/hostile-texts.ts";
import { LOOP_ENTRIES, longestRead, STEPS_ON_LOOP_MAX } from "./entries/loop-entries.ts";
import { OLD_EXPRESSIONS } from "./entries/old-expressions.ts";
import { TEXT_ENTRIES } from "./entries/text-entries.ts";

const refuse = (text: string): never => {
  throw new Error(text.replace(/x/u, ""));
};

const read = (text: string): boolean => {
  try {
    return /^(?:a|a)*b/u.test(text);
  } catch {
    return false;
  }
};

describe("work on a text of somebody else's grows as the text does", () => {
  test.each(TEXT_ENTRIES)("$name", async (entry) => {
    const read = await entry.read("Alder v. Birch, 5 U.S. 7 (1990).");
    expect(Array.isArray(read) ? read.length : read).toBeTruthy();
    const growth = await growthOfEntry(entry);
    expect(growth.texts).toBeGreaterThan(30);
    expect(isBounded(entry, growth), JSON.stringify(growth)).toBe(true);
  });

  test("every entry is named once, and texts are as long as told", () => {
    expect(new Set(TEXT_ENTRIES.map(({ name }) => name)).size).toBe(TEXT_ENTRIES.length);
    expect(TEXT_ENTRIES.length).toBeGreaterThan(25);
    for (const { name, of } of HOSTILE_TEXTS) expect(of(100), name).toHaveLength(100);
  });
});

describe("the longest text that is read on the event loop", () => {
  test.each(LOOP_ENTRIES)("$name takes few steps", async (entry) => {
    const { steps, text } = await longestRead(entry);
    expect(steps).toBeGreaterThan(entry.chars_max);
    expect(steps, text).toBeLessThan(STEPS_ON_LOOP_MAX);
  });

  test("takes too many where an expression is of the second degree", async () => {
    const planted = { name: "planted", chars_max: 2_000, read: (text: string) => /a+a+b/u.test(text) } as const;
    const texts = [{ name: "a", of: (chars: number) => "a".repeat(chars) }];
    expect((await longestRead(planted, texts)).steps).toBeGreaterThanOrEqual(STEPS_ON_LOOP_MAX);
  });
});

describe("the count can fail", () => {
  test.each(OLD_EXPRESSIONS)("%s", async (name, source, flags) => {
    const expression = new RegExp(source, flags);
    const entry = { name, isPlanted: true, read: (text: string) => text.replace(expression, "") } as const;
    const growth = await growthOfEntry(entry);
    expect(growth.degree).toBeGreaterThanOrEqual(DEGREE_MAX);
    expect(isBounded(entry, growth)).toBe(false);
  });

  test("for an entry that reads nothing, refuses everything or has no texts", async () => {
    await expect(growthOfEntry({ name: "idle", read: () => 1 })).rejects.toThrow("reads nothing");
    await expect(growthOfEntry({ name: "closed", read: refuse })).rejects.toThrow("refuses every text");
    await expect(growthOfEntry({ name: "bare", read: (text) => /x/u.test(text) }, [])).rejects.toThrow("no hostile");
  });

  test("where somebody catches what ends the count", async () => {
    expect((await growthOfEntry({ name: "planted", isPlanted: true, read })).degree).toBe(Infinity);
  });
});
