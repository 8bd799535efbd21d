import { matchesOf } from "../matches.ts";
import { actorBefore, isFoundBefore } from "./actors.ts";
import { isOutweighed } from "./concessions.ts";
import type { Status } from "./hit.ts";
import { moodBefore } from "./moods.ts";
import type { SentenceReader } from "./sentence-reader.ts";
import { CLAUSE_SHAPES, NO_LONGER, PREDICATE_SHAPES, RELATION_SHAPES } from "./shapes.ts";
import { thoughtBefore } from "./thoughts.ts";
import { VerbGroup } from "./verb-group.ts";
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
/** `Not at issue in ⟦⟧ and are not at issue here`: what is not at issue here is not the decision. */
const OF_WHAT_IS_IN_IT = / (?:in|of|under|from) ⟦\d+⟧ [^⟦a-z]*and (?:is|are|was|were) (?:[a-z]+ )?$/u;
/** `If that is so here as in ⟦⟧`. */
const SUPPOSED = / if (?:[^ ,;:]+ ){0,12}$/u;
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
      const before = words.slice(0, match.index + 1);
      const after = words.slice(match.index + match[0].length);
      const group = new VerbGroup(before);
      if (!group.isPassive && !/ (?:seems?|appears?|remains?|becomes?|become) $/u.test(group.before)) continue;
      if (OF_WHAT_IS_IN_IT.test(before)) continue;
      if (act !== "distinguish" && / no longer /u.test(words.slice(Math.max(0, match.index - 40), match.index + 1)))
        continue;
      const subject =
        reader.subject(group.before, match.index + 1, act) ??
        reader.neither(before) ??
        (match[0] === " misplaced" ? reader.loose(group.before) : undefined);
      if (subject === undefined || isOfNothing(subject.back, group, after, match[0] === " unlike")) continue;
      // `Our decision was limited to that issue`: what it then was is told.
      const said = act === "limit" && group.isPast ? "told" : reader.status(group, "own");
      const isOpen = (said === "own" || said === "denied") && WEIGHED_ONLY.has(act);
      const status = isOpen && isOutweighed(group.before, after) ? "open" : said;
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
    const { before: said } = new VerbGroup(before);
    const subject =
      reader.subject(said, match.index + 1, "overrule") ??
      (GONE_OF_LAW.test(match[0]) && !/ they (?:\S+ ){0,2}$/u.test(before) ? reader.loose(before) : undefined);
    if (subject === undefined || (subject.back && PRONOUN_BEFORE.test(before) && !GONE_OF_LAW.test(match[0]))) continue;
    const group = { before: said, isDenied: false, isAsked: false, isPossible: false, isDue: false };
    reader.add("gone", "overrule", reader.status(group, "own", "overrule"), subject, match.index + 1, null, "");
  }
}

/** How a decision stands to the case at hand, which can be conceded. */
const WEIGHED_ONLY: ReadonlySet<string> = new Set(["distinguish", "govern", "support"]);

/** `We acknowledge the argument that …, but find it unpersuasive`. */
const ARGUMENT_BEFORE =
  / (?:argument|contention|claim|suggestion|assertion|position|theory|objection|evidence|testimony|venue)s? [^⟦]* (?:it|they) $/u;
const EXPLETIVE = /^ (?:that|whether|if|to|how|why|when) /u;

/** `It is of no moment that`, `told them that they were wrong`: the pronoun stands for no decision. */
function isOfNothing(isBack: boolean, group: VerbGroup, after: string, isUnlike: boolean): boolean {
  if (!isBack || !/ (?:it|they) $/u.test(group.before)) return false;
  if (/^ (?!this |the (?:present|instant) |our |ours |that |those |,)\S/u.test(after) && isUnlike) return true;
  if (ARGUMENT_BEFORE.test(group.before)) return true;
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

/** `It lends no support to the tax to insist that`: it is the insisting that lends none. */
const TO_INSIST = /^ (?:[^ ;:]+ ){0,8}?to (?:insist|say|argue|suggest|urge|point|assert|observe|note|contend) /u;

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
      const group = new VerbGroup(words.slice(0, match.index + 1));
      const subject = reader.subject(group.before, match.index + 1, act) ?? reader.joined(group.before);
      const after = words.slice(match.index + match[0].length);
      if (subject === undefined || group.isDenied || (subject.back && TO_INSIST.test(after))) continue;
      const status = reader.status(group, "own");
      const isOpen = status === "own" && act === "distinguish" && isOutweighed(group.before, after);
      reader.add("predicate", act, isOpen ? "open" : status, subject, match.index + 1, null, "");
    }
  }
}

