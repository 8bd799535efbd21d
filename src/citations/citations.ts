import { courtByCitationText } from "#courts/courts.ts";
import { isDigit, isLetter, skipGap, skipSpace } from "./characters.ts";
import { correctedForm, keyOf, readEntry, type Reading } from "./editions.ts";
import { HISTORY_CHARS_MAX, historyIn } from "./history.ts";
import { sectionAfterSign, type LawToken } from "./law-tail.ts";
import type {
  Citation,
  CourtOf,
  ExtractOptions,
  FullCaseCitation,
  History,
  LawCitation,
  Parenthetical,
  PinCite,
  Signal,
  Span,
} from "./model.ts";
import { readBefore, readSignal, wordBefore, type Before } from "./names.ts";
import { readPin } from "./pages.ts";
import { ReferenceFinder } from "./references.ts";
import { Scanner, type AnchorToken, type DocketToken, type ReportedToken, type Token, type WordToken } from "./scan.ts";
import {
  plausibleYear,
  readCourtAlone,
  readCourtDate,
  readParentheticals,
  startsRemark,
  type CourtDate,
} from "./trailer.ts";

/**
 * Every citation in `text`, in the order of their place. Spans count UTF-16 units of `text` itself. The work
 * is at most proportional to the text: `Scanner` reads it once, and each citation looks back and ahead a
 * bounded number of characters.
 */
export function extractCitations(text: string, options: ExtractOptions = {}): Citation[] {
  return new Reader(text, options).read();
}

/** Ends of earlier citations remembered: enough for parentheticals nested in each other. */
const ENDS_KEPT = 24;

type Draft = { -readonly [Key in keyof FullCaseCitation]: FullCaseCitation[Key] };

/** What stands after a group of parallel citations and belongs to all of them. */
type Trailer = { courtDate: CourtDate | null; parentheticals: Parenthetical[]; end: number };

type Member = { token: ReportedToken; pin: PinCite | null; pinEnd: number };

class Reader {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  readonly #courtOf: CourtOf;
  readonly #emphasis: readonly Span[];
  readonly #work: { steps: number };
  readonly #citations: Citation[] = [];
  readonly #references: ReferenceFinder;
  #emphasisAt = 0;
  /** Where the latest citations end, with and without their parentheticals: no name reaches back over an end. */
  readonly #ends: number[] = [];
  /** Tokens that turned out to be pin cites of the citation before them. */
  readonly #absorbed = new Set<number>();
  #group = 0;

  constructor(text: string, options: ExtractOptions) {
    this.#text = text;
    this.#work = options.work ?? { steps: 0 };
    this.#courtOf = options.courtOf ?? courtByCitationText;
    this.#emphasis = options.emphasis ?? [];
    this.#tokens = new Scanner(text, this.#work).scan();
    this.#references = new ReferenceFinder(text);
  }

  read(): Citation[] {
    let index = 0;
    while (index < this.#tokens.length) {
      const token = this.#tokens[index];
      if (token === undefined) break;
      index = this.#readToken(token, index);
    }
    this.#citations.push(...this.#references.emphasised(this.#emphasis, this.#citations));
    return this.#citations.toSorted((one, other) => one.span.start - other.span.start || one.span.end - other.span.end);
  }

  #readToken(token: Token, index: number): number {
    if (this.#absorbed.has(index)) return index + 1;
    switch (token.type) {
      case "reported":
        return this.#readGroup(index);
      case "law":
        this.#readLaw(token, index);
        return index + 1;
      case "anchor": {
        if (this.#leadsToCitation(token, index)) return index + 1;
        const reference = this.#references.at(token, this.#floorAt(token.start), (position) =>
          this.#startsCitation(position, index),
        );
        if (reference !== undefined) this.#push(reference);
        return index + 1;
      }
      case "docket":
        this.#readDocket(token);
        return index + 1;
      case "id":
        this.#readId(token, index);
        return index + 1;
      case "supra":
        this.#readSupra(token, index);
        return index + 1;
      case "section":
        this.#readSection(token);
        return index + 1;
    }
  }

