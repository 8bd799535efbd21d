import { bareRulingIn, decidesWhatItIsOn, isOfSide, namesSide } from "#dockets/document-types/bare-rulings.ts";
import type { BareRuling } from "#dockets/document-types/bare-rulings.ts";
import { referencesTo, refersToEntries } from "#dockets/document-types/entry-references.ts";
import { decidesInWords, rulingOnNumber } from "#dockets/document-types/rulings.ts";
import type { Ruling } from "#dockets/document-types/rulings.ts";
import type { Party } from "#dockets/model.ts";
import type { EntryWithDocuments } from "./model.ts";
import { headOf, isMotion, isOfCourt, MOVED, saysAll, titleStems, wordsOf } from "./motion-lines.ts";

/** Which lines of a docket decide which motion: by its number, by its words, or because no other can be meant. */

type CourtLine = {
  readonly entry: EntryWithDocuments;
  readonly words: string;
  readonly namesNumbers: boolean;
};

/** The lines of one docket, each read once. */
export type MotionSheet = {
  readonly entries: readonly EntryWithDocuments[];
  readonly parties: readonly Party[];
  /** The names of those on one side, of the sides that were asked for. */
  readonly namesOf: (side: string) => readonly string[];
  readonly motions: readonly EntryWithDocuments[];
  readonly rulings: readonly CourtLine[];
  /** Lines that decide a motion and say nothing else of it. */
  readonly bare: readonly (CourtLine & { readonly ruling: BareRuling })[];
  /** The lines that decide a motion, of those motions that were looked at. */
  readonly decided: Map<EntryWithDocuments, readonly EntryWithDocuments[]>;
};

export function motionSheet(entries: readonly EntryWithDocuments[], parties: readonly Party[]): MotionSheet {
  const rulings = entries.filter(isOfCourt).map((entry) => {
    const words = wordsOf(entry);
    return { entry, words, namesNumbers: refersToEntries(words) };
  });
  const bare = rulings.flatMap((line) => {
    const ruling = line.namesNumbers ? null : bareRulingIn(line.words);
    return ruling === null ? [] : [{ ...line, ruling }];
  });
  return {
    entries,
    parties,
    namesOf: namesBySide(parties),
    motions: entries.filter(isMotion),
    rulings,
    bare,
    decided: new Map(),
  };
}

function namesBySide(parties: readonly Party[]): MotionSheet["namesOf"] {
  const known = new Map<string, readonly string[]>();
  return (side) => {
    const names = known.get(side) ?? parties.filter(({ type }) => isOfSide(type, side)).map(({ name }) => name);
    known.set(side, names);
    return names;
  };
}

/** The lines that name a motion's number: each decides it, speaks of it, or does neither. */
export function numberedRulings(
  motion: EntryWithDocuments,
  { rulings }: MotionSheet,
): { readonly entry: EntryWithDocuments; readonly ruling: Ruling | null }[] {
  const { number } = motion;
  if (number === null) return [];
  return rulings
    .filter(({ entry, words }) => entry.ordinal > motion.ordinal && words.includes(number))
    .map(({ entry, words }) => ({ entry, ruling: rulingOnNumber(words, number, headOf(motion)) }));
}

/** The line that decides a motion in the words in which it is asked for. It is the last such motion before it. */
export function rulingInWords(
  motion: EntryWithDocuments,
  { motions, rulings }: MotionSheet,
  isMeant: (text: string) => boolean,
): EntryWithDocuments | undefined {
  const next = motions.find((other) => other.ordinal > motion.ordinal && isMeant(headOf(other)))?.ordinal ?? Infinity;
  const isSaid = (clause: string) => MOVED.test(clause) && isMeant(clause);
  const head = headOf(motion);
  return rulings.find(
    ({ entry, words, namesNumbers }) =>
      entry.ordinal > motion.ordinal &&
      entry.ordinal < next &&
      !namesNumbers &&
      (decidesInWords(words, isSaid, head) || decidesWhatItIsOn(words, isSaid, head)),
  )?.entry;
}

/** A motion that waits longer is decided with reasons; a bare line is taken for one on a newer motion. */
const BARE_DAYS_MAX = 180;
/** What was decided in court, or by the clerk, is often decided again in writing. */
const TOLD_AGAIN_DAYS = 45;
/** Of a docket with more lines to hold against each other nothing is tied. */
const PAIRS_MAX = 40_000;

/** What a bare line decides: the one motion that was pending then, of the side that the line names. */
export type BareTold = {
  readonly entry: EntryWithDocuments;
  /** Whether no other motion can be meant; else it may be this one. */
  readonly isCertain: boolean;
};

