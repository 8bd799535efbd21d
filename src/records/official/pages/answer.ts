import { readMenu } from "./menu.ts";
import type { Menu } from "./menu.ts";
import { readPage } from "./page.ts";
import type { Form, Page } from "./page.ts";
import { readReceipt } from "./receipt.ts";
import type { Receipt } from "./receipt.ts";

/**
 * What a court answered, recognised for what it is by how the page is made: its receipt first, then its tables and
 * forms, then the court's own words. Nothing is read from what parties wrote, which may say anything. Whatever is not
 * known by its own signs is `unreadable`. A page with a receipt was charged for, unless it asks to accept the charge.
 */
export type CourtAnswer =
  | { readonly kind: "pdf" }
  /** A page that shows the document in a frame. */
  | { readonly kind: "frame"; readonly address: string; readonly receipt: Receipt | undefined }
  /** The charge is named and has to be accepted; some courts of appeals name it after that only. */
  | { readonly kind: "confirm"; readonly receipt: Receipt | undefined; readonly form: Form }
  | { readonly kind: "menu"; readonly menu: Menu }
  | { readonly kind: "docketReport"; readonly receipt: Receipt | undefined; readonly isWhole: boolean }
  /** The form in which a docket report is asked for. */
  | { readonly kind: "reportForm"; readonly form: Form }
  /** The court proposes shorter periods; nothing was run. */
  | { readonly kind: "longReport"; readonly form: Form }
  | { readonly kind: "signedOut" }
  | { readonly kind: "unavailable"; readonly said: string }
  | { readonly kind: "sealed"; readonly receipt: Receipt | undefined }
  | { readonly kind: "notFound"; readonly receipt: Receipt | undefined }
  | { readonly kind: "unreadable"; readonly receipt: Receipt | undefined };

/** Signs of pages that courts serve in place of what was asked for, and what they say of it. */
const REFUSALS: readonly (readonly [kind: "sealed" | "notFound", words: RegExp])[] = [
  ["sealed", /do not have permission to view/iu],
  ["sealed", /\b(?:is|currently) under seal\b|\bcase under seal\b|\bsealed (?:case|document)\b/iu],
  ["sealed", /not available for viewing by non-court users|permission to view this document is denied/iu],
  ["sealed", /do not have access to this transcript/iu],
  ["notFound", /\bcase not found\b|cannot (?:find|locate) (?:the )?case|not a valid case/iu],
  ["notFound", /document is not available|document does not exist|page id does not exist|no documents in this case/iu],
  ["notFound", /could not retrieve dktentry/iu],
];

