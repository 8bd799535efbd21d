import type { SimCase, SimDocument, SimEntry } from "./world.ts";

/** Pages written by us, in the shapes in which courts serve theirs. */

export type SimReceipt = {
  readonly at: Date;
  readonly login: string;
  readonly clientCode: string;
  readonly description: string;
  readonly criteria: string;
  readonly pages: number;
  readonly cents: number;
};

export function framePage(title: string, body: string): string {
  return `<html><head><title>${title}</title><script>var IsForm = false;</script></head><body BGCOLOR=FEFECC>
<div id="topmenu"><ul><li><a href='/cgi-bin/iquery.pl'><u>Q</u>uery</a></li>
<li><a href='/cgi-bin/login.pl?logout'>Log Out</a></li></ul></div>
<div id="cmecfMainContent">${body}</div></body></html>\n`;
}

/** As some courts show their pages. */
export function withoutMenu(html: string): string {
  return html.replace(/<div id="topmenu">.*?<\/div>/su, "");
}

export function receiptTable({ at, login, clientCode, description, criteria, pages, cents }: SimReceipt): string {
  return `<HR><CENTER><TABLE BORDER=1 BGCOLOR=white width="400"><TR><TH COLSPAN=4><FONT SIZE=+1>PACER Service Center </FONT></TH></TR>
<TR><TH COLSPAN=4><FONT COLOR=DARKBLUE>Transaction Receipt </FONT></TH></TR><TR></TR>
<TR><TD COLSPAN=4 ALIGN=CENTER><FONT SIZE=-1>${printed(at)}</FONT></TD></TR>
<TR>${cell("PACER Login:", login)}${cell("Client Code:", clientCode)}</TR>
<TR>${cell("Description:", description)}${cell("Search Criteria:", criteria)}</TR>
<TR>${cell("Billable Pages:", String(pages))}${cell("Cost:", dollarsOf(cents))}</TR><TR></TR></TABLE></CENTER>`;
}

function cell(label: string, value: string): string {
  return `<TH ALIGN=LEFT><FONT SIZE=-1> ${label} </FONT></TH><TD ALIGN=LEFT><FONT SIZE=-1> ${escaped(value)} </FONT></TD>`;
}

export function reportFormPage(court: SimCase): string {
  return framePage(
    "Docket Sheet",
    `<form ENCTYPE='multipart/form-data' method=POST action="../cgi-bin/DktRpt.pl?4821${court.caseId}-L_1_0-1">
<b>Docket Sheet</b> Case number <input type=text name=case_num value=""> <input type=hidden name=all_case_ids value="${court.caseId}">
<input type=radio name=date_range_type value="Filed" CHECKED>Filed <input type=radio name=date_range_type value="Entered">Entered
<input name=date_from value=""> to <input name=date_to value=""> Documents <input name=documents_numbered_from_ value=""> to <input name=documents_numbered_to_ value="">
<input type=checkbox name=list_of_parties_and_counsel CHECKED> Parties and counsel <input type=checkbox name=terminated_parties CHECKED> Terminated parties
<input type=radio name=output_format value=html CHECKED> <input type=submit name=button1 value="Run Report"></form>`,
  );
}

export function docketPage(one: SimCase, entries: readonly SimEntry[], withParties: boolean, receipt: string): string {
  const rows = entries.map(
    ({ day, number, text, documents }) =>
      `<tr><td width=94 nowrap valign=top>${slashed(day)}</td><td valign=top align=right><a href='/doc1/${documents[0]?.documentId}' >${number}</a>&nbsp;</td><td valign=top>${escaped(text)} (Entered: ${slashed(day)})</td></tr>`,
  );
  const parties = withParties
    ? `<table><tr><td><b><u>Plaintiff</u></b></td></tr><tr><td><b>Ansel Brook</b></td><td>represented by</td><td><b>Greta Holm</b><br>12 Mill Lane</td></tr>
<tr><td><b><u>Defendant</u></b></td></tr><tr><td><b>Marlow Freight Co.</b></td><td>represented by</td><td><b>Otto Crane</b></td></tr></table>`
    : "";
  const list =
    rows.length === 0
      ? `<h2>There are proceedings for case ${one.docketNumber} but none satisfy the selection criteria.</h2>`
      : `<table align=center border=1 rules=all cellpadding=5><tr><th>Date Filed</th><th>#</th><th>Docket Text</th></tr>${rows.join("\n")}</table>`;
  return framePage(
    "Docket Report",
    `<h3 align=center>U.S. District Court<br>Southern District of New York (Foley Square)<br>CIVIL DOCKET FOR CASE #: ${one.docketNumber}</h3>
<table><tr><td>${escaped(one.caption)}<br>Assigned to: Judge Ida Quill</td><td>Date Filed: 01/02/2024<br>Jury Demand: None</td></tr></table>${parties}
${list}<br>${receipt}`,
  );
}

