import {
  digitsEnd,
  isDash,
  isDigit,
  isLetter,
  isSpace,
  isUpper,
  isWordCharacter,
  skipGap,
  skipSpace,
} from "./characters.ts";
import { BLANK_LINE, isDoubleSpaced } from "./blank-lines.ts";
import { readLaw, sectionAfterSign } from "./law-tail.ts";
import type { LawToken } from "./law-tail.ts";
import { asFigures, mayBeFigure, misreadPage, misreadVolumeEnd } from "./misread-figures.ts";
import { readPage, dashPage } from "./pages.ts";
import type { Page } from "./pages.ts";
import { editionsOf, hasReported, matchesAt, pageForms, volumeFits } from "./reporter-forms.ts";
import type { Match } from "./reporter-forms.ts";
import { tables } from "./tables.ts";
import type { Edition, Entry, Tables } from "./tables.ts";
import { isAddressed, isPlainWords, isSupported, readsAsDate } from "./support.ts";
import { idEnd, shortFormAt } from "./short-words.ts";
import { vendorToken } from "./vendor-series.ts";

/**
 * The one pass over the text. Its anchors are digits, capitals at the start of a word, the section sign and the
 * words `id.`, `ibid.` and `supra`. From an anchor it looks ahead at most `LOOKAHEAD_CHARS_MAX` characters, so
 * the work is at most that constant times the length of the text; what it reads as a citation it does not read
 * again.
 */
export type ReportedToken = {
  readonly type: "reported";
  readonly start: number;
  readonly end: number;
  readonly volume: string | null;
  readonly reporterStart: number;
  readonly reporterEnd: number;
  readonly entry: Entry;
  readonly page: Page;
  /** `at` stood before the page: a short form. */
  readonly short: boolean;
  readonly nominative: { readonly volume: string | null; readonly reporter: string } | null;
  /** Hyphens stand between the parts: `2006-Ohio-856`. */
  readonly dashed: boolean;
  /** The filing date of the Louisiana form, whose reporter stands in the parentheses. */
  readonly dateFiled: string | null;
};

export type WordToken = { readonly type: "id" | "supra" | "section"; readonly start: number; readonly end: number };

/** `at 122`, `p. *4` with no reporter before it: a case called by name alone may stand before it. */
export type AnchorToken = { readonly type: "anchor"; readonly start: number; readonly end: number };

/** `No. 12-345` with what follows it up to the brackets that may hold court and date. */
export type DocketToken = {
  readonly type: "docket";
  readonly start: number;
  readonly end: number;
  readonly number: string;
  /** Where the brackets open. */
  readonly bracket: number;
};

export type Token = DocketToken | ReportedToken | LawToken | WordToken | AnchorToken;

export class Scanner {
  readonly #text: string;
  readonly #tables: Tables;
  readonly #work: { steps: number };
  readonly #tokens: Token[] = [];
  #isDoubleSpaced: boolean | undefined;

  constructor(text: string, work: { steps: number } = { steps: 0 }) {
    this.#text = text;
    this.#tables = tables();
    this.#work = work;
  }

  scan(): Token[] {
    const text = this.#text;
    this.#work.steps += text.length;
    let index = 0;
    while (index < text.length) {
      const code = text.charCodeAt(index);
      if (isDigit(code)) {
        index = this.#atNumber(index);
        if (isWordCharacter(text.charCodeAt(index - 1))) index = pastWord(text, index);
      } else if (isLetter(code)) {
        const next = mayBeginToken(code) ? this.#atWord(index, code) : index;
        index = next === index ? pastWord(text, index + 1) : next;
      } else {
        index = code === 0xa7 ? this.#atSection(index) : index + 1;
      }
    }
    return this.#tokens;
  }

