import { bareRulingOn, isWithdrawn, motionSheet, numberedRulings, OPENS_A_CASE, rulingInWords } from "../decided.ts";
import type { MotionSheet } from "../decided.ts";
import type { EntryWithDocuments } from "../model.ts";
import { saysAll, titleStems, wordsOf } from "../motion-lines.ts";
import type { SheetHeld } from "../sheet-held.ts";
import type { CourseLine } from "./line.ts";
import { papersIn, papersOn } from "./papers.ts";
import type { Paper } from "./papers.ts";

/** A motion, the papers filed on it, and what decides it; none where it is withdrawn or, as far as is held, pending. */
export type MotionCourse = {
  readonly motion: EntryWithDocuments;
  readonly papers: readonly Paper[];
  readonly rulings: readonly EntryWithDocuments[];
  readonly isWithdrawn: boolean;
};

/**
 * A motion's notice beside it, what a clerk does unasked, and what the line itself says is allowed: nothing is left to rule
 * on.
 */
const NOTHING_TO_RULE_ON =
  /\b(?:approved|granted|denied|allowed) (?:on )?\d{1,2}\/\d{1,2}\/\d{2,4}|^\W*(?:(?:amended )?notice of (?:ex parte )?motion\b(?!\W+and\W+(?:motion|application)\b)|request\/statement\b|(?:notice of )?withdrawal\b|motions?(?:\(s\))? referred\b|(?:restricted|sealed) document\b|(?:\w+\W+){0,3}?requests?\W+(?:to issue|for (?:issuance|(?:service of )?notices?|summons|transcript|removal from|special notice|judicial notice))\b)/iu;

function waitsForARuling(motion: EntryWithDocuments): boolean {
  const words = wordsOf(motion);
  return !OPENS_A_CASE.test(words) && !NOTHING_TO_RULE_ON.test(words);
}

/** The entries that decide a motion: by its number, in its words, or because no other can be meant. */
export function rulingsOf(motion: EntryWithDocuments, sheet: MotionSheet, isWhole: boolean): EntryWithDocuments[] {
  const numbered = numberedRulings(motion, sheet).filter(({ ruling }) => ruling === "decides");
  if (numbered.length > 0) return numbered.map(({ entry }) => entry);
  const inWords = rulingInWords(motion, sheet, saysAll(titleStems(motion)));
  if (inWords !== undefined) return [inWords];
  const bare = bareRulingOn(motion, sheet, isWhole);
  return bare?.isCertain === true ? [bare.entry] : [];
}

/** The last so many motions without a ruling, as far as is held. */
export function pendingMotions(sheet: MotionSheet, isWhole: boolean, most: number): EntryWithDocuments[] {
  return sheet.motions
    .slice(-most)
    .filter(
      (motion) =>
        waitsForARuling(motion) &&
        !isWithdrawn(motion, Infinity, sheet) &&
        rulingsOf(motion, sheet, isWhole).length === 0,
    );
}

/** The last so many motions with what became of each. */
export function motionsOf(
  { view, entries, isWhole }: SheetHeld,
  lines: readonly CourseLine[],
  most: number,
): MotionCourse[] {
  const sheet = motionSheet(entries, view.docket.parties);
  const papers = papersIn(lines);
  return sheet.motions
    .filter(waitsForARuling)
    .slice(-most)
    .map((motion) => ({
      motion,
      papers: papersOn(motion, papers),
      rulings: rulingsOf(motion, sheet, isWhole),
      isWithdrawn: isWithdrawn(motion, Infinity, sheet),
    }));
}
