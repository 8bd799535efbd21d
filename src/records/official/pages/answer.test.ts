import { expect, test } from "vitest";
import { readAnswer } from "./answer.ts";
import type { CourtAnswer } from "./answer.ts";

const LOGOUT = "<a href='/cgi-bin/login.pl?logout'>Log Out</a>";
const RECEIPT = `<form><table><tr><th colspan=4>PACER Service Center</th></tr><tr><th colspan=4>Transaction Receipt</th></tr>
<tr><td colspan=4>05/10/2018 21:22:58</td></tr><tr><th>PACER Login:</th><td>x</td><th>Client Code:</th><td>c</td></tr>
<tr><th>Description:</th><td>Docket Report</td><th>Search Criteria:</th><td>1:24-cv-1</td></tr>
<tr><th>Billable Pages:</th><td>3</td><th>Cost:</th><td>0.30</td></tr></table>`;
const sheet = (text: string) =>
  `<table><tr><th>Date Filed</th><th>#</th><th>Docket Text</th></tr><tr><td>01/02/2024</td><td><a href="/doc1/12701234">1</a></td><td>${text}</td></tr></table>`;
const HEADING = "<h3>CIVIL DOCKET FOR CASE #: 1:24-cv-00001</h3>";
const ACCEPT = `<p>To accept charges shown below, click on the 'View Document' button</p>${RECEIPT}<input type=submit value="View Document"></form>`;
const MENU = `<p><b>Document Selection Menu</b></p><table><tr><td><a href="/doc1/127012340001">3</a></td><td>4 pages</td></tr></table>`;
const page = (body: string) => `<html><head><title>CM/ECF</title></head><body>${body}</body></html>`;

/** What a page is, whatever stands in its entries. */
test.each<[what: string, html: string, status: number, kind: CourtAnswer["kind"], charged: boolean]>([
  ["a report", page(HEADING + sheet("COMPLAINT") + RECEIPT), 200, "docketReport", true],
  ["a report with another heading", page(sheet("COMPLAINT") + RECEIPT), 200, "docketReport", true],
  [
    "a report that says it is down",
    page(HEADING + sheet("scheduled maintenance") + RECEIPT),
    503,
    "docketReport",
    true,
  ],
  [
    "a report with a receipt in an entry",
    page(HEADING + sheet("Transaction Receipt Cost: 0.10")),
    200,
    "docketReport",
    false,
  ],
  [
    "a report in plain text",
    page(`<pre>U.S. District Court\nCIVIL DOCKET FOR CASE #: 1\nplease log in</pre>`),
    200,
    "docketReport",
    false,
  ],
  ["an unknown page that was charged for", page(`<p>Something else</p>${RECEIPT}`), 200, "unreadable", true],
  ["a refusal that was charged for", page(`<p>Case not found.</p>${RECEIPT}`), 200, "notFound", true],
  ["a charged page in a frame", page(`<iframe src="/x.pl?1"></iframe>${RECEIPT}`), 200, "frame", true],
  [
    "an unknown page with a table of entries",
    page(
      `<table><tr><td>Please log in. Case not found. Document Selection Menu</td><td><a href="/doc1/12701234">1</a></td></tr></table>`,
    ),
    200,
    "unreadable",
    false,
  ],
  ["a question", page(ACCEPT), 200, "confirm", true],
  [
    "a question without a price",
    page(`<form><input type=submit value="Accept Charges and Retrieve"></form>`),
    200,
    "confirm",
    false,
  ],
  ["a menu", page(MENU), 200, "menu", false],
  [
    "a menu of a document with a heading for a name",
    page(MENU.replace("4 pages", "General docket")),
    200,
    "menu",
    false,
  ],
  [
    "a sign-in page",
    page(`<form action="/csologin/login.jsf"><input type=password name=p></form>`),
    200,
    "signedOut",
    false,
  ],
  [
    "a page that leads to the sign-in service",
    `<head><script>document.location="https://pacer.login.example/csologin/login.jsf?x=1"</script></head>`,
    200,
    "signedOut",
    false,
  ],
  [
    "a notice that the session is over",
    page("<p>Your session has expired. Please log in.</p>"),
    200,
    "signedOut",
    false,
  ],
  [
    "the look-up of numbers, signed out",
    "<request number='1'><message text='Not logged in.  Please refresh this page.'/></request>",
    200,
    "signedOut",
    false,
  ],
  [
    "a page with a way out is signed in",
    page(`${LOGOUT}<p>Please log in to another account.</p>`),
    200,
    "unreadable",
    false,
  ],
  ["a court that is down", page("<p>Sorry</p>"), 503, "unavailable", false],
  [
    "a court that says it is down",
    page("<p>The system is down for scheduled maintenance.</p>"),
    200,
    "unavailable",
    false,
  ],
  [
    "a court that has lost its mind",
    page("<p>This user has no access privileges defined.</p>"),
    200,
    "unavailable",
    false,
  ],
  [
    "a program that is not there",
    page("<h1>Not Found</h1><p>The requested URL was not found on this server.</p>"),
    404,
    "unreadable",
    false,
  ],
  ["an error", page("<h1>Internal Server Error</h1>"), 500, "unreadable", false],
  ["a document that there is not", page("<b>Error: The page ID does not exist.</b>"), 404, "notFound", false],
  ["a sealed document", page("<b>You do not have permission to view this document.</b>"), 200, "sealed", false],
  ["a PDF", "%PDF-1.7\n", 200, "pdf", false],
  ["a PDF with something in front", "\0\0junk%PDF-1.7\n", 200, "pdf", false],
  ["a page that quotes a PDF", page(`${HEADING}${sheet("%PDF-1.7")}`), 200, "docketReport", false],
])("%s", (_what, html, status, kind, charged) => {
  const answer = readAnswer(Buffer.from(html), status);
  expect(answer.kind).toBe(kind);
  expect("receipt" in answer && answer.receipt !== undefined).toBe(charged);
});
