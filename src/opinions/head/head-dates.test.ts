import { describe, expect, test } from "vitest";
import { headDates, linesAboveAuthor, printedDecision } from "./head-dates.ts";
import { headLinesOf } from "./head-lines.ts";
import { datesIn, daysOf } from "./printed-days.ts";

function decisionOf(text: string): string | null {
  const decision = printedDecision(headDates(linesAboveAuthor(headLinesOf(text)), text));
  if (decision === null) return null;
  expect(daysOf(text.slice(decision.date.start, decision.date.end))?.at(-1)).toBe(decision.day);
  return `${decision.day} ${decision.how}`;
}

describe("the day of decision in a head", () => {
  test.each<[string, string | null]>([
    ["ALDER\nv.\nBIRCH.\nNo. 22.\nArgued October 11, 12, 1944.\nDecided December 18, 1944.", "1944-12-18 stated"],
    ["Heard Dec. 9, 1993.\nDecided Jan. 4, 1994.\nBefore ASH and ELM, Circuit Judges.", "1994-01-04 stated"],
    ["(Argued: July 6, 2009 Decided: September 21, 2009)", "2009-09-21 stated"],
    ["Decided and Filed: March 3, 2011\nArgued: Jan. 5, 2011", "2011-03-03 stated"],
    ["Submitted Nov. 3, 1891. Decided Nov. 9, 1891.", "1891-11-09 stated"],
    ["Decided June 10, 1968.[*]", "1968-06-10 stated"],
    ["Decided January 18, 1979]\n*", "1979-01-18 stated"],
    ["Submitted January 4, 1980, at Lansing.\nDecided February 21, 1980.", "1980-02-21 stated"],
    ["Promulgated June 28, 1927.", "1927-06-28 stated"],
    ["Decided May 7, 1958\nArgued April 15, 1958\n-Rehearing denied June 4, 1958.", "1958-05-07 stated"],
    // Argued again, and decided otherwise.
    [
      "Decided June 11, 1956.\nReargued February 27, 1957.\nDecided June 10, 1957.\nASH, J., delivered the opinion.",
      "1957-06-10 stated",
    ],
    ["Decided June 11, 1956.\nDecided July 10, 1957.", null],
    // Massachusetts prints the hearing and the decision without a word.
    ["Supreme Judicial Court of Samplia, Suffolk.\nNovember 5, 1956.\nJanuary 7, 1957.", "1957-01-07 stated"],
    ["January 7, 1957.\nNovember 5, 1956.", null],
    ["March 1, 1957.\nMarch 2, 1957.\nMarch 3, 1957.", null],
    ["Opinion filed December 10, 1981.", "1981-12-10 filed"],
    ["Filed Jan. 12, 1990.\nArgued Sept. 27, 1989.", "1990-01-12 filed"],
    ["Signed March 30, 2015.", "2015-03-30 filed"],
    ["No. COA98-1398\n(Filed 21 December 1999)", "1999-12-21 filed"],
    ["Nov. 6,1957.\nELM, Circuit Judge.", "1957-11-06 bare"],
    ["[March 6, 1928.]", "1928-03-06 bare"],
    // Parties who are judges.
    ["REYNOLDS, JUDGE, ET AL.\nv.\nASH.\nArgued May 1, 1964.\nDecided June 15, 1964.", "1964-06-15 stated"],
    ["ASH\nv.\nCOOPER, JUDGE.\nDecided January 31, 1949.", "1949-01-31 stated"],
    // Slip opinions run their heads into one paragraph.
    [
      "(Slip Opinion) OCTOBER TERM, 2009 Syllabus No. 08\u2013905. Argued November 30, 2009\u2014Decided April 27, 2010 On November 6, 2003, the buyer sued.",
      "2010-04-27 stated",
    ],
    [
      "before the print goes to press. No. 09\u2013223 [June 1, 2010] JUSTICE ASH delivered the opinion.",
      "2010-06-01 stated",
    ],
    [
      "Nos. 08\u20131498 and 09\u201389 08\u20131498 ALDER, PETITIONER v. BIRCH [June 21, 2010] JUSTICE ASH, dissenting.",
      "2010-06-21 stated",
    ],
    ["ON PETITION No. 09\u20135801. Decided March 8, 2010 PER CURIAM.", "2010-03-08 stated"],
    // Dates of other things.
    ["On June 1, 1990, the lessee left.", null],
    ["Rehearing Denied March 1, 1990.", null],
    ["The opinion of this Court issued on March 30, 1993 is amended as follows:", null],
    ["ELM, Circuit Judge.\nDecided March 3, 1990.", null],
    ["Citation to an order filed after January 1, 2007, is permitted", null],
    ["October Term, 1995.", null],
    ["Decided February 30, 1990.", null],
    ["", null],
  ])("%j", (text, wanted) => expect(decisionOf(text)).toBe(wanted));
});

test.each<[string, readonly string[] | null]>([
  ["January 13, 16, 1928", ["1928-01-13", "1928-01-16"]],
  ["December 11-12, 1967", ["1967-12-11", "1967-12-12"]],
  ["Jan. 31 and Feb. 1, 1944", ["1944-01-31", "1944-02-01"]],
  ["December 31 and January 2, 1930", ["1929-12-31", "1930-01-02"]],
  ["October 4th, 1882", ["1882-10-04"]],
  ["21 December 1999", ["1999-12-21"]],
  ["SEPT. 1, 1910", ["1910-09-01"]],
  ["June 31, 1910", null],
])("%s", (text, wanted) => expect(datesIn(text).at(0)?.days ?? null).toEqual(wanted));

test("a hostile head takes no longer than its length", () => {
  const hostile = [
    `May 1${", ".repeat(3000)}`,
    `Decided ${"May 1 and ".repeat(600)}`,
    `No. ${"08-1 and ".repeat(600)}`,
  ];
  for (const text of hostile) expect(decisionOf(text)).toBeNull();
});
