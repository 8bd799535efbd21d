import { expect, test } from "vitest";
import { asFederalCourtsPrint } from "./federal-numbers.ts";

test.each([
  ["ilnd", "12 C 7289", "12-cv-07289"],
  ["ilnd", "12-C-7289", "12-cv-07289"],
  ["ilnd", "No. 12 C 07289", "12-cv-07289"],
  ["ilnd", "Case Nos. 12 C 7289 and 12 C 7290", "12-cv-07289"],
  ["ilnb", "09 B 02046", "09-bk-02046"],
  ["ilnb", "09-B-2046", "09-bk-02046"],
  ["ilnb", "09 B 2046 (CAD)", "09-bk-02046"],
  ["ilnb", "22 A 00061", "22-ap-00061"],
  ["ilnb", "22-A-61", "22-ap-00061"],
  ["nysb", "21-B-11077", "21-bk-11077"],
  ["nysb", "Ch. 11 Case No. 21-11077 (JPS)", "21-11077"],
  ["nysb", "Chapter 7, Case No. 1:21-11077-jps", "1:21-11077"],
  ["nysd", "18 Mag. 3161", "18-mj-03161"],
  ["nysd", "S1 17 Cr. 168 (QRS)", "17-cr-00168"],
  ["nysd", "No. S12 17 Cr. 168", "17-cr-00168"],
  ["nysd", "18 Mag. 3161 (KMW)", "18-mj-03161"],
  ["nysd", "24 CV 05002", "24-cv-05002"],
  ["nysd", "24 Civ. 5001 (IQ)", "24-cv-05001"],
  ["nysd", "17 MD 2788", "17-md-02788"],
  ["vaed", "Criminal No. 1:12CR3", "1:12-cr-00003"],
  ["txwd", "MO:19-CV-00150-DC", "7:19-cv-00150"],
  ["txwd", "MO-19-CV-150", "7:19-cv-00150"],
  ["txsd", "H-18-mc-2515", "4:18-mc-02515"],
  ["cod", "14C2217", "14-cv-02217"],
  ["cod", "Case 1:14-cv-02217-LRK Document 7 Filed 03/25/15", "1:14-cv-02217"],
])("%s: %s is printed %s", (courtId, given, printed) => {
  expect(asFederalCourtsPrint(given, courtId)).toBe(printed);
});

test.each([
  ["nysd", "1:24-cv-05001-IQ"],
  ["nysd", "24-cv-5001"],
  ["nysd", "Civil No. 19-1234"],
  ["nysd", "Ch. 11 Case No. 21-11077"],
  ["nysd", "09 B 2046"],
  ["nysd", "22 A 61"],
  ["nysd", "12 CA 7289"],
  ["nysd", "112 C 7289"],
  ["nysd", "12 C 7289123"],
  ["nysd", "MDL No. 2788"],
  ["nysd", "H-18-mc-2515"],
  ["txsd", "Z-18-mc-2515"],
  ["nysb", "12 C 7289"],
  ["nysb", "21-11077 (JPS)"],
  ["ca9", "12 C 7289"],
  ["scotus", "12 C 7289"],
  ["calctapp", "B123456"],
  ["nysupct", "24 CV 5002"],
  ["nowhere", "12 C 7289"],
  ["nysd", ""],
  ["nysd", "Alder"],
])("%s: %s is left as it is", (courtId, given) => {
  expect(asFederalCourtsPrint(given, courtId)).toBe(given);
});

test("a text of any length is read in no time", () => {
  const text = `${"case no ".repeat(20_000)}12 C 7289 ${"(AB) ".repeat(20_000)}!`;
  expect(asFederalCourtsPrint(text, "ilnd")).toBe("12-cv-07289");
}, 2_000);
