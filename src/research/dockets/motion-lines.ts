import { isRuling } from "#dockets/document-types/document-types.ts";
import { writtenOut } from "#dockets/document-types/short-forms.ts";
import { contentStems, stemsIn } from "#text/word-stems.ts";
import type { EntryWithDocuments } from "./model.ts";
import { typeOfLine } from "./views.ts";

/** How the lines of a docket speak of motions. */

export const MOVED = /\b(?:motions?|applications?|petitions?|requests?)\b/iu;
const HEAD_CHARS = 300;

/** What such a question says beside what was moved for. */
const ASKING: ReadonlySet<string> = new Set(
  stemsIn(`decide decided rule ruled ruling rulings grant granted deny denied resolve resolved dispose disposed acted act
   adjudicated pending outcome result become became happened happen fate court judge yet already now far still ever case
   docket sheet entry number day date dkt ecf no motion motions application applications petition petitions request requests
   made filed magistrate order part whether tell please this action decision panel clerk bankruptcy district appeals say says`),
);
/** Whether a text has all these words, and there are any. */
export function saysAll(stems: readonly string[]): (text: string) => boolean {
  return (text) => {
    const said = new Set(stemsIn(text));
    return stems.length > 0 && stems.every((stem) => said.has(stem));
  };
}

/** How a motion is made tells nothing of what it asks for. */
const MANNER =
  /\b(?:sealed|amended|corrected|emergency|expedited|unopposed|opposed|consent|agreed|joint|renewed|first|second|third|ex parte|letter|oral)\b/giu;

/** What a motion asks for, by its own line up to who makes it. */
export function titleStems(motion: EntryWithDocuments): readonly string[] {
  const [title = ""] = headOf(motion).split(/\b(?:filed|by|on behalf)\b|[([]/iu);
  return tellingStems(title.replace(MANNER, " "));
}

/** Words without numbers and without what any question on a motion says. */
export function tellingStems(text: string): readonly string[] {
  return [...contentStems(text.replaceAll(/['’]s\b/giu, ""))].filter((stem) => !ASKING.has(stem));
}

export function isMotion(entry: EntryWithDocuments): boolean {
  const type = typeOfLine(entry);
  return (
    type === "motion" ||
    (!isOfCourt(entry) && type !== "brief" && type !== "notice" && STARTS_AS_MOTION.test(wordsOf(entry)))
  );
}

const STARTS_AS_MOTION = /^\W*(?:\w+\W+){0,3}(?:motion|application|petition)\b/iu;

/** Rulings, and minutes of what was done in court. */
export function isOfCourt(entry: EntryWithDocuments): boolean {
  const type = typeOfLine(entry);
  return isRuling(type) || type === "procedural" || type === "report";
}

export function wordsOf({ description, shortDescription }: EntryWithDocuments): string {
  return writtenOut(description ?? shortDescription ?? "");
}

/** How a line begins; what stands behind speaks of other papers. */
export function headOf(entry: EntryWithDocuments): string {
  return wordsOf(entry).slice(0, HEAD_CHARS);
}
