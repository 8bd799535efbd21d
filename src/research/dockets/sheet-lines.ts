import { isRuling } from "#dockets/document-types/document-types.ts";
import { referencesTo } from "#dockets/document-types/entry-references.ts";
import { stemsIn } from "#text/word-stems.ts";
import { courtVerbsIn } from "#dockets/questions/asked-of-lines.ts";
import type { EntryWithDocuments } from "./model.ts";
import { typeOfLine } from "./views.ts";

/** A line of a docket as it is weighed: what it is, and which others it names. */
export type SheetLine = {
  readonly words: string;
  readonly day: string;
  /** Stems of its title, without the papers that it refers to. */
  readonly title: ReadonlySet<string>;
  readonly stems: ReadonlySet<string>;
  readonly isOfCourt: boolean;
  readonly decides: boolean;
  /** Roots of what a court's line says that it does. */
  readonly verbs: ReadonlySet<string>;
  readonly endsTheCase: boolean;
  readonly setsADay: boolean;
  readonly isOfCounsel: boolean;
  readonly isMotion: boolean;
  /** It tells of an appeal. */
  readonly isOfAnAppeal: boolean;
  /** It goes with another paper: a certificate of service, an exhibit, a proposed order. */
  readonly isBeside: boolean;
  /** Places of the lines whose papers it names. */
  readonly refers: readonly number[];
};

const DECIDES =
  /\b(?:grant|den[yi]|overrul|sustain|approv|allow|authoriz|dismiss|affirm|revers|vacat|remand|confirm|adjudg|sentenc|appoint|moot|strik|terminat)\w*/iu;
/** A court's line after which nothing is left to decide, or an appeal is over. */
export const ENDS_THE_CASE =
  /\b(?:(?:final |default |consent )?judgment\b|dismiss(?:ing|ed|al)\b[^.;]{0,60}\b(?:case|action|adversary|proceeding|appeal|complaint|claims|petition|prejudice)|(?:case|action|proceeding|adversary|appeal)\b[^.;]{0,40}\b(?:dismissed|closed|terminated|discontinued|settled)|discontinuance|mandate|affirmed|reversed|final decree|closing|sentenced)\b/iu;
const DAY = String.raw`(?:\d{1,2}\/\d{1,2}\/\d{2,4}|\b(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2})`;
export const SETS_A_DAY = new RegExp(
  String.raw`\b(?:set|reset|rescheduled|scheduled|continued|adjourned|held|begin|fixed|due|to be)\b[^.;]{0,80}?${DAY}`,
  "iu",
);
const OF_COUNSEL = /\b(?:appearance|pro hac vice|attorney|counsel)\b/iu;
const OF_AN_APPEAL = /\b(?:USCA|court of appeals|mandate|appeal|circuit)\b/iu;
const BESIDE =
  /^\W*(?:\w+\W+){0,3}?(?:certificate|proof of service|declaration|affidavit|memorandum|brief|exhibit|reply|response|opposition|summons|set(?:ting)? deadlines|set\/reset|notice of (?:electronic|filing|hearing|lodg)|propos|corporate disclosure|bnc|receipt|transcript|record on appeal|statement|letter|request)/iu;
const REFERRED = /\b(?:re|regarding|related document|to|of|on) ?:? \[?\d+\]? .{0,80}/giu;
const VERBS_CHARS = 2000;
const TITLE_CHARS = 110;
/** Numbers of other papers stand near the beginning of a line. */
const REFERRED_CHARS = 1500;

export type LineGiven = { readonly entry: EntryWithDocuments; readonly isAttached: boolean; readonly words: string };

export function sheetLines(given: readonly LineGiven[]): SheetLine[] {
  const places = new Map(
    given.flatMap(({ entry: { number }, isAttached }, at) => (isAttached || number === null ? [] : [[number, at]])),
  );
  return given.map(({ entry, isAttached, words }) => {
    const type = isAttached ? "other" : typeOfLine(entry);
    const isOfCourt = isRuling(type) || type === "procedural" || type === "report";
    return {
      words,
      day: entry.dateFiled ?? entry.dateEntered ?? "",
      title: new Set(stemsIn(words.replace(REFERRED, " ").slice(0, TITLE_CHARS))),
      stems: new Set(stemsIn(words)),
      isOfCourt,
      decides: isOfCourt && DECIDES.test(words),
      verbs: new Set(isOfCourt ? courtVerbsIn(words.slice(0, VERBS_CHARS), true) : []),
      endsTheCase: isOfCourt && ENDS_THE_CASE.test(words),
      setsADay: SETS_A_DAY.test(words),
      isOfCounsel: OF_COUNSEL.test(words),
      isOfAnAppeal: OF_AN_APPEAL.test(words),
      isMotion: type === "motion",
      isBeside: isAttached || BESIDE.test(words),
      refers: referredBy(words, places),
    };
  });
}

function referredBy(words: string, places: ReadonlyMap<string, number>): number[] {
  const head = words.slice(0, REFERRED_CHARS);
  const numbers = new Set([...head.matchAll(/(?<![\d.,:/$§#-])\d{1,11}\b/gu)].map(([number]) => number));
  return [...numbers].flatMap((number) => {
    const at = places.get(number);
    return at === undefined || (number.length <= 6 && referencesTo(head, number).length === 0) ? [] : [at];
  });
}
