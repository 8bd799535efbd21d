import { escaped, receiptTable, slashed } from "./pages.ts";
import type { SimReceipt } from "./pages.ts";
import { pdfOf } from "./world.ts";
import type { SimCase, SimDocument, SimEntry } from "./world.ts";

/** A court of appeals with the older system: one servlet, and documents by their numbers. */

export type Till = {
  readonly receipt: (description: string, criteria: string, pages: number, isFree?: boolean) => SimReceipt;
  readonly charge: (item: string, receipt: SimReceipt, body: Buffer, mediaType: string) => void;
};

export type Asked = {
  readonly cases: readonly SimCase[];
  readonly court: string;
  /** Behind the court, without a query. */
  readonly path: string;
  readonly form: Readonly<Record<string, string>>;
  readonly asksForDocuments: boolean;
  readonly asksForReports: boolean;
  readonly reportPages: number | null;
};

type Page = { readonly mediaType: string; readonly body: Buffer };

const CSRF = "csrf_-2576396028227789602";

/** Undefined for what is no address of such a court. */
export function appellateReply(asked: Asked, till: Till): Page | undefined {
  const { path, form } = asked;
  const documentId = /^docs1\/(\d+)$/u.exec(path)?.[1];
  if (documentId !== undefined) return documentPage(asked, documentId, till);
  const room = ["ca5", "ca7", "ca11"].includes(asked.court) ? "cmecf" : "n/beam";
  if (path !== `${room}/servlet/TransportRoom`) return undefined;
  if (form["servlet"] === "CaseSummary.jsp" && form["fullDocketReport"] === "Y") return report(asked, till);
  const wanted = form["servlet"] === "ShowDoc" ? form["dls_id"] : undefined;
  const found = wanted === undefined ? undefined : documentOf(asked.cases, menuDigit(wanted));
  return found === undefined ? page("<p>Invalid request.</p>") : sold(asked, found.document, till);
}

function report({ cases, court, form, asksForReports, reportPages }: Asked, till: Till): Page {
  if (asksForReports && form["CSRF"] !== CSRF)
    return page(`<center><strong>Download Confirmation</strong><br>Click on the "Accept Charges and Retrieve" button ONCE at the bottom of this page to proceed.
<br>If you continue, your PACER account will be billed.<form method="post" action=""><input type="hidden" name="servlet" value="CaseSummary.jsp">
<input type="hidden" name="caseNum" value="${escaped(form["caseNum"] ?? "")}"><input name="CSRF" type="hidden" value="${CSRF}"><input type="submit" value="Accept Charges and Retrieve"></form></center>`);
  const one = cases.find(({ docketNumber }) => docketNumber === form["caseNum"]);
  const number = form["caseNum"] ?? "";
  if (one === undefined) {
    const receipt = till.receipt("Case Summary", number, 1);
    const none = page(
      `<table><tr><td><b>${escaped(number)} Case Number Not Found</b></td></tr></table>${receiptTable(receipt)}`,
    );
    till.charge(`summary:${court}:${number}`, receipt, none.body, none.mediaType);
    return none;
  }
  const [from, to] = [dayOf(form["dateFrom"]), dayOf(form["dateTo"])];
  const entries = one.entries.filter(({ day }) => (from === "" || day >= from) && (to === "" || day <= to));
  const receipt = till.receipt(
    "Docket Report (full)",
    number,
    reportPages ?? Math.max(1, Math.ceil(entries.length / 12)),
  );
  const sheet = page(sheetOf(one, entries, form["incPtyAty"] === "Y") + receiptTable(receipt));
  till.charge(`report:${court}:${one.caseId}`, receipt, sheet.body, sheet.mediaType);
  return sheet;
}

