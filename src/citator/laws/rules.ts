import type { LawTreatment } from "./model.ts";

/**
 * Words by which courts act on a provision. In the words of a sentence (`../reading/sentence.ts`) `⟪t⟫` is the provision
 * at hand, `⟪o⟫` another one, `⟦n⟧` a decision.
 */
export type LawRule = {
  readonly id: string;
  readonly treatment: LawTreatment;
  readonly words: RegExp;
  /**
   * Whose act it is: `stated` is the writer's own unless somebody else says it; `verb` follows the tense and the actor of
   * the verb in the group `verb`; `told` was done before by whomever.
   */
  readonly whose: "stated" | "verb" | "told";
  /** The words tell of an attack and answer it. */
  readonly answers?: true;
  /** What stands before the provision does not matter: `see ⟪t⟫ , held invalid by`. */
  readonly behind?: true;
};

/** `of the Voting Rights Act of 1965` */
const OF_AN_ACT =
  "(?: (?:of|in|under) (?:the|this|that|its|his|title|chapter|article)(?: [^ ;:,⟦⟪()]+){0,7}?(?: (?:act|acts|code|codes|statutes?|constitution|rules?|law|laws|charter|ordinance|regulations?|amendments?|bill|compact|treaty|convention|\\d+))(?: of \\d+)?| of \\d+| thereof)?";
const IN_PARENTHESES = "(?: \\( [^()]{0,80} \\))*";
const SUBDIVISION = "(?: ,? (?:subds?|subdivisions?|pars?|paragraphs?|cls?|clauses?) [^ ]+(?: \\( [a-z0-9]+ \\))?)?";
const LIMITED =
  "(?: ,? ?(?:as (?:so )?(?:applied|construed|interpreted|written|amended|enacted|read|implemented|administered|enforced)(?: [^ ;:,⟦]+){0,12}?|insofar as [^;:⟦⟪]{0,120}?|to the extent [^;:⟦⟪]{0,120}?|in so far as [^;:⟦⟪]{0,120}?|on its face|in its entirety|in this respect|itself|alone)(?: ,)?)?";
/** `§ 6(b)'s ban on endorsements` */
const PART = "(?: s(?! (?:is|are|was|were)) (?:[^ ;:,⟦⟪()]+ ){0,6}?[^ ;:,⟦⟪()]+)?";
/** `and subdivisions 1 (a) and 3 of § 105 of the Civil Service Law` */
const ALSO = `(?:(?: (?:subdivisions?|subsections?|paragraphs?|clauses?|parts?|sections?|of|the|and|or|both|,|\\(|\\)|\\d+|[a-z])){0,24} ⟪[to]⟫${OF_AN_ACT}){0,4}`;
const LAW = `⟪t⟫(?: \\))?${SUBDIVISION}${OF_AN_ACT}${IN_PARENTHESES}${ALSO}${PART}${OF_AN_ACT}${IN_PARENTHESES}${LIMITED}(?: ,)?`;
/** Before its name: `the provisions of`, `that portion of`. */
const OF =
  "(?:the |that |those |its |this |a |an |all |both |[a-z]+(?:'s?) )?(?:(?:[a-z“”\"-]+ ){0,4}(?:provisions?|portions?|parts?|requirements?|prohibitions?|bans?|restrictions?|limitations?|proviso|scheme|exemptions?|standard|language|classification|statute|law|ordinance|regulation|rule|act|definition|presumption) (?:\\( [^()]{0,60} \\) )?(?:of|in|contained in|codified at|at|,|found in|under|imposed by|created by) |(?:the )?(?:application of )?(?:the )?(?:[^ ;:,⟦⟪()]+ ){1,8}?(?:act|acts|code|law|statute|amendments?|ordinance|regulation|rule)(?: of (?:[a-z]+ \\d+ , )?\\d+)?(?: \\( [^()]{0,40} \\))?(?: , (?:c|ch|chapter) \\d+)?(?: ,| \\(| , \\() |(?:the |a |an )?(?:[^ ;:,⟦⟪()]+ ){1,6}?(?:contained|found|set forth|embodied) in |(?:the |a |an )?(?:[^ ;:,⟦⟪()]+ ){1,6}?(?:imposed|created|established|required|authorized) by )?";
const ADVERB = "(?:(?!not )(?:[a-z]+ly|thus|also|hence|both|so|therefore|itself|then|indeed) ){0,3}";
const UNCONSTITUTIONAL =
  "(?:unconstitutional|violative of (?:[^ ;:]+ ){0,8}?(?:amendment|clause|constitution|due process|equal protection)|repugnant to (?:[^ ;:]+ ){0,8}?(?:amendment|clause|constitution)|overbroad|(?:in )?violation of (?:[^ ;:]+ ){0,8}?(?:amendment|clause|constitution|due process|equal protection))";
