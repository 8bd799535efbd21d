import type { Mention } from "./model.ts";

/** `Alder v. Birch, the companion case to` or `Alder v. Birch, decided together with`, right before another case. */
const COMPANION =
  /((?:[A-Z][\w.'’&-]*(?: (?:of|the|and|&|ex rel\.))? ){1,5}vs?\. [A-Z][\w.'’&-]*(?: [A-Z][\w.'’&-]*){0,3}),? \(?(?:(?:the|a|its) companion(?: case)? (?:to|of|in|with)|(?:which was )?(?:decided|consolidated|heard|reported)(?: together| sub nom\.| in the same opinion| the same day)? with) $/u;

/** A short test for the words by which a companion is told. */
const HINT = /companion|\b(?:decided|consolidated|heard|reported|together|opinion|nom\.) with /u;

const CHARS_BEFORE = 200;

/**
 * Cases that share a report with one that is cited, by the parties that name them: two appeals answered by one
 * decision are one authority under two names.
 */
export function companionsIn(text: string, mentions: readonly Mention[]): Map<number, string[]> {
  const parties = new Map<number, string[]>();
  if (!HINT.test(text)) return parties;
  for (const { authority, span } of mentions) {
    const before = text.slice(Math.max(0, span.start - CHARS_BEFORE), span.start).replace(/\s/gu, " ");
    const name = COMPANION.exec(before)?.[1];
    if (name === undefined) continue;
    const sides = name.replace(/^(?:In|See|But|Cf|Under|And|The|As) /u, "").split(/ vs?\. /u);
    parties.set(authority, [...(parties.get(authority) ?? []), ...sides]);
  }
  return parties;
}
