import { GONE, PREDICATES, CLAUSES, RELATIONS } from "./predicates.ts";

/** The shapes in which verbs take decisions, and what is said of them, as expressions over the words of a sentence. */

/** What follows an article is no verb: `the narrow ⟦⟧ rule`. */
export const ADJECTIVE_BEFORE = / (?:the|a|an|this|that|its|our|their|his|such|any|no|in|of|with|under) (?:\S+ly )?$/u;
/** `The same question`, `little doubt`: a noun that looks like a verb. */
export const NOUN_BEFORE =
  / (?:same|precise|exact|only|little|much|some|every|each|without|beyond|more|first|second|third|further|very|central|narrow|broad|whole|present|sole|real|federal|constitutional|legal|serious|substantial|grave|reasonable|ultimate|different|difficult|open|another|one|what) $/u;
/** `This qualifying language`: a gerund that is pointed at is an adjective. */
export const POINTED_AT = / (?:this|that|these|those|such|any) $/u;

/** A clause of our own: it opens the sentence, or a comma, `and` or `but` parts it from what others say. */
export const OWN_CLAUSE =
  /(?:^|[,;:—”"] (?:and |but |so |therefore |thus |accordingly |that )?| (?:and|but|so|hence) )(?:\S+ )?(?:we|i|this court)(?: [a-z]+ly)? $/u;

/** What a run of words between a verb and its object may not hold. */
const STOPS =
  "that|which|who|whom|whose|because|see|if|when|where|while|is|are|was|were|be|been|has|have|had|but|to|it|we|they|he|she|would|will|than|so|since|although|though|how|why|whether|\\.|;|:|\\(|\\)|—|–|\\?";
const FREE = `(?:(?!(?:${STOPS}) )[^ ⟦]+ )`;
export const NEAR_OBJECT =
  /^ (?:(?:the|our|its|in|of|panel|court's|decision|order) ){0,4}(?:⟦(\d+)⟧|(it|them)(?= [.;,)]))/u;
/** `His ⟦⟧ claim`, `a ⟦⟧ violation`: the decision's name stands for what it is about. */
export const ATTRIBUTE =
  /^ (?:[^ ⟦]+ ){0,4}⟦\d+⟧ (?:s )?(?:and [^ ]+ )?(?:claims?|rights?|warnings?|waivers?|violations?|motions?|hearings?|errors?|arguments?|assertions?|contentions?|suggestions?|requests?|allegations?|objections?|challenges?|issues?|problems?|material) /u;
/** `Quoting ⟦⟧ , overruled on other grounds by ⟦⟧`: what follows did it and suffers nothing. */
export const DONE_BY = /^ (?:(?:,|in|on|part|other|another|different|unrelated|grounds?|sub|nom|as) )*by ⟦/u;
/** `In ⟦⟧ , the Court`, `⟦⟧ , which`: the decision that did what the verb says. */
export const TELLER_BEFORE =
  / in ⟦(\d+)⟧ (?:, )?(?:we|(?:the|this) (?:supreme )?court|court) (?:\S+ly )?$| ⟦(\d+)⟧ (?:, )?which (?:\S+ly )?$/u;
export const FAR_OBJECT = new RegExp(`^ (?!, |by )${FREE}{0,16}?⟦(\\d+)⟧`, "u");
export const OBJECT = new RegExp(
  `^ (?!, |by )${FREE}{0,7}?⟦(\\d+)⟧|^ (?:(?:now|today|both) )?(it|them|both)(?= [.;,)]| (?:to|insofar|in|as|and|today|here|on) )`,
  "u",
);
/** What may stand between a decision and what is said of it: an aside between commas, or how far it is meant. */
const BETWEEN =
  "(?: (?:,|–|—|\\()(?: [^ ⟦;:]+){0,14} (?:,|–|—|\\))| , (?:as|later|like|unlike|following|despite|notwithstanding)(?: [^ ⟦;:,]+){0,8} ⟦\\d+⟧(?: ,)?|(?: ,)? (?:cited|relied (?:up)?on|invoked|urged|pressed)(?: (?:here|below|up))?(?: (?:by|in|on|upon)(?: [^ ⟦;:,]+){1,6})?)?(?:(?: ,)? (?:so far as|in so far as|insofar as|to the extent|to whatever extent|as far as)(?: [^ ⟦;:]+){1,20}?(?: ,)?)?";
/**
 * What a verb takes instead of the decision behind it: something that came after or under it, or what somebody asks for
 * or makes of it (`we reject the argument from ⟦⟧`, `accept pleas for the deference described in ⟦⟧`), or where it was done (`what we
 * disavowed in ⟦⟧`).
 */
export const TAKES_OTHER =
  /^ (?:them|him|her|us) (?:for|in|as|on|because|under|by) | (?:in (?:the )?light of|pursuant to|in accordance with|on the (?:authority|basis|strength) of|for the reasons (?:\S+ )?(?:given|stated|set forth|set out|elucidated|expressed|explained) in) (?:[^ ⟦]+ ){0,3}⟦\d+⟧$|^ (?:[^ ⟦,]+ )*(?!case |cases |decisions? |holdings? |precedents? |opinions? |rulings? |rule |authorit(?:y|ies) |now |today |here |also |too |then |however |therefore |[a-z]+ly )[^ ⟦,]+ , ⟦\d+⟧$| (?:overruling|rejecting|distinguishing|following|applying|affirming|reversing|limiting|interpreting|construing|extending) (?:[^ ⟦]+ ){0,3}⟦\d+⟧$|^ (?:[a-z]+ly )?in ⟦\d+⟧$| (?:after|before|until|despite|without|against|like|through) ⟦\d+⟧$| (?:inconsistent|consistent|conflict(?:ing)?|odds|contrary) (?:with|to) (?:(?:the|our|its|of|in|rule|holding|decision|opinion) ){0,4}⟦\d+⟧$| (?:arguments?|contentions?|suggestions?|claims?|theor(?:y|ies)|positions?|assertions?|pleas?|readings?|interpretations?|constructions?|characterizations?|reliance|attempts?|invitations?|requests?|motions?|petitions?) (?:[^ ⟦]+ )*⟦\d+⟧$/u;
/** `Limit his exposure in the ⟦⟧ case`. */
export const RISKS = / (?:exposure|liability|damages|recovery) (?:[^ ⟦]+ )*⟦\d+⟧$/u;
/** `Disagree with the court below on the ⟦⟧ point`. */
export const OF_OTHERS =
  / (?:court|courts|judge|panel|dissent|majority|plurality|petitioners?|respondents?|appellants?|appellees?|plaintiffs?|defendants?|government|state|parties) (?:below )?(?:on|about|regarding|concerning|as|under|with) (?:[^ ⟦]+ )*⟦\d+⟧$/u;
/** A mark right before a verb group. */
export const SUBJECT = new RegExp(
  ` (?:⟦(\\d+)⟧|(it|they|both|each|neither|none))${BETWEEN}(?: (?:which|that|itself|themselves|too|also|all|both|,|thus|therefore|each|clearly|plainly|simply|likewise|decision|case|cases|decisions|s|to the contrary|and (?:its progeny|(?:the )?(?:like|similar|other) (?:cases|decisions))))* $`,
  "u",
);
/** `Binding by force of ⟦⟧ , the Act is the law that , under § 2 , is superseded`: another subject stands between. */
export const SAID_BETWEEN =
  /⟧ , (?!which |that |who |if |as |though |although |while |when |so |in so |insofar |to the )[^⟦]* (?:is|are|was|were) /u;
/** `⟦⟧ was wrongly decided and should be`: one decision with two things said of it. */
export const JOINED_SUBJECT =
  / ⟦(\d+)⟧ (?:is|are|was|were|has|have|had|must|should|cannot|can|does|do|did|conflicts?|rests?|stands?|seems?|appears?|arose|involved|concerned|dealt|turned|came|construed|addressed|rested)(?: (?!that |which |who |when |where |while )[^ ⟦;:]+){1,14}? (?:, )?(?:and|but)(?: (?:is|are|was|were|be|been|must|should|ought|to|therefore|hereby|now|accordingly|thus|cannot|can|no|longer|not|will|has|have|may|,))* $/u;
/** `Anything to the contrary in ⟦⟧`: what is said of it is said of the decision as far as it goes. */
export const WHATEVER_IN =
  / (?:anything|whatever|any|all|such|contrary|language|statements?|expressions?|dict(?:a|um)|implications?|intimations?|suggestions?|holdings?|decisions?|cases?|what)(?: [^ ⟦;:]+){0,8} in $/u;
/** `So far as ⟦⟧ approved ⟦⟧ , it`: the pronoun stands for the subject of the clause that leads. */
export const LEADING_CLAUSE =
  /^ (?:so far as|in so far as|insofar as|to the extent(?: that)?|because|since|although|though|if) (?:the case of )?⟦(\d+)⟧ [a-z][^;:]* , it (?:[a-z]+ )*$/u;
/** `Both are overruled`: the word that stands for two decisions, where it begins a verb's group. */
export const BOTH_BEFORE = /^ (?:, )?both (?:is|are|was|were|must|should|have|has) /u;
/** The same with words between that say what of the decision is meant, or whom it concerned. */
export const LOOSE_SUBJECT = / ⟦(\d+)⟧ (?:[^ ⟦;:]+ ){0,24}$/u;
/** `⟦⟧ which we today reject`, `the reasoning of ⟦⟧ , not yet repudiated , we repudiate now`. */
export const FRONTED =
  / ⟦(\d+)⟧ (?!(?:[^ ⟦;:,]+ ){0,6}(?:require|mean|hold|say|suggest|follow|show|establish|teach|held|said|find|found|conclud|provid|demand|dictat|stat)\S* that )(?:[^ ⟦;:]+ ){0,16}?(?:which|that|,) (?:we|the court|this court) $/u;

export const PLACE = /⟦(\d+)⟧/gu;

export const PREDICATE_SHAPES = PREDICATES.map(
  ([act, denied, words]) => [act, denied, new RegExp(` (?:${words})(?= )`, "gu")] as const,
);
export const NO_LONGER = new RegExp(
  ` (?:must (?:now |therefore |at last )?(?:give way|yield)|no longer (?:to be )?(?:\\S+ ){0,3}?${GONE}|(?:stand|prevail|survive|govern|control) no longer|cannot (?:stand(?! (?:for|or|alone|and|to))|survive)|not (?:to )?(?:be )?(?:regarded|considered|treated|followed|viewed|taken) as (?:\\S+ )?(?:controlling|authority|authoritative|precedent|good law|binding|sound|the law))(?= )`,
  "gu",
);
export const RELATION_SHAPES = RELATIONS.map(
  ([act, words]) =>
    [
      act,
      new RegExp(
        ` (?:${words}) (?:${FREE}{0,2}(?:that|those|the one) (?!(?:is|are|was|were) ))?${FREE}{0,5}?⟦(\\d+)⟧`,
        "gu",
      ),
    ] as const,
);
export const CLAUSE_SHAPES = CLAUSES.map(([act, words]) => [act, new RegExp(` (?:${words})(?= )`, "gu")] as const);