function sheetOf(one: SimCase, entries: readonly SimEntry[], withParties: boolean): string {
  const rows = entries.map(
    ({ day, text, documents: [main] }) =>
      `<tr><td>${slashed(day)}</td><td><a href="https://ecf.${one.court}.uscourts.gov/docs1/${main?.documentId}" onClick="return doDocPostURL('${main?.documentId}','${one.caseId}');">${main?.documentId.slice(-4)}</a><br>${main?.pages} pg, 80 KB</td><td>${escaped(text)} [${main?.documentId}]</td></tr>`,
  );
  const parties = withParties
    ? `<table><tr><td><table><tr><td>ANSEL BROOK<BR><BR>Plaintiff - Appellant<BR></td><td>Greta Holm<br>[COR NTC Retained]</td></tr></table></td></tr></table>`
    : "";
  return `<table><tr><td align=center><b>General Docket<br>United States Court of Appeals for the First Circuit</b></td></tr></table>
<table><tr><td><b>Court of Appeals Docket #: </b>${one.docketNumber}</td><td><b>Docketed: </b>01/02/2024</td></tr><tr><td>${escaped(one.caption)}</td></tr></table>${parties}
<table border=1>${rows.join("\n")}</table>`;
}

function documentPage(asked: Asked, documentId: string, till: Till): Page {
  const found = documentOf(asked.cases, menuDigit(documentId));
  if (found === undefined) return page("<b>could not retrieve dktentry for dlsid</b>");
  const { one, entry, document } = found;
  if (documentId[3] === "0" && entry.documents.length > 1) return menuPage(entry);
  if (document.isSealed) return page("<b>You do not have permission to view this document.</b>");
  if (!asked.asksForDocuments || document.isOpinion) return sold(asked, document, till);
  const receipt = receiptOf(document, till);
  return page(`<center><strong>Download Confirmation</strong><br><strong>Document: PDF Document (Case: ${one.docketNumber}, Document: ${entry.number}) </strong><br>
Click on the "Accept Charges and Retrieve" button ONCE at the bottom of this page to download the document image.<hr>${receiptTable(receipt)}<hr>
<form name="AccCharge" action="TransportRoom" method="post"><input type="hidden" name="servlet" value="ShowDoc"><input name="CSRF" type="hidden" value="${CSRF}">
<input type="hidden" name="incPdfHeader" value="N"><input type="checkbox" name="incPdfHeaderDisp" value="Y" checked=""> Show PDF Header
<input type="hidden" name="dls_id" value="${documentId}"><input type="hidden" name="caseId" value="${one.caseId}"><input type="hidden" name="pacer" value="t"><input type="hidden" name="recp" value="">
<input type="button" value="Accept Charges and Retrieve" onclick="doSubmit()"></form></center>`);
}

function menuPage({ documents }: SimEntry): Page {
  const rows = documents.map(
    ({ documentId, description, pages }, at) =>
      `<tr><td align=center>${at + 1}</td><td><a href="/docs1/${documentId.slice(0, 3)}1${documentId.slice(4)}"><img alt="Open document"></a>&nbsp;</td><td>${escaped(description)}</td><td align=center>${pages}</td></tr>`,
  );
  return page(`<table><tr><th align=center><b>${documents.length} Documents are attached to this filing</b><br><br></th></tr></table>
<table border=1><tr><td><table><tr><th colspan=2>Document</th><th>Description</th><th>Pages</th></tr>${rows.join("")}</table></td></tr></table>`);
}

function sold({ court }: Asked, document: SimDocument, till: Till): Page {
  const body = pdfOf(document);
  const receipt = receiptOf(document, till);
  if (!document.isOpinion) till.charge(`document:${court}:${document.documentId}`, receipt, body, "application/pdf");
  return { mediaType: "application/pdf", body };
}

function receiptOf({ pages, documentId, isOpinion }: SimDocument, till: Till): SimReceipt {
  return till.receipt("PDF Document", `Document: ${documentId}`, Math.min(30, pages), isOpinion);
}

function documentOf(cases: readonly SimCase[], documentId: string) {
  for (const one of cases)
    for (const entry of one.entries) {
      const document = entry.documents.find((other) => other.documentId === documentId);
      if (document !== undefined) return { one, entry, document };
    }
  return undefined;
}

function menuDigit(documentId: string): string {
  return `${documentId.slice(0, 3)}0${documentId.slice(4)}`;
}

function page(body: string): Page {
  const html = `<html><head><title>Docket</title></head><body><a href="TransportRoom?servlet=InvalidUserLogin.jsp&amp;logout=y">Logout</a>${body}</body></html>\n`;
  return { mediaType: "text/html; charset=utf-8", body: Buffer.from(html) };
}

function dayOf(text = ""): string {
  const [month, date, year] = text.split("/");
  return year === undefined ? "" : `${year}-${month}-${date}`;
}
