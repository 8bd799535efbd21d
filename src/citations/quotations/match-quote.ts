import { extractCitations } from "../citations.ts";
import type { Span } from "../model.ts";
import { align } from "./align.ts";
import type { Step } from "./align.ts";
import { partsOfQuote, wordsOf } from "./quote-words.ts";
import type { QuotePart, TextWord } from "./quote-words.ts";

/** One place where a quotation and its source part: words the quotation has, words the source has. */
export type Alteration = { readonly quoted: string; readonly source: string };

export type QuoteMatch =
  | { readonly status: "exact" }
  | {
      readonly status: "altered";
      /** The source's own words, from the first to the last that the quotation takes. */
      readonly source: string;
      readonly alterations: readonly Alteration[];
      /** The share of the quotation's words that are the source's, in their order. */
      readonly agreement: number;
    }
  | { readonly status: "not found" };

/** Words of a quotation that are compared; what follows is not. */
const WORDS_MAX = 500;
/** Shorter quotations are met by chance, or not at all for a misprint. */
export const QUOTE_WORDS_MIN = 5;
/** A quotation that shares less than this with every passage is of another text. */
const AGREEMENT_MIN = 0.6;
/** Words of the source that one ellipsis can stand for. */
const GAP_WORDS_MAX = 400;
const RUN = 3;

/** A text in which quotations are looked for; its words are found once. */
export class QuotedText {
  readonly #text: string;
  readonly #words: readonly TextWord[];
  readonly #places = new Map<string, number[]>();

  constructor(text: string) {
    this.#text = text;
    this.#words = wordsOf(text);
    this.#words.forEach(({ word }, at) => {
      const places = this.#places.get(word);
      if (places === undefined) this.#places.set(word, [at]);
      else places.push(at);
    });
  }

  /** Whether the text has these words; ellipses, brackets, citations left out and remarks are understood. */
  match(quote: string): QuoteMatch {
    const parts = withoutEdgeGaps(partsOfQuote(quote).slice(0, WORDS_MAX));
    const [from, to] = this.#passage(parts);
    if (to <= from) return { status: "not found" };
    const passage = this.#words.slice(from, to);
    const first = passage[0]?.start ?? 0;
    const asides = asidesIn(this.#text.slice(first, passage.at(-1)?.end), first);
    const isAside = passage.map((word) => asides.some(({ start, end }) => start <= word.start && word.end <= end));
    const steps = align(parts, passage, (at) => isAside[at] === true);
    return this.#judge(quote, parts, passage, steps, isAside);
  }

  /** Where most runs of three of the quotation's words stand, as a range of words. */
  #passage(parts: readonly QuotePart[]): readonly [number, number] {
    const words = parts.flatMap((part, at) => (part.kind === "word" && !part.isStem ? [{ word: part.word, at }] : []));
    const gaps = parts.filter(({ kind }) => kind === "gap").length;
    const hits: { place: number; at: number }[] = [];
    for (let first = 0; first + RUN <= words.length; first += 1) {
      const run = words.slice(first, first + RUN).map(({ word }) => word);
      for (const place of this.#placesOf(run)) hits.push({ place, at: first });
      if (hits.length > HITS_MAX) break;
    }
    const width = Math.ceil(parts.length * 1.5) + 40 + Math.min(gaps, GAPS_MAX) * GAP_WORDS_MAX;
    hits.sort((one, other) => one.place - other.place);
    let best: readonly [number, number] = [0, 0];
    let most = 0;
    let end = 0;
    const inside = new Map<number, number>();
    for (let start = 0; start < hits.length; start += 1) {
      while (end < hits.length && (hits[end]?.place ?? 0) < (hits[start]?.place ?? 0) + width) {
        const at = hits[end]?.at ?? 0;
        inside.set(at, (inside.get(at) ?? 0) + 1);
        end += 1;
      }
      if (inside.size > most) {
        most = inside.size;
        const place = hits[start]?.place ?? 0;
        const last = hits[end - 1]?.place ?? place;
        best = [
          Math.max(0, place - parts.length - 10),
          Math.min(this.#words.length, Math.max(last, place) + parts.length + 40),
        ];
      }
      const at = hits[start]?.at ?? 0;
      const left = (inside.get(at) ?? 1) - 1;
      if (left === 0) inside.delete(at);
      else inside.set(at, left);
    }
    return best;
  }

  #placesOf([first = "", ...rest]: readonly string[]): number[] {
    return (this.#places.get(first) ?? []).filter((place) =>
      rest.every((word, at) => this.#words[place + at + 1]?.word === word),
    );
  }

  #judge(
    quote: string,
    parts: readonly QuotePart[],
    passage: readonly TextWord[],
    steps: readonly Step[],
    isAside: readonly boolean[],
  ): QuoteMatch {
    const words = parts.filter(({ kind }) => kind === "word").length;
    const same = steps
      .filter(({ kind }) => kind === "same")
      .reduce((sum, step) => sum + step.quote[1] - step.quote[0], 0);
    const agreement = words === 0 ? 0 : same / words;
    if (agreement < AGREEMENT_MIN) return { status: "not found" };
    const span = spanOf(steps, passage);
    const source = this.#text.slice(span.start, span.end);
    const alterations = alterationsOf(steps, (step) => ({
      quoted: quotedOf(quote, parts, step),
      source: this.#sourceOf(passage, step),
      isAside: step.kind === "omitted" && isAside[step.text[0]] === true,
    }));
    if (alterations.length === 0) return { status: "exact" };
    return { status: "altered", source: source.replace(/\s+/gu, " "), alterations, agreement };
  }

  #sourceOf(passage: readonly TextWord[], { text: [from, to] }: Step): string {
    const first = passage[from];
    const last = passage[to - 1];
    return first === undefined || last === undefined || to <= from ? "" : this.#text.slice(first.start, last.end);
  }
}

