import { citationKey } from "./citation-key.ts";
import { skipSpace } from "./characters.ts";
import type { Citation, ExtractOptions, Span } from "./model.ts";
import { readPage } from "./pages.ts";
import { hasReported, reporterAt } from "./reporter-forms.ts";
import type { DocketToken, ReportedToken, Token } from "./scan.ts";
import { NO_ENTRY, publicationNamed, tables } from "./tables.ts";
import type { Entry } from "./tables.ts";
import { foldReporter } from "./trie.ts";
import { vendorEntry } from "./vendor-series.ts";
import { apart, isWhole, unionOf, unknownReporters } from "./unknown-reporters.ts";

/**
 * What the pass over the text leaves out and is a citation all the same: reporters that no table knows, numbers that are
 * still open (`--- F.4th ---`), docket numbers of courts that print no `No.`.
 */
export function furtherTokens(
  text: string,
  citations: readonly Citation[],
  { heldUnder = [], unknownReporters: isAsked = false }: ExtractOptions,
): Token[] {
  const names = namesOfNone(text, citations);
  const unknown = [...(isAsked ? unknownReporters(text, citations, names) : []), ...besides(heldUnder, citations)];
  const tokens: Token[] = [
    ...unknown.flatMap((span) => unknownToken(text, span) ?? []),
    ...openTokens(text),
    ...letteredTokens(text),
    ...(isAsked ? foreignTokens(text) : []),
    ...docketTokens(text, names),
  ];
  const cores = citations.map(({ span }) => span);
  const inOrder = tokens.toSorted((one, other) => one.start - other.start);
  const kept = new Set(apart(inOrder, cores));
  const wholes = citations.flatMap(({ kind, fullSpan }) => (kind === "case" || kind === "docket" ? [fullSpan] : []));
  const uncovered = new Set(apart(inOrder, wholes));
  // A citation beside it makes a docket number needless.
  return inOrder.filter((token) => kept.has(token) && (uncovered.has(token) || token.type !== "docket"));
}

/** Behind each `v.` where a volume or a number may stand that belongs to no citation read. */
function namesOfNone(text: string, citations: readonly Citation[]): number[] {
  const named = unionOf(citations.flatMap((one) => (one.kind === "case" && isWhole(one) ? [one.fullSpan] : [])));
  const places: number[] = [];
  let next = 0;
  for (const { index, 0: versus } of text.matchAll(VERSUS)) {
    const at = index + versus.length;
    while ((named[next]?.end ?? Infinity) <= index) next += 1;
    const citation = named[next];
    // What is looked for stands before the next of these signs.
    const isWithin = citation !== undefined && citation.start <= index && /[;()]/u.test(text.slice(at, citation.end));
    if (!isWithin) places.push(at);
  }
  return places;
}

function besides(spans: readonly Span[], citations: readonly Citation[]): readonly Span[] {
  return apart(
    spans.toSorted((one, other) => one.start - other.start),
    citations.map(({ span }) => span),
  );
}

const UNKNOWN = /^(\d{1,4})(\s+)(\S(?:.*?\S)??)(\s+(?:at\s)?)(\d{1,5}|\d{1,2},\d{3}[a-z]?)$/su;
/** `Zed L. Rev.`, `Zed Law J.`, `Zed L.Q.`, `Am. Zed. Rev.`, `J. Zed.`: whatever place or subject it is of, a journal. */
const JOURNAL =
  /\b(?:L\.?|Law)\s?(?:Rev(?:iew|\.)?|J(?:ournal|\.)?|Q(?:uarterly|\.)?|Forum|Bull(?:etin|\.)?)(?:\s|$)|\bCt\.\s?Rev\.|(?:^|[\s.])(?:J\.(?=[A-Z\s]|$)|(?:Rev|Q|Bull|Sci|Econ|Psychol|Psych)\.?(?:\s|$))|\b(?:Journal|Review|Quarterly|Psycholog(?:y|ist)|Studies)(?:\s|$)/u;
/** `45 P. 2nd 307` */
const ORDINAL = /(?<=[23])(?:nd|rd)$/u;

function entryOf(reporter: string): Entry {
  const key = foldReporter(reporter);
  const known = tables().byKey.get(key.replace(ORDINAL, "d"));
  if (known !== undefined && hasReported(known)) return known;
  const publication = publicationNamed(reporter);
  if (publication !== undefined) return { ...NO_ENTRY, key, journals: [publication] };
  if (!JOURNAL.test(reporter)) return { ...NO_ENTRY, key };
  return { ...NO_ENTRY, key, journals: [{ source: "journal", abbreviation: reporter, name: reporter }] };
}