/** The first bare line that may decide this motion, and whether it does. `isWhole` says that all entries are held. */
export function bareRulingOn(motion: EntryWithDocuments, sheet: MotionSheet, isWhole: boolean): BareTold | undefined {
  const told = sheet.bare.find(
    ({ entry, ruling }) => entry.ordinal > motion.ordinal && mayMean(ruling, motion, sheet.namesOf) !== "no",
  );
  if (told === undefined) return undefined;
  const { entry, ruling } = told;
  const isCertain =
    isWhole &&
    mayMean(ruling, motion, sheet.namesOf) === "yes" &&
    daysBetween(motion.dateFiled, entry.dateFiled) <= BARE_DAYS_MAX &&
    hasNoGap(motion, entry, sheet.entries) &&
    isOnlyOne(motion, told, sheet);
  return { entry, isCertain };
}

/** `Chapter 13 Voluntary Petition` is no motion in the case that it opens. */
export const OPENS_A_CASE = /^\W*(?:(?!motion|application|request)\w+\W+){0,6}petition\b/iu;

/** Whether a bare line can mean a motion by what it calls it and whose it says it is. */
function mayMean(
  { called, of }: BareRuling,
  motion: EntryWithDocuments,
  namesOf: MotionSheet["namesOf"],
): "yes" | "no" | "perhaps" {
  const head = headOf(motion);
  if (called !== "petition" && OPENS_A_CASE.test(head)) return "no";
  const isCalledSo = new RegExp(String.raw`\b${called}`, "iu").test(head);
  if (of === null || of === "movant") return isCalledSo ? "yes" : "perhaps";
  const named = namesSide(head, of);
  if (named === "another") return "no";
  const isSaid = named === "this" || namesOf(of).some((name) => head.includes(name));
  return isSaid && isCalledSo ? "yes" : "perhaps";
}

function daysBetween(from: string | null, to: string | null): number {
  return from === null || to === null ? Infinity : (Date.parse(to) - Date.parse(from)) / 86_400_000;
}

/** A motion under seal may stand where a number is missing. */
function hasNoGap(
  motion: EntryWithDocuments,
  ruling: EntryWithDocuments,
  entries: readonly EntryWithDocuments[],
): boolean {
  const numbers = entries
    .filter(
      ({ ordinal, number }) => ordinal >= motion.ordinal && ordinal <= ruling.ordinal && /^\d+$/u.test(number ?? ""),
    )
    .map(({ number }) => Number(number));
  const held = new Set(numbers);
  const first = numbers.reduce((least, number) => Math.min(least, number), Infinity);
  return numbers.every((number) => number === first || held.has(number - 1));
}

/** Whether this motion, and no other, waited for a ruling before that line, or had one so lately that the line may tell it again. */
function isOnlyOne(
  motion: EntryWithDocuments,
  { entry: bare, ruling }: { readonly entry: EntryWithDocuments; readonly ruling: BareRuling },
  sheet: MotionSheet,
): boolean {
  const earlier = sheet.motions.filter(
    (one) => one.ordinal < bare.ordinal && mayMean(ruling, one, sheet.namesOf) !== "no",
  );
  if (!earlier.includes(motion) || earlier.length * sheet.rulings.length > PAIRS_MAX) return false;
  return earlier.every((one) => mayBeOpen(one, bare, sheet) === (one === motion));
}

function mayBeOpen(motion: EntryWithDocuments, bare: EntryWithDocuments, sheet: MotionSheet): boolean {
  const decided = decidedBy(motion, sheet).filter(({ ordinal }) => ordinal < bare.ordinal);
  if (decided.length === 0) return !isWithdrawn(motion, bare.ordinal, sheet);
  return decided.some(({ dateFiled }) => !(daysBetween(dateFiled, bare.dateFiled) > TOLD_AGAIN_DAYS));
}

/** The lines that decide a motion by its number, and the one that does so in its words. */
function decidedBy(motion: EntryWithDocuments, sheet: MotionSheet): readonly EntryWithDocuments[] {
  const known = sheet.decided.get(motion);
  if (known !== undefined) return known;
  const numbered = numberedRulings(motion, sheet).filter(({ ruling }) => ruling === "decides");
  const inWords = rulingInWords(motion, sheet, saysAll(titleStems(motion)));
  const decided = [...numbered.map(({ entry }) => entry), ...(inWords === undefined ? [] : [inWords])];
  sheet.decided.set(motion, decided);
  return decided;
}

export function isWithdrawn(
  { number, ordinal }: EntryWithDocuments,
  before: number,
  { entries }: MotionSheet,
): boolean {
  return entries.some(
    (entry) =>
      number !== null &&
      entry.ordinal > ordinal &&
      entry.ordinal < before &&
      /\bwithdr(?:a|e)w/iu.test(wordsOf(entry)) &&
      referencesTo(wordsOf(entry), number).length > 0,
  );
}
