import { expect, it } from "vitest";
import { headDocketNumber } from "./head-docket.ts";

const heads: readonly (readonly [lines: readonly string[], number: string | null])[] = [
  [["MARLOW v. DENBY.", "No. 95-0184.", "Supreme Court of Samplia."], "95-0184"],
  [["Docket No. 09-4896-cv."], "09-4896-cv"],
  [["ROE, Appellant, v. DOE.", "Case No. 1:09-CV-60811(C)"], "1:09-CV-60811(C)"],
  [["No. 96,627"], "96,627"],
  [["No. COA98-1398", "(Filed 21 December 1999)"], "COA98-1398"],
  [["No. S-10062."], "S-10062"],
  // Several cases decided together.
  [["Docket No. 434.", "Docket No. 536."], null],
  [["Nos. 95-3235, 95-4050 and 96-1057."], null],
  [["No. 70,", "September Term, 1995."], null],
  // The number of something else, or of a case below.
  [["[No. 489-54.", "Argued."], null],
  [["Adm. No. 1764."], null],
  [["Appeal from the Circuit Court, No. 17."], null],
  [["ROE v. DOE", "Court of Appeals", "June 5", "No. 95-0184."], null],
  [["No. IV."], null],
  [["No. 2:13-cv-2069 KJM DAD"], null],
  [["Affirmed."], null],
  [[], null],
];

it.each(heads)("%j: %s", (lines, number) => {
  expect(headDocketNumber(lines)).toBe(number);
});
