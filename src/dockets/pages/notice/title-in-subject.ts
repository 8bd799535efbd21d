/** Characters of a caption that a subject must repeat to be taken for it. */
const CAPTION_CHARS_MIN = 4;

/**
 * The title of an entry, which stands in the subject of a notice beside the number, the chapter and the caption, whole or
 * cut, in an order of each court's own: `Ch-13 23-11723-pmm Hearing Continued - Alexander Michael`.
 */
export function titleInSubject(subject: string | null, number: string, caption: string | null): string | null {
  if (subject === null) return null;
  const quoted = /^Multiple Cases "([^"]+)"/u.exec(subject)?.[1];
  if (quoted !== undefined) return quoted;
  const rest = withoutCaption(
    subject
      .replace(/\s+/gu, " ")
      .replace(/^(?:(?:fwd?|re|nef): ?)+/iu, "")
      .replace(/^Activity in Case /iu, "")
      .replace(new RegExp(`${escaped(baseOf(number))}[\\w-]*`, "giu"), " ")
      .replace(/(?:\d:)?\d{2}-(?:[a-z]{2}-)?\d{4,}[\w-]*/giu, " ")
      .replace(/\bCh[- ]?\d{1,2}\b:?/giu, " "),
    caption ?? "",
  );
  const title = rest.replace(/\s+/gu, " ").replace(/^[\s;:,-]+|(?<![\s;:,-])[\s;:,-]+$/gu, "");
  return title === "" ? null : title;
}

/** Courts cut a caption where they like, so the longest beginning of it that the subject repeats is taken out. */
function withoutCaption(subject: string, caption: string): string {
  const text = subject.replace(/\s+/gu, " ");
  const name = caption.replace(/\s+/gu, " ").trim();
  for (let length = name.length; length >= CAPTION_CHARS_MIN; length -= 1) {
    const at = text.toLowerCase().indexOf(name.slice(0, length).toLowerCase());
    if (at >= 0) return `${text.slice(0, at).replace(/\bChapter \d{1,2} $/iu, "")} ${text.slice(at + length)}`;
  }
  return text;
}

function baseOf(number: string): string {
  return /^(?:\d{1,2}[:-])?\d{2}-(?:[a-z]+-)?\d+/iu.exec(number)?.[0] ?? number;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/gu, "\\$&");
}
