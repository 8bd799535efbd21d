/**
 * One file, this long because each kind of citation is read with what the pass knows of those before it: where they end,
 * their names and their reporters.
 */
import { courtByCitationText } from "#courts/courts.ts";
import { isDigit, isLetter, skipSpace } from "./characters.ts";
import { correctedForm, keyOf, readEntry } from "./editions.ts";
import type { Reading } from "./editions.ts";
import { sectionAfterSign } from "./law-tail.ts";
import { furtherTokens, withFurther } from "./further-tokens.ts";
import type { LawToken } from "./law-tail.ts";
import { misprintedCode } from "./misprinted-code.ts";
import type {
  Citation,
  CourtOf,
  ExtractOptions,
  FullCaseCitation,
  History,
  LawCitation,
  Parenthetical,
  Signal,
  Span,
} from "./model.ts";
import { readBefore, wordBefore } from "./names.ts";
import type { Before } from "./names.ts";
import { OTHER_SOURCE_CHARS_MAX, otherSourceIn } from "./other-sources.ts";
import { sourceRightBefore } from "./source-before.ts";
import { isOwnPage, isParallel, isRepeated, pastOpenCitations } from "./parallels.ts";
import type { Member } from "./parallels.ts";
import { readPage } from "./pages.ts";
import { PinReader } from "./pin-reader.ts";
import { Preceding } from "./preceding.ts";
import { ReadOnce } from "./read-once.ts";
import type { Until } from "./read-once.ts";
import { correctedLaw, readPublisher } from "./publisher.ts";
import { inNormalForm } from "./in-normal-form.ts";
import { ReferenceFinder } from "./references.ts";
import { editionsOf } from "./reporter-forms.ts";
import { Scanner } from "./scan.ts";
import type { AnchorToken, DocketToken, ReportedToken, Token, WordToken } from "./scan.ts";
import { plausibleYear } from "./plausible-year.ts";
import { readSignal } from "./signal.ts";
import {
  readCourtAlone,
  readCourtDate,
  datedRemark,
  readDecidedClause,
  readParentheticals,
  startsRemark,
  unreadNumber,
} from "./trailer.ts";
import type { CourtDate, Trailer } from "./trailer.ts";

/**
 * Every citation in `text`, in the order of their place. Spans count UTF-16 units of `text` itself. The work
 * is at most proportional to the text: `Scanner` reads it once, and each citation looks back and ahead a
 * bounded number of characters.
 */
export function extractCitations(text: string, options: ExtractOptions = {}): Citation[] {
  return inNormalForm(text, options, (normal, forNormal) => {
    const tokens = new Scanner(normal, forNormal.work).scan();
    const once = new ReadOnce();
    const found = new Reader(normal, tokens, once, forNormal).read();
    const further = furtherTokens(normal, found, forNormal);
    return further.length === 0 ? found : new Reader(normal, withFurther(tokens, further), once, forNormal).read();
  });
}

type Draft = { -readonly [Key in keyof FullCaseCitation]: FullCaseCitation[Key] };

class Reader {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  readonly #once: ReadOnce;
  readonly #courtOf: CourtOf;
  readonly #emphasis: readonly Span[];
  readonly #work: { steps: number };
  readonly #citations: Citation[] = [];
  readonly #references: ReferenceFinder;
  #emphasisAt = 0;
  readonly #preceding: Preceding;
  readonly #pins: PinReader;
  #group = 0;
  /** The citations, printed side by side, whose reporter a later `27 id. 145` means. */
  #lastReported: readonly ReportedToken[] = [];

