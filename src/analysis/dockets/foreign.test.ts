import { expect, test } from "vitest";
import { isForeignTo, stemsOf } from "./foreign.ts";

const LINES = ["COMPLAINT against Sedge.", "ORDER denying 3 Motion to Seal.", "NOTICE of Appearance by Sedge."];

test.each([
  ["blockchain", true],
  ["zorblax?", true],
  ["unrelated blockchain mining question", true],
  ["Which volcano?", true],
  ["weather", true],
  ["Who sued?", false],
  ["Sedge?", false],
  ["lawyers?", false],
  ["filings?", false],
  ["outcome?", false],
  ["overview", false],
  ["What did the court decide?", false],
])("%s", (question, isForeign) => {
  expect(isForeignTo(question, stemsOf(LINES))).toBe(isForeign);
});
