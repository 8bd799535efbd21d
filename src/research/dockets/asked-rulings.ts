import { isRuling } from "#dockets/document-types/document-types.ts";
import { referencesTo, refersToEntries } from "#dockets/document-types/entry-references.ts";
import { decidesInWords, rulingOnNumber } from "#dockets/document-types/rulings.ts";
import { writtenOut } from "#dockets/document-types/short-forms.ts";
import { contentStems, stemsIn } from "#text/word-stems.ts";
import type { DocketView, EntryWithDocuments } from "./model.ts";
import { lineOf, shortened } from "./sheet.ts";
import { typeOfLine } from "./views.ts";

/** What a docket says of whether something that was moved for is decided. */
export type RulingsTold = {
  readonly sentences: readonly string[];
  /** Nothing told answers it: no such motion is held, or none that decides it in a docket that may have more. */
  readonly isOpen: boolean;
};

type Sheet = {
  readonly view: DocketView;
  readonly entries: readonly EntryWithDocuments[];
  /** All entries that there are up to the day of the sheet. */
  readonly isWhole: boolean;
};

const MOVED = /\b(?:motions?|applications?|petitions?|requests?)\b/iu;
/** Asks what became of it, and not what it says, who made it or why. */
const OUTCOME =
  /\b(?:decided?|rul(?:ed?|ing|ings)|granted?|den(?:y|ied)|resolved?|disposed|acted on|adjudicated|pending|outcome|result|become|became|happened|fate)\b/iu;
