import { digitsEnd, isDash, isDigit, isLetter, isUpper, isWordCharacter, skipGap, skipSpace } from "./characters.ts";
import { readPage } from "./pages.ts";
import type { LawSection } from "./model.ts";
import type { LawCode } from "./tables.ts";

/** Where a code's name stands and the number before it (empty when there is none). */
export type LawHead = { readonly at: number; readonly lead: string; readonly from: number; readonly end: number };

export type LawToken = {
  readonly type: "law";
  readonly start: number;
  readonly end: number;
  readonly code: LawCode;
  readonly codeStart: number;
  readonly codeEnd: number;
  readonly lead: string | null;
  readonly title: string | null;
  readonly chapter: string | null;
  readonly article: string | null;
  readonly sections: readonly LawSection[];
  readonly sectionText: string | null;
  readonly etSeq: boolean;
  readonly page: string | null;
};

type Draft = { -readonly [Key in keyof LawToken]: LawToken[Key] };

const LEAD_SHAPE: Record<LawCode["lead"], RegExp> = {
  "": /^$/u,
  number: /^\d{1,4}(?:-?[A-Z])?$/u,
  year: /^(?:1[6-9]|20)\d\d$/u,
  pamphlet: /^\d{4}-\d+$/u,
  chapters: /^\d+(?:-\d+){1,2}$/u,
};

/** What follows a code's name, read as that code writes it; undefined when it does not fit. */
export function readLaw(text: string, head: LawHead, code: LawCode): LawToken | undefined {
  if (!LEAD_SHAPE[code.lead].test(head.lead)) return undefined;
  const draft: Draft = {
    type: "law",
    start: head.at,
    end: head.end,
    code,
    codeStart: head.from,
    codeEnd: head.end,
    lead: head.lead === "" ? null : head.lead,
    title: null,
    chapter: null,
    article: null,
    sections: [],
    sectionText: null,
    etSeq: false,
    page: null,
  };
  const at = pastEdition(text, pastComma(text, head.end));
  return READERS[code.tail](text, at, draft) ? draft : undefined;
}

type Reader = (text: string, at: number, draft: Draft) => boolean;

const READERS: Record<LawCode["tail"], Reader> = {
  "": () => true,
  section: readSections,
  page: readLawPage,
  title: (text, at, draft) =>
    readDivision(text, at, draft, "title") && readSections(text, pastComma(text, draft.end), draft),
  chapter: readChapter,
  article: readArticle,
  number: readNumber,
  rule: readSections,
  act: readAct,
  constitution: readConstitution,
};

const DIVISION: Record<"title" | "chapter" | "article", RegExp> = {
  title: /^(?:[Tt]its?\.|TIT\.|[Tt]itle)\s?(\d{1,4}(?:-?[A-Za-z])?)/u,
  chapter: /^(?:[Cc]hs?\.|c\.|[Cc]hapter|ch)\s?(\d{1,4}[A-Za-z]{0,2}(?:[-.]\d+)?)/u,
  article: /^(?:arts?\.?|Arts?\.|[Aa]rticle)\s?(\d{1,5}(?:[.-]\d+)*[A-Za-z]?)/u,
};

function readDivision(text: string, at: number, draft: Draft, kind: "title" | "chapter" | "article"): boolean {
  const match = DIVISION[kind].exec(text.slice(at, at + 24));
  if (match?.[1] === undefined) return false;
  draft[kind] = match[1];
  const end = at + match[0].length;
  if (isWordCharacter(text.charCodeAt(end))) return false;
  draft.end = end;
  return true;
}

function pastComma(text: string, at: number): number {
  const next = skipGap(text, at);
  return text.charCodeAt(next) === 44 ? skipGap(text, next + 1) : next;
}

/** Past the year of an edition: `Utah Code Ann., 1943, § 48-0-17`. */
function pastEdition(text: string, at: number): number {
  return at + (EDITION.exec(text.slice(at, at + 16))?.[0].length ?? 0);
}

const EDITION = /^(?:1[6-9]|20)\d\d,\s(?=\u00a7|[Tt]it|[Aa]rt|[Cc]h|[Ss]ec)/u;

/** `art. 18.02(10)`; a section may follow: `art. 49, § 61`. */
function readArticle(text: string, at: number, draft: Draft): boolean {
  if (!readDivision(text, at, draft, "article")) return false;
  const end = draft.end;
  const past = subsectionsEnd(text, end);
  if (past === end && readMarkedSections(text, pastComma(text, end), draft)) return true;
  draft.sections = [sectionOf(text, end - (draft.article ?? "").length, end, past)];
  draft.sectionText = draft.article;
  draft.end = past;
  return true;
}