function unknownToken(text: string, { start, end }: Span): ReportedToken | undefined {
  const [, volume, gap = "", reporter = "", before = "", page] = UNKNOWN.exec(text.slice(start, end)) ?? [];
  if (volume === undefined || page === undefined) return undefined;
  const reporterStart = start + volume.length + gap.length;
  return {
    type: "reported",
    start,
    end,
    volume,
    reporterStart,
    reporterEnd: reporterStart + reporter.length,
    entry: entryOf(reporter.replace(/\s+/gu, " ")),
    page: { start: end - page.length, end, value: page },
    short: before.trim() === "at",
    nominative: null,
    dashed: false,
    dateFiled: null,
  };
}

const OPEN_VOLUME =
  /(?=[[_\u2010-\u2014-])(?<![\w\u2010-\u2015-])(?:\[?_{1,12}\]?|[\u2010-\u2013-]{2,12}|\u2014{1,3})\s{0,3}(?=[A-Z])/gu;

/** `--- F.4th ---`, `___ U.S. ___`, `___ Cal.5th 12`. */
function openTokens(text: string): ReportedToken[] {
  const found: ReportedToken[] = [];
  for (const { index, 0: lead } of text.matchAll(OPEN_VOLUME)) {
    const from = index + lead.length;
    const match = reporterAt(text, from);
    if (match === undefined) continue;
    const at = skipSpace(text, match.end, 4);
    const short = text.startsWith("at ", at);
    const page = readPage(text, short ? at + 3 : at, { suffix: false, commas: false });
    // Run together (`---F.3d----`) only where the page is open too.
    if (page === undefined || (/\S$/u.test(lead) && page.value !== null)) continue;
    if (page.value !== null && !/[.\d]/u.test(text.slice(from, match.end))) continue;
    found.push({
      type: "reported",
      start: index,
      end: page.end,
      volume: null,
      reporterStart: from,
      reporterEnd: match.end,
      entry: match.entry,
      page: { ...page, value: null },
      short,
      nominative: null,
      dashed: false,
      dateFiled: null,
    });
  }
  return found;
}

/** `44 Fla. L. Weekly S5`: a page begins with the letter of its court. */
const FLORIDA_WEEKLY =
  /(?<![\w.,$*-])(\d{1,2})\s(Fla\.\s?L\.\s?Weekly(?:\sFed\.|\sSupp\.)?)\s([SDCB]?\d{1,5}[a-z]?)(?!\w)/gu;
/** `VLEX-12345678` */
const VLEX = /(?<![\w.-])()(V[Ll]EX|v[Ll]ex)[-:]\s?(\d{5,12})(?!\w)/gu;

/** `2021 -Ohio- 3456`: white space about the hyphens. */
const OHIO = /(?<![\w.,$*-])((?:19|20)\d{2})\s?[-\u2010-\u2013]\s?(Ohio)\s?[-\u2010-\u2013]\s?(\d{1,5})(?!\w)/gu;

function letteredTokens(text: string): ReportedToken[] {
  return [...text.matchAll(FLORIDA_WEEKLY), ...text.matchAll(VLEX), ...text.matchAll(OHIO)].map(
    ({ index, 0: words, 1: volume, 2: reporter = "", 3: page = "" }) => {
      const end = index + words.length;
      const reporterStart = text.indexOf(reporter, index);
      return {
        type: "reported",
        start: index,
        end,
        volume: volume === undefined || volume === "" ? null : volume,
        reporterStart,
        reporterEnd: reporterStart + reporter.length,
        entry: volume === "" ? vendorEntry(reporter) : entryOf(reporter),
        page: { start: end - page.length, end, value: page },
        short: false,
        nominative: null,
        dashed: reporter === "Ohio",
        dateFiled: null,
      };
    },
  );
}

const FOREIGN =
  /\[(?:1[89]|20)\d\d\](?:\s\d{1,2})?\s(?=[A-Z])([A-Z][A-Za-z.]{0,11}(?:\s(?:[A-Z][A-Za-z.]{0,11}|\([A-Z][a-z]{1,5}\))){0,3})\s(\d{1,5})(?![\w,]\d|\w|\s(?:[A-Z]\.\s?){1,3}\d)/gu;
/** `12 D.L.R. (4th) 5`: a series in brackets that no table of American reporters has. */
const BRACKETED_SERIES = /(?<![\w.,$*-])\d{1,4}\s((?:[A-Z]\.\s?){2,5}\((?:2d|3d|[4-9]th)\))\s(\d{1,5})(?!\w)/gu;

/** `2 N.E. (2d) 686` is an American reporter's, printed as it once was. */
function foreignEntry(printed: string): Entry {
  const known = printed.endsWith(")") ? tables().byKey.get(foldReporter(printed.replace(/[()]/gu, ""))) : undefined;
  if (known !== undefined && hasReported(known)) return known;
  const journal = { source: "journal", abbreviation: printed, name: printed } as const;
  return { ...NO_ENTRY, key: foldReporter(printed), journals: [journal] };
}

/** A word is a series where it has capitals alone or periods: `[2010] In Re 5` is none. */
const FOREIGN_SERIES = /^(?:[A-Z]{2,6}\b|[A-Z][A-Za-z]{0,8}\.)/u;

/** `[2019] UKSC 12`, `[1932] A.C. 562`: as courts of England, Canada and Australia are cited, by the year in brackets. */
function foreignTokens(text: string): ReportedToken[] {
  const found = [...text.matchAll(FOREIGN), ...text.matchAll(BRACKETED_SERIES)];
  return found.flatMap(({ index, 0: words, 1: reporter = "", 2: page = "" }) => {
    if (!FOREIGN_SERIES.test(reporter)) return [];
    const end = index + words.length;
    const reporterStart = text.indexOf(reporter, index);
    return [
      {
        type: "reported" as const,
        start: index,
        end,
        volume: /\d{1,4}/u.exec(words)?.[0] ?? null,
        reporterStart,
        reporterEnd: reporterStart + reporter.length,
        entry: foreignEntry(reporter),
        page: { start: end - page.length, end, value: page },
        short: false,
        nominative: null,
        dashed: false,
        dateFiled: null,
      },
    ];
  });
}

const DOCKET_AFTER_NAME =
  /^[^;()]{1,120}?,\s(?:(?:Case|Docket|Cause|Civil Action)\s)?(?:Nos?\.?\s)?(\d{2}\s(?:Civ|Cr|Crim|Misc|Cv|CV|CIV|CR)\.?\s\d{1,5}|(?=[\w:./\u2013-]{0,30}\d)[A-Z\d][\w:./\u2013-]{3,30}(?<=[\w)]))(?:,\spp?\.\s?[\d-]{1,9}|,?\s\(?\u00b6{1,2}\s?[\d-]{1,9}\)?|,\sslip\sop\.(?:\sat\s\d{1,4})?)?,?\s\(/u;
const DOCKET_CHARS_MAX = 210;
/** A number with letters or marks in it, not a page or a year. */
const DOCKETED = /\d\s[A-Z][A-Za-z]+\.?\s\d|\d[-:/\u2013.]\w|[A-Z]{1,3}-?\d{3}|\d[A-Z]{2}/u;

/** `652-53`: pages of a citation whose reporter was not read; the serial of a docket has more figures. */
const PAGES = /^\d{1,5}[-\u2013]\d{1,2}$|^\d{3}[-\u2013]\d{1,3}$/u;

const VERSUS = /v(?<=\sv)(?=[s.\s])\.?s?\.?\s/gu;

/** `Alder v. Birch, 2013-0123 (La. 12/10/13)`, `Alder v. Birch, A-1234-19 (N.J. App. Div. 2021)`. */
function docketTokens(text: string, names: readonly number[]): DocketToken[] {
  const found: DocketToken[] = [];
  for (const from of names) {
    const words = text.slice(from, from + DOCKET_CHARS_MAX);
    const bracket = words.indexOf("(");
    if (bracket < 0 || (words[bracket + 1] !== "\u00b6" && !DOCKETED.test(words.slice(0, bracket)))) continue;
    const match = DOCKET_AFTER_NAME.exec(words);
    const number = match?.[1];
    if (match === null || number === undefined || !DOCKETED.test(number) || PAGES.test(number)) continue;
    const start = from + match[0].lastIndexOf(number, match[0].length);
    found.push({ type: "docket", start, end: start + number.length, number, bracket: from + match[0].length - 1 });
  }
  return found;
}

const POSSIBLE =
  /(?<![\w.,$*-])\d{1,4}\s{1,3}(?:(?:[A-Z][\w.'\u2019&]{0,15}|\d(?:d|th))\s{1,3}){1,6}\d{1,5}(?![\w-])/gu;
/** Looked up for one text; a brief has fewer numbers around capitals. */
const POSSIBLE_MAX = 2_000;

/** Where a volume, words and a page stand that were read as nothing; only records can tell whether they name a decision. */
export function possibleReports(text: string, citations: readonly Citation[]): readonly { span: Span; key: string }[] {
  const spans = Array.from(text.matchAll(POSSIBLE), ({ index, 0: words }) => ({
    start: index,
    end: index + words.length,
  }));
  return besides(spans, citations)
    .slice(0, POSSIBLE_MAX)
    .map((span) => ({ span, key: citationKey(text.slice(span.start, span.end)) }));
}

/** The tokens in order, with others in place of what they overlap. */
export function withFurther(tokens: readonly Token[], further: readonly Token[]): readonly Token[] {
  if (further.length === 0) return tokens;
  const all: Token[] = [];
  let next = 0;
  for (const token of tokens) {
    while ((further[next]?.end ?? Infinity) <= token.start) next += 1;
    if ((further[next]?.start ?? Infinity) >= token.end || token.start === token.end) all.push(token);
  }
  const covered = (token: Token): boolean =>
    token.type === "anchor" && further.some(({ start, end }) => start <= token.start && token.start < end);
  return [...all.filter((token) => !covered(token)), ...further].toSorted(
    (one, other) => one.start - other.start || one.end - other.end,
  );
}
