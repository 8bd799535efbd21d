import { elementsOf, wordsOf } from "../xml/element.ts";
import type { XmlElement } from "../xml/element.ts";

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
const DAY = new RegExp(`\\b(${MONTHS.join("|")})\\s+(\\d{1,2}),\\s+(\\d{4})\\b`, "gu");

/**
 * The day on which a document says that it takes effect. Null where it names none, or several: then nothing is in force
 * from one day as a whole.
 */
export function effectiveDay(document: XmlElement): string | null {
  const told = [...within(document, 2)].filter(({ name }) => name === "EFFDATE" || name === "DATES");
  return effectiveDayIn(told.map((element) => wordsOf(element)));
}

/** The same from the words of its DATES sections. */
export function effectiveDayIn(passages: readonly string[]): string | null {
  const days = new Set<string>();
  for (const words of passages) {
    for (const sentence of words.split(/(?<=\.)\s+(?=[A-Z])/u)) {
      if (!/\beffective\b/iu.test(sentence)) continue;
      for (const [, month = "", day = "", year = ""] of sentence.matchAll(DAY)) {
        days.add(`${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, "0")}-${day.padStart(2, "0")}`);
      }
    }
  }
  const [only] = days;
  return days.size === 1 && only !== undefined ? only : null;
}

function* within(element: XmlElement, depth: number): Generator<XmlElement> {
  for (const child of elementsOf(element)) {
    yield child;
    if (depth > 0) yield* within(child, depth - 1);
  }
}
