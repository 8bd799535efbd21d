import { skipGap, skipSpace } from "./characters.ts";
import type { LawToken } from "./law-tail.ts";
import type { PinCite } from "./model.ts";
import { readPin } from "./pages.ts";
import type { ReportedToken, Token } from "./scan.ts";

/** Reads the pin cites after tokens; a number that begins the next citation is none. */
export class PinReader {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  /** Tokens that turned out to be pin cites of the citation before them. */
  readonly #absorbed = new Set<number>();

  constructor(text: string, tokens: readonly Token[]) {
    this.#text = text;
    this.#tokens = tokens;
  }

  isAbsorbed(index: number): boolean {
    return this.#absorbed.has(index);
  }

  /** Whether a citation begins at `position`, shortly after token `index`. */
  startsCitation(position: number, index: number): boolean {
    return this.#tokenAt(position, index) >= 0;
  }

  #tokenAt(position: number, index: number): number {
    for (let next = index + 1; next < index + 4; next += 1) {
      const token = this.#tokens[next];
      if (token === undefined || token.start > position) return -1;
      if (token.start === position && (token.type === "reported" || token.type === "law")) return next;
    }
    return -1;
  }

  #read(at: number, index: number): PinCite | null {
    return readPin(this.#text, at, (position) => this.startsCitation(position, index)) ?? null;
  }

  /** The pin cite after a citation that ends at `end`: after a comma, `at` or a sign. */
  after(end: number, index: number): PinCite | null {
    const text = this.#text;
    const spaced = skipSpace(text, end);
    let at = text.charCodeAt(spaced) === 44 ? spaced : end;
    const comma = text.charCodeAt(at) === 44;
    const next = skipSpace(text, comma ? at + 1 : at);
    at = STAR_PIN.test(text.slice(next, next + 16)) ? next : skipGap(text, comma ? at + 1 : at);
    const label = /^(?:at(?:\s{1,4}|(?=[\d*\u00b6]))|@\s?)/u.exec(text.slice(at, at + 6));
    if (label !== null) at += label[0].length;
    if (!comma && label === null && !isPinSign(text.charCodeAt(at))) return null;
    if (label !== null && this.startsCitation(at, index)) return this.absorb(this.#tokenAt(at, index));
    return this.#read(at, index);
  }

  /** After `id.` a number needs no comma (`id. 119:12-14`), nor a note after `supra`. */
  afterWord(end: number, index: number): PinCite | null {
    const pin = this.after(end, index);
    return pin !== null || this.#text.charCodeAt(end) !== 32 ? pin : this.#read(end + 1, index);
  }

  /**
   * Some publishers repeat volume and reporter in every pin cite: `482 U. S. 304, 482 U. S. 318-319`, `Id. at
   * 487 U. S. 561`. Such a token is no citation of its own.
   */
  absorb(index: number): PinCite | null {
    const token = this.#tokens[index];
    if (token === undefined || token.type !== "reported") return null;
    this.#absorbed.add(index);
    return this.ofShort(token, index);
  }

  /** The page of a short form with what follows it: `20-25`. */
  ofShort(token: ReportedToken, index: number): PinCite {
    const { start, end, value } = token.page;
    const from = start - (this.#text.charCodeAt(start - 1) === 42 ? 1 : 0);
    return this.#read(from, index) ?? { text: value ?? "", span: { start, end }, page: Number(value) || null };
  }

  /** Further pages of a register or session law: `66 Stat. 163, 185`, `118 Stat. 3762-3764`. */
  ofLaw(token: LawToken, index: number): PinCite | null {
    if (token.page === null) return null;
    const isRange = /^[-\u2010-\u2013]\d/u.test(this.#text.slice(token.end, token.end + 2));
    return isRange ? this.#read(token.end - token.page.length, index) : this.after(token.end, index);
  }
}

/** A star page pointed at; a mark of the page of this text has the rest of the citation behind it. */
const STAR_PIN = /^\*\d{1,6}(?:[-\u2013]\*?\d{1,6})?(?:[.,;)]|\s?\(|$)/u;

function isPinSign(code: number): boolean {
  return code === 0xb6 || code === 0xa7 || code === 42;
}