  /** Reads a citation that begins with a number, or passes over the number. */
  #atNumber(at: number): number {
    const text = this.#text;
    let end = digitsEnd(text, at, 20);
    const before = text.charCodeAt(at - 1);
    if (before === 42 || before === 36) return end;
    if (end - at > 5) return end;
    const digits = end;
    if (isUpper(text.charCodeAt(end)) && !isWordCharacter(text.charCodeAt(end + 1))) end += 1;
    const misread = misreadVolumeEnd(text, at);
    if (misread > end) return this.#misread(at, misread);
    if (isWordCharacter(text.charCodeAt(end)) && !isUpper(text.charCodeAt(end))) return end;
    const token =
      this.#louisiana(at, end) ??
      this.#afterNumber(at, end) ??
      (end > digits && RUN_INTO_VOLUME.test(text.slice(digits, digits + 8))
        ? this.#afterNumber(at, digits)
        : undefined) ??
      vendorToken(this.#text, at, end);
    if (token === undefined || this.#isBroken(token)) return end;
    this.#tokens.push(token);
    return token.end;
  }

  /** `4l0 U.S. 113`: letters that a scan has made of figures. */
  #misread(at: number, end: number): number {
    const token = this.#afterNumber(at, end, asFigures(this.#text.slice(at, end)));
    if (token?.type !== "reported" || !/[.\d]/u.test(this.#text.slice(token.reporterStart, token.reporterEnd)))
      return end;
    this.#tokens.push(token);
    return token.end;
  }

  #afterNumber(
    at: number,
    numberEnd: number,
    figures: string = this.#text.slice(at, numberEnd),
  ): ReportedToken | LawToken | undefined {
    const text = this.#text;
    let lead = figures;
    let from = skipGap(text, numberEnd);
    const comma = text.charCodeAt(from) === 44;
    if (comma) from = skipSpace(text, from + 1);
    const dashed = isDash(text.charCodeAt(numberEnd));
    if (dashed) {
      const pamphlet = digitsEnd(text, numberEnd + 1, 5);
      if (pamphlet > numberEnd + 1) {
        let chapters = pamphlet;
        if (isDash(text.charCodeAt(pamphlet))) chapters = digitsEnd(text, pamphlet + 1, 5);
        lead = text.slice(at, chapters);
        from = skipSpace(text, chapters);
      } else if (isUpper(text.charCodeAt(numberEnd + 1)) && isSpace(text.charCodeAt(numberEnd + 2))) {
        lead = text.slice(at, numberEnd + 2);
        from = skipSpace(text, numberEnd + 2);
      } else {
        from = numberEnd + 1;
      }
    }
    if (!isUpper(text.charCodeAt(from))) return undefined;
    const matches = matchesAt(text, from, this.#tables.afterNumber, this.#work, { glued: from === numberEnd });
    for (let choice = matches.length - 1; choice >= 0; choice -= 1) {
      const match = matches[choice];
      if (match === undefined) continue;
      const token = comma ? this.#law(at, lead, from, match) : this.#tail(at, lead, from, match, dashed);
      if (token !== undefined) return token;
    }
    return undefined;
  }

  #tail(at: number, lead: string, from: number, match: Match, dashed: boolean): ReportedToken | LawToken | undefined {
    const text = this.#text;
    const { entry } = match;
    const plain = !lead.includes("-");
    if (!dashed && before(text, at, 45) && isDigit(text.charCodeAt(at - 2)) && entry.laws.length === 0)
      return undefined;
    if (hasReported(entry) && plain) {
      const editions = editionsOf(entry);
      if (!volumeFits(lead, entry.key, editions, dashed)) return this.#law(at, lead, from, match);
      const reported = this.#reported(at, lead, from, match, editions, dashed);
      if (reported !== undefined) return reported;
    }
    return this.#law(at, lead, from, match);
  }

  #law(at: number, lead: string, from: number, match: Match): LawToken | undefined {
    const codes = match.entry.laws.length > 0 ? match.entry.laws : match.entry.variantLaws;
    for (const code of codes) {
      const token = readLaw(this.#text, { at, lead, from, end: match.end }, code);
      if (token !== undefined) return token;
    }
    return undefined;
  }

  #reported(
    at: number,
    volume: string,
    from: number,
    match: Match,
    editions: readonly Edition[],
    dashed: boolean,
  ): ReportedToken | undefined {
    const text = this.#text;
    const nominative = this.#nominative(match.end);
    let index = skipGap(text, nominative?.end ?? match.end);
    if (dashed) {
      if (!isDash(text.charCodeAt(match.end))) return undefined;
      index = match.end + 1;
    } else if (text.charCodeAt(index) === 44) {
      index = skipGap(text, index + 1);
    }
    const short = shortFormAt(text, index);
    const forms = pageForms(editions);
    if (short !== undefined) index = short;
    else index = this.#beforePage(index, editions);
    let page =
      readPage(text, index, forms) ?? dashPage(text, index) ?? misreadPage(text, index, text.slice(from, match.end));
    if (page === undefined) return undefined;
    if (short !== undefined && page.value === volume) page = this.#repeatedPage(page.end, match.entry, forms) ?? page;
    if (!dashed && readsAsDate(text, volume, match.entry.key, page)) return undefined;
    if (isAddressed(text, page.end)) return undefined;
    if (isPlainWords(text.slice(from, match.end)) && nominative === undefined && short === undefined) {
      const last = this.#tokens.at(-1);
      const isMarked = text.charCodeAt(match.end) === 44 || (last?.type === "reported" && at - last.end < 8);
      if (!isSupported(text, at, page.end, isMarked)) return undefined;
    }
    return {
      type: "reported",
      start: at,
      end: page.end,
      volume,
      reporterStart: from,
      reporterEnd: match.end,
      entry: match.entry,
      page,
      short: short !== undefined,
      nominative: nominative?.value ?? null,
      dashed,
      dateFiled: null,
    };
  }

