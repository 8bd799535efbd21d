import type { Mention } from "../model.ts";
import { matchesOf } from "../matches.ts";
import { isFoundBefore, isSaidByOthers, isSaidByUs } from "./actors.ts";
import { antecedents } from "./anaphora.ts";
import type { Named } from "./anaphora.ts";
import { ENDING, endsOtherThings } from "./endings.ts";
import type { Hit, HitKind, Status } from "./hit.ts";
import { moodBefore } from "./moods.ts";
import type { Words } from "./sentence.ts";
import {
  ATTRIBUTE,
  BOTH_BEFORE,
  FAR_OBJECT,
  FRONTED,
  JOINED_SUBJECT,
  LEADING_CLAUSE,
  LOOSE_SUBJECT,
  NEAR_OBJECT,
  OBJECT,
  OF_OTHERS,
  PLACE,
  RISKS,
  SAID_BETWEEN,
  SUBJECT,
  TAKES_OTHER,
  TELLER_BEFORE,
  WHATEVER_IN,
} from "./shapes.ts";
import type { VerbGroup } from "./verb-group.ts";
import type { Act } from "./verbs.ts";

export type FrameContext = {
  /** The opinion, or the part of it that is read, is a separate one. */
  readonly isSeparate: boolean;
  readonly isQuoted: (at: number) => boolean;
  readonly before: readonly Named[];
};

/** How a verb is meant by what stands before it. */
type Meant = Pick<VerbGroup, "before" | "isDenied" | "isAsked" | "isPossible" | "isDue">;

/** The decisions that words of a sentence stand for. */
export type Found = { readonly mentions: readonly Mention[]; readonly back: boolean };

/** `In conflict with § 12 of the Code and supersedes it`: a law was named last, and no decision since. */
const LAW_BEFORE = / (?:§|section|act|code|statute|ordinance|amendment|regulation) (?:[^⟦;:,]+ )?$/u;
/** What `may be distinguished` is. */
const MAY: ReadonlySet<Act | undefined> = new Set<Act | undefined>(["distinguish"]);
/** Acts that are told of a decision as its history, whoever found them done. */
const HISTORY: ReadonlySet<Act | undefined> = new Set<Act | undefined>([...ENDING, "affirm", "reverse", "vacate"]);
/** Acts that are said of a decision's facts and parties as of itself. */
const OF_FACTS: ReadonlySet<Act> = new Set(["distinguish", "govern", "support", "concern", "hold"]);
/** What is said of a decision as a whole. */
const WEIGHED: ReadonlySet<Act> = new Set(["criticize", "question", "limit", "overrule"]);
/** Acts of a reviewing court on the judgment before it. */
export const DIRECT: ReadonlySet<Act> = new Set(["affirm", "reverse", "vacate"]);
const STRONG: ReadonlySet<Act> = new Set([
  "overrule",
  "abrogate",
  "supersede",
  "limit",
  "distinguish",
  "follow",
  "criticize",
  "extend",
]);

const MANY_BEFORE =
  / (?:earlier|older|prior|previous|other|our|such|some|these|those) (?:\S+ )?(?:cases|decisions|holdings|precedents|opinions|rulings) (?!in ⟦)[^⟦]*$/u;
/** `The arguments to distinguish ⟦⟧ are wide of the mark`, `our adherence to ⟦⟧ is not at issue`, `the burden , see ⟦⟧ , does not apply`. */
const NOT_SUBJECT =
  / to (?:distinguish|extend|apply|overrule|limit|follow|reject|question|invoke|avoid|escape|reconcile|bring within) $| (?:adherence|objection|challenge|reference|resort|response|exception|fidelity|allegiance|deference|commitment) to (?:the |our )?$| (?:see|cf|accord|e g|see also|compare)(?: ,)? $/u;
/** `The waiver of ⟦⟧ rights`: the decision only names what is spoken of. */
const MODIFIES =
  /^ (?:rights?|warnings?|claims?|violations?|errors?|hearings?|motions?|petitions?|material|evidence|instructions?|waivers?|challenges?|objections?|defects?|litigation|plaintiffs?|immunity|relief) /u;
const READINGS = /^(?:interpretation|construction|view|analysis|application|formulation|discussion|theory)$/u;

/** One sentence, what is found in it, and which of its words stand for which decision. */
export class SentenceReader {
  readonly hits: Hit[] = [];
  readonly sentence: Words;
  readonly context: FrameContext;
  readonly isQuestion: boolean;
  /** `that ⟦⟧ was inapposite`: who says so stands before a break of the page. */
  readonly isClauseOnly: boolean;

