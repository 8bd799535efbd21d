import type { LawRecord } from "#laws/model.ts";
import { elementsOf, wordsOf } from "../xml/element.ts";
import type { XmlElement } from "../xml/element.ts";
import { isPublishersNote } from "./words.ts";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** Names of months are misspelt in the source, but for their beginnings. */
const EXPIRES = /\b(?:will|shall) expire on ([A-Z][a-z]{2})[a-z]* (\d{1,2}), (\d{4})/gu;

/** The section itself is temporary: amended ones say `includes amendments by`. */
const OF_ALL = /\bsection (?:was (?:created|added)|will expire|shall expire)\b/iu;

/** Notes on a part of the section say nothing of the day on which the rest lapses. */
const OF_A_PART = /\b(?:(?:sub)?paragraph|subsection|contains provisions)\b/iu;

/**
 * What limits the words that an edition prints of a section: that they stand in the place of others, and the first day
 * on which an act that changed them lapses.
 */
export function limitsOf(
  section: XmlElement,
  { isPlaceholder, isDisplaced }: { readonly isPlaceholder: boolean; readonly isDisplaced: boolean },
): Pick<LawRecord, "caveat" | "expiresOn"> {
  const notes = notesIn(section);
  const [first] = notes.flatMap(expiries).toSorted();
  const isOfAll = notes.some((note) => OF_ALL.test(note) && expiries(note).length > 0);
  const caveat = isPlaceholder
    ? "placeholder"
    : isDisplaced
      ? "displaced"
      : first === undefined || isOfAll
        ? undefined
        : "amended";
  return { ...(caveat !== undefined && { caveat }), ...(first !== undefined && { expiresOn: first }) };
}

function notesIn(element: XmlElement): string[] {
  return elementsOf(element).flatMap((child) =>
    isPublishersNote(child) ? [wordsOf(child)] : child.name === "text" ? [] : notesIn(child),
  );
}

function expiries(note: string): string[] {
  if (OF_A_PART.test(note)) return [];
  return [...note.matchAll(EXPIRES)].flatMap(([, month = "", date = "", year = ""]) => {
    const at = MONTHS.indexOf(month.toLowerCase());
    return at === -1 ? [] : [`${year}-${String(at + 1).padStart(2, "0")}-${date.padStart(2, "0")}`];
  });
}
