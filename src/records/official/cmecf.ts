import type { Content } from "../purchases/journal.ts";
import type { Paper, Sale } from "../purchases/purchasing.ts";
import { RecordsRefusal } from "../refusal.ts";
import { RECEIPT_FIELD } from "./court.ts";
import type { Court, Fields, Offered, Served } from "./court.ts";
import { isWholePdf } from "./pages/answer.ts";
import { readCaseNumbers } from "./pages/case-numbers.ts";
import type { CaseRef } from "./pages/case-numbers.ts";
import { documentIdOf } from "./pages/menu.ts";
import type { Menu } from "./pages/menu.ts";
import type { Receipt } from "./pages/receipt.ts";
import { dollars } from "./prices.ts";
import { reportFields } from "./report-options.ts";
import type { ReportOptions } from "./report-options.ts";

/** How a district or bankruptcy court's present system is asked. Another system is another folder's neighbour of this file. */

/** A court asks at most so often whether a charge is accepted, or proposes a shorter report. */
const QUESTIONS_MAX = 4;

/** Buys a docket report. */
export async function sellDocketReport(
  court: Court,
  { caseId, docketNumber }: CaseRef,
  options: ReportOptions,
  paper: Paper,
): Promise<Sale> {
  const asked = await court.free(court.at(`cgi-bin/DktRpt.pl?${caseId}`), paper.clientCode, paper.signal);
  if (asked.answer.kind !== "reportForm") return refusalOf(asked);
  const { form } = asked.answer;
  const { list_of_parties_and_counsel: _, terminated_parties: __, ...preset } = form.fields;
  const fields = { ...preset, ...reportFields(options), all_case_ids: caseId, case_num: docketNumber };
  const served = await accepted(
    court,
    await court.buying(court.at(form.action, asked.url), fields, paper),
    fields,
    paper,
  );
  if (!("answer" in served)) return served;
  const { answer, body, mediaType } = served;
  if (answer.kind !== "docketReport" && answer.kind !== "unreadable") return outcomeOf(served);
  const receipt = answer.receipt ?? null;
  if (answer.kind === "docketReport" && answer.isWhole) return { kind: "sold", content: { mediaType, body }, receipt };
  // A page that is not known, but was charged for and came whole, is kept: it is what the money bought.
  if (receipt !== null) return { kind: "sold", content: { mediaType, body }, receipt };
  return { kind: "unknown", said: "a page came that is no whole docket report" };
}

/** Buys one document, by its own number. */
export async function sellDocument(
  court: Court,
  { documentId, caseId }: { readonly documentId: string; readonly caseId: string | null },
  paper: Paper,
): Promise<Sale> {
  const place = documentPlace(court, documentId, "document");
  const shown = await court.buying(place, documentFields(caseId, "0"), paper);
  const receipt = shown.answer.kind === "confirm" ? (shown.answer.receipt ?? null) : null;
  const served = await accepted(court, shown, documentFields(caseId, "1"), paper);
  return "answer" in served ? documentIn(court, served, receipt) : served;
}

/** The menu of an entry, or undefined where it has one document only. It is free. Throws `RecordsRefusal`. */
export async function readAttachmentMenu(
  court: Court,
  documentId: string,
  caseId: string | null,
  signal?: AbortSignal,
): Promise<Menu | undefined> {
  const url = documentPlace(court, documentId, "menu");
  if (caseId !== null) url.searchParams.set("caseid", caseId);
  const served = await court.free(url, null, signal);
  if (served.answer.kind === "menu") return served.answer.menu;
  // In place of a menu of one, courts show that document, or what it costs.
  if (["confirm", "pdf", "frame"].includes(served.answer.kind)) return undefined;
  throw refusalOf(served).refusal;
}

/** Which case a docket number is in this court, by the court's own look-up. It is free; undefined where the court has none. */
export async function lookUpCase(
  court: Court,
  docketNumber: string,
  signal?: AbortSignal,
): Promise<readonly CaseRef[] | undefined> {
  const url = court.at("cgi-bin/possible_case_numbers.pl");
  url.search = encodeURIComponent(docketNumber);
  const served = await court.free(url, null, signal);
  if (served.status === 404) return undefined;
  const read = readCaseNumbers(served.body.toString("utf8"));
  if (read.kind === "sealed") throw new RecordsRefusal("sealed", "the case is under seal");
  if (read.kind === "unreadable") throw unexpected("an answer of the look-up of docket numbers");
  return read.cases;
}