  /** The page in `438 U.S. at 438 U. S. 649`, read from behind the second volume. */
  #repeatedPage(at: number, entry: Entry, forms: { suffix: boolean; commas: boolean }): Page | undefined {
    const from = skipGap(this.#text, at);
    const again = matchesAt(this.#text, from, this.#tables.afterNumber, this.#work).findLast(
      (one) => one.entry === entry,
    );
    return again === undefined ? undefined : readPage(this.#text, skipGap(this.#text, again.end), forms);
  }

  /** Past `¶`, `p.`, `page`, `No.` and the like where the reporter numbers so. */
  #beforePage(at: number, editions: readonly Edition[]): number {
    const text = this.#text;
    const label = /^(?:¶¶?\s?|p\.\s|P\s?(?=\d)|pars?\.\s?|[Pp]age\s|(?:PP?|¶)\s?(?=\d))/u.exec(text.slice(at, at + 8));
    if (label === null) return at;
    const paragraphs = editions.some((edition) => edition.forms.has("paragraph"));
    if (!paragraphs && !label[0].startsWith("p") && !label[0].startsWith("P")) return at;
    if (!paragraphs && /^P+\s?$/u.test(label[0])) return at;
    return at + label[0].length;
  }

  /** `(1 Cranch)` or `[17 U.S.]` between reporter and page: the first reporters were called by their editors' names. */
  #nominative(at: number): { end: number; value: { volume: string | null; reporter: string } } | undefined {
    const text = this.#text;
    const open = skipGap(text, at);
    if (text.charCodeAt(open) !== 40 && text.charCodeAt(open) !== 91) return undefined;
    const closing = text.charCodeAt(open) === 40 ? 41 : 93;
    let from = open + 1;
    const numberEnd = digitsEnd(text, from, 3);
    const volume = numberEnd > from ? text.slice(from, numberEnd) : null;
    from = skipSpace(text, numberEnd);
    if (!isUpper(text.charCodeAt(from))) return undefined;
    const matches = matchesAt(text, from, this.#tables.afterNumber, this.#work);
    const match = matches.findLast((one) => text.charCodeAt(one.end) === closing);
    if (match === undefined) return undefined;
    return { end: match.end + 1, value: { volume, reporter: text.slice(from, match.end) } };
  }

