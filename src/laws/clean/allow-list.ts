/** Everything the HTML of a law may hold. The writer can write nothing else. */
export const LAW_INLINE_TAGS = ["em", "i", "b", "strong", "u", "s", "sup", "sub", "small", "span"] as const;
export const LAW_BLOCK_TAGS = [
  "p",
  "div",
  "blockquote",
  "pre",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "ul",
  "ol",
  "li",
  "dl",
  "dt",
  "dd",
  "table",
  "caption",
  "tr",
  "td",
  "th",
] as const;

export type LawTag = (typeof LAW_INLINE_TAGS)[number] | (typeof LAW_BLOCK_TAGS)[number];

export const LAW_INLINE: ReadonlySet<string> = new Set(LAW_INLINE_TAGS);
export const LAW_TAGS: ReadonlySet<string> = new Set<string>([...LAW_INLINE_TAGS, ...LAW_BLOCK_TAGS]);

/**
 * `provision` is a numbered part of a section, `enum` its number, `heading` its heading within a line, `credit` the
 * acts it comes from, `quoted` words that another law is amended to have, `figure` a picture that is not held.
 */
export const LAW_CLASSES: ReadonlySet<string> = new Set([
  "provision",
  "enum",
  "heading",
  "credit",
  "quoted",
  "center",
  "figure",
  "note",
]);

export const LAW_ID = /^[A-Za-z][\w-]{0,79}$/u;
export const LAW_SPAN = /^[1-9]\d{0,2}$/u;
