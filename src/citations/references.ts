import { tellingWords } from "#text/case-names.ts";
import { isDigit, isLetter, skipSpace } from "./characters.ts";
import type { CaseName, Citation, FullCaseCitation, PinCite, ReferenceCitation, Span } from "./model.ts";
import { readPin } from "./pages.ts";
import { ReadOnce } from "./read-once.ts";
import type { AnchorToken } from "./scan.ts";

type Known = { readonly name: string; readonly party: ReferenceCitation["party"]; readonly from: number };

/** Names with one last word that are compared at one place; the latest ones are kept. */
const NAMES_PER_WORD_MAX = 8;

/** `Fallowell, at p. 311`: behind a comma a page says that it is one, or ends the remark. */
const PARTED_PAGE = /^(?:(?:at\s)?(?:pp?\.|pages?)\s?\d|(?:at\s)?\d{1,4}(?:[-\u2013]\d{1,4})?[.);])/u;
const PARTED_CHARS = 16;

/** Finds cases called by a party's name alone, after their full citation. */
export class ReferenceFinder {
  readonly #text: string;
  readonly #byLastWord = new Map<string, Known[]>();
  readonly #byName = new Map<string, Known>();
  /** Names that could be any case's. */
  readonly #common = new Set<string>();
  readonly #once: ReadOnce;
  /** The name known last: parallel citations share it. */
  #last: CaseName | null = null;

  constructor(text: string, once: ReadOnce = new ReadOnce()) {
    this.#text = text;
    this.#once = once;
  }