  constructor(text: string, tokens: readonly Token[], once: ReadOnce, options: ExtractOptions) {
    this.#text = text;
    this.#once = once;
    this.#work = options.work ?? { steps: 0 };
    this.#courtOf = options.courtOf ?? courtByCitationText;
    this.#emphasis = options.emphasis ?? [];
    this.#tokens = tokens;
    this.#pins = new PinReader(text, this.#tokens);
    this.#preceding = new Preceding(text);
    this.#references = new ReferenceFinder(text, once);
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
    if (this.#pins.isAbsorbed(index)) return index + 1;
    switch (token.type) {
      case "reported": {
        const law = misprintedCode(this.#text, token);
        if (law === undefined) return this.#readGroup(index);
        this.#readLaw(law, index);
        return index + 1;
      }
      case "law":
        this.#readLaw(token, index);
        return index + 1;
      case "anchor": {
        if (this.#leadsToCitation(token, index)) return index + 1;
        const reference = this.#references.at(token, this.#preceding.floorAt(token.start), (position) =>
          this.#pins.startsCitation(position, index),
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
    this.#preceding.push(citation);
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
      if (last === undefined && isOwnPage(this.#text, token)) return index + 1;
      if (last !== undefined && isRepeated(this.#text, last, token)) {
        last.pin = this.#pins.absorb(index);
        last.pinEnd = Math.max(last.pin?.span.end ?? 0, token.end);
        index += 1;
        continue;
      }
      if (last !== undefined && !isParallel(this.#text, last, token)) break;
      const pin = token.short ? this.#pins.ofShort(token, index) : this.#pins.after(token.end, index);
      members.push({ token, pin, pinEnd: Math.max(pin?.span.end ?? 0, token.end) });
      index += 1;
    }
    this.#work.steps += members.length;
    this.#emit(members);
    return index;
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
    if (readings[0]?.vendor === "print") this.#lastReported = members.map(({ token }) => token);
    this.#group += 1;
    const signal = readSignal(
      this.#text,
      before.name?.span.start ?? before.start,
      this.#preceding.floorAt(before.name?.span.start ?? before.start),
    );
    const history = this.#preceding.history(before.name?.span.start ?? before.start, head.token.start);
    this.#pushDocketBefore(before, head);
    members.forEach((member, position) => {
      const reading = readings[position];
      if (reading === undefined) return;
      const shared = { before, trailer, signal, history: position === 0 ? history : null, isFirst: position === 0 };
      this.#push(
        member.token.short ? this.#shortCase(member, reading, shared) : this.#fullCase(member, reading, shared),
      );
    });
  }

  /** `2013-0123 (La. 12/10/13), 130 So. 3d 788`: the court's own citation, printed before the reporter's. */
  #pushDocketBefore({ docketNumber, name }: Before, head: Member): void {
    if (docketNumber === null || name === null) return;
    const text = this.#text;
    const start = text.lastIndexOf(docketNumber, head.token.start);
    const end = start + docketNumber.length;
    const between = text.slice(end, head.token.start);
    const open = between.indexOf("(");
    if (start < name.span.end || open < 0 || !/^\((?:La|Miss)\./u.test(between.slice(open, open + 6))) return;
    const courtDate = readCourtDate(text, end + open);
    if (courtDate === undefined || courtDate.year === null) return;
    this.#push({
      kind: "docket",
      span: { start, end },
      fullSpan: { start, end },
      text: text.slice(start, end),
      docketNumber,
      name,
      court: courtDate.courtText === null ? null : this.#courtNamed(courtDate.courtText, courtDate.year, null),
      courtText: courtDate.courtText,
      year: courtDate.year,
      month: courtDate.month,
      day: courtDate.day,
      pin: null,
      parentheticals: [],
      signal: null,
      history: null,
    });
  }

  #before(at: number): Before {
    const floor = this.#preceding.floorAt(at);
    const emphasis = this.#emphasisBefore(at);
    return this.#once.before(at, floor, emphasis, () => readBefore(this.#text, at, floor, emphasis, this.#work));
  }

  /** The emphasised run that ends nearest before `at`. */
  #emphasisBefore(at: number): Span | undefined {
    while ((this.#emphasis[this.#emphasisAt + 1]?.start ?? Infinity) < at) this.#emphasisAt += 1;
    const span = this.#emphasis[this.#emphasisAt];
    return span !== undefined && span.start < at && at - span.end < 16 ? span : undefined;
  }

  #trailer(from: number, groupStart: number): Trailer {
    const isStill = (until: Until): boolean => this.#nextStart(until.from) === until.start;
    return this.#once.trailer(from, isStill, () => this.#readTrailer(from, groupStart));
  }

  /** Court and date, then remarks, after the last parallel citation. */
  #readTrailer(from: number, groupStart: number): { readonly trailer: Trailer; readonly until: Until } {
    const text = this.#text;
    let at = from;
    const closing = /^(?:\s?[)\]])(?=\s?[([])/u.exec(text.slice(at, at + 4));
    if (closing !== null) at += closing[0].length;
    at = pastOpenCitations(text, at);
    const docket = /^\s\(No\.\s[\d,]+\)(?=\s\()/u.exec(text.slice(at, at + 24));
    if (docket !== null) at += docket[0].length;
    const bracket = skipSpace(text, text.charCodeAt(at) === 44 ? at + 1 : at, 6);
    const code = text.charCodeAt(bracket);
    const courtDate = code === 40 || code === 91 ? this.#courtDateAt(bracket) : (readDecidedClause(text, at) ?? null);
    let end = courtDate?.span.end ?? from;
    if (courtDate === null && !startsRemark(text, bracket)) {
      const until = { from, start: this.#nextStart(from) };
      return {
        trailer: { courtDate, parentheticals: [], end, unread: unreadNumber(text, from, until.start) },
        until,
      };
    }
    const remarks = readParentheticals(text, courtDate === null ? bracket : end);
    this.#work.steps += remarks.end - from + (bracket - groupStart);
    end = Math.max(end, remarks.end);
    const { list } = remarks;
    const dated = courtDate === null ? datedRemark(text, list) : undefined;
    const isDated = courtDate !== null || dated !== undefined;
    const until = { from: end, start: this.#nextStart(end) };
    const trailer = {
      courtDate: courtDate ?? dated?.courtDate ?? null,
      parentheticals: dated === undefined ? list : list.filter((one) => one !== dated.remark),
      end,
      unread: courtDate?.unread ?? unreadNumber(text, end, until.start, isDated),
    };
    return { trailer, until };
  }

  /** Where the next citation after `from` starts. */
  #nextStart(from: number): number {
    let low = 0;
    let high = this.#tokens.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#tokens[middle]?.start ?? Infinity) < from) low = middle + 1;
      else high = middle;
    }
    while (this.#tokens[low]?.type === "anchor") low += 1;
    return this.#tokens[low]?.start ?? this.#text.length;
  }

  #courtDateAt(bracket: number): CourtDate | null {
    const isCourt = (abbreviation: string): boolean => this.#courtNamed(abbreviation, null, null) !== null;
    return readCourtDate(this.#text, bracket) ?? readCourtAlone(this.#text, bracket, isCourt) ?? null;
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
      this.#courtOf(courtText.replace(/^C\.\s?A\.\s(?=\d)/u, ""), hints) ??
      this.#courtOf(courtText.replace(/\s?[-\u2013\u2014]\s?[A-Z].*$/u, ""), hints)
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
  ): Pick<FullCaseCitation, "span" | "fullSpan" | "text" | "parentheticals" | "unread"> {
    const start = before.name?.span.start ?? token.start;
    return {
      span: { start: token.start, end: token.end },
      fullSpan: { start: Math.min(start, token.start), end: Math.max(trailer.end, pinEnd) },
      text: this.#text.slice(token.start, token.end),
      parentheticals: trailer.parentheticals,
      unread: trailer.unread,
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
        signal: readSignal(this.#text, token.start, this.#preceding.floorAt(token.start)),
        history: null,
      });
    });
  }

  /** A docket number stands for a decision only with the court and the year in brackets. */
  #readDocket(token: DocketToken): void {
    const text = this.#text;
    const courtDate = readCourtDate(text, token.bracket);
    if (courtDate === undefined || courtDate.year === null || courtDate.courtText === null) return;
    if (courtDate.unread !== null) return;
    const before = this.#before(token.start);
    if (before.name === null) return;
    const remarks = readParentheticals(text, courtDate.span.end);
    const end = token.start + token.number.replace(/(?<![,\s])[,\s]+$/u, "").length;
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
      signal: readSignal(text, before.name.span.start, this.#preceding.floorAt(before.name.span.start)),
      history: this.#preceding.history(before.name.span.start, token.start),
    });
  }

  // ---- statutes and other law -----------------------------------------------------------------------------

  #readLaw(token: LawToken, index: number): void {
    const text = this.#text;
    const pin = this.#pins.ofLaw(token, index);
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
      signal: readSignal(text, token.start, this.#preceding.floorAt(token.start)),
      history: this.#preceding.history(token.start, token.start),
    };
    this.#push(citation);
  }

  // ---- id., supra, section signs --------------------------------------------------------------------------

  #readId(token: WordToken, index: number): void {
    const text = this.#text;
    const after = text.charCodeAt(token.end);
    if (
      (isLetter(after) || isDigit(after)) &&
      !/^(?:at[\s\d]|\d{2,4}(?!\w))/u.test(text.slice(token.end, token.end + 5))
    )
      return;
    if (this.#readVolumeOfBefore(token, index)) return;
    const pin = this.#pins.afterWord(token.end, index);
    const end = pin?.span.end ?? token.end;
    const remarks = this.#remarksAfter(end);
    const floor = this.#preceding.floorAt(token.start);
    this.#push({
      kind: "id",
      span: { start: token.start, end },
      fullSpan: { start: token.start, end: remarks.end },
      text: text.slice(token.start, end),
      pin,
      parentheticals: remarks.list,
      signal: readSignal(text, token.start, floor),
      history: this.#preceding.history(token.start, token.start),
      otherSource: this.#otherSourceBefore(token.start, floor),
    });
  }

  #otherSourceBefore(at: number, floor: number): string | null {
    const volume = volumeBeforeId(this.#text, at)?.[1];
    if (volume !== undefined) return `volume ${volume} of a source that was not read`;
    return this.#once.otherSource(at, floor, () => {
      const words = this.#text.slice(Math.max(floor, at - OTHER_SOURCE_CHARS_MAX), at);
      return otherSourceIn(words) ?? sourceRightBefore(words) ?? null;
    });
  }

  /** `27 id. 145`: volume 27 of the reporter of the citation before. */
  #readVolumeOfBefore(token: WordToken, index: number): boolean {
    const text = this.#text;
    const before = volumeBeforeId(text, token.start);
    const [head] = this.#lastReported;
    if (before?.[1] === undefined || before[2] === undefined || head === undefined) return false;
    let at = skipSpace(text, text.charCodeAt(token.end) === 44 ? token.end + 1 : token.end, 4);
    const short = /^at\s{1,3}/u.exec(text.slice(at, at + 6));
    at += short?.[0].length ?? 0;
    const page = readPage(text, at, { suffix: false, commas: false });
    if (page?.value == null || !isDigit(page.value.charCodeAt(0))) return false;
    const editions = [...new Set(this.#lastReported.flatMap(({ entry }) => editionsOf(entry)))];
    const reported: ReportedToken = {
      type: "reported",
      start: token.start - before[1].length - before[2].length,
      end: page.end,
      volume: before[1],
      reporterStart: token.start,
      reporterEnd: token.end,
      entry: { ...head.entry, editions },
      page,
      short: short !== null,
      nominative: null,
      dashed: false,
      dateFiled: null,
    };
    if (!this.#followsReport(reported.start)) return false;
    const pin = reported.short ? this.#pins.ofShort(reported, index) : this.#pins.after(page.end, index);
    this.#emit([{ token: reported, pin, pinEnd: Math.max(pin?.span.end ?? 0, page.end) }]);
    return true;
  }

  /** Whether no other source with numbers stands between the last citation, one of a reporter, and `at`. */
  #followsReport(at: number): boolean {
    const last = this.#citations.at(-1);
    if (last?.kind !== "case" && last?.kind !== "short") return false;
    const between = this.#text.slice(last.fullSpan.end, at).replace(/[([](?:1[6-9]|20)\d\d[)\]]/gu, "");
    return between.length < OTHER_SOURCE_CHARS_MAX && !/\d/u.test(between);
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
    const number = /(?:^|[\s(])(\d{1,4})\s$/u.exec(text.slice(Math.max(this.#preceding.floorAt(at), at - 7), at));
    if (number?.[1] !== undefined) at -= number[1].length + 1;
    const before = this.#before(at);
    const antecedent = before.name ?? wordBefore(text, at, Math.max(this.#preceding.floorAt(at), at - 60));
    const isNote = /^\s(?:note|n)\.?\s?\d/u.test(text.slice(token.end, token.end + 8));
    const pin = isNote ? this.#pins.afterWord(token.end, index) : this.#pins.after(token.end, index);
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
      signal: readSignal(text, start, this.#preceding.floorAt(start)),
      history: this.#preceding.history(start, token.start),
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

/**
 * A number at the start of a line or behind a sentence calls or numbers a note, unless a small `id.` without `at` stands
 * behind it; a volume stands behind a name or in a list.
 */
const VOLUME_BEFORE_ID = /(?:[([]|(?:[,;([]|\b(?:see|in|and|also|cf\.|&))\s{1,2})(\d{1,4})(\s{1,3})$/iu;
const VOLUME_BEHIND_SENTENCE = /[.)][ \t]{1,2}(\d{1,4})([ \t]{1,3})$/u;
const SMALL_ID_WITH_PAGE = /^i(?:d|bid|b)\.,?\s{1,2}\d/u;

function volumeBeforeId(text: string, at: number): RegExpExecArray | null {
  const before = text.slice(Math.max(0, at - 20), at);
  const isBehindSentence = SMALL_ID_WITH_PAGE.test(text.slice(at, at + 10));
  return VOLUME_BEFORE_ID.exec(before) ?? (isBehindSentence ? VOLUME_BEHIND_SENTENCE.exec(before) : null);
}

type Shared = { before: Before; trailer: Trailer; signal: Signal | null; history: History | null; isFirst: boolean };

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