  /** `Nobelman at 332, 113 S.Ct. 2106`: name and pin cite belong to the citation after them. */
  #leadsToCitation(token: AnchorToken, index: number): boolean {
    const next = this.#tokens[index + 1];
    if (next?.type !== "reported" || next.short) return false;
    return /^at\s+\*?\d[\d\s,\u2013-]*,\s+$/u.test(
      this.#text.slice(token.start, Math.min(next.start, token.start + 40)),
    );
  }

  #push(citation: Citation): void {
    this.#citations.push(citation);
    this.#references.know(citation);
    const core = citation.parentheticals[0]?.span.start ?? citation.fullSpan.end;
    this.#ends.push(core, citation.fullSpan.end);
    if (this.#ends.length > ENDS_KEPT) this.#ends.splice(0, this.#ends.length - ENDS_KEPT);
  }

  /** The nearest end of an earlier citation at or before `position`; inside its parenthetical, where that begins. */
  #floorAt(position: number): number {
    let floor = 0;
    for (const end of this.#ends) if (end <= position && end > floor) floor = end;
    return floor;
  }

  #startsCitation(position: number, index: number): boolean {
    return this.#tokenAt(position, index) >= 0;
  }

  /** The index of the citation token that starts at `position`, shortly after token `index`, or -1. */
  #tokenAt(position: number, index: number): number {
    for (let next = index + 1; next < index + 4; next += 1) {
      const token = this.#tokens[next];
      if (token === undefined || token.start > position) return -1;
      if (token.start === position && (token.type === "reported" || token.type === "law")) return next;
    }
    return -1;
  }

  /** The pin cite after a citation that ends at `end`: after a comma, `at` or a sign. */
  #pinAfter(end: number, index: number): PinCite | null {
    const text = this.#text;
    const spaced = skipSpace(text, end);
    let at = text.charCodeAt(spaced) === 44 ? spaced : end;
    const comma = text.charCodeAt(at) === 44;
    at = skipGap(text, comma ? at + 1 : at);
    const label = /^at\s+/u.exec(text.slice(at, at + 5));
    if (label !== null) at += label[0].length;
    if (!comma && label === null && !isPinSign(text.charCodeAt(at))) return null;
    if (label !== null && this.#startsCitation(at, index)) return this.#absorb(this.#tokenAt(at, index));
    return readPin(text, at, (position) => this.#startsCitation(position, index)) ?? null;
  }

  /**
   * Some publishers repeat volume and reporter in every pin cite: `482 U. S. 304, 482 U. S. 318-319`, `Id. at
   * 487 U. S. 561`. Such a token is no citation of its own.
   */
  #absorb(index: number): PinCite | null {
    const token = this.#tokens[index];
    if (token === undefined || token.type !== "reported") return null;
    this.#absorbed.add(index);
    return this.#shortPin(token, index);
  }

  /** After `id.` a number needs no comma: `id. 119:12-14`. */
  #pinAfterId(end: number, index: number): PinCite | null {
    const pin = this.#pinAfter(end, index);
    if (pin !== null || this.#text.charCodeAt(end) !== 32) return pin;
    return readPin(this.#text, end + 1, (position) => this.#startsCitation(position, index)) ?? null;
  }

  // ---- case citations -------------------------------------------------------------------------------------

  /** Reads the parallel citations that start at token `first`; returns the index of the token after them. */
  #readGroup(first: number): number {
    const members: Member[] = [];
    let index = first;
    while (index < this.#tokens.length) {
      const token = this.#tokens[index];
      if (token === undefined || token.type !== "reported") break;
      const last = members.at(-1);
      if (last === undefined && this.#isOwnPage(token)) return index + 1;
      if (last !== undefined && this.#isRepeated(last, token)) {
        last.pin = this.#absorb(index);
        last.pinEnd = Math.max(last.pin?.span.end ?? 0, token.end);
        index += 1;
        continue;
      }
      if (last !== undefined && !this.#isParallel(last, token)) break;
      const pin = token.short ? this.#shortPin(token, index) : this.#pinAfter(token.end, index);
      members.push({ token, pin, pinEnd: Math.max(pin?.span.end ?? 0, token.end) });
      index += 1;
    }
    this.#work.steps += members.length;
    this.#emit(members);
    return index;
  }

  #shortPin(token: ReportedToken, index: number): PinCite | null {
    const from = token.page.start - (this.#text.charCodeAt(token.page.start - 1) === 42 ? 1 : 0);
    return (
      readPin(this.#text, from, (position) => this.#startsCitation(position, index)) ?? {
        text: token.page.value ?? "",
        span: { start: token.page.start, end: token.page.end },
        page: Number(token.page.value) || null,
      }
    );
  }

  /** Volume and reporter of the citation before, once more, for a page inside it. */
  #isRepeated(last: Member, token: ReportedToken): boolean {
    if (token.entry.key !== last.token.entry.key || token.volume !== last.token.volume || token.short) return false;
    if (Number(token.page.value) < Number(last.token.page.value)) return false;
    return /^,?\s{1,3}(?:at\s)?$/u.test(this.#text.slice(last.pinEnd, Math.min(token.start, last.pinEnd + 8)));
  }

  /** `ante, at 489 U. S. 618`: a page of the very decision that is being read. */
  #isOwnPage(token: ReportedToken): boolean {
    return /\b(?:[Aa]nte|[Pp]ost|[Ii]nfra),?\s(?:at\s)?(?:pp?\.\s)?$/u.test(
      this.#text.slice(Math.max(0, token.start - 16), token.start),
    );
  }

  #isParallel(last: Member, token: ReportedToken): boolean {
    const between = this.#text.slice(last.pinEnd, Math.min(token.start, last.pinEnd + 80));
    if (token.start - last.pinEnd > 80 || token.entry.key === last.token.entry.key) return false;
    if (last.token.short && !token.short && !/^,\s/u.test(between)) return false;
    return BETWEEN_PARALLELS.test(between);
  }

  #emit(members: readonly Member[]): void {
    const head = members[0];
    const tail = members.at(-1);
    if (head === undefined || tail === undefined) return;
    const before = this.#before(head.token.start);
    const trailer = this.#trailer(tail.pinEnd, head.token.start);
    const year = trailer.courtDate?.year ?? before.year;
    const readings = members.map((member) => readEntry(member.token.entry, year, member.token));
    if (readings[0]?.source === "journal") {
      this.#emitJournals(members, readings, trailer);
      return;
    }
    this.#group += 1;
    const signal = readSignal(
      this.#text,
      before.name?.span.start ?? before.start,
      this.#floorAt(before.name?.span.start ?? before.start),
    );
    const history = this.#history(before.name?.span.start ?? before.start, head.token.start);
    members.forEach((member, position) => {
      const reading = readings[position];
      if (reading === undefined) return;
      const shared = { before, trailer, signal, history: position === 0 ? history : null, isFirst: position === 0 };
      this.#push(
        member.token.short ? this.#shortCase(member, reading, shared) : this.#fullCase(member, reading, shared),
      );
    });
  }

  #before(at: number): Before {
    return readBefore(this.#text, at, this.#floorAt(at), this.#emphasisBefore(at), this.#work);
  }

  /** The emphasised run that ends nearest before `at`. */
  #emphasisBefore(at: number): Span | undefined {
    while ((this.#emphasis[this.#emphasisAt + 1]?.start ?? Infinity) < at) this.#emphasisAt += 1;
    const span = this.#emphasis[this.#emphasisAt];
    return span !== undefined && span.start < at && at - span.end < 16 ? span : undefined;
  }

  /** Court and date, then remarks, after the last parallel citation. */
  #trailer(from: number, groupStart: number): Trailer {
    const text = this.#text;
    let at = from;
    const closing = /^(?:\s?[)\]])(?=\s?[([])/u.exec(text.slice(at, at + 4));
    if (closing !== null) at += closing[0].length;
    const open = OPEN_PARALLEL.exec(text.slice(at, at + 60));
    if (open !== null) at += open[0].length;
    const docket = /^\s\(No\.\s[\d,]+\)(?=\s\()/u.exec(text.slice(at, at + 24));
    if (docket !== null) at += docket[0].length;
    const bracket = skipSpace(text, text.charCodeAt(at) === 44 ? at + 1 : at, 6);
    const code = text.charCodeAt(bracket);
    const courtDate = code === 40 || code === 91 ? this.#courtDateAt(bracket) : null;
    let end = courtDate?.span.end ?? from;
    if (courtDate === null && !startsRemark(text, bracket)) return { courtDate, parentheticals: [], end };
    const remarks = readParentheticals(text, courtDate === null ? bracket : end);
    this.#work.steps += remarks.end - from + (bracket - groupStart);
    end = Math.max(end, remarks.end);
    return { courtDate, parentheticals: remarks.list, end };
  }

  #courtDateAt(bracket: number): CourtDate | null {
    const isCourt = (abbreviation: string): boolean => this.#courtNamed(abbreviation, null, null) !== null;
    return readCourtDate(this.#text, bracket) ?? readCourtAlone(this.#text, bracket, isCourt) ?? null;
  }

  /** What the words between the citation before and this one tell of the former. */
  #history(nameStart: number, start: number): History | null {
    const of = this.#endingBefore(start);
    const from = this.#citations[of]?.fullSpan.end;
    if (from === undefined) return null;
    const toName = this.#text.slice(from, Math.min(nameStart, from + HISTORY_CHARS_MAX + 1));
    const found =
      historyIn(toName) ??
      (nameStart === start ? null : historyIn(this.#text.slice(from, Math.min(start, from + HISTORY_CHARS_MAX + 1))));
    if (found === null) return null;
    return {
      relation: found.relation,
      span: { start: from + found.offset, end: from + found.offset + found.length },
      of,
    };
  }

  /** Position of the citation that ends nearest before `start`; of parallel ones the first. */
  #endingBefore(start: number): number {
    let best = -1;
    let end = -1;
    for (let index = Math.max(0, this.#citations.length - 12); index < this.#citations.length; index += 1) {
      const candidate = this.#citations[index]?.fullSpan.end ?? -1;
      if (candidate > start || candidate <= end) continue;
      end = candidate;
      best = index;
    }
    return best;
  }

  #fullCase(member: Member, reading: Reading, shared: Shared): FullCaseCitation {
    const { token } = member;
    const { before, trailer } = shared;
    const reporter = this.#text.slice(token.reporterStart, token.reporterEnd);
    const corrected = reading.correctedReporter ?? reporter;
    const courtText = trailer.courtDate?.courtText ?? before.yearCourt;
    const stated =
      courtText === null ? null : this.#courtNamed(courtText, trailer.courtDate?.year ?? before.year, corrected);
    const implied = reading.edition?.reporter.court ?? null;
    const draft: Draft = {
      kind: "case",
      source: reading.vendor,
      ...this.#base(token, member.pinEnd, before, trailer),
      volume: token.volume,
      reporter,
      page: token.page.value,
      correctedReporter: reading.correctedReporter,
      candidates: reading.candidates,
      ambiguous: reading.ambiguous,
      corrected: correctedForm(token, corrected, reading.edition),
      key: keyOf(token, corrected, reading.edition),
      nominative: token.nominative,
      name: before.name,
      year: trailer.courtDate?.year ?? before.year ?? yearOfVolume(token, reading) ?? yearOfDate(token.dateFiled),
      month: trailer.courtDate?.month ?? null,
      day: trailer.courtDate?.day ?? null,
      court: stated ?? (courtText === null ? implied : null),
      courtText,
      courtFrom: stated !== null ? "stated" : courtText === null && implied !== null ? "reporter" : null,
      dateFiled: token.dateFiled,
      docketNumber: before.docketNumber,
      pin: member.pin ?? (shared.isFirst ? before.pin : null),
      signal: shared.signal,
      history: shared.history,
      group: this.#group,
    };
    return draft;
  }

  /** Texas courts of appeals are printed with their seat: `Tex.App.-Fort Worth`. */
  #courtNamed(courtText: string, year: number | null, reporter: string | null): string | null {
    const hints = { ...(year === null ? {} : { year }), ...(reporter === null ? {} : { reporterHint: reporter }) };
    return (
      this.#courtOf(courtText, hints) ?? this.#courtOf(courtText.replace(/\s?[-\u2013\u2014]\s?[A-Z].*$/u, ""), hints)
    );
  }

  #shortCase(member: Member, reading: Reading, shared: Shared): Citation {
    const { token } = member;
    const reporter = this.#text.slice(token.reporterStart, token.reporterEnd);
    const corrected = reading.correctedReporter ?? reporter;
    const court = reading.edition?.reporter.court ?? null;
    return {
      kind: "short",
      ...this.#base(token, member.pinEnd, shared.before, shared.trailer),
      volume: token.volume,
      reporter,
      page: token.page.value,
      correctedReporter: reading.correctedReporter,
      candidates: reading.candidates,
      ambiguous: reading.ambiguous,
      corrected: correctedForm(token, corrected, reading.edition),
      key: keyOf(token, corrected, reading.edition),
      court,
      courtFrom: court === null ? null : "reporter",
      antecedent: shared.before.name,
      pin: member.pin,
      signal: shared.signal,
      history: shared.history,
      group: this.#group,
    };
  }

  #base(
    token: ReportedToken,
    pinEnd: number,
    before: Before,
    trailer: Trailer,
  ): { span: Span; fullSpan: Span; text: string; parentheticals: readonly Parenthetical[] } {
    const start = before.name?.span.start ?? token.start;
    return {
      span: { start: token.start, end: token.end },
      fullSpan: { start: Math.min(start, token.start), end: Math.max(trailer.end, pinEnd) },
      text: this.#text.slice(token.start, token.end),
      parentheticals: trailer.parentheticals,
    };
  }

  #emitJournals(members: readonly Member[], readings: readonly Reading[], trailer: Trailer): void {
    members.forEach((member, position) => {
      const { token } = member;
      const reading = readings[position];
      if (reading === undefined) return;
      const reporter = this.#text.slice(token.reporterStart, token.reporterEnd);
      const corrected = reading.correctedReporter ?? reporter;
      this.#push({
        kind: "journal",
        span: { start: token.start, end: token.end },
        fullSpan: { start: token.start, end: Math.max(trailer.end, member.pinEnd) },
        text: this.#text.slice(token.start, token.end),
        volume: token.volume,
        reporter,
        page: token.page.value,
        correctedReporter: reading.correctedReporter,
        candidates: reading.candidates,
        ambiguous: reading.ambiguous,
        corrected: correctedForm(token, corrected, null),
        key: keyOf(token, corrected, null),
        year: trailer.courtDate?.year ?? null,
        month: trailer.courtDate?.month ?? null,
        day: trailer.courtDate?.day ?? null,
        pin: member.pin,
        parentheticals: trailer.parentheticals,
        signal: readSignal(this.#text, token.start, this.#floorAt(token.start)),
        history: null,
      });
    });
  }

  /** A docket number stands for a decision only with the court and the year in brackets. */
  #readDocket(token: DocketToken): void {
    const text = this.#text;
    const courtDate = readCourtDate(text, token.bracket);
    if (courtDate === undefined || courtDate.year === null || courtDate.courtText === null) return;
    const before = this.#before(token.start);
    if (before.name === null) return;
    const remarks = readParentheticals(text, courtDate.span.end);
    const end = token.start + token.number.replace(/[,\s]+$/u, "").length;
    this.#push({
      kind: "docket",
      span: { start: token.start, end },
      fullSpan: { start: before.name.span.start, end: remarks.end },
      text: text.slice(token.start, end),
      docketNumber: text.slice(token.start, end).replace(/^Nos?\.\s/u, ""),
      name: before.name,
      court: this.#courtNamed(courtDate.courtText, courtDate.year, null),
      courtText: courtDate.courtText,
      year: courtDate.year,
      month: courtDate.month,
      day: courtDate.day,
      pin: null,
      parentheticals: remarks.list,
      signal: readSignal(text, before.name.span.start, this.#floorAt(before.name.span.start)),
      history: this.#history(before.name.span.start, token.start),
    });
  }

  // ---- statutes and other law -----------------------------------------------------------------------------

  #readLaw(token: LawToken, index: number): void {
    const text = this.#text;
    const pin = this.#lawPin(token, index);
    const publisher = readPublisher(text, skipSpace(text, pin?.span.end ?? token.end, 4));
    const from = publisher?.end ?? pin?.span.end ?? token.end;
    const remarks = startsRemark(text, skipSpace(text, from, 4))
      ? readParentheticals(text, from)
      : { list: [], end: from };
    const code = text.slice(token.codeStart, token.codeEnd);
    const words = text.slice(token.start, Math.max(publisher?.end ?? 0, token.end));
    const citation: LawCitation = {
      kind: "law",
      type: token.code.type,
      jurisdiction: token.code.jurisdiction,
      code,
      correctedCode: token.code.abbreviation,
      leading: token.lead,
      chapter: token.chapter,
      title: token.title,
      article: token.article,
      sections: token.sections,
      sectionText: token.sectionText,
      etSeq: token.etSeq,
      page: token.page,
      publisher: publisher?.name ?? null,
      year: publisher?.year ?? null,
      month: publisher?.month ?? null,
      day: publisher?.day ?? null,
      corrected: correctedLaw(words, code, token.code.abbreviation),
      span: { start: token.start, end: token.end },
      fullSpan: { start: token.start, end: Math.max(remarks.end, from) },
      text: text.slice(token.start, token.end),
      pin,
      parentheticals: remarks.list,
      signal: readSignal(text, token.start, this.#floorAt(token.start)),
      history: this.#history(token.start, token.start),
    };
    this.#push(citation);
  }

  /** Further pages of a register or session law: `66 Stat. 163, 185`, `118 Stat. 3762-3764`. */
  #lawPin(token: LawToken, index: number): PinCite | null {
    if (token.page === null) return null;
    const range = /^[-\u2010-\u2013]\d/u.test(this.#text.slice(token.end, token.end + 2));
    if (!range) return this.#pinAfter(token.end, index);
    return (
      readPin(this.#text, token.end - token.page.length, (position) => this.#startsCitation(position, index)) ?? null
    );
  }

  // ---- id., supra, section signs --------------------------------------------------------------------------

  #readId(token: WordToken, index: number): void {
    const text = this.#text;
    const after = text.charCodeAt(token.end);
    if (isLetter(after) || isDigit(after)) return;
    const pin = this.#pinAfterId(token.end, index);
    const end = pin?.span.end ?? token.end;
    const remarks = this.#remarksAfter(end);
    this.#push({
      kind: "id",
      span: { start: token.start, end },
      fullSpan: { start: token.start, end: remarks.end },
      text: text.slice(token.start, end),
      pin,
      parentheticals: remarks.list,
      signal: readSignal(text, token.start, this.#floorAt(token.start)),
      history: this.#history(token.start, token.start),
    });
  }

  #remarksAfter(end: number): { list: Parenthetical[]; end: number } {
    const bracket = skipSpace(this.#text, end, 4);
    if (this.#text.charCodeAt(bracket) !== 40) return { list: [], end };
    const remarks = readParentheticals(this.#text, end);
    this.#work.steps += remarks.end - end;
    return remarks;
  }

  #readSupra(token: WordToken, index: number): void {
    const text = this.#text;
    const next = this.#tokens[index + 1];
    if (next?.type === "reported" && /^,?\s{1,3}[([]?$/u.test(text.slice(token.end, next.start))) return;
    let at = token.start;
    const number = /(?:^|[\s(])(\d{1,4})\s$/u.exec(text.slice(Math.max(this.#floorAt(at), at - 7), at));
    if (number?.[1] !== undefined) at -= number[1].length + 1;
    const before = this.#before(at);
    const antecedent = before.name ?? wordBefore(text, at, Math.max(this.#floorAt(at), at - 60));
    const isNote = /^\s(?:note|n)\.?\s?\d/u.test(text.slice(token.end, token.end + 8));
    const pin = isNote ? this.#pinAfterId(token.end, index) : this.#pinAfter(token.end, index);
    const end = pin?.span.end ?? token.end;
    const remarks = this.#remarksAfter(end);
    const start = antecedent?.span.start ?? (number === null ? token.start : at);
    this.#push({
      kind: "supra",
      span: { start: token.start, end },
      fullSpan: { start, end: remarks.end },
      text: text.slice(token.start, end),
      antecedent,
      volume: number?.[1] ?? null,
      pin,
      parentheticals: remarks.list,
      signal: readSignal(text, start, this.#floorAt(start)),
      history: this.#history(start, token.start),
    });
  }

  #readSection(token: WordToken): void {
    const number = sectionAfterSign(this.#text, token.end);
    const end = number?.end ?? token.end;
    const last = this.#citations.at(-1);
    if (last?.pin !== null && last !== undefined && last.pin.span.end > token.start) return;
    this.#push({
      kind: "section",
      span: { start: token.start, end },
      fullSpan: { start: token.start, end },
      text: this.#text.slice(token.start, end),
      section: number?.number ?? null,
      pin: null,
      parentheticals: [],
      signal: null,
      history: null,
    });
  }
}

type Shared = { before: Before; trailer: Trailer; signal: Signal | null; history: History | null; isFirst: boolean };

const OPEN_PARALLEL =
  /^(?:,\s(?:[_\u2013\u2014-]+\s(?:[A-Z][\w.'\u2019]*\s?){1,4}(?:2d|3d|4th|5th)?\s?[_\u2013\u2014-]+))+(?=[\s,([])/u;
const BETWEEN_PARALLELS =
  /^\s?(?:[,)\]]?\s?(?:\(\d{1,2}\)\s?)?[,([]?\s?(?:[_\u2013\u2014-]+\s(?:[A-Z][\w.'\u2019]*\s?){1,4}(?:2d|3d|4th|5th)?\s?[_\u2013\u2014-]+,?\s?)*)(?:\*\d+\s)?[([]?$/u;

function isPinSign(code: number): boolean {
  return code === 0xb6 || code === 0xa7 || code === 42;
}

/** A neutral or vendor number begins with the year of the decision. */
function yearOfVolume(token: ReportedToken, reading: Reading): number | null {
  if (reading.vendor === "print" || token.volume === null || !/^(?:19|20)\d\d$/u.test(token.volume)) return null;
  return plausibleYear(token.volume);
}

/** `5/10/94`: two digits mean this century when that is not ahead of us. */
function yearOfDate(date: string | null): number | null {
  const digits = date === null ? undefined : /(\d{2,4})$/u.exec(date)?.[1];
  if (digits === undefined) return null;
  if (digits.length === 4) return plausibleYear(digits);
  return plausibleYear(`20${digits}`) ?? plausibleYear(`19${digits}`);
}

/** The words with the code's name in its own form, a space after it where a word runs on. */
function correctedLaw(words: string, printed: string, abbreviation: string): string {
  const at = words.indexOf(printed);
  const rest = words.slice(at + printed.length);
  return `${words.slice(0, at)}${abbreviation}${/^[A-Za-z\d]/u.test(rest) ? " " : ""}${rest}`;
}

type Publisher = { name: string | null; year: number | null; month: string | null; day: string | null; end: number };

const PUBLISHER = new RegExp(
  [
    "^\\(((?!(?:Jan|Feb|Mar|Apr|Aug|Sept|Oct|Nov|Dec)\\.|(?:May|June|July)\\s)(?:[A-Z][A-Za-z.'\u2019]*)(?:\\s(?:&\\s)?[A-Z][A-Za-z.'\u2019]*){0,3})?[, ]*",
    "(?:(Jan\\.|Feb\\.|Mar\\.|Apr\\.|May|June|July|Aug\\.|Sept\\.|Oct\\.|Nov\\.|Dec\\.)\\s)?(?:(\\d{1,2}),?\\s)?",
    "((?:1[6-9]|20)\\d\\d)?",
    "(?:[-\u2013]\\d{2,4})?(?:\\sed\\.)?(?:,?\\s(?:and|&)?\\s?(?:Cum\\.\\s)?Supp\\.?(?:\\s(?:[IVX]+|\\d{4})(?:[-\u2013]\\d+)?)?)?(?:\\sed\\.)?\\)",
  ].join(""),
  "u",
);

/** `(West 1999)`, `(Lexis Supp. 2010)`, `(2005-06)` after a section. */
function readPublisher(text: string, at: number): Publisher | undefined {
  if (text.charCodeAt(at) !== 40) return undefined;
  const match = PUBLISHER.exec(text.slice(at, at + 70));
  if (match === null || match[0].length < 3) return undefined;
  const [whole, name, month, day, year] = match;
  if (
    year === undefined &&
    (name === undefined ||
      !/^(?:West|Lexis|LexisNexis|McKinney|Vernon|Purdon|Deering|Consol|Supp|Michie|Gould|Baldwin)/u.test(name))
  )
    return undefined;
  return {
    name: name ?? null,
    year: year === undefined ? null : plausibleYear(year),
    month: month ?? null,
    day: day ?? null,
    end: at + whole.length,
  };
}
