/** White space runs become one space; ends are trimmed. */
export function collapseSpace(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}

const HTML_ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Safe as element text and inside a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/gu, (character) => HTML_ESCAPES[character] ?? character);
}

/** Curly quotes, primes and the dashes become their ASCII forms, one UTF-16 unit for one, so offsets stay. */
export function foldTypography(text: string): string {
  return text
    .replace(/[\u2018\u2019\u201a\u201b\u2032]/gu, "'")
    .replace(/[\u201c\u201d\u201e\u201f\u2033]/gu, '"')
    .replace(/[\u2010-\u2015\u2212]/gu, "-")
    .replace(/\u00a0/gu, " ");
}

/** Lower-case ASCII words joined by hyphens, at most `chars_max` long, for a readable address; `untitled` when nothing is left. */
export function slugOf(text: string, chars_max = 80): string {
  const slug = text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f'\u2019.]/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, "-")
    .slice(0, chars_max)
    .replace(/^-+|-+$/gu, "");
  return slug === "" ? "untitled" : slug;
}
