import { actorBefore, isSaidByUs } from "./actors.ts";
import type { Actor } from "./actors.ts";
import { isAtFirst, isOutweighed } from "./concessions.ts";
import { isCourtsDoing } from "./court-accounts.ts";
import { ENDING, endingStatus, isEnacted } from "./endings.ts";
import type { Status } from "./hit.ts";
import { moodBefore } from "./moods.ts";
import { DIRECT } from "./sentence-reader.ts";
import type { Found, SentenceReader } from "./sentence-reader.ts";
import { ADJECTIVE_BEFORE, DONE_BY, NOUN_BEFORE, OWN_CLAUSE, POINTED_AT, SUBJECT } from "./shapes.ts";
import { VerbGroup } from "./verb-group.ts";
import { afterPreposition, agentIn, isNounHere, isOtherSense } from "./verb-tail.ts";
import { VERB_FORMS } from "./verbs.ts";
import type { Act, Form, VerbForm } from "./verbs.ts";

/** What people are said to have been unable to do. */
const IS_PERSONS = /^(?:demonstrate|establish|persuade|convince|prove|avail)/u;
/** `The limiting views expressed in ⟦⟧`. */
const DETERMINED = / (?:the|these|those|its|their|such|any|an?) $/u;
/** `Congress abolished the ⟦⟧`: a body of that name, and no rule. */
const ABOLISHED = /^abolish/u;
const OURS_AFTER = / (?:we|i|our) /u;

/**
 * `Discarding ⟦⟧, the Court concluded, would`, `in qualifying ⟦⟧, the court`, `stated the principle limiting ⟦⟧`: what
 * others did, and not what is done here (`rejecting this aspect of ⟦⟧ is no radical step`).
 */
function isToldGerund({ clause, before }: VerbGroup, actor: Actor, after: string): boolean {
  if (actor === "own" || OURS_AFTER.test(after)) return false;
  if (clause.trim() === "") return / (?:the court|would|court (?:then|also)) /u.test(after);
  return actor !== "none" || / (?:in|by) $/u.test(before);
}

/** What the verbs of a sentence say that is done to decisions, or that decisions do. */
export function readVerbs(reader: SentenceReader): void {
  const { words } = reader.sentence;
  for (let at = 1, end = words.indexOf(" ", at); end >= 0; at = end + 1, end = words.indexOf(" ", at)) {
    const verb = words.slice(at, end);
    const forms = VERB_FORMS.get(verb);
    if (forms === undefined) continue;
    const before = words.slice(0, at);
    const after = words.slice(end);
    if (isOtherSense(verb, after) || isNounHere(verb, before)) continue;
    const group = new VerbGroup(before);
    for (const form of forms) if (readVerb(reader, form, group, before, after, at)) break;
  }
}

