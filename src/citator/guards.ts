import type { Cue } from "./cues.ts";

/** Words that take a killing cue back: the court says it does not do this. */
const DENIAL =
  /\b(?:not|never|nor|neither|without|declin\w+|refus\w+|unnecessary|unwilling|hesitat\w+|reluctan\w+|no (?:\w+ )?(?:need|occasion|reason|cause|warrant|intention|purpose|basis|grounds?|way)|rather than|instead of|short of|hardly|scarcely|cannot|can't|don't|doesn't|far from|nothing)\b(?! only)/iu;

/** A condition or an open question that governs the clause. */
const OPEN =
  /\b(?:whether|if|unless|until|lest|as though|should we|were we|ought we|asked? (?:us |this court )?to|asks (?:us |this court )?to|ask that|asks that|urg(?:e|es|ed|ing) (?:us |this court |the court )?(?:to|that)|invit(?:e|es|ed|ing|ation) (?:us |this court )?to|tempt\w+ to|order to|suggestion that|argument that|contention that|request that|so as to)\b/iu;

/** A question asked further up in the sentence and not yet left. */
const WHETHER =
  /\b(?:question|issue|consider|decide|ask|asks|asked|reconsider)\b[^;:]{0,40}\bwhether\b(?!.*\b(?:we|and) (?:hold|conclude|think|agree)\b)/iu;

/** A possibility, when it stands between the writer and the act. */
const POSSIBLE =
  /\b(?:would|might|may(?! (?:\w+ )?no longer)|could|free to|power to|occasion to|asked to|urged to|invited to|need to|seems? to|appears? to|purports? to)\b/iu;

/** An act said to be done only in effect. */
const IN_EFFECT =
  /\b(?:in effect|effectively|virtually|sub silentio|practically|tantamount to|all but|implicitly|impliedly|necessarily|tacitly)\b/iu;

/** Someone other than the writer says, asks or argues it. */
const REPORTED =
  /\b(?:petitioners?|respondents?|appellants?|appellees?|plaintiffs?|defendants?|government|state|states|solicitor general|commissioner|counsel|amici|amicus|parties|dissent|dissenters|dissenting opinion|concurrence|court of appeals|district court|courts below|court below|circuit|lower courts?|commentators?|critics|scholars)\b(?: [^⟦⟧.;:]{0,60}?)?\b(?:argu\w+|contend\w*|urg\w+|ask\w*|suggest\w*|assert\w*|maintain\w*|insist\w*|claim\w*|submit\w*|believ\w+|thought|think\w*|held|holds|conclud\w+|invit\w+|seeks?|sought|attempt\w*|tries|tried|read|reads|would have us|distinguish\w*|says?|said|rel(?:y|ies|ied)|points?|calls?|request\w*)\b/iu;

/** The court takes up what was asked. */
const TAKEN_UP =
  /\b(?:we (?:\w+ )?agree|accept (?:the|this|that|its|his|petitioner's|respondent's) [\w' ]{0,30}?invitation|now (?:hold|conclude)|we (?:therefore |accordingly |thus |now )?(?:hold|conclude))\b/iu;

const THEY_SAY =
  /\b(?:they|he|she)\b(?:,? [\w ]{1,24},)?(?: \w+)? (?:argu\w+|contend\w*|urg\w+|maintain\w*|insist\w*|claim\w*|submit\w*|assert\w*)\b/iu;

const KILLING = new Set(["Overruled", "Abrogated", "Reversed", "Vacated", "Superseded by statute"]);
const DENIABLE = new Set([
  "Overruled",
  "Abrogated",
  "Criticized",
  "Questioned",
  "Limited",
  "Followed",
  "Superseded by statute",
]);

/** Among the cues of `Distinguished` most are denials themselves; this one can be denied. */
const DENIABLE_CUES = new Set(["we distinguish X"]);

/** Cues whose own words are a denial. */
const SAYS_NO = new Set([
  "decline to extend X",
  "X is to be given no further reach",
  "X is not to be regarded as controlling",
  "X cannot stand",
  "X, we now repudiate",
]);

/** How far back from a cue its clause is searched. */
const CLAUSE_CHARS = 90;

/** What the words around a cue make of it: `denied`, someone else's (`reported`), or the writer's own (undefined). */
export function guardOf(cue: Cue, marked: string, start: number, end: number): "denied" | "reported" | undefined {
  const inside = marked.slice(start, end);
  const before = marked.slice(0, start);
  const clause = clauseBefore(before);
  if (isDenied(cue, inside, clause)) return "denied";
  if (cue.act === "told") return undefined;
  if (TAKEN_UP.test(before) || TAKEN_UP.test(inside)) return undefined;
  if (/^I\b.*\bwould\b/iu.test(inside)) return undefined;
  if (LONG_AGO.test(marked.slice(end))) return "reported";
  const kills = KILLING.has(cue.treatment);
  if (kills ? isPossible(inside, before, clause) : /\b(?:whether|if|unless)\b/iu.test(clause)) return "reported";
  const saidBefore = `${before.slice(-SPEAKER_CHARS)}${kills ? inside : ""}`;
  return REPORTED.test(saidBefore) || THEY_SAY.test(saidBefore) ? "reported" : undefined;
}

/** How far back the one who argues or holds is looked for. */
const SPEAKER_CHARS = 200;

function isDenied(cue: Cue, inside: string, clause: string): boolean {
  if (SAYS_NO.has(cue.name) || !(DENIABLE.has(cue.treatment) || DENIABLE_CUES.has(cue.name))) return false;
  return DENIAL.test(inside.replace(/no longer|not survived|simply not/giu, "")) || endsWithDenial(clause);
}

/** Not done, but weighed, asked for, or done only in effect. */
function isPossible(inside: string, before: string, clause: string): boolean {
  const here = [POSSIBLE, IN_EFFECT, OPEN].some((words) => words.test(inside));
  return here || OPEN.test(clause) || WHETHER.test(before);
}

/** An act told with its date is an earlier one. */
const LONG_AGO = /^[^.;⟦]{0,40}\b(?:years? ago|last term|earlier this term|in 1[789]\d\d|in 20\d\d)\b/iu;

function clauseBefore(before: string): string {
  const near = before.slice(-CLAUSE_CHARS);
  let cut = 0;
  for (const boundary of near.matchAll(/[;:]|\. |, (?:and|but|so|for|yet|nor)\b/gu))
    cut = boundary.index + boundary[0].length;
  return near.slice(cut);
}

/** A denial stands close before what it denies. */
const DENIAL_CHARS = 44;

function endsWithDenial(clause: string): boolean {
  return DENIAL.test(clause.slice(-DENIAL_CHARS));
}
