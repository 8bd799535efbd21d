import { splitSentences } from "#text/sentences.ts";
import { stemKeyOf } from "#text/stem.ts";
import { contentStems, stemsIn } from "#text/word-stems.ts";
import { referencesTo } from "./entry-references.ts";
import type { EntryReference } from "./entry-references.ts";

/** What a court does with what it is asked for, as dockets say it; a recommendation and a referral do not decide. */
const DECIDES =
  /\b(?:grant(?:s|ed|ing)?|den(?:y|ies|ied|ying)|overrul(?:es|ed|ing)|sustain(?:s|ed|ing)|approv(?:es|ed|ing)|allow(?:s|ed|ing)|authoriz(?:es|ed|ing)|dismiss(?:es|ed|ing)|adopt(?:s|ed|ing)|affirm(?:s|ed|ing)|revers(?:es|ed|ing)|reject(?:s|ed|ing)|strik(?:es|ing)|stricken|withdraw(?:n|ing|s)|terminat(?:es|ed|ing)|(?:as |deemed |is |are )?moot(?:ed|ing)?|resolv(?:es|ed|ing)|dispos(?:es|ed|ing) of)\b/giu;
const RECOMMENDS = /\brecommend(?:s|ed|ing)?\b/iu;
const RECOMMENDATION = /\brecommendations?\b/iu;
const ADOPTS = /\badopt(?:s|ed|ing)\b/iu;
/** Before a verb: what may be done, or was done and is undone. */
const NOT_DONE =
  /\b(?:should|may|might|could|would|will|whether|why|unless|until|if|not|vacat\w+|set(?:ting)? aside|rescind\w*|reconsider\w*|withdrawing)\b(?:\W+\w+){0,6}\W*$/iu;
/** Before a verb: it is among what a motion asks for, `Motion for Entry of an Order (A) Approving`. */
const IN_A_TITLE =
  /\b(?:for|seeking|requesting|of)\s+(?:(?:the\s+)?entry\s+of\s+)?(?:(?:an?|the|interim|final|agreed)\s+)*orders?\W*(?:pursuant to [^;]{0,80}|\(?\w{1,4}\)\W*|[^;.]{0,120}\band \(?\w{1,4}\)\W*)?$/iu;

/** Between the verb and a motion's number: what is decided there is asked for in view of that motion, and is not it. */
const IN_VIEW_OF =
  /\b(?:extension|extend(?:ing)?|time|respon[ds]\w*|reply|replies|opposition|leave|deadlines?|hearing|page limits?|briefing|argument|re|regarding|as to|related to|in support)\b/giu;
/** What a motion is called whatever it asks for. */
const GENERIC: ReadonlySet<string> = new Set(
  stemsIn(
    "motion application petition request order relief court filed debtor plaintiff defendant trustee creditor movant case entry",
  ),
);

/** Rulings that are longer tell their reasons. */
export const LINE_CHARS_MAX = 8000;

/** How a line of a docket speaks of a motion. */
export type Ruling = "decides" | "speaks";

/**
 * Whether a court's line decides the motion that the docket numbers so, or speaks of it; null where it does neither, as
 * where it grants time to answer it. What the motion's own line says tells it from those that are decided beside it.
 */
export function rulingOnNumber(words: string, number: string, motion: string): Ruling | null {
  const line = words.slice(0, LINE_CHARS_MAX);
  const mentions = referencesTo(line, number);
  if (mentions.length === 0) return null;
  if (isRecommendation(line)) return "speaks";
  const said = { line, verbs: verbsIn(line), cuts: cutsOf(line), motion };
  const told = mentions.map((mention) => (mention.listStart === null ? inWords(mention, said) : inList(mention, said)));
  return told.find((ruling) => ruling === "decides") ?? told.find((ruling) => ruling !== null) ?? null;
}

/** A ruling may name the report of a magistrate judge behind what it decides. */
export function isRecommendation(line: string): boolean {
  if (ADOPTS.test(line)) return false;
  const said = line.search(RECOMMENDATION);
  const decided = line.search(DECIDES);
  return RECOMMENDS.test(line) || (said >= 0 && (decided < 0 || said < decided));
}

type Verb = { readonly start: number; readonly end: number };
type Said = {
  readonly line: string;
  readonly verbs: readonly Verb[];
  readonly cuts: readonly number[];
  readonly motion: string;
};

function verbsIn(line: string): Verb[] {
  return [...line.matchAll(DECIDES)].flatMap(({ index, 0: { length } }) => {
    const before = line.slice(Math.max(0, index - 160), index);
    return NOT_DONE.test(before) || IN_A_TITLE.test(before) ? [] : [{ start: index, end: index + length }];
  });
}

