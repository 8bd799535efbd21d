import { contentStems } from "#text/word-stems.ts";
import type { DocketView, EntryWithDocuments } from "./model.ts";
import { isMotion, isOfCourt, MOVED, wordsOf } from "./motion-lines.ts";
import { pendingMotions } from "./course/motions.ts";
import { motionSheet } from "./decided.ts";
import { saysAll } from "./motion-lines.ts";
import { ENDS_THE_CASE, SETS_A_DAY } from "./sheet-lines.ts";
import { asFarAsHeld, NOTHING_HELD } from "./sheet-held.ts";
import type { SheetHeld as Sheet } from "./sheet-held.ts";
import { lineOf, shortened } from "./sheet.ts";

/** What a docket says of an event that is asked for: its lines, or that it has none. */
export type EventsTold = {
  readonly sentences: readonly string[];
  /** The entries that say it. */
  readonly entries: readonly EntryWithDocuments[];
  /** Nothing told answers it. */
  readonly isOpen: boolean;
};

/** A kind of event, the questions that ask for it and the lines that say it. */
type Event = {
  readonly asks: RegExp;
  /** A question with these words asks for something else. */
  readonly elsewhere: RegExp;
  readonly isSaid: (entry: EntryWithDocuments) => boolean;
  /** How many of the last such lines are told. */
  readonly told: number;
  /** Of those the ones that stand at most so long before the last. */
  readonly apart_days?: number;
  /** The head of the docket says something of it. */
  readonly hasFacts?: boolean;
  readonly none: string;
};

const HEAD_CHARS = 200;
const head = (entry: EntryWithDocuments): string => wordsOf(entry).slice(0, HEAD_CHARS);

