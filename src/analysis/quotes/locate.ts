import search from "approx-string-match";
import type { Span } from "#text/normal-form.ts";
import type { SourcePart } from "../model.ts";
import { comparableForm } from "./comparable.ts";
import type { Comparable } from "./comparable.ts";

/** Where a quotation stands in a source. */
export type Located = Span & {
  readonly partId: string;
  /**
   * `exact`: character for character. `normalised`: but for white space, typography and broken lines. `repaired`: the
   * place that the quotation must mean; it differs there, and only the source's words may be shown.
   */
  readonly how: "exact" | "normalised" | "repaired";
};

/** Shorter quotations are met by chance, or not at all for a misprint: they are not repaired. */
const REPAIRED_CHARS_MIN = 24;
/** Characters that a quotation may have otherwise than the source, as a share of its own, and at most. */
const ERRORS_SHARE = 0.12;
const ERRORS_MAX = 60;
/** Quotations are compared up to this length. */
export const QUOTE_CHARS_MAX = 4_000;

/** The texts of a source, in which quotations are looked for; their forms are made once, when they are needed. */
export class QuotedSource {
  readonly #parts: readonly SourcePart[];
  readonly #forms = new Map<string, Comparable>();

  constructor(parts: readonly SourcePart[]) {
    this.#parts = parts;
  }

  /**
   * Where the quotation stands: in a part of which it is known whose words it holds, before one of which it is not; of
   * these in the named one if it stands there, else in the first that has it. Undefined where it stands nowhere, and where what is nearest to it says another thing: numbers and negations are never repaired.
   */
  locate(quote: string, partId?: string): Located | undefined {
    if (quote.trim() === "" || quote.length > QUOTE_CHARS_MAX) return undefined;
    const parts = this.#parts.toSorted(
      (one, other) =>
        Number(one.section === null) - Number(other.section === null) ||
        Number(other.id === partId) - Number(one.id === partId),
    );
    return this.#exact(parts, quote) ?? this.#normalised(parts, quote) ?? this.#repaired(parts, quote);
  }

  #exact(parts: readonly SourcePart[], quote: string): Located | undefined {
    const wanted = quote.trim();
    for (const { id, text } of parts) {
      const start = text.indexOf(wanted);
      if (start >= 0) return { partId: id, start, end: start + wanted.length, how: "exact" };
    }
    return undefined;
  }

  #normalised(parts: readonly SourcePart[], quote: string): Located | undefined {
    const wanted = comparableForm(quote).text;
    if (wanted === "") return undefined;
    for (const part of parts) {
      const { text, spanOf } = this.#formOf(part);
      const start = text.indexOf(wanted);
      if (start >= 0) return { partId: part.id, ...spanOf({ start, end: start + wanted.length }), how: "normalised" };
    }
    return undefined;
  }

  #repaired(parts: readonly SourcePart[], quote: string): Located | undefined {
    const wanted = bare(comparableForm(quote).text);
    if (wanted.length < REPAIRED_CHARS_MIN) return undefined;
    const errorsMax = Math.min(ERRORS_MAX, Math.floor(wanted.length * ERRORS_SHARE));
    let best: { readonly part: SourcePart; readonly span: Span; readonly errors: number } | undefined;
    for (const part of parts) {
      const { text } = this.#formOf(part);
      for (const match of search(text.toLowerCase(), wanted.toLowerCase(), (best?.errors ?? errorsMax + 1) - 1))
        if (match.errors < (best?.errors ?? errorsMax + 1))
          best = { part, span: wholeWords(text, match), errors: match.errors };
    }
    if (best === undefined) return undefined;
    const { text, spanOf } = this.#formOf(best.part);
    if (saysOtherwise(wanted, text.slice(best.span.start, best.span.end))) return undefined;
    return { partId: best.part.id, ...spanOf(best.span), how: "repaired" };
  }

  #formOf(part: SourcePart): Comparable {
    const held = this.#forms.get(part.id);
    if (held !== undefined) return held;
    const made = comparableForm(part.text);
    this.#forms.set(part.id, made);
    return made;
  }
}

/** Without the quotation marks and ellipses that a writer puts around a quotation. */
function bare(quote: string): string {
  return quote.replace(/^(?:["'\s]|\.{3}|\u2026)+|(?:["'\s]|\.{3}|\u2026)+$/gu, "");
}

/** The match, ends moved to where words begin and end. */
function wholeWords(text: string, { start, end }: Span): Span {
  let from = start;
  let to = end;
  while (from > 0 && isWord(text[from - 1]) && isWord(text[from])) from -= 1;
  while (to < text.length && isWord(text[to]) && isWord(text[to - 1])) to += 1;
  while (from < to && text[from] === " ") from += 1;
  while (to > from && text[to - 1] === " ") to -= 1;
  return { start: from, end: to };
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}

/** Words that turn a sentence round, and all that has a digit: when one text has others, the other is not its misprint. */
const DECIDING =
  /\b(?:not|no|nor|never|none|neither|nothing|without|unless|except|cannot|\w+n't|un\w{4,}|only|must|shall|may|reversed?|affirm(?:ed)?|vacated?|den(?:y|ied)|grant(?:ed)?)\b|\S*\d\S*/giu;

function saysOtherwise(quoted: string, source: string): boolean {
  return decidingOf(quoted) !== decidingOf(source);
}

function decidingOf(text: string): string {
  return (text.toLowerCase().match(DECIDING) ?? [])
    .map((word) => word.replace(/(?<![.,;:)\]"'])[.,;:)\]"']+$/u, ""))
    .join(" ");
}