/** `ORDER denying 10 Motion to Dismiss`. */
function inWords({ start, end }: EntryReference, { line, verbs, cuts, motion }: Said): Ruling | null {
  const clause = clauseAround(line, cuts, start);
  const before = verbs.findLast((verb) => verb.start >= clause.start && verb.end <= start);
  if (before !== undefined) return inViewOf(line.slice(before.end, start), motion) === undefined ? "decides" : null;
  const after = verbs.find((verb) => verb.start >= end && verb.end <= clause.end);
  if (after !== undefined && IS.test(line.slice(end, after.start))) return "decides";
  return IS_SUBJECT.test(line.slice(0, start)) && hasVerdict(line.slice(end), motion) ? "decides" : "speaks";
}

/** `Order Granting Motion to Extend Time (Related Doc # 12 )`: bankruptcy courts name what is decided behind it. */
function inList({ listStart, end, isOneOfMany }: EntryReference, { line, verbs, motion }: Said): Ruling | null {
  const start = listStart ?? end;
  const verb = verbs.findLast((one) => one.end <= start);
  if (verb === undefined) return hasVerdict(line.slice(end), motion) ? "decides" : "speaks";
  const object = line.slice(verb.end, start);
  const view = inViewOf(object, motion);
  if (view === undefined && !isOneOfMany) return "decides";
  const isNamed = !isOneOfMany && OF_A_MOTION.test(object);
  return isNamed || sharesWord(object.slice(0, view), motion) ? "decides" : "speaks";
}

/** `10 Motion to Dismiss is hereby DENIED`, with no other paper's number between. */
const IS = /^[^;\d]*(?:\b(?:is|are|was|were|be|hereby)\b|[-–—:])\W*$/iu;
/** The line is on that paper: `Order dated 2/12/2010 Re: 13 Motion to Extend. Granted.` */
const IS_SUBJECT = /^(?:(?!\b(?:motion|application|petition)\b).)*\b(?:re|regarding|on|upon)\b\W*$/iu;
const OF_A_MOTION =
  /^\W*(?:(?!\b(?:to|for|time|extension)\b)[\w'’]+[^\w'’]+){0,4}(?:motion|application|petition|request)\b/iu;
const VERDICT =
  /^\W*(?<subject>(?:[\w'’]+[^\w'’]+){0,8}?)(?:(?:is|are)\s+)?(?:hereby\s+)?(?:granted|denied|allowed|approved|overruled|sustained|withdrawn|moot)\b/iu;

/** Whether what follows says in a sentence of its own what becomes of the motion: `ALLOWED.`, `MOTION TO COMPEL DENIED`. */
function hasVerdict(text: string, motion: string): boolean {
  return text.split(/(?<![.;:)])[.;:)]+\s+/u).some((sentence, at) => {
    const subject = VERDICT.exec(sentence)?.groups?.["subject"];
    if (at === 0 || subject === undefined || /\bnot\b/iu.test(subject)) return false;
    return tellingStems(subject).size === 0 || sharesWord(subject, motion);
  });
}

/** Where words begin that make the decision one on something else; the motion's own words do not. */
export function inViewOf(between: string, motion: string): number | undefined {
  const own = contentStems(motion);
  return [...between.matchAll(IN_VIEW_OF)].find(({ 0: words }) => !own.has(stemKeyOf(words.toLowerCase())))?.index;
}

function sharesWord(text: string, motion: string): boolean {
  const own = tellingStems(motion);
  return [...tellingStems(text)].some((stem) => own.has(stem));
}

function tellingStems(text: string): ReadonlySet<string> {
  return new Set([...contentStems(text)].filter((stem) => !GENERIC.has(stem)));
}

/** The same of a line that numbers no motion, and decides one in these words: all must stand in its clause. */
export function decidesInWords(words: string, isSaid: (clause: string) => boolean, motion: string): boolean {
  const line = words.slice(0, LINE_CHARS_MAX);
  if (isRecommendation(line)) return false;
  const cuts = cutsOf(line);
  return verbsIn(line).some((verb) => {
    const clause = clauseAround(line, cuts, verb.start);
    const behind = line.slice(verb.end, clause.end);
    return inViewOf(behind, motion) === undefined && isSaid(line.slice(clause.start, clause.end));
  });
}

/** Where sentences begin, and what a semicolon parts from them. */
function cutsOf(line: string): number[] {
  const semicolons = [...line.matchAll(/;/gu)].map(({ index }) => index);
  return [...splitSentences(line).map(({ start }) => start), ...semicolons].toSorted((left, right) => left - right);
}

function clauseAround(line: string, cuts: readonly number[], at: number): { start: number; end: number } {
  return { start: cuts.findLast((cut) => cut <= at) ?? 0, end: cuts.find((cut) => cut > at) ?? line.length };
}