const ASKS_ELSE = /\b(?:why|who|whom|whose|reasons?|grounds?|argu\w+|opinion|how many|which|list|all)\b/iu;
/** What such a question says beside what was moved for. */
const ASKING: ReadonlySet<string> = new Set(
  stemsIn(`decide decided rule ruled ruling rulings grant granted deny denied resolve resolved dispose disposed acted act
   adjudicated pending outcome result become became happened happen fate court judge yet already now far still ever case
   docket sheet entry number day date dkt ecf no motion motions application applications petition petitions request requests
   made filed magistrate order part whether tell please this action decision`),
);
const NUMBERED =
  /(?:\b(?:motion|application|petition|entry|docket|dkt|doc|document|ecf|d\.e|no|number)\b\.?|#)\s*(?:(?:no|number)\b\.?\s*|#\s*)?\[?(\d{1,5})\b(?!\()/iu;
/** Motions that are told one by one. */
const MOTIONS_MAX = 5;
/** Lines that decide one motion, told in full. */
const RULINGS_MAX = 3;
const HEAD_CHARS = 300;

/** What the docket says to one thing that is asked; undefined where it does not ask what became of a motion. */
export function rulingsAsked(part: string, sheet: Sheet): RulingsTold | undefined {
  if (!MOVED.test(part) || !OUTCOME.test(part) || ASKS_ELSE.test(part)) return undefined;
  const number = NUMBERED.exec(part)?.[1];
  const words = tellingStems(part);
  if (number === undefined && words.length === 0) return undefined;
  const isMeant = saysAll(words);
  const motions = sheet.entries.filter((entry) =>
    number === undefined
      ? isMotion(entry) && isMeant(wordsOf(entry).slice(0, HEAD_CHARS))
      : entry.number === number && !isOfCourt(entry),
  );
  if (motions.length === 0) return number === undefined ? withoutMotion(sheet, isMeant) : undefined;
  const isSaid = (motion: EntryWithDocuments) => (number === undefined ? isMeant : saysAll(titleStems(motion)));
  const told = motions.slice(-MOTIONS_MAX).map((motion) => ruledOn(motion, sheet, isSaid(motion), motions));
  const earlier = motions.length - told.length;
  return {
    sentences: [
      ...told.map(({ sentence }) => sentence),
      ...(earlier === 0 ? [] : [`${earlier} earlier entries are such motions too.`]),
    ],
    isOpen: !sheet.isWhole && told.some(({ isDecided }) => !isDecided),
  };
}

function saysAll(stems: readonly string[]): (text: string) => boolean {
  return (text) => {
    const said = new Set(stemsIn(text));
    return stems.length > 0 && stems.every((stem) => said.has(stem));
  };
}

/** How a motion is made tells nothing of what it asks for. */
const MANNER =
  /\b(?:sealed|amended|corrected|emergency|expedited|unopposed|opposed|consent|agreed|joint|renewed|first|second|third|ex parte|letter|oral)\b/giu;

/** What a motion asks for, by its own line up to who makes it. */
function titleStems(motion: EntryWithDocuments): readonly string[] {
  const [title = ""] = wordsOf(motion)
    .slice(0, HEAD_CHARS)
    .split(/\b(?:filed|by|on behalf)\b|[([]/iu);
  return tellingStems(title.replace(MANNER, " "));
}

/** Words without numbers and without what any question on a motion says. */
function tellingStems(text: string): readonly string[] {
  return [...contentStems(text.replaceAll(/['’]s\b/giu, ""))].filter((stem) => !ASKING.has(stem));
}

type Told = { readonly sentence: string; readonly isDecided: boolean };

function ruledOn(
  motion: EntryWithDocuments,
  sheet: Sheet,
  isMeant: (text: string) => boolean,
  motions: readonly EntryWithDocuments[],
): Told {
  const later = sheet.entries.filter((entry) => entry.ordinal > motion.ordinal && isOfCourt(entry));
  const own = wordsOf(motion).slice(0, HEAD_CHARS);
  const numbered = later.map((entry) => ({
    entry,
    ruling: motion.number === null ? null : rulingOnNumber(wordsOf(entry), motion.number, own),
  }));
  const byNumber = numbered.filter(({ ruling }) => ruling === "decides").map(({ entry }) => entry);
  // What a line decides without a number is the last such motion before it.
  const next = motions.find((other) => other.ordinal > motion.ordinal)?.ordinal ?? Infinity;
  const byWords = later.find(
    (entry) =>
      entry.ordinal < next &&
      !refersToEntries(wordsOf(entry)) &&
      decidesInWords(wordsOf(entry), (clause) => MOVED.test(clause) && isMeant(clause), own),
  );
  const decided = byNumber.length > 0 ? byNumber : byWords === undefined ? [] : [byWords];
  const called = calledOf(motion);
  if (decided.length > 0)
    return { isDecided: true, sentence: `${called} was decided: ${linesTold(decided)}${undoneIn(decided, later)}` };
  const speaking = numbered.findLast(({ ruling }) => ruling === "speaks")?.entry;
  const spoken = speaking === undefined ? "" : ` A court's entry speaks of it: “${shortened(lineOf(speaking))}”`;
  return { isDecided: false, sentence: `${called}: ${undecided(sheet)}${spoken}${withdrawal(motion, sheet)}` };
}

/** Interim rulings and the last one. */
function linesTold(entries: readonly EntryWithDocuments[]): string {
  const lines = entries.slice(-RULINGS_MAX).map((entry) => `“${shortened(lineOf(entry))}”`);
  const earlier = entries.length - lines.length;
  return `${earlier === 0 ? "" : `${earlier} times before, then `}${lines.join("; ")}`;
}

/** Who made a motion may withdraw it without a ruling. */
function withdrawal({ number, ordinal }: EntryWithDocuments, { entries }: Sheet): string {
  const told = entries.findLast(
    (entry) =>
      number !== null &&
      entry.ordinal > ordinal &&
      !isOfCourt(entry) &&
      /\bwithdr(?:a|e)w/iu.test(wordsOf(entry)) &&
      referencesTo(wordsOf(entry), number).length > 0,
  );
  return told === undefined ? "" : ` A party's entry speaks of its withdrawal: “${shortened(lineOf(told))}”`;
}

/** A ruling may be vacated or reconsidered later. */
function undoneIn(decided: readonly EntryWithDocuments[], later: readonly EntryWithDocuments[]): string {
  const undoing = later.find((entry) =>
    decided.some(
      ({ number, ordinal }) =>
        number !== null &&
        entry.ordinal > ordinal &&
        UNDOES.test(wordsOf(entry)) &&
        referencesTo(wordsOf(entry), number).length > 0,
    ),
  );
  return undoing === undefined ? "" : ` A later entry bears on that ruling: “${shortened(lineOf(undoing))}”`;
}

const UNDOES =
  /\b(?:vacat(?:es|ed|ing)|set(?:s|ting)? aside|rescind(?:s|ed|ing)?|reconsider\w*|withdrawing|amend(?:s|ed|ing))\b/iu;

function undecided({ view, entries, isWhole }: Sheet): string {
  const { reportAsOf, asOf } = view.docket.freshness;
  const day = (reportAsOf ?? asOf)?.slice(0, 10);
  if (isWhole) return `no ruling on it stands on the docket sheet${day === undefined ? "" : ` as of ${day}`}.`;
  return `no ruling on it is among the ${entries.length} entries that are held, which may not be all.`;
}

/** A ruling may be held of a motion that is not. */
function withoutMotion(sheet: Sheet, isMeant: (text: string) => boolean): RulingsTold {
  const rulings = sheet.entries.filter(
    (entry) =>
      isOfCourt(entry) && decidesInWords(wordsOf(entry), (clause) => MOVED.test(clause) && isMeant(clause), ""),
  );
  if (rulings.length > 0)
    return { isOpen: false, sentences: rulings.slice(-MOTIONS_MAX).map((entry) => `“${shortened(lineOf(entry))}”`) };
  const held = sheet.isWhole ? "the docket sheet" : `the ${sheet.entries.length} entries that are held`;
  return { isOpen: true, sentences: [`No motion of these words is told by ${held}.`] };
}

function calledOf({ number, ...entry }: EntryWithDocuments): string {
  return `${number === null ? "The entry" : `Entry ${number}`} (“${shortened(lineOf({ ...entry, number: null }))}”)`;
}

function isMotion(entry: EntryWithDocuments): boolean {
  const type = typeOfLine(entry);
  return (
    type === "motion" ||
    (!isOfCourt(entry) && type !== "brief" && type !== "notice" && STARTS_AS_MOTION.test(wordsOf(entry)))
  );
}

const STARTS_AS_MOTION = /^\W*(?:\w+\W+){0,3}(?:motion|application|petition)\b/iu;

/** Rulings, and minutes of what was done in court. */
function isOfCourt(entry: EntryWithDocuments): boolean {
  const type = typeOfLine(entry);
  return isRuling(type) || type === "procedural" || type === "report";
}

function wordsOf({ description, shortDescription }: EntryWithDocuments): string {
  return writtenOut(description ?? shortDescription ?? "");
}
