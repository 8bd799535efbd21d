/** `No subsequent case has`: what follows is not done. */
export function isSaidOfNobody(before: string): boolean {
  return / no (?:\S+ ){0,2}(?:case|cases|decision|decisions|court|opinion)(?: \S+){0,6} $/u.test(before.slice(-90));
}

/** `Qualify as evidence under ⟦⟧` limits nothing, `distinguishing between the two provisions in ⟦⟧` distinguishes no decision; whether a rule is applied to the past says nothing of the rule. */
const OTHER_SENSES: readonly (readonly [verb: RegExp, after: RegExp])[] = [
  [/^qualif/u, /^ (?:as|for|under) /u],
  [/^distinguish/u, /^ (?:between|features?|factors?|characteristics?|marks?|circumstances?|elements?|facts?) /u],
  [
    /^questions?$/u,
    /^ (?:of|arising|arises?|presented|addressed|raised|decided|posed|before|whether|in|is|was|are|were|here|at|under|left) /u,
  ],
  [/^command/u, /^ (?:a |the )?(?:majority|plurality|attention|respect) /u],
  [/^appl/u, /^ (?:\S+ ){0,4}?⟦\d+⟧ (?:\S+ )?(?:retroactive|retrospective|prospective)ly /u],
];

/** What a word that is a noun as well must have before it to be a verb: somebody who does it, or a helping verb. */
const VERB_BEFORE =
  / (?:to|we|i|you|they|not|never|and|or|but|who|which|that|cannot|can|could|may|might|must|shall|should|will|would|do|does|did|some|many|others|several|[a-z]+s) (?:(?:[a-z]+ly|also|now|thus|therefore|still|even|all|both) )*$/u;
const PLURAL_BEFORE = / (?:those|these|such|the|its|his|her|their|our|no|any|some|certain|[a-z]+(?:al|ive|ary)) $/u;

/** `The jurisdictional question in ⟦⟧`, `enforced those limits in ⟦⟧`. */
export function isNounHere(verb: string, before: string): boolean {
  if (/^(?:question|doubt|limit)$/u.test(verb)) return !VERB_BEFORE.test(before);
  return /^(?:questions|doubts|limits)$/u.test(verb) && PLURAL_BEFORE.test(before);
}

export function isOtherSense(verb: string, after: string): boolean {
  return OTHER_SENSES.some(([of, behind]) => of.test(verb) && behind.test(after));
}

/** What stands behind the preposition that a verb takes; undefined when it does not stand there. */
export function afterPreposition(after: string, preposition: string): string | undefined {
  return new RegExp(`^ (?:\\S+ ){0,2}?(?:${preposition})(?= )`, "u").exec(after)?.[0] === undefined
    ? undefined
    : after.replace(new RegExp(`^ (?:\\S+ ){0,2}?(?:${preposition})(?= )`, "u"), "");
}

/** Who is said to have done it: the place of a decision, the legislature, or nobody. */
export function agentIn(after: string): string | null {
  const match =
    /^ (?:\S+ ){0,2}?(?:by|in) (?:(?:the|our|this|a|subsequent|later|recent|court|court's|s|decision|opinion|holding|in|of|congress|supreme) ){0,6}(?:⟦(\d+)⟧)?/u.exec(
      after,
    );
  if (match?.[1] !== undefined) return match[1];
  return /^ (?:\S+ ){0,2}?by (?:\S+ ){0,5}?(?:statute|congress|legislature|legislation|amendment|act|enactment|rules of|rule(?= (?:of |\d))|§|constitution|code)s?(?= )/u.test(
    after,
  )
    ? "legislature"
    : null;
}
