import { referencesTo } from "#dockets/document-types/entry-references.ts";
import { decidesInWords } from "#dockets/document-types/rulings.ts";
import { bareRulingOn, motionSheet, numberedRulings, rulingInWords } from "./decided.ts";
import type { MotionSheet } from "./decided.ts";
import type { DocketView, EntryWithDocuments } from "./model.ts";
import { headOf, isMotion, isOfCourt, MOVED, saysAll, tellingStems, titleStems, wordsOf } from "./motion-lines.ts";
import { lineOf, shortened } from "./sheet.ts";

/** What a docket says of whether something that was moved for is decided. */
export type RulingsTold = {
  readonly sentences: readonly string[];
  /** The motions, and what decides them. */
  readonly entries: readonly EntryWithDocuments[];
  /** Nothing told answers it: no such motion is held, or none that decides it in a docket that may have more. */
  readonly isOpen: boolean;
};

type Sheet = {
  readonly view: DocketView;
  readonly entries: readonly EntryWithDocuments[];
  /** All entries that there are up to the day of the sheet. */
  readonly isWhole: boolean;
};

/** Asks what became of it, and not what it says, who made it or why. */
const OUTCOME =
  /\b(?:decided?|rul(?:ed?|ing|ings)|granted?|den(?:y|ied)|resolved?|disposed|acted on|adjudicated|pending|outcome|result|become|became|happened|fate)\b/iu;
const ASKS_ELSE = /\b(?:why|who|whom|whose|reasons?|grounds?|argu\w+|opinion|how many|which|list|all)\b/iu;
const NUMBERED =
  /(?:\b(?:motion|application|petition|entry|docket|dkt|doc|document|ecf|d\.e|no|number)\b\.?|#)\s*(?:(?:no|number)\b\.?\s*|#\s*)?\[?(\d{1,5})\b(?!\()/iu;
/** Motions that are told one by one. */
const MOTIONS_MAX = 5;
/** Lines that decide one motion, told in full. */
const RULINGS_MAX = 3;

/** What the docket says to one thing that is asked; undefined where it does not ask what became of a motion. */
export function rulingsAsked(part: string, sheet: Sheet): RulingsTold | undefined {
  if (!MOVED.test(part) || !OUTCOME.test(part) || ASKS_ELSE.test(part)) return undefined;
  const number = NUMBERED.exec(part)?.[1];
  const words = tellingStems(part);
  if (number === undefined && words.length === 0) return undefined;
  const isMeant = saysAll(words);
  const motions = sheet.entries.filter((entry) =>
    number === undefined ? isMotion(entry) && isMeant(headOf(entry)) : entry.number === number && !isOfCourt(entry),
  );
  if (motions.length === 0) return number === undefined ? withoutMotion(sheet, isMeant) : undefined;
  const isSaid = (motion: EntryWithDocuments) => (number === undefined ? isMeant : saysAll(titleStems(motion)));
  const lines = motionSheet(sheet.entries, sheet.view.docket.parties);
  const told = motions.slice(-MOTIONS_MAX).map((motion) => ruledOn(motion, sheet, lines, isSaid(motion)));
  const earlier = motions.length - told.length;
  return {
    entries: told.flatMap(({ entries }) => entries),
    sentences: [
      ...told.map(({ sentence }) => sentence),
      ...(earlier === 0 ? [] : [`${earlier} earlier entries are such motions too.`]),
    ],
    isOpen: !sheet.isWhole && told.some(({ isDecided }) => !isDecided),
  };
}

type Told = {
  readonly sentence: string;
  readonly isDecided: boolean;
  readonly entries: readonly EntryWithDocuments[];
};

function ruledOn(
  motion: EntryWithDocuments,
  sheet: Sheet,
  lines: MotionSheet,
  isMeant: (text: string) => boolean,
): Told {
  const called = calledOf(motion);
  const numbered = numberedRulings(motion, lines);
  const byNumber = numbered.filter(({ ruling }) => ruling === "decides").map(({ entry }) => entry);
  const byWords = byNumber.length > 0 ? undefined : rulingInWords(motion, lines, isMeant);
  const decided = byWords === undefined ? byNumber : [byWords];
  if (decided.length > 0)
    return {
      isDecided: true,
      sentence: `${called} was decided: ${linesTold(decided)}${undoneIn(decided, sheet)}`,
      entries: [...decided.slice(-RULINGS_MAX), motion],
    };
  const bare = bareRulingOn(motion, lines, sheet.isWhole);
  if (bare?.isCertain === true) {
    const how = "was decided by a line that does not name it, when no other motion was pending";
    return {
      isDecided: true,
      entries: [bare.entry, motion],
      sentence: `${called} ${how}: ${linesTold([bare.entry])}${undoneIn([bare.entry], sheet)}`,
    };
  }
  const speaking = numbered.findLast(({ ruling }) => ruling === "speaks")?.entry;
  const spoken = speaking === undefined ? "" : ` A court's entry speaks of it: “${shortened(lineOf(speaking))}”`;
  const undoing = speaking === undefined ? undefined : undoneBy(speaking, sheet);
  return {
    isDecided: false,
    entries: [motion, ...(speaking === undefined ? [] : [speaking]), ...(undoing === undefined ? [] : [undoing])],
    sentence: `${called}: ${undecided(sheet)}${spoken}${undoing === undefined ? "" : `; it was undone by “${shortened(lineOf(undoing))}”`}${withdrawal(motion, sheet)}${unnamed(bare?.entry)}`,
  };
}

/** What may decide a motion and does not say which one it decides. */
function unnamed(entry: EntryWithDocuments | undefined): string {
  return entry === undefined
    ? ""
    : ` A court's entry decides a motion without naming it: “${shortened(lineOf(entry))}”`;
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
function undoneIn(decided: readonly EntryWithDocuments[], { entries }: Sheet): string {
  const undoing = entries
    .filter(isOfCourt)
    .find((entry) =>
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

/** The entry that a clerk names in front of a ruling that no longer stands: `***VACATED per 6 ORDER***`. */
function undoneBy({ ordinal, ...entry }: EntryWithDocuments, { entries }: Sheet): EntryWithDocuments | undefined {
  const number = UNDONE_BY.exec(wordsOf({ ordinal, ...entry }))?.groups?.["number"];
  return entries.find((other) => other.number === number && other.ordinal > ordinal);
}

const UNDONE_BY =
  /\b(?:vacated|stricken|rescinded|superseded|withdrawn) (?:per|by|pursuant to|see) (?:\w+\.? ){0,3}#?\[?(?<number>\d{1,5})\b/iu;
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
  const rulings = sheet.entries.filter((entry) => isOfCourt(entry) && decidesInWords(wordsOf(entry), isMeant, ""));
  if (rulings.length > 0)
    return {
      isOpen: false,
      entries: rulings.slice(-MOTIONS_MAX),
      sentences: rulings.slice(-MOTIONS_MAX).map((entry) => `“${shortened(lineOf(entry))}”`),
    };
  const held = sheet.isWhole ? "on the docket sheet" : `among the ${sheet.entries.length} entries held`;
  return { isOpen: true, entries: [], sentences: [`No motion in those words is ${held}.`] };
}

function calledOf({ number, ...entry }: EntryWithDocuments): string {
  return `${number === null ? "The entry" : `Entry ${number}`} (“${shortened(lineOf({ ...entry, number: null }))}”)`;
}