/** The charge is named, and a button accepts it. */
export function confirmPage(action: string, receipt: string, what: "Report" | "Document"): string {
  return framePage(
    "Receipt",
    `<p>To accept charges shown below, click on the 'View ${what}' button, otherwise click the 'Back' button on your browser.</p>
<form enctype="multipart/form-data" method="post" action="${action}"><input type=hidden name=got_receipt value=1>${receipt}
<input type="submit" value="View ${what}"></form>`,
  );
}

export function menuPage(entry: SimEntry): string {
  const row = (document: SimDocument, label: string): string =>
    `<tr><td><input type="checkbox" name="document_${entry.number}_${document.attachment}" value="1"></td>
<td><a href="/doc1/${document.documentId.slice(0, 3)}1${document.documentId.slice(4)}">${label}</a></td><td colspan="2">${document.attachment === 0 ? "" : document.description}</td><td>${document.pages} page${document.pages === 1 ? "" : "s"}</td><td>87.8 KB</td></tr>`;
  const [main, ...attachments] = entry.documents;
  return framePage(
    "Document Selection Menu",
    `<p><b>Document Selection Menu</b></p><p>Select the document you wish to view.</p><form><table>
<tr><td colspan=2><b>Document Number:</b></td></tr>${main === undefined ? "" : row(main, String(entry.number))}
<tr><td><b>Attachment</b></td><td><b>Description</b></td><td><b>Pages</b></td><td><b>Size</b></td></tr>${attachments.map((one) => row(one, String(one.attachment))).join("")}</table></form>`,
  );
}

export function documentFrame(address: string): string {
  return `<html><head><title>View</title></head><body><a href='/cgi-bin/login.pl?logout'></a><iframe src="${address}" width="100%"></iframe></body></html>`;
}

export function noticePage(words: string, receipt = ""): string {
  return framePage("Notice", `<p>${words}</p>${receipt}`);
}

export function signInPage(): string {
  return `<html><head><title>PACER: Login</title></head><body><form id="loginForm" action="/csologin/login.jsf" method="post">
<input name="loginForm:loginName"><input type="password" name="loginForm:password"></form></body></html>`;
}

export type ListLine = SimReceipt & { readonly court: string; readonly address: string | null };

export function receiptsPage(lines: readonly ListLine[]): string {
  const rows = lines.map(
    ({ at, court, clientCode, description, criteria, pages, cents, address }) =>
      `<tr><td>${address === null ? printed(at) : `<a href="${address}">${printed(at)}</a>`}</td><td>${court}</td><td>${escaped(clientCode)}</td><td>${escaped(description)}</td><td>${escaped(criteria)}</td><td>${pages}</td><td>$${dollarsOf(cents)}</td></tr>`,
  );
  return framePage(
    "Billing History",
    `<table><tr><th>Date</th><th>Court</th><th>Client Code</th><th>Description</th><th>Search</th><th>Pages</th><th>Cost</th></tr>${rows.join("")}</table>`,
  );
}

export function slashed(day: string): string {
  const [year, month, date] = day.split("-");
  return `${month}/${date}/${year}`;
}

export function dollarsOf(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
}

function printed(at: Date): string {
  const text = at.toISOString();
  return `${slashed(text.slice(0, 10))} ${text.slice(11, 19)}`;
}

export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
