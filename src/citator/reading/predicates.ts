import type { Act } from "./verbs.ts";

/**
 * What a decision is said to be: `⟦⟧ is inapposite`. `denied` is what the denial of it says (`is not controlling`).
 * Adverbs may stand between.
 */
export type Predicate = readonly [act: Act, denied: Act | null, words: string];

export const PREDICATES: readonly Predicate[] = [
  [
    "distinguish",
    "support",
    "distinguishable|distinguished|inapposite|inapplicable|inapt|irrelevant|unavailing|different|dissimilar|unlike|distinct|far afield|beside the point|wide of the mark|of no (?:help|avail|assistance|moment|consequence|aid|relevance|significance)|of (?:little|limited|scant) (?:help|avail|assistance|aid|relevance|guidance|significance|value|utility)|(?:an? )?(?:\\S+ )?different (?:case|matter|situation|question|issue)|to no avail|a far cry|misplaced|another matter|unhelpful|easily distinguished|readily distinguished|(?:absent|lacking|missing|wanting) (?:here|in (?:this|the present|the instant) case)",
  ],
  [
    "govern",
    "distinguish",
    "controlling|dispositive|on point|in point|on all fours|binding|decisive|conclusive|determinative|authoritative|apposite|directly (?:on|in) point|squarely (?:on|in) point",
  ],
  [
    "support",
    "distinguish",
    "applicable|authority|precedent|a precedent|controlled|analogous|apt|germane|relevant|similar|comparable|like this|like the (?:present|instant) case|to the (?:contrary|point)|contrary|inconsistent|implicated|at issue|concerned|involved|presented|a case (?:like|where|in which)|a (?:fourth|first|fifth|sixth) amendment case",
  ],
  [
    "support",
    "distinguish",
    "instructive|persuasive|helpful|illustrative|illuminating|indistinguishable|the leading case|a leading case|compelling|consistent|in accord|well settled|settled",
  ],
  [
    "follow",
    "criticize",
    "correct|correctly decided|rightly decided|sound|well reasoned|well-reasoned|right|still good law|good law|(?:still )?the law|alive|intact|undisturbed|unimpaired|reaffirmed",
  ],
  [
    "criticize",
    null,
    "bad law|wrong|wrongly decided|incorrectly decided|wrongly reasoned|incorrect|erroneous|erroneously decided|mistaken|unsound|flawed|misguided|ill-considered|unpersuasive|unconvincing|badly reasoned|poorly reasoned|unworkable|unprincipled|an? (?:anomaly|aberration|derelict|mistake|outlier)|dictum|dicta|obiter|pure dictum|mere dictum|indefensible|out of step|egregiously wrong|(?:based|founded|grounded|predicated|premised) (?:up)?on (?:an? |the )?(?:\\S+ )?(?:misconception|misreading|misunderstanding|fiction|fallacy|(?:mistaken|erroneous|false|faulty|flawed|discredited|outmoded|outdated|untenable|unsound) (?:premise|assumption|supposition|view|notion|theory|belief|idea|concept|conception|understanding|interpretation|construction|reading|reasoning|rationale|analysis|principle|proposition|doctrine|ground|foundation|basis|footing|standard|distinction|rule|law)s?)|(?:based|founded|grounded|predicated|premised) (?:up)?on (?:an? |the )?(?:\\S+ )?(?:conception|view|understanding|premise|assumption|notion|theory) (?:[^ ⟦;:]+ ){0,6}?(?:that|which) (?:(?:\\S+ly|has|have|had|been|was|since|we|now) ){0,4}(?:(?:undervalu|underestimat|overvalu|overestimat|misconceiv|misunderst|ignor|overlook|discredit|reject|abandon|repudiat)\\S*|no longer (?:accept|hold|share)\\S*)|contrary to (?:the )?(?:text|statute|plain|weight)\\S*",
  ],
  [
    "question",
    null,
    "questionable|doubtful|suspect|dubious|open to (?:\\S+ )?(?:question|doubt)|in (?:\\S+ )?doubt|of (?:doubtful|questionable|dubious) \\S+|(?:called|drawn|brought|thrown) in(?:to)? (?:question|doubt)|weakened|undermined|eroded|discredited|shaken|impaired",
  ],
  [
    "limit",
    null,
    "limited|confined|restricted|narrow|narrowed|cabined|qualified|(?:to be )?(?:read|construed) narrowly|a narrow one",
  ],
];

