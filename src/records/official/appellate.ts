import type { Paper, Sale } from "../purchases/purchasing.ts";
import { RecordsRefusal } from "../refusal.ts";
import type { Court, Fields } from "./court.ts";
import { documentIdOf } from "./pages/menu.ts";
import type { Menu } from "./pages/menu.ts";
import { slashed } from "./report-options.ts";
import type { ReportOptions } from "./report-options.ts";
import { accepted, documentIn, menuIn, reportIn } from "./sales.ts";
import type { PlaceOf } from "./sales.ts";

/**
 * How a court of appeals is asked whose dockets are in the older system, one servlet for everything. It knows a case by
 * its docket number, and has no look-up that is free.
 */

/** The system's codes of the courts of appeals and the bankruptcy appellate panels. */
export function isCourtOfAppeals(code: string): boolean {
  return /^(?:ca(?:[1-9]|1[01]|dc|fc)|bap\d{1,2})$/u.test(code);
}

const ROOM_UNDER_CMECF: ReadonlySet<string> = new Set(["ca5", "ca7", "ca11"]);

/** Buys a docket report. Entries can be bounded by days, not by numbers. */
export async function sellAppellateReport(
  court: Court,
  { code, docketNumber }: { readonly code: string; readonly docketNumber: string },
  options: ReportOptions,
  paper: Paper,
): Promise<Sale> {
  const fields: Fields = {
    servlet: "CaseSummary.jsp",
    caseNum: appellateNumber(code, docketNumber),
    fullDocketReport: "Y",
    incOrigDkt: "Y",
    incPrior: "Y",
    incAssoc: "Y",
    incPanel: "Y",
    ...(options.parties && { incPtyAty: "Y" }),
    incCaption: "long",
    incDktEntries: "Y",
    dateFrom: slashed(options.enteredFrom),
    dateTo: slashed(options.enteredTo),
    incPdfMulti: "Y",
    actionType: "Run Docket Report",
  };
  const room = roomOf(court, code);
  const asked = await court.buying(room, fields, paper);
  return reportIn(await accepted(court, asked, { fields, paper, placeOf: roomFirst(room) }));
}

/** Buys one document, by its own number. */
export async function sellAppellateDocument(
  court: Court,
  { code, documentId }: { readonly code: string; readonly documentId: string },
  paper: Paper,
): Promise<Sale> {
  const shown = await court.buying(documentPlace(court, documentId, "document"), undefined, paper);
  const receipt = shown.answer.kind === "confirm" ? (shown.answer.receipt ?? null) : null;
  const placeOf = roomFirst(roomOf(court, code));
  const served = await accepted(court, shown, { fields: {}, paper, placeOf });
  return "answer" in served ? documentIn(court, served, receipt) : served;
}

/** The documents of an entry, or undefined where it has one only. It is free. Throws `RecordsRefusal`. */
export async function readAppellateMenu(
  court: Court,
  documentId: string,
  signal?: AbortSignal,
): Promise<Menu | undefined> {
  return menuIn(await court.free(documentPlace(court, documentId, "menu"), null, signal));
}

const NUMBER = /\b(?:19|20)?(?<year>\d{2})-(?<serial>\d{1,6})\b/u;

/**
 * Whether an appeal of this number is in the system that replaces the older one court by court (ACMS: the Second and the
 * Ninth Circuit so far), which is not asked: how it charges is not known here.
 */
export function isInNewerSystem(code: string, docketNumber: string): boolean {
  const { year = "", serial = "" } = NUMBER.exec(docketNumber)?.groups ?? {};
  if (year === "" || (code !== "ca2" && code !== "ca9")) return false;
  const isNewer = Number(year) >= 23 && Number(year) < 70;
  // The Ninth Circuit's older system gives serials of five digits.
  return isNewer || (code === "ca9" && serial.length < 5);
}

/** Refuses a case of the newer system, and each of its documents. Throws `RecordsRefusal`. */
export function refuseNewerSystem(code: string, docketNumber: string): void {
  if (!isInNewerSystem(code, docketNumber)) return;
  const message = "this court keeps its newer cases in a system that is not asked yet";
  throw new RecordsRefusal("unsupported_court", message, {
    hint: "Nothing was bought. docs/operating/court-records.md says which.",
  });
}

/** The docket number as the servlet takes it. What is not asked is refused first: a number not found costs a page. */
function appellateNumber(code: string, docketNumber: string): string {
  const { year, serial } = NUMBER.exec(docketNumber)?.groups ?? {};
  if (year === undefined || serial === undefined)
    throw new RecordsRefusal("not_found", "this is no docket number of a court of appeals (as 17-15589)");
  refuseNewerSystem(code, docketNumber);
  return `${year}-${serial}`;
}

function roomOf(court: Court, code: string): URL {
  return court.at(`${ROOM_UNDER_CMECF.has(code) ? "cmecf" : "n/beam"}/servlet/TransportRoom`);
}

/** Forms name the servlet as if they stood beside it, also on pages at other addresses. */
function roomFirst(room: URL): PlaceOf {
  return (action, served, court) => (/^(?:TransportRoom)?$/u.test(action) ? room : court.at(action, served.url));
}

/** The fourth digit of a document's number says whether the documents of its entry are wanted, or itself. */
function documentPlace(court: Court, documentId: string, wanted: "menu" | "document"): URL {
  const known = documentIdOf(`/docs1/${documentId}`);
  if (known === undefined) throw new RecordsRefusal("not_found", "this is not a document number");
  return court.at(`docs1/${known.slice(0, 3)}${wanted === "menu" ? "0" : "1"}${known.slice(4)}`);
}