function readVerb(
  reader: SentenceReader,
  { row, form }: VerbForm,
  group: VerbGroup,
  before: string,
  after: string,
  at: number,
): boolean {
  const [act, takes, , preposition] = row;
  const isReduced = form === "past" && !group.isPassive && after.startsWith(" by ") && SUBJECT.test(before);
  if (takes === "object" && form === "past" && (group.isPassive || isReduced)) {
    const subject =
      reader.subject(isReduced ? before : group.before, at, act) ?? (isReduced ? undefined : reader.joined(before));
    if (subject === undefined) return false;
    const agent = agentIn(after);
    // `Until it was superseded by the Act of 1976`: an earlier act.
    if (agent === "legislature" && subject.back && group.before.endsWith(" it ")) return true;
    const by = agent === null || agent === "legislature" ? undefined : reader.place(agent);
    let status = reader.status(group, isReduced ? "told" : "own", act);
    if (isReduced || ((group.isPast || group.isPerfect) && !group.isInfinitive && status === "own"))
      status = status === "own" ? "told" : status;
    if (by !== undefined && status === "own") status = "told";
    if (agent === "legislature") status = isEnacted(group) ? "legislature" : "others";
    // Who dissents from an overruling tells of it.
    if (status === "own" && act === "overrule" && reader.context.isSeparate) status = "court";
    // `That rule was never applied to leases` tells of it, and does not refuse to.
    if (status === "denied" && act === "follow" && group.isPast && !group.isPerfect) return true;
    reader.add("verb", act, status, subject, at, by?.mentions[0]?.authority ?? null, `${group.clause} ${after}`);
    return true;
  }
  if (takes === "object") {
    if (form === "past" && group.isPassive) return false;
    if (
      form === "plain"
        ? ADJECTIVE_BEFORE.test(before) || (act === "question" && NOUN_BEFORE.test(before))
        : form === "ing" && (POINTED_AT.test(before) || (DETERMINED.test(before) && !after.startsWith(" of ")))
    )
      return false;
    if (form === "past" && DONE_BY.test(after)) return false;
    const from = preposition === undefined ? after : afterPreposition(after, preposition);
    const object =
      from === undefined
        ? undefined
        : (reader.object(from, at, act) ?? (DIRECT.has(act) ? undefined : reader.fronted(group, from)));
    if (object === undefined || (act === "reject" && isView(reader, from ?? ""))) return false;
    if (ABOLISHED.test(reader.sentence.words.slice(at, at + 7)) && isNamedOnly(reader, from ?? "")) return false;
    // `We disagree with Hazel that the tax is due`: a person of that name.
    if ((act === "disagree" || act === "agree") && /^ (?:⟦\d+⟧|\S+ ⟦\d+⟧) that /u.test(from ?? "")) return false;
    const { actor, distance } = actorBefore(group.clause);
    const status = activeStatus(reader, act, group, form, distance > 14 ? "none" : actor, after);
    const teller =
      status === "we"
        ? undefined
        : actor === "decision"
          ? reader.object(` ${/⟦\d+⟧(?!.*⟦)/u.exec(group.clause)?.[0] ?? ""} `, at, act)
          : (reader.toldIn(after, object) ?? reader.tellerBefore(group.before, object));
    reader.add(
      "verb",
      group.isNoLonger && act === "follow" ? "overrule" : act,
      status,
      object,
      at,
      teller?.mentions[0]?.authority ?? null,
      `${group.clause} ${after}`,
    );
    return true;
  }
  if (form === "ing" || (form === "past" && group.isPassive)) return false;
  if (preposition !== undefined && afterPreposition(after, preposition) === undefined) return false;
  const stated = reader.subject(group.before, at, act);
  const subject = stated ?? inCase(reader, group, act, after);
  if (subject === undefined || (stated !== undefined && isOthersVerb(reader, act, group, at))) return false;
  // `Hazel could not demonstrate an error`: a person of that name, and no decision.
  if (group.isDenied && (group.isPossible || group.isPerfect) && IS_PERSONS.test(reader.sentence.words.slice(at)))
    return false;
  if (act === "hold" && group.isDenied && FAULTLESS.test(after)) return false;
  const said = reader.status(group, group.isPast || form === "past" ? "told" : "own");
  const isOpen =
    (said === "denied" && isOutweighed(group.before, after)) || (said === "own" && act !== "hold" && isAtFirst(before));
  reader.add("verb", act, isOpen ? "open" : said, subject, at, null, "");
  return true;
}

/** `Neither case found the law invalid` sets nothing apart. */
const FAULTLESS =
  /^ (?:[^ ;:]+ ){0,18}?(?:inconsistent|invalid|unconstitutional|improper|unlawful|wrong|error|erroneous|objectionable|fault) /u;
/** `We read ⟦⟧ to hold`, where the decision does what the infinitive says. */
const READ_TO =
  / (?:read\S*|underst\S+|interpret\S*|constru\S+|takes?|taking|took|finds?|views?|believes?|thinks?|consider\S*|hold\S*) (?:[^ ⟦]+ ){0,4}⟦\d+⟧ to (?:\S+ly )?$/u;
const COURT_IN =
  / (?:courts?|majority|opinions?|plurality|panel|we|judges?|justices?|decisions?|holdings?|statements?|language|said|held|board|commission|nothing|reasoning|discussion|result|cases?|facts|rule|law|principles?|that|this|it|issue|question|point|stated|announced|made) in $/u;