/** `ch. 1, § 2`; the section may be missing. */
function readChapter(text: string, at: number, draft: Draft): boolean {
  if (!readDivision(text, at, draft, "chapter")) return readMarkedSections(text, at, draft);
  const end = draft.end;
  const next = pastComma(text, end);
  if (!readMarkedSections(text, next, draft)) draft.end = end;
  return true;
}

function readMarkedSections(text: string, at: number, draft: Draft): boolean {
  return MARKER.test(text.slice(at, at + 12)) && readSections(text, at, draft);
}

/** Page of a register or session law: `4,802`; `ch. 5, § 2` may stand before it, or be all there is. */
function readLawPage(text: string, at: number, draft: Draft): boolean {
  let from = at;
  const label = /^(?:at\s|p\.\s?)/u.exec(text.slice(at, at + 4));
  if (label !== null) from += label[0].length;
  if (readDivision(text, from, draft, "chapter")) {
    const end = draft.end;
    const next = pastComma(text, end);
    if (!readMarkedSections(text, next, draft)) draft.end = end;
    return true;
  }
  const page = readPage(text, from, { suffix: false, commas: true });
  if (page?.value === undefined || page.value === null || !isDigit(text.charCodeAt(from))) return false;
  if (
    PUBLIC_ACT.test(text.slice(draft.codeStart, draft.codeEnd)) &&
    /^[-\u2010-\u2013]\d/u.test(text.slice(page.end, page.end + 2))
  )
    return false;
  draft.page = page.value;
  draft.end = page.end;
  return true;
}

/** Michigan's have whole numbers; `P.A. 88-680` is an act of another state, and the year before it only a date. */
const PUBLIC_ACT = /^(?:PA|P\.\s?A\.)$/u;

/** `No. 107-155, § 203`. */
function readNumber(text: string, at: number, draft: Draft): boolean {
  const match = /^(?:No\.|Nos\.|Number)?\s?([A-Z]{0,6}-?\d+(?:,\d{3})*[A-Z]*(?:[-\u2010-\u2013][\dA-Z]+)*)/u.exec(
    text.slice(at, at + 28),
  );
  if (match?.[1] === undefined) return false;
  const law = draft.code.abbreviation === "Pub. L." || draft.code.abbreviation === "Pvt. L.";
  if (law && !/^\d{1,3}[-\u2010-\u2013]\d{1,5}$/u.test(match[1])) return false;
  if (!law && !match[0].startsWith("No")) return false;
  draft.title = match[1];
  draft.end = at + match[0].length;
  if (!law) return true;
  const end = draft.end;
  const next = pastComma(text, end);
  if (!readMarkedSections(text, next, draft)) draft.end = end;
  return true;
}

/** `735 ILCS 5/2-1401`: chapter, act, section. */
function readAct(text: string, at: number, draft: Draft): boolean {
  const match = /^(\d{1,4}(?:\.\d+)?)\s?\/\s?/u.exec(text.slice(at, at + 12));
  if (match?.[1] === undefined) return false;
  draft.chapter = draft.lead;
  draft.title = match[1];
  return readSections(text, at + match[0].length, draft, true);
}

const MARKER =
  /^(?:(?:§\s?)+|[Ss]ections?\s|[Ss]ecs?\.\s?|[Rr]ules?\s|r\.\s?|RR?\.\s|[Pp]arts?\s|pts?\.\s?|[Pp]ar\.\s?|¶\s?|[Aa]rt\.\s)/u;

/** Sections with their subsections, a list where the marker is doubled. */
function readSections(text: string, at: number, draft: Draft, unmarked = false): boolean {
  let from = at;
  let divisionRead = false;
  for (const kind of ["title", "chapter", "article"] as const) {
    if (draft[kind] === null && isLetter(text.charCodeAt(from)) && readDivision(text, from, draft, kind)) {
      divisionRead = true;
      from = pastComma(text, draft.end);
    }
  }
  if (draft.code.subject || draft.code.abbreviation === "Wis. Admin. Code") from = skipSubject(text, from);
  from = skipAbbreviated(text, from);
  const marker = MARKER.exec(text.slice(from, from + 10));
  const start = marker === null ? from : skipGap(text, from + marker[0].length);
  const first = sectionEnd(text, start);
  if (first === start) return divisionRead && draft.code.tail !== "title";
  const value = text.slice(start, first);
  if (
    marker === null &&
    draft.lead === null &&
    !unmarked &&
    !divisionRead &&
    !mayStandUnmarked(text, at, draft.code, value)
  )
    return false;
  if (marker === null && isWordCharacter(text.charCodeAt(first))) return false;
  if (marker === null && looksLikeNextCitation(text, first)) return false;
  const many = marker !== null && /§\s?§|ections|ecs|ules|arts|pts/u.test(marker[0]);
  readList(text, start, first, many, draft);
  return true;
}

