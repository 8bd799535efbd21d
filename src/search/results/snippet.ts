import { bestMatch } from "#index/best-match.ts";
import type { Match, Occurrences } from "#index/best-match.ts";
import type { EngineRequest } from "#index/index.ts";
import type { QueryNode } from "#index/tree.ts";
import { unitsOf } from "#index/units.ts";
import { escapeHtml } from "#text/escape-html.ts";
import { splitSentences } from "#text/sentences.ts";
import { collapseSpace } from "#text/typography.ts";
import { textReader } from "./occurrences.ts";
import type { ReadText } from "./occurrences.ts";

/** Characters a snippet shows, before entities and marks. */
const SNIPPET_CHARS = 320;
/** How far before the first match a sentence's beginning is looked for. */
const LEAD_CHARS = 90;
/** How far before the end of a snippet a space is looked for. */
const LAST_WORD_CHARS = 60;
/** The field whose text is shown. */
const FIELD = "body";

/** What of the text around a match is read: what a snippet can show, with room for characters of several bytes. */
export const EXCERPT: NonNullable<EngineRequest["excerpts"]> = { before_bytes: 120, after_bytes: 400 };

/** A stretch of a text that was read instead of the whole. */
export type Stretch = {
  readonly text: string;
  readonly isStart: boolean;
  readonly isEnd: boolean;
  /** Words of the stretch; undefined where none matches. */
  readonly match: Match | undefined;
};

/** Makes the snippets of one query. */
export class Snippets {
  readonly #read: (text: string) => ReadText;

  constructor(tree: QueryNode) {
    this.#read = textReader(unitsOf(tree, FIELD));
  }

  /**
   * The passage of an opinion that best answers the query: HTML in which everything is escaped and only `<mark>` stands
   * around the words that match. Whole words; an ellipsis where text was left out. Without a match in the text (the
   * name or other opinions' words matched) it is the beginning.
   */
  ofText(text: string): string {
    const read = this.#read(text);
    return render({ text, isStart: true, isEnd: true, match: bestMatch(read.occurrences) }, read);
  }

  /** Of a stretch that answers by its meaning: its words that are asked for where there are some, else its beginning. */
  ofPassage({ text, isEnd }: Pick<Stretch, "text" | "isEnd">, isStart: boolean): string | undefined {
    if (text.trim() === "") return undefined;
    const read = this.#read(text);
    return render({ text, isStart, isEnd, match: bestMatch(read.occurrences) }, read);
  }

  /**
   * The same from a stretch alone. Undefined where the match is not found in it, since the text has changed, and where
   * too few characters stand around it, each being of many bytes.
   */
  ofStretch(stretch: Stretch): string | undefined {
    const { match, text, isStart, isEnd } = stretch;
    const read = this.#read(text);
    if (match === undefined ? !isStart || read.occurrences.count > 0 : !stands(match, read.occurrences))
      return undefined;
    const { anchor, reach } = passageOf(stretch, read);
    if ((!isStart && anchor <= LEAD_CHARS) || (!isEnd && reach + 1 >= text.length)) return undefined;
    return render(stretch, read);
  }
}

/** Whether units begin at the first and end at the last word of the match. */
function stands({ first, last }: Match, { firsts, lasts }: Occurrences): boolean {
  return firsts.includes(first) && lasts.includes(last);
}

/** Where the match begins, where the passage, and how far it reaches before it is cut at a space. */
function passageOf(
  { text, match }: Stretch,
  read: ReadText,
): { readonly anchor: number; readonly start: number; readonly reach: number } {
  if (match === undefined) {
    const first = firstWord(text);
    return { anchor: first, start: first, reach: first + SNIPPET_CHARS };
  }
  const anchor = read.starts[match.first] ?? 0;
  const start = passageStart(text, anchor);
  return { anchor, start, reach: Math.max(start + SNIPPET_CHARS, read.ends[match.last] ?? 0) };
}

function render(stretch: Stretch, read: ReadText): string {
  const { text, isStart, isEnd } = stretch;
  const { start, reach } = passageOf(stretch, read);
  const end = passageEnd(text, reach);
  const before = !isStart || start > firstWord(text) ? "… " : "";
  const after = !isEnd || end < text.trimEnd().length ? " …" : "";
  return before + marked(text, start, end, read) + after;
}

function firstWord(text: string): number {
  const first = text.search(/\S/u);
  return first === -1 ? text.length : first;
}

/** The beginning of the sentence or paragraph when it is near, else a whole word some way before the first match. */
function passageStart(text: string, anchor: number): number {
  const from = Math.max(0, anchor - LEAD_CHARS);
  const lead = text.slice(from, anchor + 1);
  const [, ...begun] = splitSentences(lead);
  const last = begun.at(-1);
  if (last !== undefined) return from + last.start;
  if (from === 0) return firstWord(text);
  const space = lead.search(/\s\S/u);
  return space === -1 ? anchor : from + space + 1;
}

function passageEnd(text: string, reach: number): number {
  if (reach >= text.length) return text.trimEnd().length;
  const from = Math.max(0, reach - LAST_WORD_CHARS);
  const space = text.slice(from, reach + 1).search(/\s\S*$/u);
  return space === -1 ? reach : from + space;
}

/** The text from `start` to `end`, with the words marked of the occurrences that are wholly in it. */
function marked(text: string, start: number, end: number, { starts, ends, occurrences }: ReadText): string {
  const words = new Set<number>();
  for (let o = 0; o < occurrences.count; o++) {
    const first = occurrences.firsts[o] ?? 0;
    const last = occurrences.lasts[o] ?? 0;
    if ((starts[first] ?? 0) < start || printedEnd(text, starts[last] ?? 0, ends[last] ?? 0) > end) continue;
    for (let word = first; word <= last; word++) words.add(word);
  }
  const parts: string[] = [];
  let at = start;
  for (const word of [...words].sort((a, b) => a - b)) {
    const from = starts[word] ?? 0;
    const to = printedEnd(text, from, ends[word] ?? 0);
    parts.push(escapeHtml(text.slice(at, from)), "<mark>", escapeHtml(text.slice(from, to)), "</mark>");
    at = to;
  }
  parts.push(escapeHtml(text.slice(at, end)));
  return collapseSpace(parts.join(""));
}

/** The period that ends initials belongs to them: `U.S.` */
function printedEnd(text: string, start: number, end: number): number {
  return text[end] === "." && /\p{L}\.\s?\p{L}+$/u.test(text.slice(start, end)) ? end + 1 : end;
}