/** What no longer holds of an overruled decision. */
export const GONE =
  "(?:good law|(?:the )?law|controlling|authoritative|tenable|viable|valid|sound|binding|prevails?|required|followed|be followed|of (?:any )?force|governs?|controls?|survives?|stands?|the rule|an? accurate|a correct|entitled|adhere\\S*|be regarded|regarded|be considered|be relied|persuasive|justified|apply|applies|viable)";

/** What is said of a decision with a verb of its own: `⟦⟧ has no bearing`. */
export const CLAUSES: readonly (readonly [act: Act, words: string])[] = [
  [
    "distinguish",
    "(?:has|have|had|bears?|bore) (?:\\S+ )?no (?!greater |less |more )(?:\\S+ )?(?:application|applicability|bearing|relevance|relation|pertinency|place|significance) (?:here|to|on|upon|in|where|whatever|whatsoever)|(?:has|have|had) (?:no|little) (?:\\S+ )?(?:application|applicability|bearing|relevance|pertinency)(?= [.,;])",
  ],
  [
    "distinguish",
    "(?:lends?|lent|affords?|gives?|gave|provides?|offers?|furnish(?:es)?|yields?) (?:\\S+ ){0,2}(?:no|little|scant|cold|small) (?:\\S+ )?(?:support|comfort|help|aid|assistance|solace|guidance|sustenance|warrant|basis|ground|reason)",
  ],
  ["distinguish", "(?:is|was) not (?:the present|the instant|this|our) (?:case|situation)(?= )"],
  [
    "distinguish",
    "(?:is|are|was|were) no (?:\\S+ )?(?:authority|precedent|support|help|bar|answer|obstacle|warrant) (?:for|to|here|against)|(?:does|do|did) not (?:extend (?:to|so|that)|go so far|speak to)",
  ],
  [
    "distinguish",
    "(?:stands?|is authority|are authority) for no such|(?:holds?|held|decides?|decided|says?|said|announces?|announced) (?:no such (?:thing|rule|principle)|nothing (?:of the (?:kind|sort)|to the contrary|about|as to|of))",
  ],
  [
    "criticize",
    "rest(?:s|ed) (?:up)?on (?:an? |the )?(?:\\S+ )?(?:misconception|misreading|misunderstanding|fiction|fallacy|(?:mistaken|erroneous|false|faulty|flawed|discredited|outmoded|outdated|untenable|unsound) \\S+)",
  ],
  ["limit", "(?:reach(?:es)?|goes|extends?|sweeps?) no (?:further|farther|more broadly) than"],
  [
    "question",
    "(?:has|have|had) (?:\\S+ )?lost (?:\\S+ ){0,3}(?:vitality|force|authority|significance|validity)|retains? (?:little|no|scant) (?:\\S+ )?(?:vitality|force|validity)|(?:has|have) not survived|(?:does|do|did) not survive|(?:has|have) (?:little|no) (?:continuing|further|present|remaining) (?:validity|vitality|force)|cannot be (?:\\S+ )?(?:reconciled|squared|harmonized)|(?:is|are) (?:irreconcilable|incompatible) with",
  ],
];

/** Words before a decision that say how the case at hand, or another thing, stands to it. */
export type Relation = readonly [act: Act, words: string];

