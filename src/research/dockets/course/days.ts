import { MONTHS } from "#text/printed-day.ts";
import { contentStems } from "#text/word-stems.ts";
import { asFarAsHeld } from "../sheet-held.ts";
import { lineOf, shortened } from "../sheet.ts";
import type { Course, CourseTold } from "./asked-course.ts";
import type { CourseLine } from "./line.ts";
import { furtherStems } from "./plain-words.ts";

/** Days that entries set: for a hearing, and by which something is due. */

const MONTH = MONTHS.map((month) => `${month.slice(0, 3)}[a-z]{0,6}\\.?`).join("|");
const DAY = String.raw`(?:\d{1,2}[/-]\d{1,2}[/-]\d{2,4}|(?:${MONTH}) \d{1,2}\b|\d{4}-\d\d-\d\d)`;
const SETS = new RegExp(
  String.raw`\b(?:set|reset|re-set|rescheduled|scheduled|continued|adjourned|held|begin|date|noticed)\b[^;]{0,80}?${DAY}|\b(?:hearing|conference|argument|meeting|sentencing)\b[^.;]{0,40}\b(?:on|for|to|at)\b[^;]{0,25}?${DAY}`,
  "iu",
);
const ANY_DAY = new RegExp(DAY, "iu");
const DUE = new RegExp(
  String.raw`\b(?:due|deadlines?|cut-?off|bar date|by|before|no later than|last day|to and including|up to|extended|fixed|until|including|period|end|expires?|to)\b[^.;]{0,70}?${DAY}`,
  "iu",
);
const WITHDRAWN = /\b(?:vacated|cancell?ed|terminated|denied|denying|stricken)\b/iu;
/** A request that a judge endorses with one word. */
const REFUSED = /[;:]\s*(?:NO|DENIED)\s*[.;]/u;
/** What was done on a day is not set for it. */
const WAS_HELD = new RegExp(String.raw`\bheld (?:and concluded )?(?:before [^.;]{0,60})?on:? ${DAY}`, "giu");

const ASKS_HEARING =
  /\b(?:when|what (?:date|day|time)|which (?:date|day)|date (?:of|for))\b[^?]*\b(?:hearing|conference|sentencing|meeting|argument|deposition|mediation)\b/iu;
const ASKS_DUE =
  /\b(?:deadlines?|due|cut-?off|last day|bar date|by when|when (?:must|should|do|does|did)\b[^?]*\b(?:file|filed|respond|answer|serve|submit)|how long)\b/iu;
const OF_DAYS: ReadonlySet<string> = contentStems(
  `when what date day time which set reset held hold scheduled rescheduled continued adjourned take place last next finally
   deadline due cutoff cut off bar by must should file filed filing submit serve case court now current extended extend
   new happen was is were are did does do first for upcoming`,
);
const ANSWER = "answer";
/** Who has to answer a complaint may do other things by the same day. */
const ANSWERS = /\bmove, answer\b|\brespond to (?:the )?(?:\w+ ){0,2}complaint\b/iu;
/** `When is the scheduling conference`: what a day is for may be called by such a word. */
const ASKING: ReadonlySet<string> = contentStems(
  "when what date day time which set reset held hold rescheduled continued adjourned take place last next finally new happen first upcoming",
);
const SENTENCES_MAX = 60;

/** A day that is asked for: the last entry that sets one for that very thing; undefined where no day is asked for. */
export function dayAsked(part: string, { lines, sheet }: Course): CourseTold | undefined {
  const isOfHearing = ASKS_HEARING.test(part) && !/\b(?:why|who|outcome|result|happened)\b/iu.test(part);
  const isOfDue = !isOfHearing && ASKS_DUE.test(part) && !/\b(?:why|who|paid|fee|owed)\b/iu.test(part);
  if (!isOfHearing && !isOfDue) return undefined;
  const stems = [...contentStems(part.replace(/['’]s\b/giu, ""))];
  const telling = stems.filter((stem) => !OF_DAYS.has(stem));
  const things = isOfHearing && telling.length < 2 ? stems.filter((stem) => !ASKING.has(stem)) : telling;
  if (things.length === 0) return undefined;
  const pattern = isOfHearing ? SETS : DUE;
  const found = lines.filter((line) => setsFor(line, things, pattern));
  const own = found.filter(({ isOfCourt }) => isOfCourt);
  const told = (own.length > 0 && !isOfHearing ? own : found).at(-1);
  if (told === undefined) {
    const isNear = lines.some(({ words }) => ANY_DAY.test(words) && sharesHalf(words, things));
    return isNear || furtherStems(part).length > 0
      ? undefined
      : { sentences: [`No entry sets such a date${asFarAsHeld(sheet)}.`], entries: [], isOpen: true };
  }
  return { sentences: [`“${shortened(lineAround(told, things, pattern))}”`], entries: [told.entry], isOpen: false };
}

/** What asks for a day, or was heard on one. */
const SAYS_NO_DAY =
  /^\W*(?:\w+\W+){0,2}?(?:bnc|certificate|proposed|receipt|transcript|letter|motion|request|declaration|affidavit)\b/iu;

function setsFor({ words, head }: CourseLine, things: readonly string[], pattern: RegExp): boolean {
  if (SAYS_NO_DAY.test(head) || REFUSED.test(words)) return false;
  return sentencesOf(words.replace(WAS_HELD, " ")).some(
    (sentence) => pattern.test(sentence) && !WITHDRAWN.test(sentence) && saysThings(sentence, head, things),
  );
}

/** What a day is for stands in its own sentence, or half of it there and the rest in the title of the entry. */
function saysThings(sentence: string, head: string, things: readonly string[]): boolean {
  const [own, title] = [contentStems(sentence), contentStems(head.slice(0, 160))];
  const has = (set: ReadonlySet<string>, stem: string) => set.has(stem) || (stem === ANSWER && ANSWERS.test(sentence));
  const inSentence = things.filter((stem) => has(own, stem)).length;
  return inSentence * 2 >= things.length && things.every((stem) => has(own, stem) || has(title, stem));
}

function sentencesOf(words: string): string[] {
  return words.split(/(?<=[.;])\s(?=[\p{Lu}\d])/u).slice(0, SENTENCES_MAX);
}

function sharesHalf(words: string, things: readonly string[]): boolean {
  const own = contentStems(words);
  return things.filter((stem) => own.has(stem)).length * 2 >= things.length;
}

/** A long line begins with other days than the one that is asked for. */
function lineAround({ entry, words, head }: CourseLine, things: readonly string[], pattern: RegExp): string {
  const line = lineOf(entry);
  if (shortened(line) === line) return line;
  const sentence = sentencesOf(words).find((one) => pattern.test(one) && saysThings(one, head, things)) ?? "";
  return line.slice(0, 300).includes(sentence.slice(0, 40))
    ? line
    : `${lineOf({ ...entry, description: "…", shortDescription: null })} ${sentence} …`;
}
