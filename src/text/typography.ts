/** White space runs become one space; ends are trimmed. */
export function collapseSpace(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}

/** Curly quotes, primes and the dashes become their ASCII forms, one UTF-16 unit for one, so offsets stay. */
export function foldTypography(text: string): string {
  return text
    .replace(/[\u2018\u2019\u201a\u201b\u2032]/gu, "'")
    .replace(/[\u201c\u201d\u201e\u201f\u2033]/gu, '"')
    .replace(/[\u2010-\u2015\u2212]/gu, "-")
    .replace(/\u00a0/gu, " ");
}
