import { expect, test } from "vitest";
import { citedLawKey, lawKey, lawKeysCited } from "./law-key.ts";

test.each([
  "11 U.S.C. § 523",
  "D.C. Code § 16-2301",
  "Avalon Code Ann. § 1-101",
  "Tex. Fam. Code Ann. § 6.001",
  "I.R.C. § 61",
  "Treas. Reg. § 1.61-1",
])("%s is held under one of the keys that stand for how it is cited", (held) =>
  expect(lawKeysCited(citedLawKey(held))).toContain(lawKey(held)),
);