const INVALID =
  "(?:invalid|void|null and void|ultra vires|unenforceable|unlawful|of no (?:force or )?effect|inoperative)";
const VAGUE =
  "(?:(?:void for |unconstitutionally |impermissibly )(?:[a-z]+ (?:and|or) )?vague(?:ness)?|void for vagueness)";
const PREEMPTED =
  "(?:(?:pre-?empted|preempted)(?! (?:state|any|all|local|such|its|these|those|common|a|the)(?= ))|displaced by federal|superseded by federal)";
const BAD: readonly (readonly [LawTreatment, string, string])[] = [
  ["void_for_vagueness", "vague", VAGUE],
  ["held_unconstitutional", "unconstitutional", UNCONSTITUTIONAL],
  ["preempted", "preempted", PREEMPTED],
  ["held_invalid", "invalid", INVALID],
];
const HOLD =
  "hold|holds|conclude|concludes|find|finds|declare|declares|adjudge|rule|rules|determine|determines|held|concluded|found|declared|ruled|adjudged|determined|holding|declaring|finding|concluding|ruling|pronounced|pronounce|deem|deemed|agree|agreed";
const LIMITS_ON_LAW =
  "(?:amendments?|clauses?|constitution|due process|equal protection|separation of powers|freedom of (?:speech|the press|religion)|free speech|powers?|authority|right to|rights|guarantees?|privilege)";
const OFFENDS =
  "violates?|offends?|contravenes?|infringes?|abridges?|transgresses|transgress|exceeds?|burdens?|impinges?|trenches";

const rule = (id: string, treatment: LawTreatment, whose: LawRule["whose"], words: string): LawRule => ({
  id,
  treatment,
  whose,
  words: new RegExp(words, "u"),
});

