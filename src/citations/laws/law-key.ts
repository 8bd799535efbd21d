const SECTION_SIGN = /(?<!\p{L})(?:§+|sections?|secs?\.?)(?!\p{L})/gu;

/**
 * What the spellings of one citation of law share, and what look-ups and stored keys are made of. Letters are in lower
 * case; punctuation, spaces and section signs do not count, abbreviations do: `42 U.S.C. § 1983`, `42 USC 1983` and
 * `42 U. S. C. sec. 1983` are all `42usc1983`. Between two digits something must stand for what parts them, or
 * `§ 1-1201` would be `§ 11-201`; a comma within a number (`25,323`) does not part. A subsection keeps its
 * parentheses, or `§ 1983(a)` would be `§ 1983a`. Stored keys are made by this rule: another rule needs a migration.
 */
export function lawKey(citation: string): string {
  return citation
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u00ad\u200b\u2060]+/gu, "")
    .replace(SECTION_SIGN, " ")
    .replace(/(?<=\d),(?=\d{3}(?!\d))/gu, "")
    .replace(/(?<=\d)[^\p{L}\p{N}()]+(?=\d)/gu, "~")
    .replace(/[^\p{L}\p{N}()~]+/gu, "")
    .replaceAll("~", "-");
}

/**
 * What the citations of one provision in texts share, whoever publishes the code: `D.C. Code Ann. § 16-2301` is
 * `D.C. Code § 16-2301`, and a section of the Internal Revenue Code is one of title 26.
 */
export function citedLawKey(citation: string): string {
  return lawKey(citation.replace(/\bAnn(?:\.|otated\b)/gu, " "))
    .replace(/^irc(?=\d)/u, "26usc")
    .replace(/^treasreg(?=\d)/u, "26cfr");
}

/** The keys of citations (`lawKey`) that texts cite under this key: whatever a publisher prints of a code, `Ann.` stands before its number. */
export function lawKeysCited(key: string): readonly string[] {
  const annotated = key.replace(/^(\D+)(?=\d)/u, "$1ann");
  const own = key.replace(/^26usc(?=\d)/u, "irc").replace(/^26cfr(?=\d)/u, "treasreg");
  return [...new Set([key, annotated, own])];
}
