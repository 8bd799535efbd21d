import { matchesOf } from "../matches.ts";

const HELP =
  "is|are|was|were|be|been|being|has|have|had|having|do|does|did|will|would|shall|should|may|might|must|can|could|cannot|ought|need|needs|not|never|no|longer|don't|doesn't|didn't|can't|won't|wouldn't|shouldn't|isn't|aren't|wasn't|weren't|hasn't|haven't|hardly|scarcely|stand|stands|remains?|seems?|appears?|considered|regarded|deemed|treated|as|to|in no way|by no means|nor|neither";
const ADVERB =
  "(?!only |family |reply |rely |apply )[a-z]+ly|in any event|in any way|of itself|by itself|in effect|in substance|sub silentio|for all practical purposes|now|hereby|today|therefore|thus|here|also|too|itself|still|again|henceforth|once|more|already|long|since|ever|far|so|most|all|indeed|however|then|perhaps|both|just|quite|very|either|instead|in part|at most|to that extent|as such|of course|in fact|in terms|(?<= be (?:, )?)and (?:it(?= is )|they(?= are ))|and(?= (?:is|are|now|hereby|therefore|so|to that extent|accordingly) )|,";
export const GROUP = new RegExp(`(?: (?:${HELP}|${ADVERB}))* $`, "u");

