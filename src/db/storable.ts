/**
 * A query parameter both databases take and give back alike. PostgreSQL refuses U+0000 in text, so it becomes
 * U+FFFD on both; a lone surrogate becomes U+FFFD on both too, when the text is encoded as UTF-8.
 */
export function storable(value: unknown): unknown {
  return typeof value === "string" ? storableText(value) : value;
}

export function storableText(text: string): string {
  return text.includes("\0") ? text.replaceAll("\0", "\u{fffd}") : text;
}
