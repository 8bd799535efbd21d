import { matchesOf } from "../matches.ts";
import { actorBefore, isFoundBefore } from "./actors.ts";
import type { Status } from "./hit.ts";
import type { SentenceReader } from "./sentence-reader.ts";
import { CLAUSE_SHAPES, NO_LONGER, PREDICATE_SHAPES, RELATION_SHAPES } from "./shapes.ts";
import { thoughtBefore } from "./thoughts.ts";
import { verbGroupBefore } from "./verb-group.ts";
import type { VerbGroup } from "./verb-group.ts";
import { isSaidOfNobody } from "./verb-tail.ts";

/** What has lost its force is a rule and no conviction. */
const GONE_OF_LAW =
  / (?:good law|the law|controlling|authoritative|binding|authority|precedent|be followed|followed|adhere\S*|be regarded|be considered|regarded|considered) ?$/u;
const PRONOUN_BEFORE = / (?:it|they|both|each) (?:\S+ ){0,3}$/u;
const THINKS =
  / (?:find|finds|found|think|thinks|thought|consider|considers|considered|hold|holds|deem|deems|deemed|regard|regards|regarded|view|views|viewed|believe|believes|believed|treat|treats|treated) /u;
/** `We are not persuaded that the omission fell outside ⟦⟧`. */
const NOT_CONVINCED =
  / (?:not|unpersuaded|unconvinced) (?:(?:\S+ly )?(?:persuaded|convinced|satisfied) )?that (?:[^ ;:⟦]+ ){1,14}$/u;
const DENIED =
  / (?:not(?! only| merely| just| simply)|never|cannot|no|nor|declin\S+|refus\S+|unable) (?:[^ (;:]+ ){0,2}$/u;
const BOUND = /^ (?:bound|guided) /u;
const GOVERNED = /^ (?:controlled|governed|compelled|foreclosed|dictated|mandated|settled|barred|precluded|falls?) /u;
/** Who relies on a decision, by whatever name, is somebody other than who says so. */
const CITES_IT = /^ (?:relies|cites|invokes|points|looks) /u;

/** What decisions are said to be. */
export function readPredicates(reader: SentenceReader): void {
  const { words } = reader.sentence;
  readThoughts(reader);
  if (!/ (?:is|are|was|were|be|been|seems?|appears?|remains?|becomes?|become|longer|cannot|stand|must) /u.test(words))
    return;
  for (const [act, denied, expression] of PREDICATE_SHAPES) {
    for (const match of matchesOf(expression, words)) {
      const group = verbGroupBefore(words.slice(0, match.index + 1));
      if (!group.isPassive && !/ (?:seems?|appears?|remains?|becomes?|become) $/u.test(group.before)) continue;
      if (act !== "distinguish" && / no longer /u.test(words.slice(Math.max(0, match.index - 40), match.index + 1)))
        continue;
      const subject =
        reader.subject(group.before, match.index + 1, act) ??
        reader.neither(words.slice(0, match.index + 1)) ??
        (match[0] === " misplaced" ? reader.loose(group.before) : undefined);
      if (subject === undefined || isOfNothing(subject.back, group, words.slice(match.index + match[0].length)))
        continue;
      // `Our decision was limited to that issue`: what it then was is told.
      const status = act === "limit" && group.isPast ? "told" : reader.status(group, "own");
      const isDenied = status === "denied";
      if (isDenied && denied === null) reader.add("predicate", act, "denied", subject, match.index + 1, null, "");
      else
        reader.add(
          "predicate",
          isDenied && denied !== null ? denied : act,
          isDenied ? "own" : status,
          subject,
          match.index + 1,
          null,
          "",
        );
    }
  }
  for (const match of matchesOf(NO_LONGER, words)) {
    const before = words.slice(0, match.index + 1);
    const subject =
      reader.subject(verbGroupBefore(before).before, match.index + 1, "overrule") ??
      (GONE_OF_LAW.test(match[0]) ? reader.loose(before) : undefined);
    if (subject === undefined || (subject.back && PRONOUN_BEFORE.test(before) && !GONE_OF_LAW.test(match[0]))) continue;
    const group = { ...verbGroupBefore(before), isDenied: false, isAsked: false, isPossible: false, isDue: false };
    reader.add("gone", "overrule", reader.status(group, "own", "overrule"), subject, match.index + 1, null, "");
  }
}

const EXPLETIVE = /^ (?:that|whether|if|to|how|why|when) /u;

/** `It is of no moment that`, `told them that they were wrong`: the pronoun stands for no decision. */
function isOfNothing(isBack: boolean, group: VerbGroup, after: string): boolean {
  if (!isBack || !/ (?:it|they) $/u.test(group.before)) return false;
  return group.isPast || (group.before.endsWith(" it ") && EXPLETIVE.test(after));
}

/** `We find ⟦⟧ inapposite`. */
function readThoughts(reader: SentenceReader): void {
  const { words } = reader.sentence;
  if (!THINKS.test(words)) return;
  for (const [act, denied, expression] of PREDICATE_SHAPES) {
    for (const match of matchesOf(expression, words)) {
      const thought = thoughtBefore(words.slice(0, match.index + 1));
      const subject = thought === undefined ? undefined : reader.place(thought.place);
      if (thought === undefined || subject === undefined) continue;
      const isTurned = thought.status === "denied" && denied !== null;
      reader.add(
        "predicate",
        isTurned ? denied : act,
        isTurned ? "we" : thought.status,
        subject,
        match.index + 1,
        null,
        "",
      );
    }
  }
}

/** `⟦⟧ has no application here`. */
export function readClauses(reader: SentenceReader): void {
  const { words } = reader.sentence;
  if (
    !/ (?:no|nothing|little|scant|cold|small|lost|survived?|not|cannot|irreconcilable|incompatible|rests|rested) /u.test(
      words,
    )
  )
    return;
  for (const [act, expression] of CLAUSE_SHAPES) {
    for (const match of matchesOf(expression, words)) {
      const group = verbGroupBefore(words.slice(0, match.index + 1));
      const subject = reader.subject(group.before, match.index + 1, act) ?? reader.joined(group.before);
      if (subject === undefined || group.isDenied) continue;
      reader.add("predicate", act, reader.status(group, "own"), subject, match.index + 1, null, "");
    }
  }
}

/** How the case at hand, or another thing, is said to stand to decisions. */
export function readRelations(reader: SentenceReader): void {
  const { words, places } = reader.sentence;
  if (places.length === 0) return;
  for (const [act, expression] of RELATION_SHAPES) {
    for (const match of matchesOf(expression, words)) {
      const place = match[1] === undefined ? undefined : reader.place(match[1]);
      if (place === undefined) continue;
      const before = words.slice(0, match.index + 1);
      let status: Status = reader.said(before) || isFoundBefore(before) ? "others" : "own";
      if (DENIED.test(before.slice(-40)) || NOT_CONVINCED.test(before) || isSaidOfNobody(before)) status = "denied";
      const { actor } = actorBefore(before.slice(-80));
      if (act === "rely" && status === "own" && CITES_IT.test(match[0]) && actor !== "own" && actor !== "the court")
        status = "others";
      if (act === "rely" && (actor === "party" || actor === "other court" || actor === "judge" || actor === "unknown"))
        status = "others";
      // What is not decided within or under a decision is not set against it; what it does not govern is.
      if (act === "follow" && status === "denied" && !BOUND.test(match[0])) {
        if (GOVERNED.test(match[0])) reader.add("relation", "distinguish", "own", place, match.index + 1, null, "");
        continue;
      }
      reader.add("relation", act, status, place, match.index + 1, null, "");
    }
  }
}
