/** `No subsequent case has`: what follows is not done. */
export function isSaidOfNobody(before: string): boolean {
  return / no (?:\S+ ){0,2}(?:case|cases|decision|decisions|court|opinion)(?: \S+){0,6} $/u.test(before.slice(-90));
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
  return /^ (?:\S+ ){0,2}?by (?:\S+ ){0,5}?(?:statute|congress|legislature|legislation|amendment|act|enactment|rules of|§|constitution|code)s?(?= )/u.test(
    after,
  )
    ? "legislature"
    : null;
}