/**
 * `The amendment in ⟦⟧ did not state a claim`, `rely on ⟦⟧ to reject it`, `changes prompted by ⟦⟧ do not suggest`, `our practice under ⟦⟧ does not`: what
 * stands before the verb is not the decision, but something of it, or somebody who uses it.
 */
function isOthersVerb(reader: SentenceReader, act: Act, group: VerbGroup, at: number): boolean {
  const { words } = reader.sentence;
  const before = words.slice(0, at);
  if (/⟦\d+⟧ to (?:\S+ly )?$/u.test(before)) return !READ_TO.test(before) && !/ in ⟦\d+⟧ to (?:\S+ly )?$/u.test(before);
  const subject = /⟦\d+⟧[^⟦]*$/u.exec(group.before);
  if (subject === null) return false;
  const lead = group.before.slice(0, subject.index);
  if (/ under (?:the |our |its )?$/u.test(lead)) return true;
  if (/ by (?:the |our |its )?$/u.test(lead)) return !LAID_DOWN_BY.test(lead);
  return (
    (act === "hold" || IS_PERSONS.test(words.slice(at)) || FORBIDS.test(words.slice(at))) &&
    lead.endsWith(" in ") &&
    !COURT_IN.test(lead)
  );
}

/** `The design in ⟦⟧ did not bar others from copying it`. */
const FORBIDS = /^(?:bar|preclude|require|demand|command|bind)/u;
const LAID_DOWN_BY =
  / (?:established|announced|adopted|set|forth|out|down|articulated|stated|recognized|created|enunciated|formulated|developed|prescribed|imposed|required|fashioned|applied|used|described|defined|governed|covered|permitted|authorized|allowed|given|decided|drawn|contemplated) by (?:the |our |its )?$/u;

/** `We reject that view`: most often one that somebody took of the decision, and not its own. */
function isView(reader: SentenceReader, after: string): boolean {
  const place = /^ ⟦(\d+)⟧/u.exec(after)?.[1];
  const found = place === undefined ? undefined : reader.sentence.places[Number(place)];
  return found?.back === true && found.noun === "view";
}

/** The decision is called by its name, and nothing of it is. */
function isNamedOnly(reader: SentenceReader, after: string): boolean {
  const place = /⟦(\d+)⟧/u.exec(after)?.[1];
  return place !== undefined && reader.sentence.places[Number(place)]?.noun === undefined;
}

/** `In ⟦⟧ the court held`, `as we held in ⟦⟧`: the decision speaks through its court. */
function inCase(reader: SentenceReader, group: VerbGroup, act: Act, after: string): Found | undefined {
  if (act !== "hold") return undefined;
  const behind = / (?:we|court|majority) $/u.test(group.before) ? /^ in ⟦(\d+)⟧ that /u.exec(after)?.[1] : undefined;
  if (behind !== undefined && group.isDenied) return reader.place(behind);
  const match =
    / (?:in|under) ⟦(\d+)⟧ (?:, )?(?:\S+ ){0,2}?(?:we|this court|the court|the supreme court|court|the majority|the plurality|the \S+ circuit) (?:also |there |first |further |therefore )?$/u.exec(
      group.before,
    );
  return match?.[1] === undefined ? undefined : reader.place(match[1]);
}

/** Gerunds that stand for prepositions: `the claim does not lie , following ⟦⟧`. */
const USES: ReadonlySet<Act> = new Set(["follow", "rely"]);
const DENIED_BEFORE = / (?:not|never|cannot|no(?! (?:hesitation|choice|alternative))|nor|neither) (?:[^ ,]+ ){0,14}$/u;
const DENIED_RIGHT_BEFORE =
  / (?:not|never|cannot|no(?! (?:hesitation|choice|alternative))|nor|neither) (?:[^ ,]+ ){0,1}$| (?:no|any|little) (?:\S+ )?(?:reason|basis|ground|cause|justification|warrant|need|occasion) (?:for|in) $/u;
/** `The arguments made below to distinguish ⟦⟧ fail`. */
const EFFORT = / (?:arguments?|attempts?|efforts?|endeavou?rs?|struggles?|strain\w*) (?:[^ ;:,]+ ){0,8}$/u;