  /** `2009 12345 (La.App. 1 Cir. 05/10/10)`, `93-1234 (La. 5/1/94)`. */
  #louisiana(at: number, numberEnd: number): ReportedToken | undefined {
    const text = this.#text;
    const gap = text.charCodeAt(numberEnd);
    // `46,123 (La. App. 2 Cir. 3/2/11)`: a comma between thousands.
    const isThousands = gap === 44 && digitsEnd(text, numberEnd + 1) === numberEnd + 4;
    if (!isSpace(gap) && !isDash(gap) && !isThousands) return undefined;
    const from = numberEnd + 1;
    let end = digitsEnd(text, from, 6);
    if (end === from) return undefined;
    if (isUpper(text.charCodeAt(end)) && !isWordCharacter(text.charCodeAt(end + 1))) end += 1;
    const open = skipSpace(text, end);
    if (text.charCodeAt(open) !== 40 || text.charCodeAt(open + 1) !== 76 || text.charCodeAt(open + 2) !== 97)
      return undefined;
    const matches = matchesAt(text, open + 1, this.#tables.afterNumber, this.#work);
    const match = matches.findLast((one) => editionsOf(one.entry).some((edition) => edition.forms.has("louisiana")));
    if (match === undefined) return undefined;
    const date = /^\s?(\d{1,2}\/\d{1,2}\/\d{2,4})\)/u.exec(text.slice(match.end, match.end + 14));
    if (date?.[1] === undefined) return undefined;
    return {
      type: "reported",
      start: at,
      end: match.end + date[0].length,
      volume: text.slice(at, numberEnd),
      reporterStart: open + 1,
      reporterEnd: match.end,
      entry: match.entry,
      page: { start: from, end, value: text.slice(from, end) },
      short: false,
      nominative: null,
      dashed: false,
      dateFiled: date[1],
    };
  }

  #atWord(at: number, code: number): number {
    const text = this.#text;
    const second = text.charCodeAt(at + 1);
    if ((code === 73 || code === 105) && (second === SMALL_D || second === SMALL_B)) {
      const end = idEnd(text, at);
      if (end > at) return this.#word("id", at, end);
    }
    if (
      (code === 115 || code === 83) &&
      second === SMALL_U &&
      text.startsWith("upra", at + 1) &&
      !isWordCharacter(text.charCodeAt(at + 5))
    ) {
      return this.#word("supra", at, at + 5);
    }
    if ((code === 97 || code === 112) && this.#isAnchor(at)) this.#tokens.push({ type: "anchor", start: at, end: at });
    const misread = mayBeFigure(code) && mayBeFigure(second) ? misreadVolumeEnd(text, at) : at;
    if (misread > at) {
      const end = this.#misread(at, misread);
      if (end > misread) return end;
    }
    if (!isUpper(code)) return at;
    if (code === 78 && second === SMALL_O) {
      const docket = this.#docket(at);
      if (docket !== undefined) {
        this.#tokens.push(docket);
        return docket.end;
      }
    }
    const exact = matchesAt(text, at, this.#tables.standingAlone, this.#work);
    const matches =
      exact.length > 0 ? exact : matchesAt(text, at, this.#tables.standingAloneAnyCase, this.#work, ANY_CASE);
    for (let choice = matches.length - 1; choice >= 0; choice -= 1) {
      const match = matches[choice];
      if (match === undefined) continue;
      const token = this.#standingAlone(at, match) ?? this.#law(at, "", at, match);
      if (token === undefined || this.#isBroken(token)) continue;
      this.#tokens.push(token);
      return token.end;
    }
    return at;
  }

  /** A docket number with brackets behind it, `slip op.` between them at most. */
  #docket(at: number): DocketToken | undefined {
    const window = this.#text.slice(at, at + DOCKET_CHARS_MAX);
    const match = DOCKET.exec(window);
    if (match?.[1] === undefined || VENDOR_NUMBER.test(match[1])) return undefined;
    return {
      type: "docket",
      start: at,
      end: at + match[1].length,
      number: match[1],
      bracket: at + match[0].length - 1,
    };
  }

  /** A blank line ends what stands before it, but for a layout that has one between every two lines. */
  #isBroken({ start, end }: { readonly start: number; readonly end: number }): boolean {
    if (!BLANK_LINE.test(this.#text.slice(start, end))) return false;
    this.#isDoubleSpaced ??= isDoubleSpaced(this.#text);
    return !this.#isDoubleSpaced;
  }

  #isAnchor(at: number): boolean {
    const text = this.#text;
    const second = text.charCodeAt(at + 1);
    if (second !== 116 && second !== 46 && second !== 112) return false;
    return /^(?:at|pp?\.)\s(?:pp?\.\s?|pages?\s|¶¶?\s?)?\*?\d/u.test(text.slice(at, at + 14));
  }

  #word(type: WordToken["type"], start: number, end: number): number {
    this.#tokens.push({ type, start, end });
    return end;
  }

  #standingAlone(at: number, match: Match): ReportedToken | undefined {
    const text = this.#text;
    const editions = editionsOf(match.entry);
    const base = {
      type: "reported",
      start: at,
      reporterStart: at,
      reporterEnd: match.end,
      entry: match.entry,
      short: false,
      nominative: null,
      dashed: false,
      dateFiled: null,
    } as const;
    let index = skipGap(text, match.end);
    if (text.charCodeAt(index) === 44) index = skipGap(text, index + 1);
    if (editions.some((edition) => edition.forms.has("yearPage"))) {
      const dated = /^(\d{4})[-\u2010-\u2013](\d{1,5})(?!\w)/u.exec(text.slice(index, index + 12));
      if (dated?.[1] === undefined || dated[2] === undefined) return undefined;
      const end = index + dated[0].length;
      return { ...base, end, volume: dated[1], page: { start: end - dated[2].length, end, value: dated[2] } };
    }
    if (!editions.some((edition) => edition.forms.has("paragraph") || edition.forms.has("volumeless")))
      return undefined;
    const page = readPage(text, this.#beforePage(index, editions), pageForms(editions));
    if (page === undefined || page.value === null || !isDigit(page.value.charCodeAt(0))) return undefined;
    // `Alder v. FERC, 387 U.S. 294`: the number is the volume of the citation behind it.
    if (this.#afterNumber(page.start, page.end) !== undefined) return undefined;
    return { ...base, end: page.end, volume: null, page };
  }

  #atSection(at: number): number {
    const text = this.#text;
    let end = at + 1;
    while (text.charCodeAt(end) === 0xa7) end += 1;
    const law = this.#codeBehind(at, end);
    if (law === undefined) return this.#word("section", at, end);
    this.#tokens.push(law);
    return law.end;
  }

  /** `§ 516.120, RSMo`, `§ 95.11, Fla. Stat.`, `§ 2905.34 of the Ohio Revised Code`: a section with its code behind it. */
  #codeBehind(at: number, signEnd: number): LawToken | undefined {
    const text = this.#text;
    const number = sectionAfterSign(text, signEnd);
    if (number === undefined) return undefined;
    const before =
      text.charCodeAt(number.end) === 44 ? 1 : OF_THE.exec(text.slice(number.end, number.end + 9))?.[0].length;
    if (before === undefined) return undefined;
    const from = skipSpace(text, number.end + before, 3);
    if (from === number.end + before || !isUpper(text.charCodeAt(from))) return undefined;
    for (const match of matchesAt(text, from, this.#tables.standingAlone, this.#work).toReversed()) {
      const code = match.entry.laws[0] ?? match.entry.variantLaws[0];
      if (code?.type !== "statute" || code.tail !== "section" || this.#law(from, "", from, match) !== undefined)
        continue;
      // `§ 411 of the Tax Code` is some state's: a code is told by its state's name, or as the statutes of one.
      const printed = text.slice(from, match.end);
      if (before > 1 && !printed.includes(code.jurisdiction) && !/Statutes|Laws/u.test(printed)) continue;
      const numberEnd = number.start + number.number.length;
      const subsections = text.slice(numberEnd, number.end).trim();
      return {
        type: "law",
        start: at,
        end: match.end,
        code,
        codeStart: from,
        codeEnd: match.end,
        lead: null,
        title: null,
        chapter: null,
        article: null,
        sections: [{ number: number.number, subsections: subsections === "" ? null : subsections }],
        sectionText: number.number,
        etSeq: false,
        page: null,
      };
    }
    return undefined;
  }
}

/** `392U.S.1`, `12F.3d 5`; in `281A.420` the letter is a section's. */
const RUN_INTO_VOLUME = /^[A-Z]\.(?:\s?[A-Z]|\dd)/u;
const ANY_CASE = { anyCase: true } as const;

/** Past the rest of a word and the sign behind it. */
function pastWord(text: string, from: number): number {
  let at = from;
  while (isWordCharacter(text.charCodeAt(at))) at += 1;
  return at + 1;
}

/** Capitals, and the first letters of `id.`, `supra`, `at`, `p.` and of misread figures. */
function mayBeginToken(code: number): boolean {
  return code === 97 || code === 105 || code === 108 || code === 112 || code === 115 || isUpper(code);
}

const SMALL_B = 98;
const SMALL_D = 100;
const SMALL_O = 111;
const SMALL_U = 117;

const OF_THE = /^,?\sof\sthe(?=\s)/u;
const DOCKET_CHARS_MAX = 120;
/** `No. 12-345, 2012 WL 12345`: the docket number belongs to the citation behind it. */
const VENDOR_NUMBER = /\b(?:19|20)\d\d\s(?:WL|[A-Z][\w.\s]{0,20}LEXIS)\b/u;
const DOCKET =
  /^(Nos?\.\s[A-Z\d][\w.:&/\u2013-]{0,24}(?:,?\s(?:and\s|&\s)?[A-Z\d][\w.:&/\u2013-]{0,24}){0,3}(?<=\d[\w-]{0,24})(?:\s?\([A-Z]{2,4}\)(?:\([A-Z]{2,4}\))?)?)(?:,?\s?(?:slip\sop\.?|mem\.|unpublished|Order|ECF\sNo\.\s\d+|at\s\*?\d+(?:-\d+)?),?\s?){0,3}\s?\(/u;

function before(text: string, at: number, code: number): boolean {
  return at > 0 && text.charCodeAt(at - 1) === code;
}
