import { expect, test } from "vitest";
import { bareRulingIn, decidesWhatItIsOn, isOfSide, namesSide } from "./bare-rulings.ts";

test.each([
  ["ORDER: The motion is granted.", "motion", null],
  ["ORDER: After a hearing at which counsel argued, the motion is denied.", "motion", null],
  ["Motion GRANTED. Signed by Judge Ruhl on 3/4/2020. (ab)", "motion", null],
  ["ENDORSED ORDER granting application. (cd) (Entered: 03/04/2020)", "application", null],
  ["ORDER denying Plaintiff's motion without prejudice.", "motion", "plaintiff"],
  ["The Trustee’s application is hereby ALLOWED.", "application", "trustee"],
  [
    "TEXT ORDER: The Government's unopposed motion is therefore DENIED AS MOOT for lack of prosecution.",
    "motion",
    "government",
  ],
  ["ORDER granting in part and denying in part the defendants' motion.", "motion", "defendant"],
])("%s decides a %s of %s", (line, called, of) => {
  expect(bareRulingIn(line)).toEqual({ called, of });
});

test.each([
  "ORDER denying motion to compel.",
  "ORDER granting 10 Motion.",
  "ORDER. The motion (filing 41 ) is granted.",
  "ORDER. The motion (DE 16) is granted.",
  "The motions are granted.",
  "Plaintiff's motion is granted. Defendant's motion is denied.",
  "Defendant's oral motion is granted.",
  "REPORT AND RECOMMENDATION that the motion be granted.",
  "ORDER to show cause why the motion should not be granted.",
  "ORDER: the motion will be granted unless a response is filed.",
  "ORDER of USCA: appellant's motion is granted.",
  "ORDER vacating the order that the motion is denied.",
  "ORDER on the motion to sever. The motion is denied.",
  "ORDER granting motion by Heron Mills.",
  "ORDER setting hearing on the motion.",
  "JUDGMENT. Denied.",
  "ORDER: Once the motion is granted, counsel shall file the amended complaint.",
  "ORDER: In the event that the motion is granted, discovery shall close.",
  "ORDER: To the extent the motion is granted, fees follow.",
  "ORDER setting a hearing. Counsel advise the Court that the motion is moot.",
  "ORDER: Plaintiff argues the motion is moot.",
  "Tentative ruling: the motion is denied.",
])("%s is no such ruling", (line) => {
  expect(bareRulingIn(line)).toBeNull();
});

test.each([
  ["MEMORANDUM AND ORDER on Sedge's motion to sever. For these reasons the motion is denied.", true],
  ["ORDER re motion to sever. The motion is GRANTED.", true],
  ["ORDER re motion to extend time to respond to the motion to sever. The motion is GRANTED.", false],
  ["ORDER extending time to respond to the motion to sever. The motion is GRANTED.", false],
  ["ORDER re motion to sever. The motion will be granted if it is amended.", false],
  ["ORDER granting the motion. The motion to sever stays under advisement.", false],
])("%s decides the motion to sever: %s", (line, decides) => {
  expect(decidesWhatItIsOn(line, (clause) => /sever/iu.test(clause), "MOTION to Sever")).toBe(decides);
});

test("sides are known by any of their names", () => {
  expect(namesSide("MOTION to Seal filed by Defendant Sedge", "defendant")).toBe("this");
  expect(namesSide("MOTION to Seal by USA", "government")).toBe("this");
  expect(namesSide("Plaintiff's MOTION to Seal", "defendant")).toBe("another");
  expect(namesSide("MOTION to Seal by Sedge", "defendant")).toBe("none");
  expect(isOfSide("Third Party Defendant", "defendant")).toBe(true);
});

test("a line of any length and shape is read in bounded time", () => {
  for (const piece of [
    "the motion ",
    "granted ",
    "motion is hereby ",
    "plaintiff's ",
    "granting the motion in full ",
    "the ",
    "and the same ",
  ]) {
    const line = piece.repeat(10_000);
    expect(bareRulingIn(line)).toBeNull();
    expect(decidesWhatItIsOn(line, () => false, line)).toBe(false);
  }
});
