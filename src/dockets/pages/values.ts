import type { Link } from "./html/page.ts";

/** `12/23/2008`, `1/5/11`, `2008-12-23`, `Dec 23, 2008` as `2008-12-23`; null where it is no day. */
export function dayOf(text: string | null | undefined): string | null {
  const trimmed = text?.trim() ?? "";
  const [, month, day, year] = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})\b/u.exec(trimmed) ?? [];
  if (month !== undefined && day !== undefined && year !== undefined) return isoDay(fullYear(year), month, day);
  const [, isoYear, isoMonth, isoDayOfMonth] = /^(\d{4})-(\d{2})-(\d{2})/u.exec(trimmed) ?? [];
  if (isoYear === undefined || isoMonth === undefined || isoDayOfMonth === undefined) return null;
  return isoDay(isoYear, isoMonth, isoDayOfMonth);
}

/** Courts that write two digits began with their systems in the nineties; older filings were entered later. */
function fullYear(year: string): string {
  if (year.length === 4) return year;
  return Number(year) >= 60 ? `19${year}` : `20${year}`;
}

function isoDay(year: string, month: string, day: string): string | null {
  const [monthNumber, dayNumber] = [Number(month), Number(day)];
  const last = new Date(Date.UTC(Number(year), monthNumber, 0)).getUTCDate();
  if (monthNumber < 1 || monthNumber > 12 || dayNumber < 1 || dayNumber > last) return null;
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/** A text without what only fills it, or null. */
export function orNull(text: string | null | undefined): string | null {
  const trimmed = text?.replace(/\s+/gu, " ").trim() ?? "";
  return trimmed === "" ? null : trimmed;
}

/** Of a document's number the fourth digit tells how the number is used, not which document it is. */
export function withoutUse(pacerDocId: string): string {
  return /^\d{5,}$/u.test(pacerDocId) ? `${pacerDocId.slice(0, 3)}0${pacerDocId.slice(4)}` : pacerDocId;
}

/** What a link to a document tells. */
export type DocumentLink = {
  readonly pacerDocId: string | null;
  readonly pacerCaseId: string | null;
  readonly pacerSeqNo: string | null;
};

const DOC_PATH = /\/docs?1\/(\d+)/u;
/** `goDLS('/doc1/0230436525','11428','21',…)`: the document, the case, the entry. */
const GO_DLS = /goDLS\(\s*'(?:[^']*\/docs?1\/)?(\d+)'\s*,\s*'(\d*)'\s*,\s*'(\d*)'/u;
const PARAMETERS = /[?&](caseid|de_seq_num|dls_id)=(\d+)/giu;
/** `documentKcaseidV982175Kde_seq_numV53Kdm_idV25709642Kdoc_numV16Kpdf_headerV0`. */
const ID_PARTS = /K(caseid|de_seq_num)V(\d+)/gu;
const POST_URL = /doDocPostURL\(\s*'(\d+)'(?:\s*,\s*'(\d+)')?/u;

export function documentLink({ href, onclick, id }: Link): DocumentLink | null {
  const told = new Map<string, string>();
  for (const [, name = "", value = ""] of id.matchAll(ID_PARTS)) told.set(name, value);
  for (const [, name = "", value = ""] of href.matchAll(PARAMETERS)) told.set(name.toLowerCase(), value);
  const [, dlsDoc, dlsCase, dlsSeq] = GO_DLS.exec(onclick) ?? [];
  const [, postDoc, postCase] = POST_URL.exec(onclick) ?? [];
  const docId = DOC_PATH.exec(href)?.[1] ?? dlsDoc ?? postDoc ?? told.get("dls_id") ?? null;
  const isShowDoc = /show_(?:doc|multidocs|case_doc)|ShowDoc/u.test(href);
  if (docId === null && !isShowDoc) return null;
  return {
    pacerDocId: docId === null ? null : withoutUse(docId),
    pacerCaseId: orNull(dlsCase) ?? orNull(postCase) ?? told.get("caseid") ?? null,
    pacerSeqNo: orNull(dlsSeq) ?? told.get("de_seq_num") ?? null,
  };
}

/** `363.5 KB`, `0.7 mb` in bytes, as courts count them: a KB has 1,024, a MB 1,024,000. */
export function bytesOf(text: string): number | null {
  const [, amount, unit] = /(?<![\d.])([\d.]+)\s*(B|KB|MB|GB)\b/iu.exec(text) ?? [];
  if (amount === undefined || unit === undefined) return null;
  const factor = { b: 1, kb: 1024, mb: 1024 * 1000, gb: 1024 * 1000 * 1000 }[unit.toLowerCase()] ?? 1;
  return Math.round(Number(amount) * factor);
}

export function pagesOf(text: string): number | null {
  const [, pages] = /(?<!\d)(\d+)\s*(?:pages?|pgs?\.?)\b/iu.exec(text) ?? [];
  return pages === undefined ? null : Number(pages);
}

/** The number of a case as it is kept: `1-23-42603-nhl` has an office before it, which others write `1:23-42603-nhl`. */
export function officialNumber(printed: string): string {
  return printed.replace(/^(\d{1,2})-(?=\d{2}-\d{5})/u, "$1:");
}