/** `Beyond dispute , ⟦⟧`: the decision is cited for it; `this is not the classic ⟦⟧ question`. */
function isAuthorityFor(act: string, words: string, behind: string): boolean {
  if (/ (?!contra |cases? |decisions? |authority |precedent )[^ ⟦,]+ (?:, (?:e g ,? ?|see )?)⟦\d+⟧$/u.test(words))
    return true;
  return (
    act === "distinguish" &&
    / is not (?:[^ ⟦]+ )*⟦\d+⟧$/u.test(words) &&
    /^ (?:question|claim|problem|issue|violation|situation) /u.test(behind)
  );
}

/** `The doctrine differs from that rule`, of which a decision was named before. */
function isOfRule(reader: SentenceReader, number: string): boolean {
  const place = reader.sentence.places[Number(number)];
  return (
    place?.back === true &&
    /^(?:rule|doctrine|test|principle|view|approach|statement|judgment)$/u.test(place.noun ?? "")
  );
}

/** `To take issue with the board after deciding ⟦⟧`: only when it was done. */
const BESIDE = / (?:after|before|since|until|despite|without) (?:[a-z]+ing )?⟦\d+⟧$/u;
const BEYOND = /^ beyond /u;
const GOES = / (?:go|goes|going|went|gone|look|looks|looking|move|moves|extends?|extending|reach\S*) $/u;
/** `The court in ⟦⟧ was not bound by ⟦⟧`, `the court was unpersuaded by ⟦⟧`: not the court that says so. */
const COURT_WAS =
  / (?<!this )(?:courts?|judges?|panels?|majority|he|she|they|it) (?:in ⟦\d+⟧ )?(?:was|were) (?:not |\S+ly )?(?:not )?$/u;

/** `The court also held , on the authority of ⟦⟧ , that`: what was done before was done so. */
const COURT_DID_SO =
  / (?:the|that|trial|district|circuit|state|superior|appellate) (?:court|judge|panel|board|commission)(?: of [a-z]+)? (?:[a-z]+ly |also |then |therefore )*(?:held|ruled|concluded|found|affirmed|reversed|dismissed|denied|granted|decided|sustained|ordered|vacated|reasoned|agreed)(?: [^;:⟦]+)? $/u;

function isNotOurs(act: string, words: string, before: string): boolean {
  return (act === "disagree" || (act === "follow" && BOUND.test(words))) && COURT_WAS.test(before);
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
      const after = words.slice(match.index + match[0].length);
      if (moodBefore(before) !== null) continue;
      if (status === "own" && (isOutweighed(before, after) || (act === "support" && SUPPOSED.test(before))))
        status = "open";
      if (DENIED.test(before.slice(-40)) || NOT_CONVINCED.test(before) || isSaidOfNobody(before)) {
        // `Respondent contends that we are not bound by ⟦⟧`: neither is it said by us, nor is it denied.
        if (status !== "own") continue;
        status = "denied";
      }
      if (isAuthorityFor(act, match[0], after) || (act === "distinguish" && isOfRule(reader, match[1] ?? ""))) continue;
      if (isNotOurs(act, match[0], before) || BESIDE.test(match[0]) || (BEYOND.test(match[0]) && GOES.test(before)))
        continue;
      if (status === "own" && act === "follow" && COURT_DID_SO.test(before)) status = "others";
      // `Casts no doubt on the vitality of ⟦⟧`.
      if (act === "question" && / no (?:\S+ )?(?:doubts?|questions?) /u.test(match[0])) status = "denied";
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
