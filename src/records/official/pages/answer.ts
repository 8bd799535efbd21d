import { readMenu } from "./menu.ts";
import type { Menu } from "./menu.ts";
import { readPage } from "./page.ts";
import type { Form, Page } from "./page.ts";
import { readReceipt } from "./receipt.ts";
import type { Receipt } from "./receipt.ts";

/** What a court answered, recognised for what it is. Whatever is not known by its own signs is `unreadable`. */
export type CourtAnswer =
  | { readonly kind: "pdf" }
  /** A page that shows the document in a frame. */
  | { readonly kind: "frame"; readonly address: string }
  /** The charge is named and has to be accepted. */
  | { readonly kind: "confirm"; readonly receipt: Receipt; readonly form: Form }
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

const DOCKET = /\b(?:docket for case #|bankruptcy petition #|adversary proceeding #|docket sheet for)/iu;
const SIGNED_OUT = /not logged in|session (?:has )?(?:expired|timed out)|please (?:log|sign) in|pacer login required/iu;
const MAINTENANCE =
  /(?:system|site|court) (?:is|will be) (?:currently )?(?:down|unavailable|under)|scheduled maintenance/iu;
const WORDS_OF_A_NOTICE_MAX = 3_000;
const SAID_CHARS_MAX = 200;

/** Recognises an answer by its bytes; `status` and `mediaType` are the transport's. */
export function readAnswer(body: Buffer, status: number): CourtAnswer {
  if (isPdf(body)) return { kind: "pdf" };
  const page = readPage(body.toString("utf8"));
  if (status === 503 || status === 429) return { kind: "unavailable", said: said(page) };
  if (isSignedOut(page)) return { kind: "signedOut" };
  if (status >= 400) return status === 404 ? { kind: "notFound", receipt: undefined } : unreadable(page);
  return readServed(page);
}

function readServed(page: Page): CourtAnswer {
  const receipt = readReceipt(page);
  const isLong = page.text.length > WORDS_OF_A_NOTICE_MAX;
  const form = page.forms.at(-1);
  const menu = readMenu(page);
  if (menu !== undefined) return { kind: "menu", menu };
  if (receipt !== undefined && form !== undefined && isAskedToAccept(page)) return { kind: "confirm", receipt, form };
  // The receipt is the last thing on a report.
  if (DOCKET.test(page.text)) return { kind: "docketReport", receipt, isWhole: page.isWhole || receipt !== undefined };
  const [frame] = page.frames;
  if (frame !== undefined && frame !== "") return { kind: "frame", address: frame };
  if (form !== undefined && /report may take a long time/iu.test(page.text)) return { kind: "longReport", form };
  if (form !== undefined && isReportForm(form)) return { kind: "reportForm", form };
  const refusal = isLong ? undefined : REFUSALS.find(([, words]) => words.test(page.text));
  if (refusal !== undefined) return { kind: refusal[0], receipt };
  if (!isLong && receipt === undefined && MAINTENANCE.test(page.text)) return { kind: "unavailable", said: said(page) };
  return unreadable(page);
}

/** Whether a PDF is one, and has its end: `%%EOF` stands in its last kilobyte. */
export function isWholePdf(body: Buffer): boolean {
  return isPdf(body) && body.subarray(-1_024).includes("%%EOF");
}

function isPdf(body: Buffer): boolean {
  return body.subarray(0, 1_024).includes("%PDF-");
}

function isAskedToAccept({ text }: Page): boolean {
  return /to accept charges|view (?:report|document)|document:\s*pdf document/iu.test(text) && !DOCKET.test(text);
}

function isReportForm({ fields }: Form): boolean {
  return "date_from" in fields && "documents_numbered_from_" in fields;
}

function isSignedOut({ text, forms, links }: Page): boolean {
  if (links.some((link) => /login\.pl\?logout|InvalidUserLogin/u.test(link))) return false;
  if (forms.some(({ action, fields }) => /csologin|login\.jsf/u.test(action) || "loginForm:password" in fields))
    return true;
  return text.length <= WORDS_OF_A_NOTICE_MAX && SIGNED_OUT.test(text);
}

function unreadable(page: Page): CourtAnswer {
  return { kind: "unreadable", receipt: readReceipt(page) };
}

function said({ text }: Page): string {
  return text.slice(0, SAID_CHARS_MAX);
}
