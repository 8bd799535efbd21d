import type { Citation } from "#citations/model.ts";
import type { TextSpan } from "../model.ts";
import { isFoundBefore, isSaidByOthers, isSaidByUs } from "../reading/actors.ts";
import { moodBefore } from "../reading/moods.ts";
import { wordsOf } from "../reading/sentence.ts";
import { tokensOf } from "../reading/tokens.ts";
import type { Section } from "../voices.ts";
import { lawMentions } from "./mentions.ts";
import type { LawMention } from "./mentions.ts";
import { LAW_TREATMENTS } from "./model.ts";
import type { LawReading, LawTreatment } from "./model.ts";
import { LAW_RULES, TRIGGER } from "./rules.ts";
import type { LawRule } from "./rules.ts";

/** Longer sentences are lists of authorities. */
const SENTENCE_CHARS_MAX = 1500;

/** What the court's own words in an opinion do to each provision that it names, the gravest of each provision. */
export function lawTreatments(
  text: string,
  citations: readonly Citation[],
  sentences: readonly TextSpan[],
  sections: readonly Section[],
): ReadonlyMap<string, LawReading> {
  const mentions = lawMentions(text, citations);
  const strongest = new Map<string, LawReading>();
  if (!mentions.some(({ keys }) => keys.length > 0)) return strongest;
  const cases = citations.filter(
    ({ kind }) => kind === "case" || kind === "short" || kind === "supra" || kind === "id",
  );
  for (const sentence of sentences) {
    if (sentence.end - sentence.start > SENTENCE_CHARS_MAX) continue;
    const inside = mentions.filter(({ span }) => span.start >= sentence.start && span.start < sentence.end);
    if (!inside.some(({ keys }) => keys.length > 0)) continue;
    if (!TRIGGER.test(text.slice(sentence.start, sentence.end))) continue;
    const voice = sections.findLast(({ start }) => start <= sentence.start)?.voice ?? "court";
    if (voice !== "court") continue;
    const named = cases.flatMap(({ fullSpan, span }) =>
      fullSpan.start >= sentence.start && fullSpan.start < sentence.end
        ? [{ start: fullSpan.start, end: span.end }]
        : [],
    );
    for (const reading of readSentence(text, sentence, inside, named)) {
      const known = strongest.get(reading.key);
      if (known === undefined || isGraver(reading, known)) strongest.set(reading.key, reading);
    }
  }
  return strongest;
}

function isGraver(one: LawReading, other: LawReading): boolean {
  if (one.own !== other.own) return one.own;
  return LAW_TREATMENTS.indexOf(one.treatment) < LAW_TREATMENTS.indexOf(other.treatment);
}

function readSentence(
  text: string,
  sentence: TextSpan,
  laws: readonly LawMention[],
  cases: readonly TextSpan[],
): LawReading[] {
  const spans = [...laws.map(({ span }) => span), ...cases].toSorted((one, other) => one.start - other.start);
  const apart = spans.filter((span, at) => at === 0 || span.start >= (spans[at - 1]?.end ?? 0));
  const marks = apart.map((span, authority) => ({ span, authority, form: "citation" as const }));
  const { words, places } = wordsOf(tokensOf(text, sentence, marks));
  const keys = [...new Set(laws.flatMap((law) => law.keys))];
  return keys.flatMap((key) => {
    const masked = words.replace(/⟦(\d+)⟧/gu, (mark, number: string) => {
      const start = places[Number(number)]?.mentions[0]?.span.start;
      const law = laws.find(({ span }) => span.start === start);
      if (law === undefined) return mark;
      return law.keys.includes(key) ? "⟪t⟫" : "⟪o⟫";
    });
    return LAW_RULES.flatMap((rule) => {
      const read = apply(rule, masked);
      return read === null ? [] : [{ key, ...read, rule: rule.id, sentence }];
    });
  });
}

/** What a rule reads in a sentence; null where it does not fire, or what it reads is not meant. */
export function apply(
  rule: LawRule,
  words: string,
): { readonly treatment: LawTreatment; readonly own: boolean } | null {
  const match = rule.words.exec(words);
  if (match === null || words.endsWith(" ? ")) return null;
  const verb = match.groups?.["verb"];
  const before = words.slice(0, match.index + 1);
  if (verb === undefined && rule.behind !== true && BEHIND_PREPOSITION.test(before)) return null;
  if (rule.answers) return { treatment: rule.treatment, own: true };
  if (isNotMeant(before) || (verb?.endsWith("ing") === true && !PARTICIPLE.test(before))) return null;
  const own = whose(rule, verb, before);
  if (own === null || (!own && (rule.treatment === "construed" || UNDONE_NOW.test(words)))) return null;
  const end = match.index + match[0].length;
  return { treatment: asApplied(rule.treatment, `${match[0]}${words.slice(end, end + AS_APPLIED_CHARS)}`), own };
}