  constructor(sentence: Words, context: FrameContext) {
    this.sentence = sentence;
    this.context = context;
    this.isClauseOnly = sentence.words.startsWith(" that ⟦0⟧ ");
    this.isQuestion = / \? (?:["”'] )?$/u.test(sentence.words);
  }
  said(before: string): boolean {
    return isSaidByOthers(before);
  }

  status(group: Meant, plain: Status, act?: Act): Status {
    if (this.isClauseOnly && plain !== "told") return "others";
    const mood = moodBefore(group.before);
    if (mood !== null) return mood === "denied" ? "denied" : "open";
    if (this.said(group.before) || (!HISTORY.has(act) && isFoundBefore(group.before))) return "others";
    if (group.isDenied) return "denied";
    if (!group.isAsked && isSaidByUs(group.before)) return plain === "own" ? "we" : plain;
    if (this.isQuestion || group.isAsked || (group.isPossible && !MAY.has(act))) return "open";
    return group.isDue && plain === "own" ? "due" : plain;
  }

  /** What is overruled may stand far from the verb: `the judgments in these same cases , reported in ⟦⟧`. */
  object(after: string, at: number, act: Act): Found | undefined {
    if (ATTRIBUTE.test(after)) return undefined;
    const match =
      (DIRECT.has(act) ? NEAR_OBJECT : OBJECT).exec(after) ?? (act === "overrule" ? FAR_OBJECT.exec(after) : null);
    if (
      match === null ||
      endsOtherThings(act, match[0]) ||
      TAKES_OTHER.test(match[0]) ||
      MODIFIES.test(after.slice(match.index + match[0].length)) ||
      (act === "disagree" && OF_OTHERS.test(match[0])) ||
      this.#isOthersReading(match[0]) ||
      (act === "limit" && RISKS.test(match[0]))
    )
      return undefined;
    const place = match[1] === undefined ? undefined : this.sentence.places[Number(match[1])];
    // `To overturn that judgment`: what was decided, not what it stands for.
    if (
      place?.back === true &&
      (place.noun === "judgment" ? ENDING.has(act) : place.noun === "ruling" && act === "reconsider")
    )
      return undefined;
    return match[1] === undefined ? this.pronoun(match[2] ?? "", at, act) : this.place(match[1]);
  }

  /** `The government's interpretation of ⟦⟧`: a noun of the decision that is somebody's. */
  #isOthersReading(taken: string): boolean {
    const match = / (?!(?:today|court|majority|panel|plurality)'s)\S+(?:'s|s') ⟦(\d+)⟧$/u.exec(taken);
    const noun = match?.[1] === undefined ? undefined : this.sentence.places[Number(match[1])]?.noun;
    return noun !== undefined && READINGS.test(noun);
  }

  subject(before: string, at: number, act: Act): Found | undefined {
    // The comma that closes an aside before a verb is part of the verb's group: `⟦⟧ , often cited , is overruled`.
    const match =
      SUBJECT.exec(before) ??
      (this.sentence.words.startsWith(", ", before.length) ? SUBJECT.exec(`${before}, `) : null);
    if (match !== null && ENDING.has(act) && SAID_BETWEEN.test(match[0])) return undefined;
    if (match !== null && NOT_SUBJECT.test(before.slice(0, match.index + 1))) return undefined;
    if (match === null && BOTH_BEFORE.test(this.sentence.words.slice(before.length - 1, at)))
      return this.pronoun("both", at, act);
    // `The premises that underlay ⟦⟧ were wrong`, `the lands in ⟦⟧ were restricted` say nothing of the decision.
    if (
      match === null ||
      (WEIGHED.has(act) &&
        / (?:that|which) (?!both |the |our |its |in |under |neither |either |cases? |decisions? )[a-z]+ $/u.test(
          before.slice(0, match.index + 1),
        )) ||
      (!OF_FACTS.has(act) &&
        /(?<! cases?) (?:in|of|from|under|by|with) $/u.test(before.slice(0, match.index + 1)) &&
        !(ENDING.has(act) && / which /u.test(match[0])) &&
        !(act === "overrule" && WHATEVER_IN.test(before.slice(0, match.index + 1))))
    )
      return undefined;
    const subject = match[1] === undefined ? this.pronoun(match[2] ?? "", at, act) : this.place(match[1]);
    // `A purpose of that doctrine is not relevant` says nothing of what the doctrine rests upon.
    return subject?.back === true && match[1] !== undefined && before.slice(0, match.index + 1).endsWith(" of ")
      ? undefined
      : subject;
  }

  /** The second of two things said of one decision. */
  joined(before: string): Found | undefined {
    const match = JOINED_SUBJECT.exec(before);
    if (match?.[1] === undefined || / (?:in|of|from|under|by|with) $/u.test(before.slice(0, match.index + 1)))
      return undefined;
    return this.place(match[1]);
  }

  /** `Neither is applicable`: the two that were named last. */
  neither(before: string): Found | undefined {
    if (!/(?:^ | (?:[,;:“] |but |and ))(?:neither|none) (?:\S+ly )?(?:is|are|was|were) (?:\S+ly )?$/u.test(before))
      return undefined;
    const mentions = antecedents([], this.context.before, true);
    return mentions.length === 0 ? undefined : { mentions, back: true };
  }

  /** The object stands before its verb when nothing that could be one follows. */
  fronted(group: VerbGroup, after: string): Found | undefined {
    if (!/^ (?:(?:now|today|here|in this case|\S+ly) )?[.,;)]/u.test(after)) return undefined;
    const match = FRONTED.exec(group.before);
    return match?.[1] === undefined ? undefined : this.place(match[1]);
  }

  loose(before: string): Found | undefined {
    const match = LOOSE_SUBJECT.exec(before);
    return match?.[1] === undefined ? undefined : this.place(match[1]);
  }

  /** `We overruled ⟦A⟧ in ⟦B⟧`. */
  toldIn(after: string, object: Found): Found | undefined {
    const match = /^ [^⟦;:]*⟦\d+⟧ (?:\S+ ){0,2}?(?:in|by) (?:\S+ ){0,3}?⟦(\d+)⟧/u.exec(after);
    const teller = match?.[1] === undefined ? undefined : this.place(match[1]);
    return teller === undefined || sharesAuthority(teller, object) ? undefined : teller;
  }

  /** `In ⟦B⟧ the Court overruled ⟦A⟧`, `⟦B⟧ , which overruled ⟦A⟧`. */
  tellerBefore(before: string, object: Found): Found | undefined {
    const match = TELLER_BEFORE.exec(before);
    const place = match?.[1] ?? match?.[2];
    const teller = place === undefined ? undefined : this.place(place);
    return teller === undefined || sharesAuthority(teller, object) ? undefined : teller;
  }

  /** Only what ends or limits a decision's force is said of `it` without doubt that the decision is meant. */
  pronoun(word: string, at: number, act: Act): Found | undefined {
    if (!STRONG.has(act) || isWeakOfIt(this.sentence.words, at)) return undefined;
    if (word === "it" && ENDING.has(act) && LAW_BEFORE.test(this.sentence.words.slice(0, at))) return undefined;
    const leading = word === "it" ? LEADING_CLAUSE.exec(this.sentence.words.slice(0, at)) : null;
    if (leading?.[1] !== undefined) return this.place(leading[1]);
    const here = matchesOf(PLACE, this.sentence.words.slice(0, at)).map(
      (match) => this.sentence.places[Number(match[1])]?.mentions ?? [],
    );
    const only = new Set(here.flat().map(({ authority }) => authority)).size === 1;
    // `To the extent that our earlier cases implied as much they are no longer good law`.
    if (only && word !== "it" && MANY_BEFORE.test(this.sentence.words.slice(0, at))) return undefined;
    const mentions = only ? here.flat().slice(-1) : antecedents(here, this.context.before.slice(-1), word !== "it");
    return mentions.length === 0 ? undefined : { mentions, back: true };
  }

  place(number: string): Found | undefined {
    const place = this.sentence.places[Number(number)];
    return place === undefined ? undefined : { mentions: place.mentions, back: place.back };
  }

  add(
    kind: HitKind,
    act: Act,
    status: Status,
    { mentions, back }: Found,
    position: number,
    by: number | null,
    around: string,
  ): void {
    const at = this.sentence.toText(position);
    const quoted = this.context.isQuoted(at);
    const scope = / (?:to the extent|insofar|in so far|in part|so far as|only to)(?= )/u.test(around)
      ? "part"
      : "whole";
    for (const authority of new Set(mentions.map((mention) => mention.authority)))
      if (authority !== by) this.hits.push({ authority, kind, act, status, back, quoted, by, scope, at });
  }
}

/** `Asked that it be modified`, `intend to abide by it`: not every `it` that suffers so is a decision. */
function isWeakOfIt(words: string, at: number): boolean {
  return /^(?:condemn|modif|qualif|accept|abid|appl|adopt)/u.test(words.slice(at, at + 8));
}

function sharesAuthority(one: Found, other: Found): boolean {
  return one.mentions.some(({ authority }) => other.mentions.some((mention) => mention.authority === authority));
}