const DENIAL =
  /(?<! if) (?:not|never|cannot|can't|don't|doesn't|didn't|won't|wouldn't|shouldn't|isn't|aren't|wasn't|weren't|hasn't|haven't|hardly|scarcely|nor|neither|in no way|by no means) (?!only |merely |simply |just )/u;
/** Nobody does it: `no subsequent case has`. */
const NOBODY =
  / (?:no(?! (?:hesitation|choice|alternative|option) )|none|neither|nothing(?! (?:(?:more|less|other) than|but) )|nobody) (?:\S+ ){0,2}?(?:case|cases|decision|decisions|court|courts|opinion|authority|member|of (?:them|these|those|our|the) \S+|in (?:that|the|our|this) \S+)? ?(?:(?!that |which |who |but |and |whether |if |, (?:the|we|i|it|this|a|an|our) )\S+ ){0,6}$/u;
/** Words that deny what the infinitive, or the gerund, behind them says. */
const DENIES =
  / (?:refrain\S* from|inappropriate|insufficient|wrong to read \S+ as|absent|unpersuaded|(?:declin\S+|refus\S+|reject\S*|resist\S*) (?:\S+ ){1,3}?(?:invitation|request|suggestion|plea|call|temptation|urging)s?|(?<! (?:not|never) )(?:declin|refus)\S+|unwilling|unnecessary|(?<! no | not )hesitat\S+|reluctan\S+|loath|unable|disagree\S*|(?:cannot|can not|could not) (?:agree|accept|believe|think|say|hold|find|conclude)|fail\S*|forbear|(?:no|any|little|neither|nor) (?:\S+ ){0,2}?(?:need|occasion|reason|cause|warrant|intention|purpose|basis|grounds?|way|intent|desire|call|doubt)|not (?:\S+ ){0,2}(?:necessary|prepared|suffic\S+|enough|inclined|disposed|need|persuaded|required|compelled|bound|free|purport|propose|intend|mean|ask\S*|appropriate|wish|right|so|attempt|seek\S*|suggest\S*|think|believe|agree|accept|concede|persuaded|convinced)|without|rather than|instead of|short of|far from|avoid\S*|stop\S* short|cannot|can not) (?:for |of |on which |upon which |us |it |that |the court |this court |the majority )?(?:\S+ )?$/u;
/** `Did not question or`: the second verb is denied with the first. */
const JOINED_DENIAL = / (?:did|do|does|would|could|can|will|shall|should|need) not (?:\S+ ){1,3}or (?:\S+ )?$/u;
/** Words that make the infinitive behind them somebody's wish, or a possibility. */
const ASKS =
  / (?:ask\S*|called (?:up)?on|instruct\S*|direct(?:ed|s|ing)|ordered|urg\S+|invit\S+|request\S*|seek\S*|sought|want\S*|suggest\S*|tempt\S*|would have|would|could|might|may|argu\S+|free|power|authority|order|able|ability|unless|if|whether|lest|as if|as though|need|attempt\S*|try|tries|tried|trying|possible|open|opportunity|proposal|proposes|wish\S*|effort\S*|trying|appears?|seems?|purports?|taken|thought|said|intended|meant|likely|difficult|difficulty|hard|easy|easier|harder) (?:\S+ ){0,3}$/u;

/** `No reason why ⟦⟧ cannot be applied`: denied twice. */
const NO_REASON_NOT =
  / (?:no|little|any|nor|hardly any) (?:\S+ ){0,2}(?:reason|basis|ground|cause|doubt) (?:why|for which|that|to think|to believe) [^,;:]*$/u;
/** `Any failure to apply ⟦⟧`: somebody's, and of no refusal. */
const FAILURE = / (?:any|the|a|his|her|their|its|such|that|this|'s) (?:[^ ;:,]+ )?failure (?:[^ ;:,]+ ){0,4}$/u;
/** `Had ⟦⟧ been`: a condition. */
const INVERTED = /^ (?:\S+ , )?(?:had|should) ⟦\d+⟧ $| (?:,|;|and|but|for) (?:had|should) ⟦\d+⟧ $/u;
/** `Even assuming that ⟦⟧`. */
const ASSUMED = / (?:assuming|supposing) (?:, )?(?:arguendo |without deciding )?(?:, )?(?:that )?(?:[^ ,;]+ ){0,8}$/u;
/** `We fail to see how ⟦⟧`. */
const NOT_SEEN =
  / (?:fail\S* to|unable to|cannot|can not|do not|did not|difficult to|hard to) (?:see|understand|perceive|discern) (?:how|why) (?:[^ ,;]+ ){0,8}$/u;
/** `Were we to`, `were ⟦⟧ to be`. */
const WERE_WE = / were (?:we|i|it|they|this court|the court|a court|⟦\d+⟧) $/u;
/** `If ⟦⟧ is to the contrary , it`: only how far it goes is left open, and not whether the court acts. */
const CONFLICT_SUPPOSED =
  /(?= , (?:it|they|that decision) $)(?<= if [^,;:]* (?:contrary|inconsistent|otherwise|conflicts?|opposed|differently)(?: [^,;:]+)?)/u;

/**
 * What stands around a verb: helping verbs, adverbs, denial, and who is asked or made to do it. Most verbs take no
 * decision, so each thing is looked for when it is first asked about.
 */
export class VerbGroup {
  /** All that stands before the group. */
  readonly before: string;
  readonly #group: string;
  readonly isInfinitive: boolean;
  #clause: string | undefined;
  #isDenied: boolean | undefined;
  #isAsked: boolean | undefined;

  /** The group that ends `before`, right before a verb; `before` ends with a space. */
  constructor(before: string) {
    const group = groupBefore(before);
    this.#group = group;
    this.before = before.slice(0, before.length - group.length + 1);
    this.isInfinitive = / to (?:\S+ )?$/u.test(group);
  }

  /** The clause before the group, from the last strong break on. */
  get clause(): string {
    this.#clause ??= clauseOf(this.before);
    return this.#clause;
  }

  get isPassive(): boolean {
    const helping = this.isInfinitive ? this.#group.slice(this.#group.lastIndexOf(" to ") + 3) : this.#group;
    return / (?:is|are|was|were|be|been|being|stands?|remains?) /u.test(helping);
  }

  get isDenied(): boolean {
    this.#isDenied ??= this.#findsDenial();
    return this.#isDenied;
  }

  /** Somebody is asked to, or it is said what would be needed to. */
  get isAsked(): boolean {
    this.#isAsked ??= this.#findsAsking();
    return this.#isAsked;
  }

  /** `would`, `could`, `might`: weighed and not done. */
  get isPossible(): boolean {
    return / (?:would|could|might|may) /u.test(this.#group);
  }

  /** `should`, `must`: said to be due. `It should be and now is overruled` is done. */
  get isDue(): boolean {
    return (
      / (?:should|must|ought|has to|have to|will|shall|can) /u.test(this.#group) &&
      !/ and (?:\S+ ){0,3}(?:is|are) /u.test(this.#group)
    );
  }

  /** `have`, `has`. */
  get isPerfect(): boolean {
    return / (?:has|have|had|having) /u.test(this.#group);
  }

  get isPast(): boolean {
    return / (?:was|were|had|did|didn't|wasn't|weren't) /u.test(this.#group);
  }

  get isNoLonger(): boolean {
    return this.#group.includes(" no longer ");
  }

  get isNow(): boolean {
    return / (?:now|today|hereby) /u.test(this.#group);
  }

  #findsDenial(): boolean {
    const { before, clause, isInfinitive } = this;
    const denies = DENIAL.test(this.#group);
    return (
      (denies && !NO_REASON_NOT.test(clause)) ||
      JOINED_DENIAL.test(before) ||
      (NOBODY.test(clause) && !(denies && NO_REASON_NOT.test(clause))) ||
      (isInfinitive && DENIES.test(before) && !FAILURE.test(before)) ||
      (DENIES.test(before.slice(-60)) && !(isInfinitive && FAILURE.test(before))) ||
      NOT_SEEN.test(clause)
    );
  }

  #findsAsking(): boolean {
    const { before, clause, isInfinitive } = this;
    return (
      (isInfinitive && (ASKS.test(before) || WERE_WE.test(before) || FAILURE.test(before))) ||
      INVERTED.test(before) ||
      ASSUMED.test(clause) ||
      (/ (?:if|whether|unless) (?:\S+ ){0,8}$/u.test(clause.slice(-80)) && !CONFLICT_SUPPOSED.test(clause))
    );
  }
}

/** As long as most groups are with room to spare, and longer than any words of a group that belong together. */
const TAIL_CHARS = 160;
const TOGETHER_CHARS = 40;

/**
 * The longest run of words of a group that ends `before`. Any part of such a run is one too, up to words that belong
 * together; so a run that is found well inside the end of the text does not begin before it.
 */
export function groupBefore(before: string): string {
  const tail = before.slice(-TAIL_CHARS);
  const found = GROUP.exec(tail);
  if (found !== null && (found.index > TOGETHER_CHARS || tail.length === before.length)) return found[0];
  return GROUP.exec(before)?.[0] ?? " ";
}

const BREAK = / (?:;|:|—|–|\(|“|”|"|\?) /gu;

/** What stands after the last break that ends a clause. */
export function clauseOf(words: string): string {
  let cut = 0;
  for (const match of matchesOf(BREAK, words)) cut = match.index + match[0].length - 1;
  return words.slice(cut);
}
