import type { Mention } from "../model.ts";
import { actorBefore, isSaidByOthers, isSaidByUs } from "./actors.ts";
import type { Actor } from "./actors.ts";
import { antecedents, speaksOfDecisions } from "./anaphora.ts";
import type { Named } from "./anaphora.ts";
import type { Hit, HitKind, Status } from "./hit.ts";
import { matchesOf } from "../matches.ts";
import { GONE, PREDICATES, RELATIONS } from "./predicates.ts";
import type { Words } from "./sentence.ts";
import { verbGroupBefore } from "./verb-group.ts";
import type { VerbGroup } from "./verb-group.ts";
import { afterPreposition, agentIn, isSaidOfNobody } from "./verb-tail.ts";
import { VERB_FORMS } from "./verbs.ts";
import type { Act, Form, VerbForm } from "./verbs.ts";

export type FrameContext = {
  /** The opinion, or the part of it that is read, is a separate one. */
  readonly isSeparate: boolean;
  readonly isQuoted: (at: number) => boolean;
  readonly before: readonly Named[];
};

/** What follows an article is no verb: `the narrow ⟦⟧ rule`. */
const ADJECTIVE_BEFORE = / (?:the|a|an|this|that|its|our|their|his|such|any|no|in|of|with|under) (?:\S+ly )?$/u;

