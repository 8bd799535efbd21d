import { describe, expect, test } from "vitest";
import { readInvented, treatmentsIn } from "../invented.fixture.ts";

const ALDER = "Alder v. Birch, 310 U.S. 101, 105, 60 S. Ct. 44 (1940)";
const CEDAR = "Cedar v. Dogwood, 320 U. S. 202, 211-12, n. 4 (1943)";
const ELM = "Elm v. Fir, 330 U.S. 303 (1947)";

describe("what belongs to a citation does not hide what is said of it", () => {
  test.each([
    [`${ALDER}, is distinguishable.`, ["Alder: Distinguished (court)"]],
    [`${ALDER} (opinion of Hazel, J.), is inapposite.`, ["Alder: Distinguished (court)"]],
    [`Unlike ${ALDER}, this case turns on a statute.`, ["Alder: Distinguished (court)"]],
    [
      `We decline to follow ${CEDAR}, and ${ELM}.`,
      ["Cedar: Declined to follow (court)", "Elm: Declined to follow (court)"],
    ],
    [`We therefore overrule ${ALDER}, and ${CEDAR}.`, ["Alder: Overruled (court)", "Cedar: Overruled (court)"]],
    [`${ALDER}, supra, at 107, is overruled.`, ["Alder: Overruled (court)"]],
  ])("%s", (text, treatments) => expect(treatmentsIn(text)).toEqual(treatments));
});

/** Who is told to have done what to whom: `Alder: Overruled by Cedar v. Dogwood`. */
function toldIn(text: string): string[] {
  return readInvented(`${text}\n\nNothing follows.`).flatMap(({ name, treatment, voice, toldBy }) =>
    voice === "history" ? [`${name?.split(" ")[0]}: ${treatment} by ${toldBy?.split(",")[0] ?? "nobody named"}`] : [],
  );
}

describe("each phrase of history belongs to one decision and names who did it", () => {
  test.each([
    [`See ${CEDAR} (overruling ${ALDER}).`, ["Alder: Overruled by Cedar v. Dogwood"]],
    [`See ${ALDER} (overruled by ${CEDAR}).`, ["Alder: Overruled by Cedar v. Dogwood"]],
    [`See ${ALDER}, overruled on other grounds by ${CEDAR}; ${ELM}.`, ["Alder: Overruled by Cedar v. Dogwood"]],
    [`See ${ALDER}, overruled on other grounds, ${CEDAR}; ${ELM}.`, ["Alder: Overruled by Cedar v. Dogwood"]],
    [`See ${ELM}; ${ALDER}, abrogated by ${CEDAR}.`, ["Alder: Abrogated by Cedar v. Dogwood"]],
    [
      `See ${ALDER}, aff'd, ${CEDAR}, rev'd, ${ELM}.`,
      ["Alder: Affirmed by Cedar v. Dogwood", "Cedar: Reversed by Elm v. Fir"],
    ],
    [`See ${ALDER}, rev'd sub nom. ${CEDAR}.`, ["Alder: Reversed by Cedar v. Dogwood"]],
    [`${CEDAR}, overruled ${ALDER}; ${ELM}.`, ["Alder: Overruled by Cedar v. Dogwood"]],
    [`${ALDER}, overruled ${CEDAR}.`, []],
    [
      "We rejected Alder v. Birch, 310 U.S. 101 (1940), in Cedar v. Dogwood, 320 U.S. 202 (1943).",
      ["Alder: Declined to follow by Cedar v. Dogwood"],
    ],
    [`In ${CEDAR}, overruling ${ALDER}, the rule was stated.`, ["Alder: Overruled by Cedar v. Dogwood"]],
    [`In ${CEDAR}, the Court specifically overruled ${ALDER}.`, ["Alder: Overruled by Cedar v. Dogwood"]],
    [`The rule fell with ${CEDAR}, which overruled ${ALDER}.`, ["Alder: Overruled by Cedar v. Dogwood"]],
    [`${CEDAR}, did not overrule ${ALDER}.`, []],
    [`We concluded that ${CEDAR}, did not overrule or restrict ${ALDER}, as applied to letters.`, []],
    [`It is suggested that ${ALDER}, was overruled sub silentio in ${CEDAR}.`, []],
    [`See ${ALDER}. We have made exceptions where we have overruled one of our prior decisions.`, []],
    [`See ${ELM} (quoting Rule 2, ch. 4, overruled on other grounds by ${CEDAR}).`, []],
    [`${CEDAR}, told that ${ALDER}, had been superseded.`, ["Alder: Abrogated by nobody named"]],
    [`On this reading ${CEDAR}, without saying so, repudiated the approach of ${ALDER}.`, []],
    [`That would be the very revision of the law that we disavowed in ${ALDER}.`, []],
    [
      `The court, confronting the anomaly created by ${ALDER} and ${CEDAR}, overruled ${ALDER}.`,
      ["Alder: Overruled by nobody named"],
    ],
    [
      `Plaintiffs' position is (a) that the point was open; and (b) that ${CEDAR} has, in effect, overruled ${ALDER}.`,
      [],
    ],
    [`See ${ALDER}, cert. denied, 312 U.S. 600 (1941).`, []],
    [`See ${ALDER}; ${CEDAR} (quoting ${ELM}).`, []],
  ])("%s", (text, told) => expect(toldIn(text)).toEqual(told));
});
