import type { DocketSighting } from "../model.ts";
import { escapeHtml } from "#text/escape-html.ts";
import { acmsKind, isAcmsSealed, readAcmsAttachments, readAcmsSheet } from "./appellate/acms.ts";
import { readAppellateSheet } from "./appellate/appellate.ts";
import { readAppellateAttachments } from "./appellate/attachments.ts";
import { isMail, readMail } from "./notice/mail.ts";
import { readNotice } from "./notice/notice.ts";
import { readOpinionReport } from "./opinion-report.ts";
import { readHtml } from "./html/read-html.ts";
import { linesIn, textOf } from "./html/page.ts";
import type { Page } from "./html/page.ts";
import { recognise, RECORD_PAGES } from "./recognise.ts";
import type { RecordPage, RefusalPage } from "./recognise.ts";
import { readBankruptcySheet } from "./sheet/bankruptcy.ts";
import { readDistrictSheet } from "./sheet/district.ts";
import { readAttachmentPage } from "./attachments.ts";
import { withoutAccount } from "./without-account.ts";
import { readCaseQuery } from "./case-query.ts";
import { readHistoryReport } from "./history.ts";
import type { PageTold } from "./told.ts";

/** What came of a page: what it tells of dockets, or why it tells of none. */
export type ReadPage =
  | { readonly kind: "record"; readonly page: RecordPage; readonly sightings: readonly DocketSighting[] }
  /** `message` is the page's own words, cut. */
  | { readonly kind: "refusal"; readonly page: RefusalPage; readonly message: string }
  | { readonly kind: "unknown"; readonly message: string };

const MESSAGE_CHARS_MAX = 300;
/** RSS, Atom and RDF. */
const FEED = /^\s{0,200}(?:<(?:\?xml|!--)[^<>]{0,400}>\s{0,200}){0,3}<(?:rss|feed|rdf:RDF)\b/iu;

type Reader = (page: Page, told: PageTold, subject: string | null) => readonly DocketSighting[];

const READERS: Record<RecordPage, Reader> = {
  district_docket: (page, told) => [readDistrictSheet(page, told)],
  bankruptcy_docket: (page, told) => [readBankruptcySheet(page, told)],
  appellate_docket: (page, told) => [readAppellateSheet(page, told)],
  history_report: (page, told) => [readHistoryReport(page, told)],
  case_query: (page, told) => [readCaseQuery(page, told)],
  attachment_page: (page, told) => [readAttachmentPage(page, told)],
  appellate_attachment_page: (page, told) => [readAppellateAttachments(page, told)],
  notice: readNotice,
  opinion_report: readOpinionReport,
};

/**
 * Reads a page of the official records system: HTML, an e-mail, or the JSON of the newer appellate system. Throws
 * PageFault where it is recognised and cannot be read whole.
 */
export function readPage(text: string, told: PageTold): ReadPage {
  const json = jsonOf(text);
  if (json !== undefined) return readJson(json, told);
  if (FEED.test(text)) return { kind: "refusal", page: "feed", message: messageOf(readHtml(text)) };
  const mail = isMail(text) ? readMail(text) : undefined;
  const page = readHtml(mail?.body ?? text);
  const kind = recognise(page);
  if (kind === undefined) return { kind: "unknown", message: messageOf(page) };
  // A letter asks and refuses nothing, whatever it speaks of.
  if (!isRecordPage(kind) && mail !== undefined) return { kind: "unknown", message: messageOf(page) };
  if (!isRecordPage(kind)) return { kind: "refusal", page: kind, message: messageOf(page) };
  return { kind: "record", page: kind, sightings: READERS[kind](page, told, mail?.subject ?? null) };
}

function jsonOf(text: string): unknown {
  if (!/^\s*\{/u.test(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function readJson(value: unknown, told: PageTold): ReadPage {
  const kind = acmsKind(value);
  if (kind === undefined) return readJsonRefusal(value);
  if (isAcmsSealed(value))
    return { kind: "refusal", page: "sealed", message: "the answer says that the case is sealed" };
  const read = kind === "appellate_docket" ? readAcmsSheet : readAcmsAttachments;
  return { kind: "record", page: kind, sightings: [read(value, told)] };
}

/** An answer without a case may say in some member why. */
function readJsonRefusal(value: unknown): ReadPage {
  if (typeof value === "object" && value !== null && "ProceedingsandOrder" in value)
    return { kind: "refusal", page: "supreme_court_docket", message: "the answer is a docket of the Supreme Court" };
  const words = stringsIn(value);
  const kind = recognise(readHtml(escapeHtml(words.join(" "))));
  const message = cut(words.join(" "));
  if (kind === undefined || kind === "empty" || isRecordPage(kind)) {
    return { kind: "unknown", message: `JSON that is no answer of the appellate system: ${message}` };
  }
  return { kind: "refusal", page: kind, message };
}

/** In the order in which they stand, from any depth. */
function stringsIn(value: unknown): string[] {
  const strings: string[] = [];
  const left: unknown[] = [value];
  while (left.length > 0) {
    const member = left.pop();
    if (typeof member === "string") strings.push(member);
    else if (typeof member === "object" && member !== null)
      for (const inner of Object.values(member).toReversed()) left.push(inner);
  }
  return strings;
}

function isRecordPage(kind: RecordPage | RefusalPage): kind is RecordPage {
  return (RECORD_PAGES as readonly string[]).includes(kind);
}

function messageOf(page: Page): string {
  return cut([page.title, ...linesIn(page).map(textOf)].join(" ").trim());
}

function cut(whole: string): string {
  const text = withoutAccount(whole);
  return text.length <= MESSAGE_CHARS_MAX ? text : `${text.slice(0, MESSAGE_CHARS_MAX)}…`;
}
