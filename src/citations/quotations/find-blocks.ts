import type { Citation, Span } from "../model.ts";

/** A block quotation: paragraphs set off without marks, and where its citation stands. */
export type Block = {
  readonly span: Span;
  /** Position in the list of citations. */
  readonly citation: number;
};

const PARAGRAPH = /[^\n](?:[^\n]|\n(?![^\S\n]*\n))*/gu;
/** What sets a block off: `The court explained:`. Mere enumeration ends so too, and is found in no text. */
const INTRODUCES = /[\p{L}\d)\]"\u201d'\u2019]\s?:\s*(?:\d{1,3})?$/u;
const QUOTED = /^\s*["\u201c]/u;
/** Before the citation in a paragraph of its own. */
const LEAD = /^[\s([\u2014\u2013-]*$/u;
const PARAGRAPHS_MAX = 4;
const BLOCK_CHARS_MAX = 5_000;
/** A shorter paragraph is a heading, or the end of a list. */
const BLOCK_CHARS_MIN = 80;

/**
 * The block quotations of a text: after a paragraph that ends with a colon come the words, without quotation marks, and
 * behind them a citation, at the beginning of the next paragraph or as the end of the only one: the end of a further one
 * may be the writer's.
 */
export function findBlocks(text: string, citations: readonly Citation[]): Block[] {
  const paragraphs = [...text.matchAll(PARAGRAPH)].map((match) => ({
    start: match.index,
    end: match.index + match[0].trimEnd().length,
  }));
  const places = citations
    .map(({ fullSpan, signal, kind }, index) => ({
      index,
      start: signal?.span.start ?? fullSpan.start,
      end: fullSpan.end,
      isDecision: kind !== "law" && kind !== "journal" && kind !== "section" && kind !== "docket",
    }))
    .toSorted((one, other) => one.start - other.start);
  return paragraphs.flatMap((introduction, at): Block[] => {
    if (!INTRODUCES.test(text.slice(Math.max(introduction.start, introduction.end - 40), introduction.end))) return [];
    const set = paragraphs.slice(at + 1, at + 2 + PARAGRAPHS_MAX);
    const [first] = set;
    if (first === undefined || QUOTED.test(text.slice(first.start, first.start + 4))) return [];
    for (const [count, paragraph] of set.entries()) {
      const inside = places.filter(({ start }) => start >= paragraph.start && start < paragraph.end);
      const [leading] = inside;
      const previous = set[count - 1];
      if (previous !== undefined && leading !== undefined && LEAD.test(text.slice(paragraph.start, leading.start)))
        return leading.isDecision ? blockOf(first.start, previous.end, leading.index) : [];
      if (previous !== undefined) continue;
      const closing = inside.findLast(({ end }) => /^[\s.)\]]*$/u.test(text.slice(end, paragraph.end)));
      if (closing !== undefined && /[.!?]["'\u201d\u2019]?\s*[([]?$/u.test(text.slice(paragraph.start, closing.start)))
        return closing.isDecision ? blockOf(first.start, closing.start, closing.index) : [];
    }
    return [];
  });
}

function blockOf(start: number, end: number, citation: number): Block[] {
  const length = end - start;
  return length < BLOCK_CHARS_MIN || length > BLOCK_CHARS_MAX ? [] : [{ span: { start, end }, citation }];
}