const HITS_MAX = 20_000;
const GAPS_MAX = 5;

function withoutEdgeGaps(parts: readonly QuotePart[]): QuotePart[] {
  const first = parts.findIndex(({ kind }) => kind === "word");
  return first < 0 ? [] : parts.slice(first, parts.findLastIndex(({ kind }) => kind === "word") + 1);
}

function spanOf(steps: readonly Step[], passage: readonly TextWord[]): Span {
  const taken = steps.filter(({ kind }) => kind === "same");
  const first = passage[taken[0]?.text[0] ?? 0];
  const last = passage[(taken.at(-1)?.text[1] ?? 1) - 1];
  return { start: first?.start ?? 0, end: last?.end ?? 0 };
}

function quotedOf(quote: string, parts: readonly QuotePart[], { quote: [from, to] }: Step): string {
  const words = parts.slice(from, to).filter((part) => part.kind === "word");
  const first = words[0];
  const last = words.at(-1);
  return first === undefined || last === undefined ? "" : quote.slice(first.start, last.end);
}

/** Citations, remarks, notes' numbers and page marks inside a passage: a quotation may leave them out unmarked. */
function asidesIn(source: string, at: number): Span[] {
  const citations = extractCitations(source).map(({ fullSpan, signal }) => ({
    start: at + (signal?.span.start ?? fullSpan.start),
    end: at + fullSpan.end,
  }));
  const marks = [
    ...source.matchAll(
      /[([{][^()[\]{}]{0,400}[)\]}]|\*\d{1,5}|(?<=[\p{L}.,;:"\u201d])\d{1,3}(?=\s|$)|(?<=\s)\d{1,3}(?=\s)/gu,
    ),
  ].map((match) => ({ start: at + match.index, end: at + match.index + match[0].length }));
  return [...citations, ...marks];
}

/** Neighbouring steps that part, put together. */
function alterationsOf(
  steps: readonly Step[],
  tell: (step: Step) => Alteration & { readonly isAside: boolean },
): Alteration[] {
  const found: { quoted: string; source: string }[] = [];
  let isOpen = false;
  for (const step of steps) {
    if (step.kind === "same" || step.kind === "passed") {
      isOpen = false;
      continue;
    }
    const { quoted, source, isAside: isPassed } = tell(step);
    if (isPassed) continue;
    const last = found.at(-1);
    if (isOpen && last !== undefined) {
      last.quoted = [last.quoted, quoted].filter((words) => words !== "").join(" ");
      last.source = [last.source, source].filter((words) => words !== "").join(" ");
    } else found.push({ quoted, source });
    isOpen = true;
  }
  return found.filter(({ quoted, source }) => !isSameSaid(quoted, source));
}

/** A number of a note, or the same letters otherwise divided, misread (`Article Ill`) or of no word (`\u0e07\u0e07` for a section sign). */
function isSameSaid(quoted: string, source: string): boolean {
  if (lettersOf(quoted) === lettersOf(source)) return true;
  return source === "" && /^\d{1,3}$/u.test(quoted);
}

function lettersOf(words: string): string {
  return words
    .toLowerCase()
    .replace(/[^\p{Script=Latin}\p{N}]+/gu, "")
    .replace(/[l1|]/gu, "i");
}
