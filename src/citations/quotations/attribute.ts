import type { Citation, Span } from "../model.ts";
import { findBlocks } from "./find-blocks.ts";
import { findQuotes } from "./find-quotes.ts";
import { QUOTE_WORDS_MIN } from "./match-quote.ts";
import { wordsOf } from "./quote-words.ts";

/** A quotation that a citation stands for. */
export type Quotation = {
  readonly span: Span;
  readonly text: string;
  /** Positions in the list of citations, the likeliest first: a string of citations may have taken it from any. */
  readonly citations: readonly number[];
  /**
   * `cited`: the citation stands right behind it or around it, introduces it with a colon, or the words are told as
   * those of that very decision (`In Elm, the Court said that "…"`). `told`: a court's words are told before it, or it
   * is a block set off before the citation; whether the words are that decision's is then likely only.
   */
  readonly tie: "cited" | "told";
};

/** Remarks between a quotation and its citation. */
const BETWEEN =
  /^[\s.,;:?!'\u2019"\u201d)\]]*(?:\d{1,3}[\s.]*)?(?:\((?=emphasis|citation|internal|alteration|footnote|quotation)[^()]{0,92}\)[\s.,;]*)*[([\u2014\u2013-]?\s*$/iu;
const BETWEEN_CHARS_MAX = 160;
/** Under other signals a source supports what is said, and need not be where the words are from. */
const SIGNALS = new Set(["see", "quoting", "accord", "citing"]);
const SAYS =
  /\b(?:[Cc]ourt|[Ww]e|Justice|Judge|J\.|majority|plurality|opinion|dissent|panel|Circuit)\b[^.;"\u201c]{0,80}?\b(?:held|holds?|stated|states?|said|says|explained|explains?|noted|notes|observed|observes?|wrote|writes|declared|concluded|reasoned|found|recognized|defined|described|emphasized|reiterated|ruled|instructed|cautioned|warned|announced)\b[^.;"\u201c]{0,50}$/u;
const HOLDS = /^(?:[a-z]+ing\b[^"\u201c]{0,60}|that |the court [a-z]+ (?:that )?)?["\u201c]/u;
const CITATIONS_MAX = 4;

/** The quotations of a text that belong to citations of it, in the order of the text. */
export function attributeQuotations(text: string, citations: readonly Citation[]): Quotation[] {
  const order = citations
    .map((citation, index) => ({ citation, index, start: citation.signal?.span.start ?? citation.fullSpan.start }))
    .toSorted((one, other) => one.start - other.start);
  const marked = findQuotes(text).flatMap((span): Quotation[] => {
    const quoted = text.slice(span.start, span.end);
    if (wordsOf(quoted).length < QUOTE_WORDS_MIN) return [];
    const holder = citations.findIndex((citation) => isHeldBy(text, citation, span));
    if (holder >= 0) return [{ span, text: quoted, citations: [holder], tie: "cited" }];
    const behind = order.findIndex(({ start }) => start >= span.end);
    const following = behind < 0 ? [] : followingFrom(text, order.slice(behind, behind + CITATIONS_MAX + 4), span.end);
    const preceding = behind < 0 ? order : order.slice(0, behind);
    const introducing = introducingOf(text, preceding, span) ?? namedBefore(text, preceding, span);
    if (introducing !== undefined) {
      const others = following.filter((index) => index !== introducing);
      return [{ span, text: quoted, citations: [introducing, ...others], tie: "cited" }];
    }
    if (following.length > 0) return [{ span, text: quoted, citations: following, tie: "cited" }];
    const before = preceding.at(-1);
    if (before === undefined || !isToldAfter(text, before.citation, span)) return [];
    return [{ span, text: quoted, citations: [before.index], tie: "told" }];
  });
  const blocks = findBlocks(text, citations)
    .filter(({ span }) => !marked.some((one) => one.span.start < span.end && span.start < one.span.end))
    .map(({ span, citation }): Quotation => {
      return { span, text: text.slice(span.start, span.end), citations: [citation], tie: "told" };
    });
  return [...marked, ...blocks].toSorted((one, other) => one.span.start - other.span.start);
}

/** A parenthetical that begins with the quotation, or with what the court does with it: `(holding that "…")`. */
function isHeldBy(text: string, { parentheticals }: Citation, span: Span): boolean {
  return parentheticals.some(
    (remark) =>
      remark.span.start <= span.start &&
      span.end <= remark.span.end &&
      !/^quoting|^citing|^internal/iu.test(remark.text) &&
      HOLDS.test(text.slice(remark.span.start, span.start)),
  );
}

type Placed = { readonly citation: Citation; readonly index: number; readonly start: number };

/** Citations looked back at for the one that introduces a quotation: others stand within its remarks. */
const LOOKED_BACK_MAX = 4;
const COLON = /^\s*:\s*$/u;
const IN = /(?:^|[.;:!?)\]"\u201d]\s|\n\s*)(?:As |Indeed, |For example, |And )?[Ii]n\s$/u;
const COURT_SAYS =
  /^,?\s(?:the|this) (?:Supreme |First |Second |Third |Fourth |Fifth |Sixth |Seventh |Eighth |Ninth |Tenth |Eleventh |D\.C\. |Federal )?(?:[Cc]ourt|Circuit)(?: of [Aa]ppeals)? (?:has )?(?:held|stated|said|explained|noted|observed|wrote|declared|concluded|emphasized|reiterated|ruled|cautioned|warned|recognized)(?: that)?[,:]?\s$/u;

/** The citation that ends with a colon before the quotation, or whose court is told right behind it to say just this. */
function introducingOf(text: string, preceding: readonly Placed[], { start }: Span): number | undefined {
  for (const { citation, index } of preceding.slice(-LOOKED_BACK_MAX).toReversed()) {
    const { kind, fullSpan } = citation;
    if (kind === "journal" || kind === "section" || fullSpan.end > start) continue;
    const between = text.slice(fullSpan.end, start - 1);
    if (between.length > BETWEEN_CHARS_MAX || /\n[^\S\n]*\n/u.test(between)) continue;
    const lead = text.slice(Math.max(0, fullSpan.start - 20), fullSpan.start);
    if (COLON.test(between) || (COURT_SAYS.test(between) && IN.test(lead)))
      return firstOfGroup(citation, preceding) ?? index;
  }
  return undefined;
}

/** `In Elm, the Court said that`, `In Elm v. Fir, the court held:`. */
const IN_NAMED =
  /(?:^|[.;:!?)\]"\u201d]\s|\n\s*)(?:As |Indeed, |For example, |And )?[Ii]n ((?:[\p{Lu}&][\p{L}.&'\u2019-]*|of|the|v\.)(?: (?:[\p{Lu}&][\p{L}.&'\u2019-]*|of|the|v\.)){0,9})(,? (?:the|this) [^"\u201c]{1,90})$/u;
