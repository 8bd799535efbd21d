import { splitSentences } from "#text/sentences.ts";
import type { TextSpan } from "#text/sentences.ts";
import { stemsIn } from "#text/word-stems.ts";
import { isDecision } from "#analysis/model.ts";
import type { Section, Source, SourcePart } from "#analysis/model.ts";
import { countWords } from "#analysis/quotes/truncate.ts";
import { sectionsOf } from "#analysis/sections.ts";
import { Copies, filledIn } from "#analysis/voice/copies.ts";
import { wholeSentences } from "#analysis/whole-sentences.ts";

/** A sentence of the source, or an item of a list: what is weighed, and of which quotes are made. */
export type Unit = {
  readonly part: SourcePart;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly words: number;
  /** Stem keys of its words in order, function words included. */
  readonly stems: readonly string[];
  readonly section: Section | null;
  /** TextSpan among the sentences of its section, from 0 to 1. */
  readonly position: number;
  /** Counts the paragraphs of the source. */
  readonly paragraph: number;
  readonly isHeading: boolean;
  /** What stands before the opinion of the court begins: counsel, captions. */
  readonly isFront: boolean;
};

/**
 * The sentences of a source; one that another part repeats is left out. Parts of which the record says whose they are go
 * first: a sentence that also stands in a combined text is then known to be theirs, word for word or nearly.
 */
export function unitsOf(source: Source): Unit[] {
  const seen = new Set<string>();
  const units: Unit[] = [];
  const copies = new Copies();
  let paragraph = 0;
  for (const part of source.parts.toSorted((one, other) => Number(isWhole(one)) - Number(isWhole(other)))) {
    const sections = sectionsOf(part);
    const body = isDecision(source) ? bodyStart(part.text) : 0;
    const spans = source.kind === "law" ? lawItems(part.text) : wholeSentences(part.text);
    let before = 0;
    const own: Unit[] = [];
    for (const [index, { start, end }] of spans.entries()) {
      if (index > 0 && /\n/u.test(part.text.slice(before, start))) paragraph += 1;
      before = end;
      const text = part.text.slice(start, end);
      const stems = stemsIn(text);
      const key = stems.join(" ");
      if (stems.length === 0 || (stems.length > 5 && seen.has(key))) continue;
      seen.add(key);
      const span = sections.find((one) => one.start <= start && start < one.end);
      const [from, to] = [span?.start ?? 0, span?.end ?? part.text.length];
      own.push({
        part,
        start,
        end,
        text,
        words: countWords(text),
        stems,
        section: span?.section ?? part.section,
        position: to > from ? (start - from) / (to - from) : 0,
        paragraph,
        isHeading: stems.length < 4 || text === text.toUpperCase(),
        isFront: start < body,
      });
    }
    paragraph += 1;
    if (!isWhole(part) && source.parts.length > 1 && part.section !== null) copies.add(part.section, own);
    units.push(...(isWhole(part) && !copies.isEmpty ? withOwners(own, copies) : own));
  }
  return units;
}

/** Whether others than the one the record names may speak in it. */
function isWhole({ section }: SourcePart): boolean {
  return section === null || section.kind === "per_curiam";
}

/** Sentences of a combined text as those who are known to have written them. */
function withOwners(units: readonly Unit[], copies: Copies): Unit[] {
  const owners = filledIn(units.map((unit) => copies.ownerOf(unit)));
  return units.map((unit, at) => ({ ...unit, section: owners[at] ?? unit.section }));
}

/** Of a law: its sentences, and within one the items of its lists, which stand on lines of their own. */
function lawItems(text: string): TextSpan[] {
  return splitSentences(text).flatMap(({ start, end }) => {
    const items: TextSpan[] = [];
    let from = start;
    for (const { index, 0: gap } of text.slice(start, end).matchAll(/(?:(?<!\s)\s+)?\n\s*/gu)) {
      items.push({ start: from, end: start + index });
      from = start + index + gap.length;
    }
    return [...items, { start: from, end }].filter((item) => item.end > item.start);
  });
}

const BODY_BEGINS =
  /(?:^|\n)[^\n]{0,80}\b(?:delivered the opinion|announced the judgment|opinion of the court|per curiam|PER CURIAM)\b|\n(?<!\n[^\S\n]*\n)\s*(?:OPINION|MEMORANDUM|ORDER|DECISION|OPINION AND ORDER|MEMORANDUM OPINION)[^\n]{0,40}\n|\n[\p{Lu}][\p{L}'\u2019 .-]{1,40}, (?:(?:Chief |Senior |Circuit |District |Associate )*(?:Judge|Justice)|C\. ?J\.|P\. ?J\.|J\.)[.:\u2014]?\s*\n?/u;
/** A head is no longer than this share of its text. */
const HEAD_SHARE_MAX = 0.4;

/** Where the opinion begins behind its caption and counsel; 0 where no such line is found. */
function bodyStart(text: string): number {
  const found = BODY_BEGINS.exec(text.slice(0, Math.floor(text.length * HEAD_SHARE_MAX)));
  return found === null ? 0 : found.index;
}
