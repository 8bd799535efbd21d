import { expect, test } from "vitest";
import { headDockets } from "./docket-lines.ts";
import { headLinesOf } from "./head-lines.ts";

test.each<[string, readonly string[]]>([
  ["ALDER v. BIRCH.\nNo. 95-0184.\nSupreme Court of Samplia.", ["95-0184"]],
  ["Nos. 93-1356, 93-1672.", ["93-1356, 93-1672"]],
  ["Nos. 91-1290\n 91-1365\n 91-1366\nALDER,", ["91-1290", "91-1365", "91-1366"]],
  ["No. 09-1216\nALDER, Appellee.\nNo. 09-1231\nBIRCH, Appellee.", ["09-1216", "09-1231"]],
  ["Docket Nos. 96827, 96830, 96831.", ["96827, 96830, 96831"]],
  ["Nos. 98, 99, and 100.", ["98, 99, and 100"]],
  ["No. 94, Orig.", ["94, Orig"]],
  ["No. 9, Original.", ["9, Original"]],
  ["No. 52,812", ["52,812"]],
  ["[No. 239-75.", ["239-75"]],
  ["[L. A. No. 25497.", ["25497"]],
  ["(Docket No. 20015.)", ["20015"]],
  ["(No. 4758) 1", ["4758"]],
  ["Civil Action No. 12-00731-CB-C.", ["12-00731-CB-C"]],
  ["Criminal No. 13-704 (FAB).", ["13-704 (FAB)"]],
  ["Civil No. 13-2119 (DWF/LIB).", ["13-2119 (DWF/LIB)"]],
  ["No. CIV.A. 01-0408.", ["01-0408"]],
  ["No. CV 07-2534 ABC (JWJx).", ["CV 07-2534 ABC (JWJx)"]],
  ["No. 1:99CV0711(TH/WR).", ["1:99CV0711(TH/WR)"]],
  ["No. 2 CA-CR 2014-0193.", ["2 CA-CR 2014-0193"]],
  ["No. 67 C 440(2).", ["67 C 440(2)"]],
  ["No. COA98-1398", ["COA98-1398"]],
  ["No. S-10062.", ["S-10062"]],
  ["No. 248, Docket 29298.", ["29298"]],
  ["No. 127.\nDocket 23644.", ["23644"]],
  ["No. CRIM. 02-358-MG.", ["02-358-MG"]],
  ["Nos. 1208, 1392, Dockets 94-7968, 94-9024.", ["94-7968, 94-9024"]],
  ["No. 1697, Sept. Term, 2000.", ["1697"]],
  ["No. 73-3979 Summary Calendar.*", ["73-3979"]],
  ["No. 101. Argued May 1, 1920. Decided June 1, 1920.", ["101"]],
  ["09-2171-ag\nAlder v. Birch", ["09-2171-ag"]],
  ["24570.", ["24570"]],
  ["Syllabus No. 08\u2013905. Argued November 30, 2009\u2014Decided April 27, 2010", ["08\u2013905"]],
  [
    "Opinion of ASH, J. Nos. 11\u2013713, 11\u2013714 and 11\u2013715 [June 1, 2012]",
    ["11\u2013713, 11\u2013714 and 11\u2013715"],
  ],
  // The number of something else, or no number of a case.
  ["Crim. App. No. 30107.", []],
  ["Adm. No. 1764.", []],
  ["D.C. No. 85-1234.", []],
  ["Appeal from the Circuit Court, No. 17.", []],
  ["(Appeal No. 1.)", []],
  ["(No. 3.)", []],
  ["School District No. 5 sued.", []],
  ["No. 5 of the rules was broken.", []],
  ["No. IV.", []],
  ["1944.", []],
  ["", []],
])("%j", (text, wanted) => {
  const found = headDockets(headLinesOf(text), text);
  expect(found.map(({ numbers }) => numbers)).toEqual(wanted);
  for (const { numbers, start, end } of found) expect(text.slice(start, end)).toBe(numbers);
});