/** A clause of our own: it opens the sentence, or a comma, `and` or `but` parts it from what others say. */
const OWN_CLAUSE =
  /(?:^|[,;:—”"] (?:and |but |so |therefore |thus |accordingly |that )?| (?:and|but|so|hence) )(?:\S+ )?(?:we|i|this court)(?: [a-z]+ly)? $/u;

/** What a run of words between a verb and its object may not hold. */
const STOPS =
  "that|which|who|whom|whose|because|see|if|when|where|while|is|are|was|were|be|been|has|have|had|but|to|it|we|they|he|she|would|will|than|so|since|although|though|how|why|whether|;|:|\\(|\\)|—|–|\\?";
const FREE = `(?:(?!(?:${STOPS}) )[^ ⟦]+ )`;
const NEAR_OBJECT = /^ (?:(?:the|our|its|in|of|panel|court's|decision|order) ){0,4}(?:⟦(\d+)⟧|(it|them)(?= [.;,)]))/u;
/** `His ⟦⟧ claim`, `a ⟦⟧ violation`: the decision's name stands for what it is about. */
const ATTRIBUTE =
  /^ (?:[^ ⟦]+ ){0,4}⟦\d+⟧ (?:and [^ ]+ )?(?:claims?|rights?|warnings?|waivers?|violations?|motions?|hearings?|errors?|arguments?|objections?|challenges?|material) /u;
const FAR_OBJECT = new RegExp(`^ (?!, )${FREE}{0,16}?⟦(\\d+)⟧`, "u");
const OBJECT = new RegExp(
  `^ (?!, )${FREE}{0,7}?(?:⟦(\\d+)⟧|(it|them|both)(?= [.;,)]| (?:to|insofar|in|as|and|today|here|on) ))`,
  "u",
);
/** A mark right before a verb group, an aside between commas left out. */
const SUBJECT =
  / (?:⟦(\d+)⟧|(it|they|both|each|neither|none))(?: (?:,|–|—|\()(?: [^ ⟦;:]+){0,14} (?:,|–|—|\)))?(?: (?:which|that|itself|themselves|too|also|all|both|,|thus|therefore|each|clearly|plainly|simply|likewise|decision|case|cases|decisions|s))* $/u;
/** The same with words between that say what of the decision is meant, or whom it concerned. */
const LOOSE_SUBJECT = / ⟦(\d+)⟧ (?:[^ ⟦;:]+ ){0,24}$/u;
/** `⟦⟧ which we today reject`, `the reasoning of ⟦⟧ , not yet repudiated , we repudiate now`. */
const FRONTED = / ⟦(\d+)⟧ (?:[^ ⟦;:]+ ){0,16}?(?:which|that|,) (?:we|the court|this court) $/u;

/** Everything that the verbs, predicates and relations of one sentence say about the decisions it speaks of. */
export function framesIn(sentence: Words, context: FrameContext): Hit[] {
  return speaksOfDecisions(sentence, context.before) ? readFrames(sentence, context) : [];
}

/** The same without asking first whether there is anything to read. */
export function readFrames(sentence: Words, context: FrameContext): Hit[] {
  const reader = new Reader(sentence, context);
  reader.readVerbs();
  reader.readPredicates();
  reader.readRelations();
  return reader.hits;
}

type Found = { readonly mentions: readonly Mention[]; readonly back: boolean };

class Reader {
  readonly hits: Hit[] = [];
  readonly #sentence: Words;
  readonly #context: FrameContext;
  readonly #isQuestion: boolean;

  constructor(sentence: Words, context: FrameContext) {
    this.#sentence = sentence;
    this.#context = context;
    this.#isQuestion = / \? (?:["”'] )?$/u.test(sentence.words);
  }

  readVerbs(): void {
    const { words } = this.#sentence;
    for (let at = 1, end = words.indexOf(" ", at); end >= 0; at = end + 1, end = words.indexOf(" ", at)) {
      const forms = VERB_FORMS.get(words.slice(at, end));
      if (forms === undefined) continue;
      const before = words.slice(0, at);
      const after = words.slice(end);
      const group = verbGroupBefore(before);
      for (const form of forms) if (this.#readVerb(form, group, before, after, at)) break;
    }
  }

  #readVerb({ row, form }: VerbForm, group: VerbGroup, before: string, after: string, at: number): boolean {
    const [act, takes, , preposition] = row;
    const isReduced = form === "past" && !group.isPassive && after.startsWith(" by ") && SUBJECT.test(before);
    if (takes === "object" && form === "past" && (group.isPassive || isReduced)) {
      const subject = this.#subject(isReduced ? before : group.before, at, act);
      if (subject === undefined) return false;
      const agent = agentIn(after);
      const by = agent === null || agent === "legislature" ? undefined : this.#place(agent);
      let status = this.#status(group, isReduced ? "told" : "own");
      if (isReduced || ((group.isPast || group.isPerfect) && !group.isInfinitive && status === "own"))
        status = status === "own" ? "told" : status;
      if (by !== undefined && status === "own") status = "told";
      if (agent === "legislature") status = "legislature";
      this.#add("verb", act, status, subject, at, by?.mentions[0]?.authority ?? null, `${group.clause} ${after}`);
      return true;
    }
    if (takes === "object") {
      if ((form === "past" && group.isPassive) || (form === "plain" && ADJECTIVE_BEFORE.test(before))) return false;
      const from = preposition === undefined ? after : afterPreposition(after, preposition);
      const object = from === undefined ? undefined : (this.#object(from, at, act) ?? this.#fronted(group, from));
      if (object === undefined) return false;
      const { actor, distance } = actorBefore(group.clause);
      const status = this.#activeStatus(act, group, form, distance > 14 ? "none" : actor);
      const teller =
        actor === "decision"
          ? this.#object(` ${/⟦\d+⟧(?!.*⟦)/u.exec(group.clause)?.[0] ?? ""} `, at, act)
          : this.#toldIn(after, object);
      this.#add(
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
    const subject = this.#subject(group.before, at, act) ?? this.#inCase(group, act);
    if (subject === undefined) return false;
    const status = this.#status(group, group.isPast || form === "past" ? "told" : "own");
    this.#add("verb", act, status, subject, at, null, "");
    return true;
  }

  /** `In ⟦⟧ the court held`, `as we held in ⟦⟧`: the decision speaks through its court. */
  #inCase(group: VerbGroup, act: Act): Found | undefined {
    if (act !== "hold") return undefined;
    const match =
      / (?:in|under) ⟦(\d+)⟧ (?:, )?(?:\S+ ){0,2}?(?:we|this court|the court|the supreme court|court|the majority|the plurality|the \S+ circuit) (?:also |there |first |further |therefore )?$/u.exec(
        group.before,
      );
    return match?.[1] === undefined ? undefined : this.#place(match[1]);
  }

  readPredicates(): void {
    const { words } = this.#sentence;
    if (!/ (?:is|are|was|were|be|been|seems?|appears?|remains?|becomes?|become|longer|cannot|stand) /u.test(words))
      return;
    for (const [act, denied, expression] of COMPILED_PREDICATES) {
      for (const match of matchesOf(expression, words)) {
        const group = verbGroupBefore(words.slice(0, match.index + 1));
        if (!group.isPassive && !/ (?:seems?|appears?|remains?|becomes?|become) $/u.test(group.before)) continue;
        if (act !== "distinguish" && / no longer /u.test(words.slice(Math.max(0, match.index - 40), match.index + 1)))
          continue;
        const subject =
          this.#subject(group.before, match.index + 1, act) ??
          (match[0] === " misplaced" ? this.#loose(group.before) : undefined);
        if (subject === undefined) continue;
        const status = this.#status(group, "own");
        const isDenied = status === "denied";
        if (isDenied && denied === null) this.#add("predicate", act, "denied", subject, match.index + 1, null, "");
        else
          this.#add(
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
      const subject = this.#subject(verbGroupBefore(before).before, match.index + 1, "overrule") ?? this.#loose(before);
      if (subject === undefined) continue;
      const group = { ...verbGroupBefore(before), isDenied: false, isAsked: false, isPossible: false, isDue: false };
      this.#add("gone", "overrule", this.#status(group, "own"), subject, match.index + 1, null, "");
    }
  }

  readRelations(): void {
    const { words, places } = this.#sentence;
    if (places.length === 0) return;
    for (const [act, expression] of COMPILED_RELATIONS) {
      for (const match of matchesOf(expression, words)) {
        const place = match[1] === undefined ? undefined : this.#place(match[1]);
        if (place === undefined) continue;
        const before = words.slice(0, match.index + 1);
        let status: Status = this.#said(before) ? "others" : "own";
        if (/ (?:not|never|cannot|no|nor) (?:\S+ ){0,2}$/u.test(before.slice(-40)) || isSaidOfNobody(before))
          status = "denied";
        const { actor } = actorBefore(before.slice(-80));
        if (
          act === "rely" &&
          (actor === "party" || actor === "other court" || actor === "judge" || actor === "unknown")
        )
          status = "others";
        this.#add("relation", act, status, place, match.index + 1, null, "");
      }
    }
  }

  #said(before: string): boolean {
    return isSaidByOthers(before);
  }

  #status(group: VerbGroup, plain: Status): Status {
    if (this.#said(group.before)) return "others";
    if (group.isDenied) return "denied";
    if (!group.isAsked && isSaidByUs(group.before)) return plain === "own" ? "we" : plain;
    if (this.#isQuestion || group.isAsked || group.isPossible) return "open";
    return group.isDue && plain === "own" ? "due" : plain;
  }

  #activeStatus(act: Act, group: VerbGroup, form: Form, actor: Actor): Status {
    if (
      form === "ing" &&
      this.#context.isSeparate &&
      / (?:its|today|court's|majority's|court|majority) (?:s )?(?:\S+ )?$/u.test(group.before)
    )
      return "court";
    // `We do not think there is justification for overruling ⟦⟧`, `reversing ⟦⟧ would leave`: a gerund does nothing by itself.
    if (form === "ing" && / (?:not|never|cannot|no|nor|neither) /u.test(group.clause)) return "denied";
    if (form === "ing" && DIRECT.has(act)) return "open";
    const ownClause = actor === "own" && !group.isInfinitive && OWN_CLAUSE.test(group.before);
    if (actor === "party" || actor === "other court" || actor === "judge")
      return group.isDenied && actor === "judge" ? "denied" : "others";
    if (form === "s" && (actor === "none" || actor === "unknown") && !this.#context.isSeparate) return "others";
    if (actor === "legislature") return group.isDenied ? "denied" : "legislature";
    if (!ownClause && this.#said(group.before)) return "others";
    if (group.isNoLonger && actor === "own") return "we";
    if (group.isDenied) return form === "past" || group.isPast || group.isPerfect ? "told" : "denied";
    if (this.#isQuestion || group.isAsked) return "open";
    if (group.isPossible) return this.#context.isSeparate && group.before.endsWith(" i ") ? "own" : "open";
    if (actor === "decision") return "told";
    if (form === "past" || group.isPast || (group.isPerfect && !group.isInfinitive)) return "told";
    if (actor === "the court" && this.#context.isSeparate) return "court";
    if (group.isDue && !isSaidByUs(group.before)) return "due";
    return actor === "own" ? "we" : "own";
  }

  /** What is overruled may stand far from the verb: `the judgments in these same cases , reported in ⟦⟧`. */
  #object(after: string, at: number, act: Act): Found | undefined {
    if (ATTRIBUTE.test(after)) return undefined;
    const match =
      (DIRECT.has(act) ? NEAR_OBJECT : OBJECT).exec(after) ?? (act === "overrule" ? FAR_OBJECT.exec(after) : null);
    if (match === null) return undefined;
    return match[1] === undefined ? this.#pronoun(match[2] ?? "", at, act) : this.#place(match[1]);
  }

  #subject(before: string, at: number, act: Act): Found | undefined {
    const match = SUBJECT.exec(before);
    // `The lands in ⟦⟧ were restricted` says nothing of the decision.
    if (
      match === null ||
      (!OF_FACTS.has(act) && / (?:in|of|from|under|by|with) $/u.test(before.slice(0, match.index + 1)))
    )
      return undefined;
    return match[1] === undefined ? this.#pronoun(match[2] ?? "", at, act) : this.#place(match[1]);
  }

  /** The object stands before its verb when nothing that could be one follows. */
  #fronted(group: VerbGroup, after: string): Found | undefined {
    if (!/^ (?:(?:now|today|here|in this case|\S+ly) )?[.,;)]/u.test(after)) return undefined;
    const match = FRONTED.exec(group.before);
    return match?.[1] === undefined ? undefined : this.#place(match[1]);
  }

  #loose(before: string): Found | undefined {
    const match = LOOSE_SUBJECT.exec(before);
    return match?.[1] === undefined ? undefined : this.#place(match[1]);
  }

  /** `We overruled ⟦A⟧ in ⟦B⟧`. */
  #toldIn(after: string, object: Found): Found | undefined {
    const match = /^ [^⟦;:]*⟦\d+⟧ (?:\S+ ){0,2}?(?:in|by) (?:\S+ ){0,3}?⟦(\d+)⟧/u.exec(after);
    const teller = match?.[1] === undefined ? undefined : this.#place(match[1]);
    return teller === undefined ||
      teller.mentions.some((one) => object.mentions.some((other) => other.authority === one.authority))
      ? undefined
      : teller;
  }

  /** Only what ends or limits a decision's force is said of `it` without doubt that the decision is meant. */
  #pronoun(word: string, at: number, act: Act): Found | undefined {
    if (!STRONG.has(act)) return undefined;
    const here = matchesOf(PLACE, this.#sentence.words.slice(0, at)).map(
      (match) => this.#sentence.places[Number(match[1])]?.mentions ?? [],
    );
    const mentions = antecedents(here, this.#context.before.slice(-1), word !== "it");
    return mentions.length === 0 ? undefined : { mentions, back: true };
  }

  #place(number: string): Found | undefined {
    const place = this.#sentence.places[Number(number)];
    return place === undefined ? undefined : { mentions: place.mentions, back: place.back };
  }

  #add(
    kind: HitKind,
    act: Act,
    status: Status,
    { mentions, back }: Found,
    position: number,
    by: number | null,
    around: string,
  ): void {
    const at = this.#sentence.toText(position);
    const quoted = this.#context.isQuoted(at);
    const scope = / (?:to the extent|insofar|in so far|in part|so far as|only to)(?= )/u.test(around)
      ? "part"
      : "whole";
    for (const authority of new Set(mentions.map((mention) => mention.authority)))
      if (authority !== by) this.hits.push({ authority, kind, act, status, back, quoted, by, scope, at });
  }
}

/** Acts that are said of a decision's facts and parties as of itself. */
const OF_FACTS: ReadonlySet<Act> = new Set(["distinguish", "govern", "support", "concern", "hold"]);
const DIRECT: ReadonlySet<Act> = new Set(["affirm", "reverse", "vacate"]);
const STRONG: ReadonlySet<Act> = new Set([
  "overrule",
  "abrogate",
  "limit",
  "distinguish",
  "follow",
  "criticize",
  "extend",
]);

const PLACE = /⟦(\d+)⟧/gu;

const COMPILED_PREDICATES = PREDICATES.map(
  ([act, denied, words]) => [act, denied, new RegExp(` (?:${words})(?= )`, "gu")] as const,
);
const NO_LONGER = new RegExp(
  ` (?:no longer (?:to be )?(?:\\S+ ){0,3}?${GONE}|(?:stand|prevail|survive|govern|control) no longer|cannot (?:stand|survive)|not (?:to )?(?:be )?(?:regarded|considered|treated|followed|viewed|taken) as (?:\\S+ )?(?:controlling|authority|authoritative|precedent|good law|binding|sound|the law))(?= )`,
  "gu",
);
const COMPILED_RELATIONS = RELATIONS.map(
  ([act, words]) => [act, new RegExp(` (?:${words}) ${FREE}{0,5}?⟦(\\d+)⟧`, "gu")] as const,
);
