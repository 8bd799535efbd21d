import { expect, test } from "vitest";
import { documentTitles } from "./acms-titles.ts";

test.each<[names: readonly (string | null)[], titles: readonly (string | null)[]]>([
  [["31-14 003-01 - Motion FILED - Motion FILED.pdf"], ["Motion FILED"]],
  [["31-14 003-01 - Motion - Stay - Motion - Stay.pdf"], ["Motion - Stay"]],
  [
    ["31-14 033-01 - Memorandum - Memorandum.pdf", "31-14 033-02 - Memorandum - Form - Costs.PDF"],
    ["Memorandum", "Form - Costs"],
  ],
  [
    ["31-14 033-01 - Letter - Joint - Letter.pdf", "31-14 033-02 - Letter - Joint - Exhibit.pdf"],
    ["Letter", "Exhibit"],
  ],
  [["31-14 033-01 - Letter - Joint - Heron.pdf"], ["Joint - Heron"]],
  [["31-14 033 - Letter.pdf"], ["Letter"]],
  [
    ["Appendix - Volume II.pdf", "31-14 034-02.pdf", "", null],
    ["Appendix - Volume II", null, null, null],
  ],
])("%j are called %j", (names, titles) => {
  expect(documentTitles(names)).toEqual(titles);
});
