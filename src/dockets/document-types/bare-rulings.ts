import { refersToEntries } from "./entry-references.ts";
import { inViewOf, isRecommendation, LINE_CHARS_MAX } from "./rulings.ts";

/** A court's line that decides one motion and says neither its number nor what it asks for: `The motion is granted.` */
export type BareRuling = {
  /** `motion`, `application`, `petition` or `request`. */
  readonly called: string;
  /** Whose motion it is, as the line says: `plaintiff`, `trustee`; null where it does not. */
  readonly of: string | null;
};

/** Sides of a case, each as it is called; those of one row are one. */
const SIDES: readonly (readonly string[])[] = [
  ["plaintiff"],
  ["defendant"],
  ["government", "united states", "usa"],
  ["debtor"],
  ["trustee"],
  ["creditor"],
  ["claimant"],
  ["petitioner"],
  ["respondent"],
  ["appellant"],
  ["appellee"],
  ["movant"],
  ["intervenor"],
  ["receiver"],
];
const SIDE = SIDES.flat().join("|");

const MOVED = "motion|application|petition|request";
const VERDICT = String.raw`(?:grant(?:ed|ing|s)|den(?:ied|ying|ies)|allow(?:ed|ing|s)|approv(?:ed|ing|es)|overruled|sustained|(?:is )?moot)`;
/** Tells nothing of what a motion asks for. */
const MANNER = String.raw`(?:the|this|that|said|such|a|an|unopposed|opposed|foregoing|instant|attached|within|above|pending|joint|agreed|emergency|expedited|renewed|amended|ex parte|sealed|letter)`;
const SUBJECT = String.raw`(?:(?:${MANNER}|(?:${SIDE})(?:'s|’s|s'|s’|s)?)\s+){0,5}(?<called>${MOVED})`;
const IN_FULL = String.raw`(?:\W+(?:in (?:full|part|its entirety)|as (?:moot|unopposed|untimely|premature|unnecessary)|with(?:out)? prejudice))*`;
/** What may stand behind a verdict: its end, or why and how, which is of no other motion. */
const END = String.raw`(?=\s*(?:$|[.,;:()]|and\b|for (?:the )?(?:good|reasons?|want|lack|failure)|(?:it is )?so ordered|signed|by (?:the )?(?:court|judge|magistrate|hon)))`;

/** `The motion is hereby granted`, `Motion GRANTED`. */
const DECIDED = String.raw`${SUBJECT}\W+(?:(?:is|be|are|was|hereby|accordingly|therefore|and the same|in all respects)\s+)*${VERDICT}`;
/** `ORDER granting the plaintiff's motion`. */
const DECIDING = String.raw`\b${VERDICT}(?:\s+in part and ${VERDICT}\s+in part)?(?:\s+as moot)?\s+${SUBJECT.replace("<called>", "<object>")}${IN_FULL}${END}`;
const BARE = new RegExp(`(?<!\\p{L})(?:${DECIDED}|${DECIDING})(?!\\p{L})`, "giu");

const ANY_MOVED = new RegExp(String.raw`\b(?:${MOVED}|cross-?motion)s?\b`, "giu");
/** What is moved for in court stands on no line of its own; a court above or beside has a docket of its own. */
const ELSEWHERE =
  /\b(?:oral(?:ly)?|ore tenus|from the bench|on the record|usca|circuit|appeals?|supreme court|mandate|case nos?\b|adversary|withdraw\w*|vacat\w*|set(?:ting)? aside|reconsider\w*)\b/iu;

/** The one motion that a line decides without saying which; null where it says more, or decides several. */
export function bareRulingIn(words: string): BareRuling | null {
  const said = verdictIn(words);
  if (said === null || said.others.length > 0) return null;
  return { called: said.called.toLowerCase(), of: sideIn(said.words) };
}

/** What is asked for, as behind `motion`. */
const ASKED_FOR = /^\w+\s+(?:to|for|in limine|of|under|seeking)\b/iu;

/**
 * Whether a line tells first which motion it is on, and then what becomes of it: `ORDER on defendant's motion to sever.
 * The motion is denied.`
 */
export function decidesWhatItIsOn(words: string, isSaid: (clause: string) => boolean, motion: string): boolean {
  const said = verdictIn(words);
  const [other] = said?.others ?? [];
  if (said === null || other === undefined || said.others.length > 1 || other > said.start) return false;
  if (!ASKED_FOR.test(said.line.slice(other))) return false;
  const start = Math.max(0, ...[".", ";"].map((end) => said.line.lastIndexOf(end, other) + 1));
  const before = said.line
    .slice(start, other)
    .replace(/\b(?:re|regarding|as to|on|upon)\b(?:\W+[\w'’]+){0,4}\W*$/iu, "");
  return inViewOf(before, motion) === undefined && isSaid(said.line.slice(start, said.start));
}

type Verdict = {
  readonly line: string;
  readonly start: number;
  readonly words: string;
  readonly called: string;
  /** Where else the line speaks of motions. */
  readonly others: readonly number[];
};

/** The one verdict on a motion that a line does not describe there. */
function verdictIn(words: string): Verdict | null {
  const line = words.slice(0, LINE_CHARS_MAX);
  if (isRecommendation(line) || ELSEWHERE.test(line) || refersToEntries(line)) return null;
  const verdicts = [...line.matchAll(BARE)];
  const [verdict] = verdicts;
  if (verdict === undefined || verdicts.length > 1 || isUncertain(line, verdict.index)) return null;
  const { index: start, 0: said, groups } = verdict;
  const others = [...line.matchAll(ANY_MOVED)]
    .map(({ index }) => index)
    .filter((index) => index < start || index >= start + said.length);
  return { line, start, words: said, called: groups?.["called"] ?? groups?.["object"] ?? "", others };
}

const UNCERTAIN =
  /\b(?:should|may|might|could|would|will|whether|why|unless|until|if|not|propos\w+|tentative\w*|provisional\w*|inclined)\b[^.;]*$/iu;
/** `Once the motion is granted`, `counsel advise that the motion is moot`: a condition, or what others say. */
const SUPPOSED_OR_SAID =
  /\b(?:(?:when(?:ever)?|once|after|before|where|assuming|(?:in the )?event|to the extent)(?:\s+that)?|(?:argu|assert|claim|contend|advis|inform|represent|report|suggest|believ|stat|stipulat|agre|not)(?:es?|s|ed|ing)?(?:\s+(?:to )?the court)?(?:\s+that)?|says?(?:\s+that)?)\s*$/iu;

function isUncertain(line: string, at: number): boolean {
  const before = line.slice(Math.max(0, at - 160), at);
  return UNCERTAIN.test(before) || SUPPOSED_OR_SAID.test(before);
}

const SIDE_NAMED = new RegExp(String.raw`\b(?:${SIDE})`, "giu");

/** The side that words name first. */
function sideIn(words: string): string | null {
  return words.match(SIDE_NAMED)?.[0].toLowerCase() ?? null;
}

/** Whether words name a side: yes, another one, or none. */
export function namesSide(words: string, side: string): "this" | "another" | "none" {
  const own = SIDES.find((names) => names.includes(side)) ?? [side];
  const named = [...words.matchAll(SIDE_NAMED)].map(([name]) => name.toLowerCase());
  if (named.length === 0) return "none";
  return named.every((name) => own.includes(name)) ? "this" : "another";
}

/** The kinds of party, as a docket prints them, that are of a side. */
export function isOfSide(partyType: string, side: string): boolean {
  return namesSide(partyType, side) === "this";
}
