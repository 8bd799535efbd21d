import { expect, test } from "vitest";
import { readable } from "./proposition.ts";

test.each([
  ["The deposit is $12.50 per month and is due at 3:30 each Monday.", null],
  ["42 U.S.C. § 1983 provides a remedy.", null],
  ["5 S Ct 100 says so.", null],
  ["30 Days after judgment the time ends.", null],
  ["Under U.S. Const.Amend.14 it fails.", null],
  ["5 Cranch 137 settled the question.", null],
  ["See Order No.5 at p.12 of the record.", null],
  ["The award of 1,20 units, under rule 4.2 above, stands.", null],
  ["The court agreed.5 The rest follows.", "The court agreed. The rest follows."],
  ["He called it \u201ca wrong.\u201d12 It was.", "He called it \u201ca wrong.\u201d It was."],
  ["7 The court did not reach that point.", "The court did not reach that point."],
  ["12. A carrier owes care.", "A carrier owes care."],
])("numbers of notes go, others stay: %s", (sentence, wanted) => {
  expect(readable(sentence)).toBe(wanted ?? sentence);
});
