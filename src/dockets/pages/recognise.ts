import { tablesIn, linesIn, textOf } from "./html/page.ts";
import type { Page } from "./html/page.ts";
import { caseHeading } from "./case-heading.ts";
import { isHistoryTable } from "./history.ts";
import { BANKRUPTCY_NUMBER } from "./sheet/bankruptcy.ts";
import { receiptOf } from "./receipt.ts";
import { DISTRICT_NUMBER } from "./sheet/district.ts";
import { NUMBER_LINE_CHARS_MAX } from "./sheet/sheet.ts";
import { isOpinionTable } from "./opinion-report.ts";
import { APPELLATE_NUMBER } from "./appellate/appellate.ts";

/** Pages that tell of a case. */
export const RECORD_PAGES = [
  "district_docket",
  "bankruptcy_docket",
  "appellate_docket",
  "history_report",
  "case_query",
  "attachment_page",
  "appellate_attachment_page",
  "notice",
  "opinion_report",
] as const;
export type RecordPage = (typeof RECORD_PAGES)[number];

/** Pages that tell why there is nothing of a case on them. */
export const REFUSAL_PAGES = [
  "confirmation",
  "no_such_case",
  "no_result",
  "sealed",
  "no_permission",
  "session_expired",
  "refused_request",
  "not_shown",
  "text_report",
  "receipt",
  "claims_register",
  "feed",
  "supreme_court_docket",
  "state_docket",
  "court_error",
  "empty",
] as const;
export type RefusalPage = (typeof REFUSAL_PAGES)[number];

/** A page that tells of an error tells little else. */
const ERROR_CHARS_MAX = 4000;

type Seen = { readonly page: Page; readonly lines: readonly string[]; readonly text: string };
type Sign = (seen: Seen) => boolean;

const says =
  (pattern: RegExp): Sign =>
  ({ text }) =>
    pattern.test(text);

/** The first sign that is on a page tells what it is. What asks or refuses comes before what tells, for it may repeat its words. */
const SIGNS: readonly (readonly [RecordPage | RefusalPage, Sign])[] = [
  [
    "confirmation",
    says(
      /to accept charges shown below|accept charges and retrieve|you will be charged for \d+ pages.{0,40}view document|if you continue, your pacer account will be billed|may take a long time to run because this case has many/iu,
    ),
  ],
  [
    "not_shown",
    ({ text }) =>
      text.length < ERROR_CHARS_MAX &&
      /\*{3} ?this case (?:is in the process of being opened|was administratively closed)/iu.test(text),
  ],
  ["text_report", ({ page, text }) => receiptOf(tablesIn(page)) === undefined && /\bFormat: text\b/u.test(text)],
  ["district_docket", hasSheet(DISTRICT_NUMBER)],
  ["bankruptcy_docket", hasSheet(BANKRUPTCY_NUMBER)],
  [
    "appellate_docket",
    ({ lines, text }) =>
      lines.some((line) => APPELLATE_NUMBER.test(line)) &&
      /general docket|case type information|appeal from/iu.test(text),
  ],
  [
    "history_report",
    ({ page, text }) =>
      tablesIn(page).some(isHistoryTable) ||
      (caseHeading(page) !== undefined && /there are no (?:documents|events) (?:docketed )?for this case/iu.test(text)),
  ],
  [
    "notice",
    says(
      /^(?:(?!notice of (?:electronic filing|docket activity|bankruptcy case filing)\b).)*notice of (?:electronic filing|docket activity|bankruptcy case filing)\b.*the following transaction (?:was|has been)/isu,
    ),
  ],
  ["attachment_page", says(/document selection menu|select the document you wish to view/iu)],
  ["appellate_attachment_page", says(/\bdocuments? (?:is|are) attached to this filing\b/iu)],
  ["opinion_report", ({ page }) => tablesIn(page).some(isOpinionTable)],
  // The links of a case stand above its list of claims too.
  ["claims_register", ({ lines, text }) => lines.some((line) => CLAIMS_HEADING.test(line)) && CLAIM.test(text)],
  [
    "case_query",
    ({ page, lines }) =>
      lines.includes("Query") &&
      page.links.some(({ href }) => /(?:DktRpt|qrySummary|iquery|HistDocQry)\.pl\?/u.test(href)),
  ],
  // Menus of other pages name the list of claims too, so these come after what tells of a case.
  ["claims_register", ({ page, lines }) => [page.title, ...lines].some((line) => CLAIMS_HEADING.test(line))],
  ["supreme_court_docket", ({ text }) => /\bDocketed:/u.test(text) && /\bProceedings and Orders?\b/iu.test(text)],
  [
    "sealed",
    says(
      /\bthis case is (?:under )?seal(?:ed)?\b|\bcase is sealed\b|\bsealed case\b|case under seal|this case is not available/iu,
    ),
  ],
  [
    "no_permission",
    says(
      /do not have (?:permission|access privileges|the privileges)|not authorized to view|no access privileges|restricted from viewing/iu,
    ),
  ],
  [
    "no_such_case",
    says(
      /case number not found|(?:is|was) not a valid case|case does not exist|cannot find case|no such case|case not found|invalid case number/iu,
    ),
  ],
  [
    "no_result",
    says(
      /no matching cases|no information .{0,20}found|no documents? (?:were )?found|no cases found|there (?:is|are) no .{0,40}match/iu,
    ),
  ],
  [
    "session_expired",
    says(
      /session has (?:expired|timed out)|please log ?in|login required|not logged in|username.{0,40}password|your login session/iu,
    ),
  ],
  [
    "refused_request",
    says(
      /^.{0,200}(?:invalid date|invalid |must be (?:cv|cr)|is required|error:|incomplete request|must be less than or equal to)/iu,
    ),
  ],
  ["receipt", ({ page, text }) => text.length < ERROR_CHARS_MAX && receiptOf(tablesIn(page)) !== undefined],
  [
    "court_error",
    ({ text }) =>
      text.length < ERROR_CHARS_MAX &&
      /request time-?out|not found on this server|\b404\b|\b50[0-4]\b|internal server error|unable to|unavailable|maintenance|temporarily|proxy error|\berror\b/iu.test(
        text,
      ),
  ],
  [
    "state_docket",
    ({ text }) =>
      STATE_LIST.test(text) &&
      (STATE_COURT.test(text) || /\bregister of actions\b/iu.test(text)) &&
      /\bcase (?:number|no\.?|type|status)/iu.test(text),
  ],
];

/** The title of the list of claims in a bankruptcy, alone or with the court's name before it. */
const CLAIMS_HEADING = /^(?:[\w.,' -]{0,60}\s)?claims register(?: summary)?$/iu;
const CLAIM = /\bclaim no:\s{0,3}\d/iu;
const STATE_COURT =
  /\b(?:superior|circuit|county|district|municipal|probate|family|justice|chancery|common pleas) court\b/iu;
const STATE_LIST =
  /\bregister of actions\b|\bcase (?:summary|information|events?|history)\b|\bevents? (?:&|and) (?:orders|hearings)\b/iu;

function hasSheet(numberLine: RegExp): Sign {
  return ({ lines }) => lines.some((line) => numberLine.test(line.slice(0, NUMBER_LINE_CHARS_MAX)));
}

/** What a page is; undefined where it is none that is known. */
export function recognise(page: Page): RecordPage | RefusalPage | undefined {
  const lines = linesIn(page).map(textOf);
  const text = lines.join(" ");
  if (text.trim() === "") return "empty";
  const seen: Seen = { page, lines, text };
  return SIGNS.find(([, sign]) => sign(seen))?.[0];
}
