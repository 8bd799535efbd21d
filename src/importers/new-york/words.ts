import { LawWriter } from "#laws/clean/law-writer.ts";
import type { LawWords } from "#laws/model.ts";
import { printedDay } from "#text/printed-day.ts";

/** A line that begins a paragraph is indented; one that goes on is not. A heading stands in the middle of its line. */
const INDENTED = /^ {2,}\S/u;

/** The words of a document: lines of a fixed width, broken wherever the line was full, made into paragraphs again. */
export function wordsOf(text: string): LawWords {
  const writer = new LawWriter();
  for (const paragraph of paragraphsOf(text)) writer.within("p", {}, () => writer.words(paragraph));
  return { ...writer.finish(), notesHtml: null };
}

export function paragraphsOf(text: string): readonly string[] {
  const paragraphs: string[] = [];
  let isOpen = false;
  for (const line of linesOf(text)) {
    const words = line.trim();
    if (words === "") isOpen = false;
    else if (isOpen && !INDENTED.test(line)) paragraphs.push(`${paragraphs.pop() ?? ""} ${words}`);
    else {
      paragraphs.push(words);
      isOpen = true;
    }
  }
  return paragraphs;
}

/** The service writes the end of a line as two characters, a backslash and an n; where it is a line's end it is one too. */
function linesOf(text: string): readonly string[] {
  return text.replaceAll("\\n", "\n").split(/\r?\n/u);
}

/** What is printed of a section's days below it: `* NB Effective July 1, 2026`, `* NB Repealed September 1, 2027`. */
export type PrintedDays = {
  readonly effectiveDate: string | null;
  /** The first day on which its words are law no more. */
  readonly expiresOn?: string;
};

const DAY = "([A-Za-z]{3,9})\\s+(\\d{1,2}),\\s+(\\d{4})";
const BEGINS = new RegExp(`^\\*?\\s*NB\\s+(?:effective|eff\\.?)\\s+${DAY}$`, "iu");
const ENDS = new RegExp(
  `^\\*?\\s*NB\\s+(?:repealed|expires|expired|effective\\s+until|until|(?:repealed|expires)\\s+and\\s+deemed\\s+repealed)\\s+${DAY}$`,
  "iu",
);

/** Days that the text states in a line of their own; of any other note its words stand and nothing is concluded. */
export function printedDays(text: string): PrintedDays {
  let effectiveDate: string | null = null;
  let expiresOn: string | undefined;
  for (const line of paragraphsOf(text)) {
    effectiveDate = dayIn(BEGINS.exec(line)) ?? effectiveDate;
    expiresOn = dayIn(ENDS.exec(line)) ?? expiresOn;
  }
  return { effectiveDate, ...(expiresOn === undefined ? {} : { expiresOn }) };
}

function dayIn(match: RegExpExecArray | null): string | undefined {
  const [, month = "", day = "", year = ""] = match ?? [];
  return printedDay(month, day, year);
}
