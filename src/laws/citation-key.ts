/**
 * What the spellings of one citation of law share: letters and digits in lower case. Punctuation, spaces and the style
 * of the section sign do not count; abbreviations do.
 */
export function lawCitationKey(citation: string): string {
  return citation
    .normalize("NFKC")
    .replace(/(?<!\p{L})(?:§+|sections?|secs?\.?)/giu, " ")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
}
