import { describe, expect, test } from "vitest";
import { behindMac, macVariants, withMc } from "./mac-names.ts";

describe("a Mac however it is written", () => {
  test.each([
    ["M'Alder v. Birch", "McAlder v. Birch"],
    ["M‘Alder v. Birch", "McAlder v. Birch"],
    ["M’Alder v. Birch", "McAlder v. Birch"],
    ["M' Alder v. Birch", "McAlder v. Birch"],
    ["m'alder v. birch", "Mcalder v. birch"],
    ["Mac Alder v. Birch", "McAlder v. Birch"],
    ["Mc Alder v. Mc Birch", "McAlder v. McBirch"],
    ["Mc'Alder v. Birch", "McAlder v. Birch"],
    ["McAlder v. Birch", "McAlder v. Birch"],
    ["Mc-Alder v. Birch", "McAlder v. Birch"],
    ["Mac-Alder v. Birch", "Mac-Alder v. Birch"],
    ["Birch v. M's Diner", "Birch v. M's Diner"],
    ["R.M.'Bud' Alder", "R.M.'Bud' Alder"],
    ["Big Mac attack", "Big Mac attack"],
    ["Ham' Alder", "Ham' Alder"],
  ])("%s", (printed, folded) => expect(withMc(printed)).toBe(folded));

  test.each([
    ["mcalder", "alder"],
    ["macalder", "alder"],
    ["machine", undefined],
    ["machinery", undefined],
    ["macy", undefined],
    ["mackey", undefined],
    ["mckey", "key"],
    ["mack", undefined],
    ["maple", undefined],
  ])("behind the Mac of %s", (word, rest) => expect(behindMac(word)).toBe(rest));

  test("the other ways to write it", () => {
    expect(macVariants("mcalder").map((words) => words.join(" "))).toEqual([
      "macalder",
      "malder",
      "mc alder",
      "mac alder",
      "m alder",
    ]);
    expect(macVariants("machine")).toEqual([]);
  });
});