function skipSubject(text: string, at: number): number {
  const subject = /^(?:[A-Z][A-Za-z'.&-]*\s){1,4}/u.exec(text.slice(at, at + 48));
  return subject === null ? at : at + subject[0].length;
}

/** `App.`, `Ann.` and a publisher or edition between a code's name and the section. */
function skipAbbreviated(text: string, at: number): number {
  const words = /^(?:(?:Ann(?:otated|\.)|App\.|app\.|note|1975|\(?(?:West|Vernon|Supp\.)\)?),?\s){1,3}/u.exec(
    text.slice(at, at + 30),
  );
  return words === null ? at : at + words[0].length;
}

/**
 * Without a section sign a number is a section only where the code is called so, by four capitals or more (`CPLR 3212`,
 * `C.P.L.R. 3212`), or the number cannot be a plain one.
 */
function mayStandUnmarked(text: string, at: number, code: LawCode, section: string): boolean {
  if (code.tail === "rule" || CAPITALS_BEFORE.test(text.slice(Math.max(0, at - 14), at))) return true;
  return /\d[.:-]\w|\d[a-zA-Z]/u.test(section);
}

const CAPITALS_BEFORE = /(?<![\w.])(?:[A-Z]{4,6}|(?:[A-Z]\.){4,6})\s$/u;

function looksLikeNextCitation(text: string, at: number): boolean {
  const next = skipGap(text, at);
  return next > at && isUpper(text.charCodeAt(next)) && /^[A-Z][A-Za-z]{0,4}\./u.test(text.slice(next, next + 7));
}

function readList(text: string, start: number, firstEnd: number, many: boolean, draft: Draft): void {
  let end = subsectionsEnd(text, firstEnd);
  let sectionTextEnd = firstEnd;
  const sections: LawSection[] = [sectionOf(text, start, firstEnd, end)];
  for (let items = 0; items < SECTIONS_MAX; items += 1) {
    const next = listItemStart(text, end, many);
    if (next === undefined) break;
    const itemEnd = sectionEnd(text, next.start);
    const ends =
      itemEnd === next.start || looksLikeNextCitation(text, itemEnd) || isWordCharacter(text.charCodeAt(itemEnd));
    if (ends) break;
    end = subsectionsEnd(text, itemEnd);
    const section = sectionOf(text, next.start, itemEnd, end);
    const last = sections.at(-1);
    if (next.range && last !== undefined)
      sections[sections.length - 1] = { ...section, number: `${last.number}-${section.number}` };
    else sections.push(section);
    sectionTextEnd = itemEnd;
  }
  const etSeq = /^,?\s(?:et\.?\sseq\.?|ff\.)/u.exec(text.slice(end, end + 10));
  draft.sections = sections;
  draft.sectionText = text.slice(start, sectionTextEnd);
  draft.etSeq = etSeq !== null;
  draft.end = end + (etSeq?.[0].length ?? 0);
}

/** A list longer than this is cut; none so long was met. */
const SECTIONS_MAX = 60;

function sectionOf(text: string, start: number, end: number, pastSubsections: number): LawSection {
  const subsections = text.slice(end, pastSubsections).trim();
  return { number: text.slice(start, end), subsections: subsections === "" ? null : subsections };
}

function listItemStart(text: string, at: number, many: boolean): { start: number; range: boolean } | undefined {
  const joint =
    /^(?:\s?(?:,|;)\s?(?:and|or|&)?\s?|\s(?:and|or|&)\s|\s?[-\u2010-\u2014]\s?|\s(?:to|through)\s)(?:(§)\s?)?(?=\d)/u.exec(
      text.slice(at, at + 16),
    );
  if (joint === null) return undefined;
  if (!many && joint[1] === undefined) return undefined;
  if (joint[0].includes(";") && joint[1] === undefined) return undefined;
  return { start: at + joint[0].length, range: /^\s?[-\u2010-\u2014]|^\s(?:to|through)/u.test(joint[0]) };
}

/**
 * Past one section number: digits and short runs of letters joined by `.`, `:`, `-` (`1320d-2`, `240.10b-5`,
 * `2C:11-3`, `9.94A.030`). A number must come first, or one capital and then a number.
 */
export function sectionEnd(text: string, at: number): number {
  const limit = Math.min(text.length, at + 40);
  let index = at;
  if (isUpper(text.charCodeAt(index)) && (isDigit(text.charCodeAt(index + 1)) || isDash(text.charCodeAt(index + 1))))
    index += 1;
  if (index > at && isDash(text.charCodeAt(index))) index += 1;
  if (!isDigit(text.charCodeAt(index))) return at;
  while (index < limit) {
    index = runEnd(text, index);
    if (!joins(text, index)) break;
    index += 1;
  }
  return index;
}

function runEnd(text: string, at: number): number {
  const digits = digitsEnd(text, at);
  let end = digits;
  while (end - digits < 4 && isLetter(text.charCodeAt(end))) end += 1;
  if (end - digits > 3) return digits;
  return end > digits && isDigit(text.charCodeAt(end)) ? runEnd(text, end) : end;
}

function joins(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  const next = text.charCodeAt(at + 1);
  if (code === 46 || code === 58) return isDigit(next) || (isUpper(next) && isDigit(text.charCodeAt(at + 2)));
  if (!isDash(code) || code === 0x2014) return false;
  if (isDigit(next)) return true;
  return isLetter(next) && !isLetter(text.charCodeAt(at + 2))
    ? true
    : isLetter(next) && isLetter(text.charCodeAt(at + 2)) && !isLetter(text.charCodeAt(at + 3)) && isUpper(next);
}

/** Past `(a)(2)`, `(a)(2) and (d)`, `(a)-(c)`. */
function subsectionsEnd(text: string, at: number): number {
  const chain = /^(?:\s?[([](?:[0-9]{1,3}|[a-zA-Z]{1,2}|[ivxlIVXL]{1,6}|[a-z]-\d+)[)\]])+/u;
  const first = chain.exec(text.slice(at, at + 48));
  if (first === null) return at;
  let end = at + first[0].length;
  for (let items = 0; items < 6; items += 1) {
    const joint = /^(?:,?\s(?:and|or|&)\s|,\s|[-\u2010-\u2013])(?=\()/u.exec(text.slice(end, end + 7));
    if (joint === null) break;
    const next = chain.exec(text.slice(end + joint[0].length, end + joint[0].length + 48));
    if (next === null) break;
    end += joint[0].length + next[0].length;
  }
  return end;
}

const CONSTITUTION_PART =
  /^,?\s{0,2}(?:(?:art|amend|pt|cl|sec)s?\.?|A[Mm][Dd][Tt][Ss]?\.|[Aa]rticles?|[Aa]mendments?|Arts?\.|Amends?\.|ART\.|AMEND\.|pmbl\.|[Pp]reamble|§§?|[Cc]lauses?|[Ss]ections?)\s{0,2}([IVXL]+(?:-[A-Z])?(?![a-z])|\d{1,3}(?:\.\d+)?[A-Za-z]?)?(?:\([a-z0-9]{1,3}\))*/u;

/** `art. I, § 8, cl. 3`, `amend. XIV, § 1`, `amends. V, XIV`. */
function readConstitution(text: string, at: number, draft: Draft): boolean {
  let end = at;
  for (let parts = 0; parts < 8; parts += 1) {
    const slice = text.slice(end, end + 40);
    const part =
      CONSTITUTION_PART.exec(slice) ??
      (parts > 0 ? /^,?\s(?:and\s|&\s)?([IVXL]{1,6})(?![A-Za-z.])/u.exec(slice) : null);
    if (part === null) break;
    if (part[1] === undefined && !/mbl|ream/u.test(part[0])) break;
    if (parts === 0) draft.article = part[0].trim();
    if (part[0].includes("§") || /ection/u.test(part[0]))
      draft.sections = [...draft.sections, { number: part[1] ?? "", subsections: null }];
    end += part[0].length;
  }
  if (end === at) return false;
  draft.sectionText = text.slice(at, end);
  draft.end = end;
  return true;
}

/** The number after a bare section sign, for a mention of a section without its code. */
export function sectionAfterSign(text: string, at: number): { start: number; end: number; number: string } | undefined {
  const start = skipSpace(text, at);
  const end = sectionEnd(text, start);
  return end === start ? undefined : { start, end: subsectionsEnd(text, end), number: text.slice(start, end) };
}
