/** Everything the cleaned HTML may hold. The emitter can write nothing else, and a test re-reads its output against this. */
export const INLINE_TAGS = ["em", "i", "b", "strong", "u", "s", "sup", "sub", "small"] as const;
export type InlineTag = (typeof INLINE_TAGS)[number];

export const BLOCK_TAGS = [
  "p",
  "div",
  "blockquote",
  "pre",
  "h1",
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
export type BlockTag = (typeof BLOCK_TAGS)[number];

/** Attributes by element, each with the whole form its value must have. */
export const ALLOWED_ATTRIBUTES: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  p: { class: /^(?:author|judges|center|headmatter)$/u },
  div: { class: /^center$/u },
  section: { class: /^footnotes$/u },
  aside: { class: /^footnote$/u, id: /^[\w-]{1,80}$/u },
  a: { class: /^footnote-(?:reference|back)$/u, href: /^#[\w-]{1,80}$/u, id: /^[\w-]{1,80}$/u },
  sup: { class: /^footnote-reference$/u },
  span: { class: /^(?:paragraph-number|footnote-label)$/u },
  "svc-ps": { label: /^[\w?-]{1,16}$/u, reporter: /^\d{1,2}$/u },
  td: { colspan: /^\d{1,3}$/u, rowspan: /^\d{1,3}$/u },
  th: { colspan: /^\d{1,3}$/u, rowspan: /^\d{1,3}$/u },
  img: {
    src: /^data:image\/(?:png|jpeg|gif);base64,[A-Za-z0-9+/=]+$/u,
    width: /^\d{1,5}$/u,
    height: /^\d{1,5}$/u,
    alt: /^$/u,
  },
};

export const ALLOWED_TAGS: ReadonlySet<string> = new Set<string>([
  ...INLINE_TAGS,
  ...BLOCK_TAGS,
  ...Object.keys(ALLOWED_ATTRIBUTES),
  "br",
  "hr",
]);
