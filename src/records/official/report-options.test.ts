import { expect, test } from "vitest";
import { cheapestOptions, hasAllOf, optionsKey } from "./report-options.ts";

const HELD = { completeThrough: "2026-11-20", hasParties: true };
const ALL = cheapestOptions({ kind: "whole" }, null);
const SINCE = cheapestOptions({ kind: "whole" }, HELD);
const LATER = cheapestOptions({ kind: "whole" }, { ...HELD, completeThrough: "2026-11-23" });
const LATER_WITH_PARTIES = cheapestOptions({ kind: "whole" }, { completeThrough: "2026-11-23", hasParties: false });
const ENTRY = cheapestOptions({ kind: "entries", from: 3, to: 3 }, null);

test.each([
  ["a whole report has what was entered since", ALL, SINCE, true],
  ["and single entries", ALL, ENTRY, true],
  ["and itself", ALL, ALL, true],
  ["what was entered since is not the whole", SINCE, ALL, false],
  ["what was entered since a day has what was entered since a later one", SINCE, LATER, true],
  ["not the other way", LATER, SINCE, false],
  ["not parties that it leaves out", SINCE, LATER_WITH_PARTIES, false],
  ["parties that are not asked for do no harm", LATER_WITH_PARTIES, LATER, true],
  ["single entries are no report", ENTRY, SINCE, false],
] as const)("%s", (_what, bought, wanted, isSo) => {
  expect(hasAllOf(optionsKey(bought), wanted)).toBe(isSo);
});