export const LAW_RULES: readonly LawRule[] = [
  ...BAD.flatMap(([treatment, name, words]) => [
    rule(
      `is ${name}`,
      treatment,
      "stated",
      ` ${LAW} (?:is|are) (?:not (?:[^ ;:⟪]+ ){1,6}?but (?:is |are )?(?:instead |rather )?)?${ADVERB}${words} `,
    ),
    rule(
      `must be held ${name}`,
      treatment,
      "stated",
      ` ${LAW} (?:must|should) ${ADVERB}be (?:held|declared|found|adjudged|deemed) (?:to be )?${ADVERB}${words} `,
    ),
    rule(
      `is held ${name}`,
      treatment,
      "stated",
      ` ${LAW} (?:is|are) (?:hereby |therefore |accordingly )*(?:held|declared|found|adjudged) (?:to be )?${ADVERB}${words} `,
    ),
    rule(
      `was held ${name}`,
      treatment,
      "told",
      ` ${LAW} (?:was|were|has been|have been|had been) ${ADVERB}(?:held|declared|found|ruled|adjudged|deemed|determined) (?:to be )?${ADVERB}${words} `,
    ),
    rule(
      `hold ${name}`,
      treatment,
      "verb",
      ` (?<verb>${HOLD}) (?:that )?${OF}${LAW} (?:to be |is |are |was |were )?${ADVERB}${words} `,
    ),
  ]),
  rule(
    "offends",
    "held_unconstitutional",
    "stated",
    ` ${LAW} ${ADVERB}(?:${OFFENDS}) (?:[^ ;:⟪]+ ){0,12}?${LIMITS_ON_LAW} `,
  ),
  rule(
    "hold that it offends",
    "held_unconstitutional",
    "verb",
    ` (?<verb>${HOLD}) that (?:the |that |its )?${LAW} ${ADVERB}(?:${OFFENDS}|violated|offended|contravened|infringed|abridged|exceeded) (?:[^ ;:⟪]+ ){0,12}?${LIMITS_ON_LAW} `,
  ),
  rule(
    "cannot stand",
    "held_invalid",
    "stated",
    ` ${LAW} (?:cannot (?:constitutionally )?(?:stand|be sustained|be upheld|survive(?: [^ ;:]+){0,4} (?:scrutiny|review|challenge))|must (?:fall|be (?:struck down|invalidated|set aside))|fails? (?:[^ ;:]+ ){0,4}?(?:scrutiny|this test|that test)) `,
  ),
  rule(
    "strike down",
    "held_invalid",
    "verb",
    ` (?<verb>strike down|strikes down|struck down|striking down|invalidate|invalidates|invalidated|invalidating) ${OF}${LAW} `,
  ),
  rule(
    "was struck down",
    "held_invalid",
    "told",
    ` ${LAW} (?:was|were|has been|have been|had been) ${ADVERB}(?:struck down|invalidated|nullified) `,
  ),
  rule(
    "preempts it",
    "preempted",
    "stated",
    ` (?:act|code|law|statute|erisa|§|⟪o⟫|amendment|regulations?|rule|scheme) ${ADVERB}(?:pre-?empts|preempts) ${OF}${LAW} `,
  ),
  rule("must be enjoined", "held_invalid", "stated", ` ${LAW} (?:must|should) be (?:permanently )?enjoined `),
  rule(
    "works a wrong",
    "held_unconstitutional",
    "stated",
    ` ${LAW} (?:(?:operates?|serves?) as|works?|effects?|constitutes?|amounts? to|imposes?|creates?|is) an? (?:[a-z]+ )?unconstitutional `,
  ),
  {
    ...rule(
      "which was struck down",
      "held_invalid",
      "told",
      ` ${LAW} ?, (?:which|that|(?:the|a) (?:[a-z]+ )?(?:statute|provision|law|act|section|ordinance|regulation|rule)(?: that| which)?) (?:(?:we|this court|the court|⟦\\d+⟧) (?:have |has |had )?|(?:was|were|has been|have been|had been) )?(?:[a-z]+ly )?(?:struck down|invalidated|nullified|(?:held|declared|found) (?:to be )?(?:unconstitutional|invalid)) `,
    ),
    behind: true,
  },
  {
    ...rule(
      "which was upheld",
      "upheld",
      "told",
      ` ${LAW} ?, (?:which|that|(?:the|a) (?:[a-z]+ )?(?:statute|provision|law|act|section|ordinance|regulation|rule)(?: that| which)?) (?:(?:we|this court|the court|⟦\\d+⟧) (?:have |has |had )?|(?:was|were|has been|have been|had been) )?(?:[a-z]+ly )?(?:upheld|sustained) `,
    ),
    behind: true,
  },
  {
    ...rule(
      "held valid by",
      "upheld",
      "told",
      ` ${LAW} ?, ?(?:upheld|sustained|held (?:to be )?(?:constitutional|valid)) (?:by|in|against) `,
    ),
    behind: true,
  },
  {
    ...rule(
      "held invalid by",
      "held_invalid",
      "told",
      ` ${LAW} ?, ?(?:struck down|invalidated|held (?:to be )?(?:unconstitutional|invalid)) (?:by|in) `,
    ),
    behind: true,
  },
  rule("unconstitutionally does", "held_unconstitutional", "stated", ` ${LAW} unconstitutionally (?:[a-z]+s) `),
  rule(
    "hold that it unconstitutionally does",
    "held_unconstitutional",
    "verb",
    ` (?<verb>${HOLD}) that ${OF}${LAW} unconstitutionally [a-z]+ `,
  ),
  {
    ...rule(
      "not shown to be bad",
      "upheld",
      "stated",
      ` (?:we|this court|the court) (?:[^ ;:]+ ){0,4}?(?:conclude|concludes|hold|holds|find|finds) (?:that )?(?:[^ ;:⟪]+ ){1,8}?(?:fail(?:s|ed)? to|(?:has|have) not|did not) (?:show|shown|demonstrated?|prov(?:e|ed|en)|establish(?:ed)?) (?:that )?${OF}${LAW} (?:(?:is|are|was|were|to be) ${ADVERB}(?:unconstitutional|invalid|void|vague|overbroad|pre-?empted|preempted)|violates?|takes?|impairs?|infringes?|offends?|exceeds?) `,
    ),
    answers: true,
  },
  {
    ...rule(
      "no ground to invalidate",
      "upheld",
      "stated",
      ` not (?:warrant|require|justify|compel|support) (?:the )?(?:invalidation of|invalidating) ${OF}${LAW} `,
    ),
    answers: true,
  },
  {
    ...rule(
      "the attack fails",
      "upheld",
      "stated",
      ` (?:arguments?|contentions?|claims?|challenges?|suggestions?|assertions?|submissions?|attacks?) (?:, )?(?:that|to|on|against) ${OF}${LAW} (?:[^;:⟪]{0,160} )?(?:fails? |must fail |lacks? merit |(?:is|are) (?:therefore |thus |simply |wholly |entirely )?(?:unavailing|without merit|meritless|unpersuasive|foreclosed|untenable|unsound|not well taken|rejected|without substance|unfounded) )`,
    ),
    answers: true,
  },
  rule("sever", "severed", "verb", ` (?<verb>sever|severs|severed|severing|excise|excised|excising) ${OF}${LAW} `),
  rule("is severed", "severed", "stated", ` ${LAW} (?:is|are|must be) ${ADVERB}(?:severed|excised) `),
  rule(
    "uphold",
    "upheld",
    "verb",
    ` (?<verb>uphold|upholds|upheld|upholding|sustain|sustains|sustained|sustaining) (?:the )?(?:facial )?(?:(?:constitutionality|validity|constitutional validity) of )?${OF}${LAW} `,
  ),
  rule(
    "was upheld",
    "upheld",
    "told",
    ` ${LAW} (?:was|were|has been|have been|had been) ${ADVERB}(?:upheld|sustained) `,
  ),
  rule(
    "is not bad",
    "upheld",
    "stated",
    ` ${LAW} (?:is|are) ${ADVERB}(?:not|neither|nor) ${ADVERB}(?:${[UNCONSTITUTIONAL, VAGUE, PREEMPTED, INVALID].join("|")}|vague) `,
  ),
  rule(
    "hold not bad",
    "upheld",
    "verb",
    ` (?<verb>${HOLD}) (?:that )?${OF}${LAW} (?:to be |is |are |was |were )?${ADVERB}(?:not|neither|nor) (?:to be )?${ADVERB}(?:${[UNCONSTITUTIONAL, VAGUE, PREEMPTED, INVALID].join("|")}|vague) `,
  ),
  rule(
    "does not offend",
    "upheld",
    "stated",
    ` ${LAW} (?:does|do) ${ADVERB}not ${ADVERB}(?:${OFFENDS}) (?:[^ ;:⟪]+ ){0,12}?${LIMITS_ON_LAW} `,
  ),
  rule(
    "hold that it does not offend",
    "upheld",
    "verb",
    ` (?<verb>${HOLD}) that ${OF}${LAW} (?:does|do|did) ${ADVERB}not ${ADVERB}(?:${OFFENDS}) (?:[^ ;:⟪]+ ){0,12}?${LIMITS_ON_LAW} `,
  ),
  rule(
    "is constitutional",
    "upheld",
    "stated",
    ` ${LAW} (?:is|are) ${ADVERB}(?:constitutional|valid|a valid exercise|a permissible exercise|within (?:[^ ;:]+ ){0,4}power|a constitutional exercise|a proper exercise) `,
  ),
  rule(
    "hold constitutional",
    "upheld",
    "verb",
    ` (?<verb>${HOLD}) (?:that )?${OF}${LAW} (?:to be |is |are |was |were )?${ADVERB}(?:constitutional|valid|a valid exercise|within (?:[^ ;:]+ ){0,4}power) `,
  ),
  rule(
    "survives",
    "upheld",
    "stated",
    ` ${LAW} ${ADVERB}(?:passes|survives|satisfies|withstands|meets) (?:[^ ;:⟪]+ ){0,8}?(?:scrutiny|muster|challenge|attack|test|review|standard) `,
  ),
  rule(
    "reject a challenge",
    "upheld",
    "verb",
    ` (?<verb>reject|rejects|rejected|rejecting) (?:[^ ;:⟪]+ ){0,8}?(?:challenges?|attacks?) (?:to|on|upon) ${OF}${LAW} `,
  ),
  rule(
    "hold what it means",
    "construed",
    "verb",
    ` (?<verb>hold|holds|conclude|concludes|held|concluded) that ${OF}${LAW} (?:does not |do not |did not |cannot |must |may |should )?(?:be read |be construed |be interpreted )?(?:appl(?:y|ies|ied)|requires?|required|permits?|permitted|authoriz(?:e|es|ed)|prohibits?|prohibited|bars?|barred|includes?|included|means?|meant|covers?|covered|extends?|extended|governs?|governed|imposes?|imposed|creates?|created|confers?|conferred|allows?|allowed|limits?|limited|grants?|granted|provides?|provided|to (?:require|permit|mean|apply|include)) `,
  ),
  rule(
    "construe",
    "construed",
    "verb",
    ` (?<verb>construe|construes|construed|interpret|interprets|interpreted|read|reads) ${OF}${LAW} (?:[a-z]+ly )?(?:as|to) `,
  ),
];

/** A sentence without one of these does nothing that the rules know. */
export const TRIGGER =
  /unconstitutional|constitutional|valid|void|vague|overbroad|pre-?empt|sever|exci[sz]|struck|strik|violat|offend|contraven|infring|abridg|transgress|exceed|burden|imping|trench|uphold|upheld|sustain|stand\b|fall\b|surviv|fail|scrutiny|muster|repugnant|ultra vires|unenforceable|unlawful|no effect|inoperative|displaced|superseded|\b(?:hold|holds|conclude[sd]?|held) that\b|\b(?:constru|interpret|reads?\b)|reject/iu;