const DOCKET = /\b(?:docket for case #|bankruptcy petition #|adversary proceeding #|docket sheet for|general docket)/iu;
const DOCKET_CELL = /^(?:docket text$|bankruptcy petition #|adversary proceeding #|general docket\b)/iu;
const ACCEPT_BUTTON = /^(?:view (?:report|document)|accept charges and retrieve)$/iu;
const ACCEPT_WORDS = /to accept charges shown|accept charges and retrieve/iu;
const SIGNED_OUT = /not logged in|session (?:has )?(?:expired|timed out)|please (?:log|sign) in|pacer login required/iu;
/** The look-up of docket numbers says so in XML. */
const LOOK_UP_SIGNED_OUT = /^\s*(?:<\?xml[^>]*>\s*)?<request\b[^>]*>\s*<message\b[^>]*not logged in/iu;
const SIGN_IN_PLACE = /csologin|login\.jsf/u;
/** That the user has no privileges is said of users who have, and not when they ask again. */
const MAINTENANCE =
  /user has no access privileges defined|(?:system|site|court) (?:is|will be) (?:currently )?(?:down|unavailable|under)|scheduled maintenance/iu;
const WORDS_OF_A_NOTICE_MAX = 3_000;
/** The heading of a report in plain text. */
const PLAIN_HEADING_CHARS = 3_000;
const SAID_CHARS_MAX = 200;

/** Recognises an answer by its bytes and the status of the transport. */
export function readAnswer(body: Buffer, status: number): CourtAnswer {
  if (isPdf(body)) return { kind: "pdf" };
  if (LOOK_UP_SIGNED_OUT.test(body.subarray(0, 1_000).toString("latin1"))) return { kind: "signedOut" };
  const page = readPage(body.toString("utf8"));
  const receipt = readReceipt(page);
  return receipt === undefined ? readUncharged(page, status) : readWithReceipt(page, receipt);
}

function readWithReceipt(page: Page, receipt: Receipt): CourtAnswer {
  const form = page.forms.at(-1);
  // The receipt is the last thing on a report.
  if (isDocket(page)) return { kind: "docketReport", receipt, isWhole: true };
  if (form !== undefined && isAskedToAccept(page, form)) return { kind: "confirm", receipt, form };
  const [frame] = page.frames;
  if (frame !== undefined && frame !== "") return { kind: "frame", address: frame, receipt };
  return { kind: refusalOn(page) ?? "unreadable", receipt };
}

function readUncharged(page: Page, status: number): CourtAnswer {
  if (status === 503 || status === 429) return { kind: "unavailable", said: said(page) };
  const menu = status < 400 ? readMenu(page) : undefined;
  if (menu !== undefined) return { kind: "menu", menu };
  if (isDocket(page)) return { kind: "docketReport", receipt: undefined, isWhole: page.isWhole };
  if (isSignedOut(page)) return { kind: "signedOut" };
  const refusal = refusalOn(page);
  if (status >= 400) return { kind: refusal ?? "unreadable", receipt: undefined };
  const [frame] = page.frames;
  if (frame !== undefined && frame !== "") return { kind: "frame", address: frame, receipt: undefined };
  return formOn(page) ?? noticeOn(page, refusal);
}

function formOn(page: Page): CourtAnswer | undefined {
  const form = page.forms.at(-1);
  if (form === undefined) return undefined;
  if (isAskedToAccept(page, form)) return { kind: "confirm", receipt: undefined, form };
  if (/report may take a long time/iu.test(page.prose)) return { kind: "longReport", form };
  return isReportForm(form) ? { kind: "reportForm", form } : undefined;
}

function noticeOn(page: Page, refusal: "sealed" | "notFound" | undefined): CourtAnswer {
  if (refusal !== undefined) return { kind: refusal, receipt: undefined };
  return isNotice(page) && MAINTENANCE.test(page.prose)
    ? { kind: "unavailable", said: said(page) }
    : { kind: "unreadable", receipt: undefined };
}

/** Whether a PDF is one, and has its end: `%%EOF` stands in its last kilobyte. */
export function isWholePdf(body: Buffer): boolean {
  return isPdf(body) && body.subarray(-1_024).includes("%%EOF");
}

/** Its header may have something in front; a page that quotes one is a page. */
function isPdf(body: Buffer): boolean {
  const head = body.subarray(0, 1_024).toString("latin1");
  return head.includes("%PDF-") && !/^\s*</u.test(head);
}

function isDocket({ prose, plain, cells }: Page): boolean {
  if (DOCKET.test(prose) || DOCKET.test(plain.slice(0, PLAIN_HEADING_CHARS))) return true;
  return cells.some(({ words }) => DOCKET_CELL.test(words));
}

function isAskedToAccept({ prose }: Page, { buttons }: Form): boolean {
  return buttons.some((label) => ACCEPT_BUTTON.test(label)) || ACCEPT_WORDS.test(prose);
}

function isReportForm({ fields }: Form): boolean {
  return "date_from" in fields && "documents_numbered_from_" in fields;
}

function isSignedOut({ prose, forms, links, leads, hasWords }: Page): boolean {
  if (links.some((link) => /login\.pl\?logout|InvalidUserLogin/u.test(link))) return false;
  if (forms.some(({ action, isSecret }) => SIGN_IN_PLACE.test(action) || isSecret)) return true;
  if (!hasWords && leads.some((address) => SIGN_IN_PLACE.test(address))) return true;
  return prose.length <= WORDS_OF_A_NOTICE_MAX && SIGNED_OUT.test(prose);
}

function isNotice({ prose }: Page): boolean {
  return prose.length <= WORDS_OF_A_NOTICE_MAX;
}

function refusalOn(page: Page): "sealed" | "notFound" | undefined {
  return isNotice(page) ? REFUSALS.find(([, words]) => words.test(page.prose))?.[0] : undefined;
}

function said({ prose }: Page): string {
  return prose.slice(0, SAID_CHARS_MAX);
}
