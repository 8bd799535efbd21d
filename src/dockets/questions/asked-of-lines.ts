import { isFunctionWord } from "#text/function-words.ts";
import { stemKeyOf } from "#text/stem.ts";
import { tokenize } from "#text/tokenize.ts";
import { MONTHS } from "#text/printed-day.ts";

/** What one thing that is asked wants of the line of a docket that answers it. */
export type AskedOfLines = {
  readonly stems: readonly string[];
  readonly names: readonly string[];
  /** What a court decided. */
  readonly isOfRulings: boolean;
  /** Roots of the court's verbs for it: `confirmed` is answered by `Order Confirming`. */
  readonly verbs: readonly string[];
  readonly isOfTime: boolean;
  readonly isOfCounsel: boolean;
  readonly isOfMotions: boolean;
  /** Which of two courts is meant, where the question says so. */
  readonly court: "above" | "below" | null;
  /** Who filed something, or which paper it is. */
  readonly isOfPapers: boolean;
  /** How the case came out. */
  readonly isOfOutcome: boolean;
  /** Parts of the days it names: `2023-07`, or `-07-` without a year. */
  readonly days: readonly string[];
};

const VERBS =
  /\b(?:grant|den[yi]|allow|approv|confirm|dismiss|affirm|revers|vacat|remand|appoint|overrul|sustain|sentenc|reassign|transfer|authoriz|strik|quash|convert|discharg|extend|stay|seal|award)\w*/giu;
const RULINGS =
  /\b(?:rul(?:e|ed|ing|ings)|den(?:y|ied|ies)|grant(?:s|ed)?|allow(?:ed)?|approv(?:e|ed)|decid(?:e|ed)|decision|order(?:ed|s)?|judge?ment|dispos(?:ed?|al|ition)|dismiss(?:ed|al)?|affirm(?:ed)?|revers(?:e|ed)|vacated?|remand(?:ed)?|resolved?|confirm(?:ed)?|sentenced?|refus(?:e|ed|ing)|accept(?:ed)?|succeed(?:ed)?|won?|lost|outcome|results?|become|became|answer(?:ed)?|reasons?|end|ended|why|finally|overrul(?:e|ed)|sustain(?:ed)?|convict(?:ed)?|appoint(?:ed)?)\b/iu;
const OUTCOME =
  /\b(?:final(?:ly)?|disposition|disposed|end|ended|close[ds]?|terminat(?:ed|ion)|outcome|resolved?|conclu(?:ded|sion)|settled?|judge?ment|what (?:happened|became)|came? (?:of|to nothing)|fate)\b/iu;
const FILED =
  /\b(?:filed|who (?:moved|asked|opposed|objected|sought|wants?)|which (?:docket )?(?:entry|document|paper|filing))\b/iu;
const ABOVE = /\b(?:circuit|appeals? court|court of appeals|on appeal)\b/iu;
const BELOW = /\b(?:district|trial|bankruptcy) court\b/iu;
const COUNSEL = /\b(?:represent(?:s|ed|ing)?|counsel|lawyers?|attorneys?|appear(?:s|ed|ance)?|pro hac|law firm)\b/iu;
const TIME = /\b(?:when|what (?:day|date|time)|which (?:day|date)|deadline|how soon)\b/iu;
const MOTIONS = /\b(?:motions?|ask(?:s|ed)?|requests?(?:ed)?|wants?|wanted|moved?|seeks?|sought|pleas?|bids?)\b/iu;
const MONTH_NAMED = new RegExp(
  String.raw`\b(?<month>${MONTHS.map((name) => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`).join("|")})\b(?: \d{1,2},)?(?:(?: of)? (?<year>\d{4})\b)?`,
  "gu",
);

/** `before` is the part of the question that this one leans on: `and when will it be heard`. */
export function askedOfLines(part: string, before = ""): AskedOfLines {
  const own = tokenize(part);
  const words = [...own, ...tokenize(before)].map(({ text }) => text).filter((text) => !isFunctionWord(text));
  const names = own.filter(
    ({ text, start }) => start > 0 && /^\p{Lu}/u.test(part.slice(start)) && !isFunctionWord(text),
  );
  return {
    stems: [...new Set(words.map((text) => stemKeyOf(text)))],
    names: names.map(({ text }) => stemKeyOf(text)),
    isOfRulings: RULINGS.test(part),
    verbs: courtVerbsIn(part, false),
    isOfTime: TIME.test(part),
    isOfCounsel: COUNSEL.test(part),
    isOfMotions: MOTIONS.test(part),
    court: ABOVE.test(part) ? "above" : BELOW.test(part) ? "below" : null,
    isOfPapers: FILED.test(part),
    isOfOutcome: OUTCOME.test(part),
    days: [...part.matchAll(MONTH_NAMED)].map(({ groups }) => dayOf(groups?.["month"] ?? "", groups?.["year"])),
  };
}

/** The roots of a court's verbs in a text, of those that say that it does something where `areDone`. */
export function courtVerbsIn(text: string, areDone: boolean): string[] {
  return [...text.matchAll(VERBS)].flatMap(([verb]) => (areDone && !DONE.test(verb) ? [] : [rootOf(verb)]));
}

const DONE = /(?:ed|es|ing|s)$/iu;

function rootOf(verb: string): string {
  return verb
    .toLowerCase()
    .replace(/(?:ation|ment|al|ing|ied|ies|ed|es|e|y|s)$/u, "")
    .replace(/y$/u, "");
}

function dayOf(month: string, year: string | undefined): string {
  const number = String(MONTHS.indexOf(month.toLowerCase()) + 1).padStart(2, "0");
  return year === undefined ? `-${number}-` : `${year}-${number}`;
}