/** `Application of the rule to ⟪t⟫ is not preempted`: the provision is not what is spoken of. */
const BEHIND_PREPOSITION =
  / (?:to|under|with|from|against|for|at|than|like|(?<! (?:provisions?|portions?|parts?|requirements?|prohibitions?|bans?|restrictions?|limitations?|proviso|scheme|exemptions?|standards?|language|clauses?|terms?|definition|presumption|subsections?|paragraphs?|validity|operation) )of|into|upon|per|see|violat(?:ing|es?|ed)|applying|enforcing|challenging|because|(?<!(?:imposed|created|contained|found|authorized|established|required|provided|set) )(?:by|in)) (?:the |both |either )?$/u;
/** `( upholding`, `reversed , holding`: of whom is told; `no basis for upholding` does nothing. */
const PARTICIPLE =
  / (?:\(|,|and|;|court|decision|judgment|opinion|⟦\d+⟧) (?:[a-z]+ly )?$| (?:decisions?|judgments?|orders?|opinions?|courts?) (?:[^ ;:,]+ ){0,10}$/u;
/** What another court held, and this one takes away again. */
const UNDONE_NOW =
  / (?:revers(?:e|es|ed|ing)|vacat(?:e|es|ed|ing)|overrul(?:e|es|ed|ing)) (?:[^ ;:]+ ){0,10}?(?:judgment|ruling|decision|determination|holding|conclusion|finding|order)s? (?:[^ ;:]+ ){0,4}?(?:that|holding) | (?:is|are|was|were) (?:reversed|vacated|overruled) (?:[^;:]{0,40} )?\. $/u;
const AS_APPLIED_CHARS = 30;

function asApplied(treatment: LawTreatment, words: string): LawTreatment {
  const isApplied =
    treatment === "held_unconstitutional" && / (?:as (?:so )?applied|insofar as|to the extent) /u.test(words);
  return isApplied ? "held_unconstitutional_as_applied" : treatment;
}

const SUPPOSED =
  / (?:whether|if|unless|until|assuming|suppose|supposing|lest) (?:[^;:]{0,160} )?$|(?:^| (?:even|,)) (?:were|had) [^;:]{0,160} $/u;
const UNDONE =
  / (?:not|never|nor|neither|without|cannot|rather than|instead of|far from|no|declin\S+|refus\S+|ask\S*|urg\S+|seek\S*|sought|invit\S+|argu\S+|want\S*|mov\S+|attempt\S*|tries|trying|occasion|need|reason|basis|power|authority|jurisdiction|order|judgment) (?:to )?(?:[a-z]+ly )?$/u;
const MODAL =
  / (?:would|could|might|may|should|can|shall|will) (?:[a-z]+ )?$| (?:would|could|might|should) have (?:[^ ;:]+ ){0,14}(?:and|or) $/u;
const DISPUTED =
  / (?:challeng\S*|(?<!court of )claim\S*|argument\S*|contention\S*|contend\S*|argu\S+|assert\S*|alleg\S+|attack\S*|suggest\S*|urg\S+|maintain\S*|insist\S*|question\S*|ask\S*|declaration|declaratory|injunction|complaint|theory|position|belief|believ\S+|ground|grounds|notion|burden|prov(?:e|ing)|show(?:ing)?|according to|objection|proposition|plea|motion|seek\S*|relief|submi\S+|protest\S*|debate|doubt\S*|fear|concern\S*|view) (?:[^;:]{0,240} )?$/u;
const OURS = / (?:we|this court) (?:[^ ;:]+ ){0,6}$/u;
/** `Has not shown that`, `failed to establish that`. */
const NOT_SHOWN =
  / (?:(?:not|never|cannot|nor|neither) (?:[a-z]+ ){0,2}|fail\S* to )(?:show\S*|demonstrat\S*|prov\S+|establish\S*|persuade\S*|convince\S*|carr\S+|met|say|mean|suggest|impl\S+|follow|hold|held|find|found|conclude\S*|decide\S*|determine\S*|believe|think|agree) (?:[^;:]{0,120} )?$/u;
/** Who does it stands right before the verb. */
const RIGHT_BEFORE =
  / (?:we|this court|the court|⟦\d+⟧) (?:(?:have|has|had|also|then|thus|now|therefore|[a-z]+ly) ){0,3}$/u;
const BY_ME = / i (?:[^ ;:]+ ){0,6}$/u;

/** Is what follows these words only argued, asked, supposed or denied? */
function isNotMeant(before: string): boolean {
  const ours = isSaidByUs(before) || RIGHT_BEFORE.test(before);
  if (UNDONE.test(before) || MODAL.test(before) || NOT_SHOWN.test(before) || BY_ME.test(before)) return true;
  if (moodBefore(before) !== null) return true;
  if (ours) return false;
  return SUPPOSED.test(before) || DISPUTED.test(before);
}

const PRESENT =
  /^(?:hold|holds|conclude|concludes|find|finds|declare|declares|adjudge|rule|rules|determine|determines|pronounce|deem|agree|strike down|strikes down|invalidate|invalidates|sever|severs|excise|uphold|upholds|sustain|sustains|reject|rejects|construe|construes|interpret|interprets|read|reads)$/u;
const COMPELLED = / (?:constrained|compelled|obliged|required|bound|forced) to $/u;
const OTHER_COURT =
  / (?:court of (?:[a-z]+ )?appeals?|district court|district judge|trial court|trial judge|circuit|circuits|courts? below|lower courts?|state courts?|superior court|appellate division|\S+ supreme court|supreme court of \S+|other courts|some courts|several courts|many courts|most courts|courts) (?:[^;:]{0,120} )?$/u;

/** `We hold only that`, with nobody else's word behind it. */
const NOW =
  / (?:we|this court) (?:[a-z]+ ){0,3}?(?:hold|conclude|find|declare|determine) (?:(?!h[eo]ld |concluded |found |ruled |decision |argu|contend)[^ ;:]+ ){0,40}$/u;
/** `We have already held that` */
const HELD_BEFORE =
  / (?:we|i|court|decisions?|cases) (?:have|has|had) (?:[a-z]+ ){0,3}(?:held|concluded|found|ruled|determined|decided|said|upheld|rejected) (?:[^;:]{0,80} )?$/u;
/** `The Tenth Circuit's decision that`, `it went on to hold that`, `reversed , holding that` */
const OF_OTHERS =
  / (?:(?<! our | this court s )(?:decisions?|rulings?|judgments?|determinations?|conclusions?|findings?|opinions?|orders?|holdings?) (?:[^ ;:]+ ){0,4}?that|it (?:[a-z]+ ){0,4}?(?:hold|held|find|found|conclude|concluded|rule|ruled) (?:[^ ;:]+ ){0,3}?that|, (?:[a-z]+ly )?(?:holding|finding|concluding|ruling|declaring)(?: that)?|and (?:holding|finding|concluding|ruling|declaring)(?: that)?|(?:courts?|we|it|majority|panel|⟦\d+⟧) (?:[a-z]+ly |also |then |further )?(?:held|concluded|found|ruled|determined|declared)(?: that)?) (?:[^ ;:]+ ){0,6}?$/u;
const AGREED = / (?:we|this court) (?:[a-z]+ )?(?:agree|concur) with (?:[^;:]{1,80} )that (?:[^;:]{0,60} )?$/u;

/** True for the writer's own act, false for one that is told, null for neither. */
function whose(rule: LawRule, verb: string | undefined, before: string): boolean | null {
  if (rule.whose === "stated" && NOW.test(before)) return true;
  if (HELD_BEFORE.test(before)) return false;
  if (AGREED.test(before)) return true;
  if (OF_OTHERS.test(before)) return false;
  if (isSaidByOthers(before)) return OTHER_COURT.test(before) ? false : null;
  if (isFoundBefore(before)) return false;
  if (rule.whose === "told") return false;
  if (rule.whose === "stated") return !OTHER_COURT.test(before) || isSaidByUs(before);
  if (verb === undefined) return null;
  if (OTHER_COURT.test(before) && !OURS.test(before)) return false;
  if (/ (?:to) $/u.test(before)) return COMPELLED.test(before) ? true : null;
  if (!PRESENT.test(verb)) return false;
  if (OURS.test(before)) return true;
  return rule.treatment !== "construed" &&
    / (?:the court|court|and|therefore|accordingly) (?:[a-z]+ly )?$/u.test(before)
    ? true
    : null;
}
