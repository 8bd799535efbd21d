import { expect, test } from "vitest";
import { decidesInWords, rulingOnNumber } from "./rulings.ts";

test.each([
  ["ORDER denying 10 Motion to Dismiss.", "10", "decides"],
  ["MEMORANDUM OPINION AND ORDER granting in part and denying in part 10 MOTION to Dismiss.", "10", "decides"],
  ["ORDER granting 10 Motion to Dismiss, 12 Motion to Strike. Signed by Judge Ruhl.", "12", "decides"],
  ["ORDER granting 8, 10 and 12.", "10", "decides"],
  ["ORDER finding as moot [10] Motion to Dismiss", "10", "decides"],
  ["ORDER: the motion (ECF No. 10) is DENIED.", "10", "decides"],
  ["Minute Entry: 10 Motion to Dismiss is hereby DENIED; 12 Motion is taken under advisement.", "10", "decides"],
  ["Minute Entry: 10 Motion to Dismiss is hereby DENIED; 12 Motion is taken under advisement.", "12", "speaks"],
  ["ORDER adopting Report and Recommendations re 30; granting 10 Motion to Dismiss", "10", "decides"],
  ["ORDER re 10 Motion to Dismiss. Responses are due by 3/4/2020.", "10", "speaks"],
  ["ORDER setting hearing on 10 Motion to Dismiss", "10", "speaks"],
  ["ORDER REFERRING MOTION: 10 Motion to Dismiss", "10", "speaks"],
  ["REPORT AND RECOMMENDATIONS re 10 Motion to Dismiss, recommending that it be granted", "10", "speaks"],
  ["ORDER granting 14 Motion for Extension of Time to File Response re 10 Motion to Dismiss", "10", null],
  ["ORDER granting extension of time to respond to 10 Motion to Dismiss", "10", null],
  ["ORDER denying 110 Motion to Seal, at 10:30 on 3/10/2020, within 10 days", "10", null],
  ["ORDER on the heron", "10", null],
])("%s: of %s it is %s", (line, number, ruling) => {
  expect(rulingOnNumber(line, number)).toBe(ruling);
});

test.each([
  ["ORDER denying Motion to Dismiss.", true],
  ["Motion to Dismiss is GRANTED. The clerk shall close the case.", true],
  ["ORDER granting extension of time to answer the Motion to Dismiss.", false],
  ["ORDER denying Motion to Seal. The Motion to Dismiss stays under advisement.", false],
  ["REPORT recommending that the Motion to Dismiss be denied.", false],
])("%s", (line, decides) => {
  expect(decidesInWords(line, (clause) => /dismiss/iu.test(clause))).toBe(decides);
});