  /** Remembers the names of a full citation for the text after it. */
  know(citation: Citation): void {
    if (citation.kind !== "case" || citation.name === this.#last) return;
    this.#last = citation.name;
    for (const [party, name] of partiesOf(citation)) this.add(name, party, citation.span.end);
  }

  /** Remembers one name for the text from `from` on. */
  add(name: string, party: Known["party"], from: number): void {
    if (this.#common.has(name)) return;
    const last = lastWord(name);
    const list = this.#byLastWord.get(last) ?? [];
    if (list.some((one) => one.name === name && one.party === party)) return;
    if (!this.#once.isOneCase(name, pointsAtOneCase)) {
      this.#common.add(name);
      return;
    }
    const known: Known = { name, party, from };
    list.push(known);
    if (list.length > NAMES_PER_WORD_MAX) list.shift();
    this.#byLastWord.set(last, list);
    if (!this.#byName.has(name)) this.#byName.set(name, known);
  }

  /** The reference whose pin cite begins at the anchor, when a known name ends right before it. */
  at(anchor: AnchorToken, floor: number, startsCitation: (position: number) => boolean): ReferenceCitation | undefined {
    const text = this.#text;
    const spaced = trimmedEnd(text, anchor.start);
    if (spaced === anchor.start || anchor.start - spaced > 3) return undefined;
    const isParted = text.charCodeAt(spaced - 1) === 44;
    if (isParted && !PARTED_PAGE.test(text.slice(anchor.start, anchor.start + PARTED_CHARS))) return undefined;
    const end = isParted ? spaced - 1 : spaced;
    const list = this.#byLastWord.get(lastWord(text.slice(Math.max(0, end - 60), end)));
    const known = list?.findLast(
      (one) =>
        text.endsWith(one.name, end) &&
        end - one.name.length >= one.from &&
        startsWord(text, end - one.name.length) &&
        !(isParted && isPersons(text, end - one.name.length)),
    );
    if (known === undefined || end - known.name.length < floor) return undefined;
    const pin = pinOf(text, anchor, startsCitation);
    if (pin === null) return undefined;
    return reference(text, known, end - known.name.length, end, pin);
  }

  /** Emphasised runs that are nothing but a known name. */
  emphasised(spans: readonly Span[], citations: readonly Citation[]): ReferenceCitation[] {
    const found: ReferenceCitation[] = [];
    let index = 0;
    const inOrder = citations.toSorted((one, other) => one.fullSpan.start - other.fullSpan.start);
    for (const span of spans) {
      const bounds = trimmed(this.#text, span);
      const known = this.#byName.get(this.#text.slice(bounds.start, bounds.end));
      while (index < inOrder.length && (inOrder[index]?.fullSpan.end ?? 0) <= bounds.start) index += 1;
      const next = inOrder[index];
      const covered = next !== undefined && next.fullSpan.start < bounds.end;
      if (known === undefined || covered || bounds.start < known.from) continue;
      found.push(reference(this.#text, known, bounds.start, bounds.end, null));
    }
    return found;
  }
}

function pinOf(text: string, anchor: AnchorToken, startsCitation: (position: number) => boolean): PinCite | null {
  const at = text.startsWith("at", anchor.start) ? skipSpace(text, anchor.start + 2) : anchor.start;
  const pin = readPin(text, at, startsCitation);
  if (pin !== undefined) return pin;
  const digits = /^(?:¶¶?\s?|pp?\.\s?)?\*?\d{1,5}(?!\w)/u.exec(text.slice(at, at + 12));
  if (digits === null) return null;
  return { text: digits[0], span: { start: at, end: at + digits[0].length }, page: Number(digits[0]) || null };
}

function reference(text: string, known: Known, start: number, nameEnd: number, pin: PinCite | null): ReferenceCitation {
  const span = { start, end: pin?.span.end ?? nameEnd };
  return {
    kind: "reference",
    name: known.name,
    party: known.party,
    span,
    fullSpan: span,
    text: text.slice(span.start, span.end),
    pin,
    parentheticals: [],
    signal: null,
    history: null,
  };
}

export function partiesOf(citation: FullCaseCitation): [ReferenceCitation["party"], string][] {
  const { name } = citation;
  if (name === null) return [];
  const parties: [ReferenceCitation["party"], string][] = [];
  if (name.plaintiff !== null) parties.push(["plaintiff", name.plaintiff]);
  if (name.defendant !== null) parties.push(["defendant", name.defendant]);
  if (name.matter !== null) parties.push(["defendant", name.matter]);
  if (name.short !== null) parties.push(["short", name.short]);
  return parties;
}

/** `State` or `United States` could be any case; so could a name of one or two letters or of digits. */
export function pointsAtOneCase(name: string): boolean {
  return (
    name.length > 2 &&
    !/^[\d\s.,]+$/u.test(name) &&
    /^\p{Lu}|^\d/u.test(name) &&
    tellingWords(name, "reference").length > 0
  );
}

function lastWord(words: string): string {
  const floor = Math.max(0, words.length - 60);
  let start = words.length;
  while (start > floor && !isBlank(words.charCodeAt(start - 1))) start -= 1;
  const word = words.slice(start);
  return isLetter(word.charCodeAt(0)) ? word : word.replace(/^[([{"'\u2018\u201c]+/u, "");
}

/** Whether a first name's letter stands before it: `Letter to V. Wilson, at 1`. */
function isPersons(text: string, at: number): boolean {
  return /(?:^|[\s(])\p{Lu}\.\s?$/u.test(text.slice(Math.max(0, at - 5), at));
}

/** As `\s` has it. */
function isBlank(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || (code >= 0xa0 && /\s/u.test(String.fromCharCode(code)));
}

function startsWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at - 1);
  return !isLetter(code) && !isDigit(code);
}

function trimmedEnd(text: string, at: number): number {
  let end = at;
  while (end > 0 && at - end < 4 && /\s/u.test(text.charAt(end - 1))) end -= 1;
  return end;
}

function trimmed(text: string, span: Span): Span {
  let { start, end } = span;
  while (start < end && /\s/u.test(text.charAt(start))) start += 1;
  while (end > start && /[\s:;.,]/u.test(text.charAt(end - 1))) end -= 1;
  return { start, end };
}

/** References to a case by a further name of it (as the store knows it), each with its pin cite. */
export function findReferences(text: string, citation: FullCaseCitation, name: string): ReferenceCitation[] {
  const found: ReferenceCitation[] = [];
  let at = text.indexOf(name, citation.span.end);
  while (at >= 0) {
    const end = at + name.length;
    const anchor = skipSpace(text, end);
    if (startsWord(text, at) && anchor > end) {
      const pin = /^(?:at|pp?\.)\s/u.test(text.slice(anchor, anchor + 4))
        ? pinOf(text, { type: "anchor", start: anchor, end: anchor }, () => false)
        : null;
      if (pin !== null) found.push(reference(text, { name, party: "short", from: 0 }, at, end, pin));
    }
    at = text.indexOf(name, end);
  }
  return found;
}