const JUDGMENT =
  /^\W*(?:(?:order|final|amended|second|clerk'?s?|default|consent|partial|agreed|corrected|and|of|on|in a criminal case|entry|civil)\W+){0,5}judge?ment\b(?!\W+(?:debtor|creditor))|\bjudge?ment (?:is |was )?(?:hereby )?(?:entered|affirmed|reversed|vacated)\b|\benter(?:s|ed|ing)? (?:final |default )?judge?ment\b/iu;
const NO_JUDGMENT =
  /^\W*(?:motion|application|request|notice|propos|memorandum|brief|response|reply|opposition|declaration)/iu;
const TRIAL = /\b(?:jury |bench )?trial\b/iu;
const NO_TRIAL =
  /\btrial (?:brief|transcript|exhibits?|witness|memorandum|submissions?)\b|^\W*(?:motion|propos|memorandum|brief|response|reply|opposition|transcript)/iu;

const EVENTS: readonly Event[] = [
  {
    asks: /\btrial\b/iu,
    elsewhere:
      /\b(?:who|why|how|judge|motions?|verdict|transcript|exhibits?|witness\w*|court below|demand\w*|right|waive\w*|pretrial|pre-trial|outcome|result|happened|testif\w*|length|long)\b/iu,
    isSaid: (entry) => {
      const words = wordsOf(entry);
      return TRIAL.test(words) && !NO_TRIAL.test(words) && setsATrial(words);
    },
    told: 2,
    none: "No entry sets a date for trial.",
  },
  {
    asks: /\b(?:when|what (?:date|day)|on (?:what|which)|was|has|is|date of)\b[^?]*\bjudge?ment\b/iu,
    elsewhere:
      /\b(?:summary|pleadings|motions?|appeal(?:ed)?|lien|debtor|creditor|why|who|how|which|below|lower|set aside|vacat\w*|relief|satisf\w*|amount|against|default)\b/iu,
    isSaid: (entry) => isOfCourt(entry) && JUDGMENT.test(head(entry)) && !NO_JUDGMENT.test(head(entry)),
    told: 2,
    none: "No entry records a judgment.",
  },
  {
    asks: /\bhow (?:did|was|were|has|is)\b[^?]*\b(?:end(?:ed)?|resolved?|closed?|concluded?|terminated?|disposed|come out)\b|\b(?:final )?disposition\b|\b(?:what|how) (?:was|is) the (?:final )?(?:outcome|result)\b|\bwhat was the (?:final )?result\b/iu,
    elsewhere:
      /\b(?:motions?|appl(?:y|ication)|petition|requests?|claims?|counts?|discovery|dispute|objections?|hearing|conference|issue|appeal|why|who|district court|plea|bid)\b/iu,
    isSaid: endsCase,
    told: 2,
    apart_days: 31,
    hasFacts: true,
    none: "No entry disposes of the case.",
  },
  {
    asks: /\bwhat (?:happened|was (?:filed|done)|has happened|is the) (?:last|latest|most recent(?:ly)?)\b|\bwhat (?:is|was|are|were) the (?:last|latest|most recent|newest) (?:\w+ )?(?:entry|entries|filings?|event|activity|development|action|docket entry)\b|\blast thing (?:that )?(?:happened|filed)\b/iu,
    elsewhere: /\b(?:by|motions?|orders?|hearing|judgment|before|with|between|about|on)\b/iu,
    isSaid: () => true,
    told: 3,
    none: "No entry is held.",
  },
];

/** What a day for trial is set by, and not only for what goes before it. */
function setsATrial(words: string): boolean {
  return words
    .split(/(?<=[.;])\s/u)
    .some(
      (sentence) =>
        /(?<!pre-?)\btrial\b/iu.test(sentence) &&
        (SETS_A_DAY.test(sentence) || /\btrial\b[^.;]{0,60}\b\d{1,2}\/\d{1,2}\/\d{2,4}/iu.test(sentence)),
    );
}

function endsCase(entry: EntryWithDocuments): boolean {
  const words = head(entry);
  if (NO_END.test(words) || !ENDS_THE_CASE.test(words)) return false;
  return isOfCourt(entry) || CLOSED.test(words);
}

const NO_END =
  /^\W*(?:trustee|final account|notice|motion|application|certificate|bnc|report|entered in error)|\b(?:report and recommendation|without entering|den(?:y|ies|ied|ying)|set(?:ting)? aside|to be dismissed)\b/iu;
const CLOSED =
  /\bit is (?:hereby )?ordered\b|\bstipulat(?:ion|ed) (?:and )?order\b|\bso ordered\b|\b(?:case|proceeding|action)\b[^.;]{0,20}\b(?:closed|terminated|dismissed)\b/iu;

/** What the docket says of the event that one thing asks for; undefined where it asks for none of these. */
export function eventsAsked(part: string, sheet: Sheet): EventsTold | undefined {
  if (asksWhatIsPending(part)) return sheet.entries.length === 0 ? NOTHING_HELD : pendingIn(sheet);
  const event = EVENTS.find(({ asks, elsewhere }) => asks.test(part) && !elsewhere.test(part));
  if (event === undefined) return paperIn(part, sheet);
  const told = sheet.entries.length === 0 ? NOTHING_HELD : linesTold(sheet.entries.filter(event.isSaid), event, sheet);
  return withFacts(event, told, sheet.view);
}

/** When a case ended stands at the head of its docket too. */
function withFacts({ hasFacts }: Event, told: EventsTold, { docket }: DocketView): EventsTold {
  if (hasFacts !== true) return told;
  const facts = [
    ["The case was terminated (closed) on", docket.dateTerminated],
    ["Date dismissed:", docket.dateDismissed],
    ["Date of discharge:", docket.dateDischarged],
  ].flatMap(([label, day]) => (day == null ? [] : [`${label} ${day}.`]));
  return { ...told, sentences: [...told.sentences, ...facts], isOpen: told.isOpen && facts.length === 0 };
}

function linesTold(
  found: readonly EntryWithDocuments[],
  { told: most, apart_days = Infinity, none }: Pick<Event, "told" | "apart_days" | "none">,
  sheet: Sheet,
): EventsTold {
  const last = dayOf(found.at(-1));
  const told = found.slice(-most).filter((entry) => !(last - dayOf(entry) > apart_days));
  if (told.length === 0)
    return { sentences: [`${none.slice(0, -1)}${asFarAsHeld(sheet)}.`], entries: [], isOpen: true };
  const lines = told.toReversed();
  return { sentences: lines.map((entry) => `“${shortened(lineOf(entry))}”`), entries: lines, isOpen: false };
}

/** Days since 1970; not a number where it has none. */
function dayOf(entry: EntryWithDocuments | undefined): number {
  return Date.parse(entry?.dateFiled ?? entry?.dateEntered ?? "") / 86_400_000;
}

const PENDING =
  /\b(?:what|which)\b[^?]*\b(?:pending|undecided|unresolved|outstanding|still open|awaiting (?:a )?(?:decision|ruling))\b|\b(?:pending|undecided|outstanding) motions\b/iu;

function asksWhatIsPending(part: string): boolean {
  return PENDING.test(part) && !/\b(?:appeal|related|case|where|court)s?\b/iu.test(part);
}

/** Of a longer docket the latest motions are looked at. */
const MOTIONS_MAX = 200;
const PENDING_TOLD_MAX = 10;

function pendingIn(sheet: Sheet): EventsTold {
  const lines = motionSheet(sheet.entries, sheet.view.docket.parties);
  const open = pendingMotions(lines, sheet.isWhole, MOTIONS_MAX);
  const { dateTerminated } = sheet.view.docket;
  const closed = dateTerminated === null ? "" : ` The case was terminated (closed) on ${dateTerminated}.`;
  if (open.length === 0)
    return { sentences: [`No motion is without a ruling${asFarAsHeld(sheet)}.${closed}`], entries: [], isOpen: false };
  const told = open.slice(-PENDING_TOLD_MAX);
  const count = open.length === told.length ? "" : ` (the latest ${told.length} of ${open.length})`;
  return {
    sentences: [
      `No ruling is found${asFarAsHeld(sheet)} on these motions${count}: ${told.map((entry) => `“${shortened(lineOf(entry))}”`).join("; ")}.${closed}`,
    ],
    entries: told,
    isOpen: false,
  };
}

const PAPER =
  /\bwho (?:filed|made|brought|moved)\b|\bwhich (?:docket )?(?:entry|document|filing|paper)(?: number)? is\b|\b(?:docket|entry) number (?:of|is)\b|\bwhen (?:was|were|did) [^?]*\bfiled?\b/iu;
const OF_PAPER: ReadonlySet<string> = contentStems(
  "who filed file filing made brought moved which docket entry document paper number is when was were did first by case court",
);
const PAPERS_MAX = 3;

/** Who filed a paper, when and under which number: the lines whose title has all its words, where these are few. */
function paperIn(part: string, sheet: Sheet): EventsTold | undefined {
  if (!PAPER.test(part)) return undefined;
  const things = [...contentStems(part.replace(/['’]s\b/giu, ""))].filter((stem) => !OF_PAPER.has(stem));
  if (things.length === 0) return undefined;
  const isOfAll = saysAll(things);
  const asksForMotion = MOVED.test(part);
  const found = sheet.entries.filter((entry) => {
    if (isOfCourt(entry) || (asksForMotion && !isMotion(entry))) return false;
    return isOfAll(wordsOf(entry).slice(0, HEAD_CHARS).split(/[([]/u)[0] ?? "");
  });
  if (found.length === 0 || found.length > PAPERS_MAX) return undefined;
  return linesTold(found, { told: PAPERS_MAX, none: "" }, sheet);
}
