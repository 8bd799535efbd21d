import { describe, expect, test } from "vitest";
import { isSovereign, isTelling, tellingWords } from "./case-names.ts";
import type { NamePurpose } from "./case-names.ts";

describe("telling words", () => {
  test.each<readonly [name: string, purpose: NamePurpose, words: string]>([
    ["Alder v. Birch", "agreement", "alder birch"],
    ["J. Alder Ins. Co. v. U.S.", "agreement", "alder insurance united states"],
    ["Cedar Mfg. Co., Inc. v. Comm’r of Elm", "agreement", "cedar manufacturing commissioner elm"],
    ["In re Estate of Peña", "agreement", "pena"],
    ["Ex parte O’Dell", "agreement", "odell"],
    ["State ex rel. Fir v. City of Gum", "agreement", "state fir city gum"],
    ["State ex rel. Fir v. City of Gum", "reference", "fir gum"],
    ["United States of America", "reference", ""],
    ["New York", "reference", ""],
    ["U. S.", "reference", ""],
    ["Secretary of Hazel", "reference", "hazel"],
    ["Doe v. Ohio", "reference", "doe"],
    ["Doe v. Ohio", "copies", ""],
    ["Pacific Steel Co. v. Ivy", "copies", "pacific steel ivy"],
    ["Pacific Steel Co. v. Ivy", "alone", "ivy"],
    ["Juniper Co. v. May", "search", "juniper company may"],
    ["AT&T v. Larch", "agreement", "at&t larch"],
    ["12 Oaks, LLC", "agreement", "12 oaks"],
    ["", "agreement", ""],
    ["...", "alone", ""],
  ])("%s for %s", (name, purpose, words) => expect(tellingWords(name, purpose).join(" ")).toBe(words));

  test("what is too common for copies or a reference is too common alone", () => {
    for (const word of "the inc state warden bank act ohio doe".split(" ")) {
      expect([word, isTelling(word, "alone")]).toEqual([word, false]);
    }
    expect(isTelling("maple", "alone")).toBe(true);
  });

  test("who governs", () => {
    expect("people state commonwealth united states".split(" ").every(isSovereign)).toBe(true);
    expect(isSovereign("ohio")).toBe(false);
  });
});

test("a Mac is one however it is written", () => {
  const written = [
    "McAlder v. Birch",
    "M'Alder v. Birch",
    "M‘Alder v. Birch",
    "Mac Alder v. Birch",
    "MacAlder v. Birch",
  ];
  for (const name of written) expect(tellingWords(name, "agreement")).toEqual(["mcalder", "birch"]);
  expect(tellingWords("Machine Co. v. Mack", "agreement")).toEqual(["machine", "mack"]);
});