/** Accepts the charge that a court names, if it is no more than what was allowed. */
async function accepted(court: Court, first: Offered, fields: Fields, paper: Paper): Promise<Offered | Sale> {
  let served = first;
  for (let question = 0; question < QUESTIONS_MAX; question++) {
    const { answer } = served;
    if (answer.kind === "confirm") {
      if (answer.receipt === undefined) throw unexpected("the price that is to be accepted");
      if (answer.receipt.amount_cents > paper.allowed_cents) return costsMore(answer.receipt, paper);
      const action = court.at(answer.form.action, served.url);
      served = await court.buying(action, { ...fields, ...answer.form.fields }, paper);
    } else if (answer.kind === "longReport") {
      // What was asked for is the shortest that is enough already.
      const action = court.at(answer.form.action, served.url);
      served = await court.buying(
        action,
        { ...fields, ...answer.form.fields, date_from: fields["date_from"] ?? "" },
        paper,
      );
    } else return served;
  }
  throw unexpected("an end to the court's questions");
}

async function documentIn(court: Court, served: Offered, receipt: Receipt | null): Promise<Sale> {
  const { answer, body } = served;
  if (answer.kind === "pdf") {
    if (isWholePdf(body)) return { kind: "sold", content: pdf(body), receipt };
    return receipt === null ? { kind: "unknown", said: "half of the document came" } : broken(receipt);
  }
  if (answer.kind !== "frame") return outcomeOf(served);
  const charged = answer.receipt ?? receipt;
  // The charge is made; the file in the frame can be asked for again.
  const framed = await court.free(court.at(answer.address, served.url)).catch(() => undefined);
  if (framed?.answer.kind === "pdf" && isWholePdf(framed.body))
    return { kind: "sold", content: pdf(framed.body), receipt: charged };
  return charged === null ? { kind: "unknown", said: "the document did not come" } : broken(charged);
}

function broken(receipt: Receipt): Sale {
  return { kind: "sold", content: null, receipt, said: "the document did not come whole" };
}

/** What an answer means in which nothing of use stands. */
function outcomeOf(served: Offered): Sale {
  if (served.isFree) return refusalOf(served);
  const { answer } = served;
  const receipt = "receipt" in answer ? answer.receipt : undefined;
  if (receipt === undefined) return { kind: "unknown", said: `the court ${wordsOf(served)}` };
  return { kind: "sold", content: null, receipt, said: `the court ${wordsOf(served)}` };
}

/** In place of what was asked for, and for nothing. */
function refusalOf(served: Served): Extract<Sale, { kind: "nothing" }> {
  const message = `the court ${wordsOf(served)}`;
  switch (served.answer.kind) {
    case "sealed":
      return nothing("sealed", message, false);
    case "notFound":
    case "menu":
      return nothing("not_found", message, false);
    case "signedOut":
    case "unavailable":
      return nothing("unavailable", message, true);
    case "pdf":
    case "frame":
    case "confirm":
    case "docketReport":
    case "reportForm":
    case "longReport":
      return nothing("unreadable", message, false);
    case "unreadable":
      return nothing(served.status >= 400 ? "unavailable" : "unreadable", message, false);
  }
}

function wordsOf({ answer, status }: Served): string {
  switch (answer.kind) {
    case "sealed":
      return "keeps this under seal";
    case "notFound":
      return "has no such record";
    case "menu":
      return "shows a menu in place of the document";
    case "signedOut":
      return "does not keep the session";
    case "unavailable":
      return "is down for now";
    case "unreadable":
      return status >= 400 ? `answered with status ${status}` : "answered in an unknown form";
    case "pdf":
    case "frame":
    case "confirm":
    case "docketReport":
    case "reportForm":
    case "longReport":
      return `answered with something else (${answer.kind})`;
  }
}

function nothing(why: "sealed" | "not_found" | "unavailable" | "unreadable", message: string, mayRetry: boolean) {
  return { kind: "nothing", refusal: new RecordsRefusal(why, message), mayRetry } as const;
}

function costsMore({ amount_cents, pages }: Receipt, { allowed_cents }: Paper): Sale {
  const message = `the court asks ${dollars(amount_cents)} for ${pages} pages, more than the ${dollars(allowed_cents)} that were allowed for it`;
  const refusal = new RecordsRefusal("costs_more", message, { hint: "Nothing was bought." });
  return { kind: "nothing", refusal, mayRetry: false };
}

/** The fourth digit of a document's number says whether the menu of its entry is wanted, or the document itself. */
function documentPlace(court: Court, documentId: string, wanted: "menu" | "document"): URL {
  const known = documentIdOf(`/doc1/${documentId}`);
  if (known === undefined) throw new RecordsRefusal("not_found", "this is no number of a document");
  return court.at(`doc1/${known.slice(0, 3)}${wanted === "menu" ? "0" : "1"}${known.slice(4)}`);
}

function documentFields(caseId: string | null, gotReceipt: "0" | "1"): Fields {
  return {
    ...(caseId !== null && { caseid: caseId }),
    [RECEIPT_FIELD]: gotReceipt,
    pdf_header: "1",
    pdf_toggle_possible: "1",
  };
}

function pdf(body: Buffer): Content {
  return { mediaType: "application/pdf", body };
}

function unexpected(wanted: string): RecordsRefusal {
  return new RecordsRefusal("unreadable", `the court's site answered in an unknown form where ${wanted} was expected`);
}