export const RELATIONS: readonly Relation[] = [
  [
    "distinguish",
    "unlike|in (?:\\S+ )?contrast (?:to|with)|by contrast (?:to|with)|contrasts? (?:\\S+ )?with|different from|differs? (?:\\S+ ){0,2}from|differed (?:\\S+ ){0,2}from|distinct from|dissimilar (?:to|from)|a far cry from|far from|distinguishable from|not like|far removed from|different than|not governed by|not controlled by|not covered by|(?:outside|beyond|not within)(?= (?:[^ ⟦]+ ){0,2}⟦)|no conflict with",
  ],
  [
    "support",
    "like|as in|just as in|similar to|akin to|analogous to|comparable to|indistinguishable from|as was (?:said|held|done|true|the case) in|so held in|same as in|identical to|reminiscent of|parallels?|resembles?|reached in|case here as in",
  ],
  [
    "follow",
    "(?:controlled|governed|compelled|foreclosed|dictated|mandated|bound|guided|settled|barred|precluded) by|on the (?:authority|basis|strength) of|upon the (?:authority|basis|strength) of|for the reasons (?:stated|given|set forth|expressed) in|in (?:accordance|accord|keeping|conformity|harmony) with|consistent(?:ly)? with|in light of|following|comports? with|within the (?:rule|principle|ambit|meaning|teaching)s? of|falls? (?:\\S+ )?(?:within|under)|faithful to|pursuant to",
  ],
  [
    "rely",
    "reliance (?:up)?on|relies (?:\\S+ )?(?:up)?on|relied (?:\\S+ )?(?:up)?on|relying (?:\\S+ )?(?:up)?on|citing|cites|cite|invokes|points to|looks to",
  ],
  [
    "question",
    "(?:cast|casts|casting|threw|throws?|raises?|raised) (?:\\S+ ){0,3}(?:doubts?|questions?) (?:up)?(?:on|about|as to|concerning|over)|(?:continued|continuing) (?:vitality|validity|viability|authority|soundness|force) of|(?:doubt|doubted|doubtful|questionable|unclear|uncertain) (?:whether|if|that)(?= (?:[^ ⟦]+ ){0,5}⟦\\d+⟧ (?:survives?|survived|remains?|retains?|continues?|(?:can|could) (?:still )?stand|is (?:still )?good law))",
  ],
  [
    "disagree",
    "part(?:s|ing|ed)? (?:company|ways) with|(?:take|takes|took|taking) issue with|(?:our|this) (?:conclusion|holding|decision|view|result|ruling|opinion) (?:is |may be |is to some extent )?(?:at odds with|conflicts? with|in conflict with|contrary to|irreconcilable with|inconsistent with)|(?:unpersuaded|unconvinced|not (?:\\S+ )?(?:persuaded|convinced)) by",
  ],
  [
    "distinguish",
    "(?:(?:more|rather) (?:\\S+ly )?(?:like|akin|analogous|similar|comparable|close|closely|near|nearly|in line|in the nature|in keeping)|closer|nearer) (?:\\S+ ){0,6}than(?: (?:to|in|by|with|under|like|of))?(?: (?:that|those) (?:of|in))?|(?:by|in|of|with|under|within|like) ⟦\\d+⟧ (?:, )?(?:(?:and )?not|rather than)(?: (?:by|in|of|with|under|within|like))?|(?:differences?|distinctions?|dissimilarit(?:y|ies)) (?:\\S+ )?between (?:this|the (?:present|instant)|our|these|here)(?: \\S+){0,4} and|(?:this|here|ours) is not|(?:\\S+'s|this|our|present|instant) case is not(?= ⟦)|(?:not|never) (?:\\S+ )?(?:presented|involved|raised|considered|decided|addressed|at issue|before (?:us|the court)|discussed|argued|reached) in|there (?:was|were) no (?:\\S+ ){1,6}in",
  ],
  [
    "distinguish",
    "(?:err(?:s|ed)?|mistaken|wrong|incorrect) in (?:\\S+ ){0,2}(?:relying|reliance) (?:up)?on|misplace(?:s|d) (?:\\S+ ){0,2}reliance (?:up)?on|(?:finds?|draws?|derives?|gains?|gets?) (?:no|little|scant|cold|small) (?:\\S+ )?(?:support|comfort|help|aid|solace|guidance|sustenance|assistance) (?:in|from)|(?:no|little|scant|cold|small) (?:\\S+ )?(?:support|comfort|help|aid|solace|guidance|sustenance|assistance) (?:is |can be |may be |to be )?(?:found |drawn |derived |gained |had )?(?:in|from)",
  ],
  [
    "distinguish",
    "finds? (?:misplaced|unavailing|unpersuasive|inapposite) (?:\\S+ ){0,5}reliance (?:up)?on|finds? (?:\\S+ ){1,5}reliance (?:up)?on(?= (?:[^ ⟦]+ ){0,5}⟦\\d+⟧ (?:[^ ;:,]+ ){0,8}(?:misplaced|unavailing|unpersuasive) )|(?:distinguishable|inapposite|unavailing|inapplicable) (?:here )?(?:is|are)(?= (?:the |our )?(?:\\S+ ){0,2}⟦)|unlike (?:\\S+ ){1,4}(?:at issue|involved|presented|considered|challenged|upheld|applied|described)",
  ],
  [
    "distinguish",
    "nothing (?:\\S+ ){0,3}(?:in|about)|(?<! in | not | follow | followed | follows | under | by )(?:neither|none of)(?= (?:(?:of|the|these|those|our|cited|case|cases|two|three|four) ){0,3}⟦)(?! [^;:.]*? (?:overruled|questioned|doubted|criticized|disapproved|repudiated|rejected|reversed|disturbed|modified|inconsistent|invalid|unconstitutional|improper|unlawful) )|nor (?:do|does|did|is|are|was|were|can|has|have)|no language in|not a word in",
  ],
];