const NAMED_CHARS_MAX = 240;

/** The last case before of which one party is called so, where its court is told right behind the name to say just this. */
function namedBefore(text: string, preceding: readonly Placed[], { start }: Span): number | undefined {
  const [, called = "", said = ""] =
    IN_NAMED.exec(text.slice(Math.max(0, start - 1 - NAMED_CHARS_MAX), start - 1)) ?? [];
  if (called === "" || !COURT_SAYS.test(said)) return undefined;
  const found = preceding.findLast(({ citation }) => {
    if (citation.kind !== "case" || citation.name === null) return false;
    const { text: name, plaintiff, defendant, short, matter } = citation.name;
    return [name, plaintiff, defendant, short, matter].some(
      (party) =>
        party !== null && (party === called || party.startsWith(`${called} `) || party.startsWith(`${called},`)),
    );
  });
  return found === undefined ? undefined : (firstOfGroup(found.citation, preceding) ?? found.index);
}

/** Of citations printed side by side the first stands for the decision. */
function firstOfGroup(citation: Citation, placed: readonly Placed[]): number | undefined {
  if (citation.kind !== "case") return undefined;
  return placed.find((one) => one.citation.kind === "case" && one.citation.group === citation.group)?.index;
}

/** The citation right behind the quotation, and those strung to it. */
function followingFrom(text: string, order: readonly Placed[], end: number): number[] {
  const [first] = order;
  if (first === undefined || first.start - end > BETWEEN_CHARS_MAX) return [];
  const between = text.slice(end, first.start);
  if (!BETWEEN.test(between) || /\n[^\S\n]*\n/u.test(between)) return [];
  const { signal, kind } = first.citation;
  if (kind === "journal" || kind === "section") return [];
  if (signal !== null && !SIGNALS.has(signal.text)) return [];
  const strung = [first.index];
  let last: Citation = first.citation;
  for (const { citation, index, start } of order.slice(1)) {
    if (strung.length >= CITATIONS_MAX) break;
    const inside = start < last.fullSpan.end;
    const joined = /^[\s,;)\].]*(?:and\s|quoting\s|citing\s)?$/u.test(
      text.slice(last.fullSpan.end, Math.max(start, last.fullSpan.end)),
    );
    if (!inside && !joined) break;
    strung.push(index);
    if (citation.fullSpan.end > last.fullSpan.end) last = citation;
  }
  return strung;
}

/** `In Alder, 5 U.S. at 7, the Court held that "…"`. */
function isToldAfter(text: string, citation: Citation, span: Span): boolean {
  if (citation.fullSpan.end > span.start || span.start - citation.fullSpan.end > 240) return false;
  const between = text.slice(citation.fullSpan.end, span.start - 1);
  return !/[.;]\s|\n[^\S\n]*\n/u.test(between) && SAYS.test(between);
}