/** `In declining to apply ⟦⟧ , the state court relied`. */
const COURT_DID =
  /^[^;:]* (?:the |a )(?!(?:\S+ )?court in this case )(?:[^ ,;⟦]+ ){0,5}?(?:court|courts|judge|panel|majority|board|circuit) /u;
/** `Found no case applying ⟦⟧ to leases`. */
const NO_CASE =
  / no (?:other |reported |published )?(?:case|cases|decision|decisions|court|courts|authority|opinion) $/u;
/** `The opinion took pains to distinguish ⟦⟧`. */
const TOOK_PAINS = / (?:took|went|sought|tried|used|served|proceeded|came|strove|managed) (?:[^ ;:,]+ ){0,3}$/u;

function activeStatus(
  reader: SentenceReader,
  act: Act,
  group: VerbGroup,
  form: Form,
  actor: Actor,
  after: string,
): Status {
  const mood = moodBefore(group.before);
  if (mood !== null) return mood === "denied" ? "denied" : "open";
  if (reader.context.isSeparate && isCourtsDoing(form, group, after, actor)) return "court";
  if (group.isInfinitive && / (?:in|by) (?:declining|refusing) (?:to )?$/u.test(group.before) && COURT_DID.test(after))
    return "others";
  if (form === "ing" && NO_CASE.test(group.before)) return "open";
  // `We do not think there is justification for overruling ⟦⟧`, `reversing ⟦⟧ would leave`: a gerund does nothing by itself.
  if (form === "ing" && (USES.has(act) ? DENIED_RIGHT_BEFORE : DENIED_BEFORE).test(group.clause)) return "denied";
  if (form === "ing" && DIRECT.has(act)) return "open";
  if (form === "ing" && !ENDING.has(act) && !reader.context.isSeparate && isToldGerund(group, actor, after))
    return reader.said(group.before) || actor === "party" || actor === "judge" ? "others" : "told";
  if (actor === "legislature" && ENDING.has(act)) {
    if (isEnacted(group)) return "legislature";
    return group.isDenied && !group.isInfinitive ? "denied" : "others";
  }
  if (act === "rely" && group.isDenied && actor !== "own") return "others";
  if (group.isInfinitive && !ENDING.has(act) && (EFFORT.test(group.before) || / (?:is|was) $/u.test(group.before)))
    return "open";
  const ending = endingStatus(act, form, group, after);
  if (ending !== undefined) return ending;
  // `We hold that ⟦⟧ was wrong and overrule it`: a plain form behind `and` is ours again.
  if (
    form === "plain" &&
    / (?:we|i) .* and (?:now |therefore |hereby |so )?$/u.test(group.clause) &&
    !reader.said(group.before) &&
    !group.isPossible &&
    !group.isDenied
  )
    return "we";
  const ownClause = actor === "own" && !group.isInfinitive && OWN_CLAUSE.test(group.before);
  if (actor === "party" || actor === "other court" || actor === "judge")
    return group.isDenied && actor === "judge" ? "denied" : "others";
  if (group.isInfinitive && !ENDING.has(act) && TOOK_PAINS.test(group.before)) return "told";
  if (form === "s" && (actor === "none" || actor === "unknown") && !reader.context.isSeparate) return "others";
  if (actor === "legislature") return group.isDenied ? "denied" : "legislature";
  if (!ownClause && reader.said(group.before)) return "others";
  if (group.isNoLonger && actor === "own") return "we";
  // `Elm did not overrule ⟦⟧` tells of no overruling.
  if (group.isDenied && (ENDING.has(act) || act === "limit")) return "denied";
  if (group.isDenied) return form === "past" || group.isPast || group.isPerfect ? "told" : "denied";
  if (reader.isQuestion || group.isAsked) return "open";
  if (group.isPossible) return reader.context.isSeparate && group.before.endsWith(" i ") ? "own" : "open";
  if (actor === "decision") return "told";
  if (form === "past" || group.isPast || (group.isPerfect && !group.isInfinitive)) return "told";
  if (actor === "the court" && reader.context.isSeparate) return "court";
  if (group.isDue && !isSaidByUs(group.before)) return "due";
  return actor === "own" ? "we" : "own";
}
