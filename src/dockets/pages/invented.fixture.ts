/** Pages about invented cases in the markup of the courts' system, cut to what a reader looks at. */

const RECEIPT = `<HR><CENTER><TABLE BORDER=1><TR><TH COLSPAN=4>PACER Service Center</TH></TR>
<TR><TD COLSPAN=4><FONT SIZE=-1>06/06/2020 10:18:44</FONT></TD></TR>
<TR><TH>PACER Login:</TH><TD>somebody:123</TD><TH>Client Code:</TH><TD></TD></TR>
<TR><TH>Description:</TH><TD>Docket Report</TD><TH>Search Criteria:</TH><TD>CRITERIA</TD></TR>
<TR><TH>Billable Pages:</TH><TD>3</TD><TH>Cost:</TH><TD>0.30</TD></TR></TABLE></CENTER>`;

export function receipt(criteria: string): string {
  return RECEIPT.replace("CRITERIA", criteria);
}

export const DISTRICT_ROWS = `<tr><td nowrap>02/03/2019</td><td align=right><a href="https://ecf.nysd.uscourts.gov/doc1/127112345" onClick="goDLS('/doc1/127112345','513','4','','1');return(false);">1</a>&nbsp;</td>
<td>COMPLAINT against Birch, filed by Alder. (Attachments: # <a href="https://ecf.nysd.uscourts.gov/doc1/127112346" onClick="goDLS('/doc1/127112346','513','4','','1');">1</a> Exhibit A (deed), # <a href="/doc1/127112347">2</a> Civil Cover Sheet)(Cedar, Ann) (Entered: 02/04/2019)</td></tr>
<tr><td nowrap>02/05/2019</td><td align=right>&nbsp;</td><td>Minute Entry for proceedings held<br>before Judge Dogwood; see <a href="/doc1/127112345">1</a>.</td></tr>`;

export const district = (
  rows = DISTRICT_ROWS,
  criteria = "1:19-cv-01234-ABC",
): string => `<html><head><title>SDNY CM/ECF</title></head><body>
<h3 align=center>U.S. District Court<BR>Southern District of New York (Foley Square)<BR>CIVIL DOCKET FOR CASE #: 1:19-cv-01234-ABC-DEF</h3>
<TABLE><tr><td><br>Alder v. Birch et al<br>Assigned to: Judge Ann B. Dogwood<br>Referred to: Magistrate Judge Carl Elm<br>
<table><tr><td>Related&nbsp;Case:&nbsp;</td><td><a href=/cgi-bin/DktRpt.pl?9>1:18-cv-00009-ABC</a></td></tr></table>
Cause: 28:1332 Diversity</td><td><br>Date Filed: 02/03/2019<br>Jury Demand: Plaintiff<br>Nature of Suit: 190 Contract: Other<br>Jurisdiction: Diversity</td></tr></table>
<table><tr><td><b><u>Plaintiff</u></b></td></tr><tr><td><B>Alder Mills, Inc.</B><BR><I>TERMINATED: 03/01/2019</I></td><td>represented&nbsp;by</td>
<td><B>Ann      Cedar </B><BR>Cedar LLP<BR>1 Main St.<BR>Email: ann&#064;cedar.example<BR><I>LEAD ATTORNEY</I><BR><I>ATTORNEY TO BE NOTICED</I><br><br><B>Bob Fir</B><BR>(See above for address)</td></tr><tr><td></td></tr>
<tr><td><br>V.<br></td></tr><tr><td><b><u>Defendant</u></b></td></tr><tr><td><B>Birch</B><BR><I>also known as</I><BR>B. Birch</td></tr></table>
<br><table border=1><tr><td>Date Filed</td><th>#</th><td>Docket Text</td></tr>
${rows}
</table>${receipt(criteria)}</body></html>`;

export const bankruptcy = (
  entries: string,
): string => `<html><body><CENTER><B>U.S. Bankruptcy Court<BR>District of Vermont (Rutland)<BR>Bankruptcy Petition #: 19-10001-abc7</B></CENTER>
<TABLE><TR><TD><BR><I>Assigned to:</I> Judge Elm<BR>Chapter 7<BR>Voluntary<BR>No asset <A HREF=/cgi-bin/iquery.pl?4--</A><div><A HREF='/cgi-bin/qryAscCases.pl?51'>Show Associated Cases</A></div></TD>
<TD><TABLE><TR><td><I>Date filed:</I></td><td>&nbsp;04/23/2019</td></TR><TR><td><I>Debtor discharged:</I></td><td>08/03/2019</td></TR></TABLE></TD></TR></TABLE>
<TABLE><TR><TR><TD><I><B>Debtor</B></I><BR><B>Ann Alder</B><BR>1 Main St.<BR>SSN / ITIN: xxx-xx-0000<BR><I><B>dba</B></I><BR><B>Alder Mills</B></TD><TD>represented by</TD><TD><B>Bob Cedar</B><BR>2 Main St.</TD>
<TR><TD><I><B>Joint Debtor</B></I><BR><B>Carl Alder</B></TD><TD>&nbsp;</TD><TD>&nbsp;</TD><TR><TD><I><B>Trustee</B></I><BR><B>Dora Elm</B></TD></TR></TABLE>
${entries}</body></html>`;

export const BANKRUPTCY_LIST = `<TABLE><TR><TH>Filing Date</TH><TH colspan=2>#</TH><TH>Docket Text</TH></TR>
<TR><TD>04/23/2019</TD><TD>&nbsp;</TD><TD><a href='/cgi-bin/show_doc.pl?caseid=51&de_seq_num=2&doc_num=1' id='documentKcaseidV51Kde_seq_numV2Kdoc_numV1'>1</a><br>(12 pgs)</TD><TD>Chapter 7 Voluntary Petition. (Cedar, Bob) (Entered: 04/23/2019)</TD></TR>
</TABLE>
<TABLE>
<TR><TD>04/24/2019</TD><TD>&nbsp;</TD><TD>2</TD><TD>Meeting of Creditors (Entered: 04/24/2019)</TD></TR></TABLE>`;

export const MENU = `<html><body><p>Document Selection Menu</p><p>Select the document you wish to view.</p><form><table>
<tr><td colspan="2"><b>Document Number:</b></td><td><input type="checkbox" name="document_1_0" value="345-148571-30" /></td><td><a href="https://ecf.nysd.uscourts.gov/doc1/127112345" onClick="goDLS('/doc1/127112345','513','4','','','1');">1</a></td><td>30 pages</td><td>145.1 KB</td></tr>
<tr><td><b>Attachment</b></td><td><b>Description</b></td><td><b>Pages</b></td><td><b>Size</b></td></tr>
<tr><td><input type="checkbox" name="document_1_2" value="346-1103565-11" /></td><td><a href="https://ecf.nysd.uscourts.gov/doc1/127112346" onClick="goDLS('/doc1/127112346','513','4','','','1');">2</a></td><td>Exhibit A, deed</td><td>11 pages</td><td>1.1 MB</td></tr>
</table></form></body></html>`;

export const HISTORY = `<html><body><center><b><font size="+1">1:19-cv-01234-ABC-DEF</font></b> Alder v. Birch et al<br>Ann B. Dogwood, presiding<br>Carl Elm, referral<br><b>Date filed:</b> 02/03/2019<br><b>Date of last filing:</b> 03/01/2019<br></center>
<h2>History</h2><table><tr><th>Doc.<br>No.</th><th>Dates</th><th>Description</th></tr>
<tr><td><a href="https://ecf.nysd.uscourts.gov/doc1/127112345" onclick="goDLS('/doc1/127112345','513','4','','');">1</a></td><td><table><tr><td><i>Filed:</i></td><td>02/03/2019</td></tr><tr><td><i>Entered:</i></td><td>02/04/2019</td></tr></table></td><td>Complaint</td></tr>
<tr><td>&nbsp;</td><td><table><tr><td><i>Filed &amp; Entered:</i></td><td>02/05/2019</td></tr></table></td><td><a href="javascript:DktText('1','513','','7','')"><img src=b></a> Minute Entry</td></tr>
<tr><td colspan="2"><i>Docket Text:</i> Minute Entry for proceedings held before Judge Dogwood; see 1.</td></tr></table></body></html>`;

export const NOTICE = (
  subject = "Activity in Case 1:19-cv-01234-ABC Alder v. Birch et al Answer to Complaint",
): string => `Return-Path: <x@example.org>
From: ecf@nysd.example
Subject: ${subject}
Content-Type: text/html
Content-Transfer-Encoding: quoted-printable

<p><b>U.S. District Court</b></p><p><b>Southern District of New York</b></p><b>Notice of Electronic Filing</b><br>
<div>The following transaction was entered by Fir, Bob on 3/1/2019 at 4:48 PM EST and filed on 3/1/2019<BR>
<table><tr><td><strong>Case Name:</strong></td><td>Alder v. Birch et al</td></tr>
<tr><td><strong>Case Number:</strong></td><td><A HREF=3Dhttps://ecf.nysd.uscourts.gov/cgi-bin/DktRpt.pl?513>1:19-cv-01234-ABC</A></td></tr>
<tr><td><strong>Document Number:</strong></td><td><a href=3D"https://ecf.nysd.uscourts.gov/doc1/127112399?caseid=3D513&de_seq_num=3D9&magic_num=3D77">2</a></td></tr></table>
<p><strong>Docket Text:</strong><BR><b>ANSWER to Complaint by Birch. (Attachments: # (1) Exhibit)(Fir, Bob) </b></p>
<B>1:19-cv-01234-ABC Notice has been electronically mailed to:</B><BR>Ann Cedar &nbsp; ann@cedar.example<BR></div>
`;

export const APPELLATE = `<html><body><table><tr><td align=center><b>General Docket<br>United States Court of Appeals for the First Circuit</b></td></tr></table>
<table><tr><td><table><tr><td><b>Court of Appeals Docket #: </b>19-1033</td><td><b>Docketed:</b> 01/06/2019<BR><b>Termed:</b> 07/31/2019</td></tr>
<tr><td><b>Nature of Suit: </b>3190 Other Contract</td></tr><tr><td>Alder v. Birch</td></tr><tr><td><b>Appeal From:</b> District of Massachusetts, Boston</td></tr><tr><td><b>Fee Status:</b> filing fee paid</td></tr></table></td></tr>
<tr><td><table><tr><td><b>Case Type Information:</b></td></tr><tr><td><b>1)</b> civil</td></tr><tr><td><b>2)</b> private</td></tr><tr><td><b>3)</b> null</td></tr></table></td></tr>
<tr><td><table><tr><td><b>Originating Court Information:</b></td></tr><tr><td><B>District: </B>0101-1 : <A href="https://ecf.mad.uscourts.gov/cgi-bin/DktRpt.pl?n=1">1:18-cv-10001-ABC</A></td></tr>
<tr><td><B>Trial Judge: </B>Ann Elm, District Judge</td></tr><tr><td><B>Date Filed: </B>02/03/2018</td></tr><TR><TD><B>Date Order/Judgment:</B></TD><TD><B>Date NOA Filed:</B></TD></TR><TR><TD>12/29/2018</TD><TD>01/02/2019</TD></TR></table></td></tr></table>
<table><tr><td><table><tr><td>ANN ALDER<BR><BR>Plaintiff - Appellant<BR></td><td>Bob Cedar<br>Direct: 617-555-0100<br>[COR NTC Retained]<br>Cedar LLP<BR><BR>Dora Fir<br>[COR NTC Retained]<br>Fir LLP</td></tr><tr><td colspan=2>v.</td></tr><tr><td>CARL BIRCH<BR><B>Terminated: </B>07/01/2019<BR>Defendant - Appellee</td><td></td></tr></table></td></tr></table>
<table><TR><TD><table><tr><td>01/06/2019</td><td><input type=checkbox name='d' value='5967248'><a HREF="https://ecf.ca1.uscourts.gov/docs1/00116941384" ONCLICK="return doDocPostURL('00116941384','40573');" title="Open Restricted Document"><img src=lock></a><BR>7 pg, 245.11 KB</td><td>CIVIL CASE docketed. [19-1033] (AB) [Entered: 01/06/2019 02:35 PM]</td></tr></table></TD></TR></table>${receipt("19-1033")}</body></html>`;

const billed = (page: string): string => `<html><body>${page}${receipt("1:19-cv-01234")}</body></html>`;

/** Pages that tell of no case, each with what it is: of trial courts, then of both appellate systems. */
export const REFUSALS: readonly (readonly [string, string])[] = [
  [
    "confirmation",
    "<p>To accept charges shown below, click on the 'View Report' button.</p><h3>CIVIL DOCKET FOR CASE #: 1:19-cv-01234</h3>",
  ],
  [
    "confirmation",
    "<p>The report may take a long time to run because this case has many docket entries. You can go back and modify the selection criteria.</p>",
  ],
  ["no_such_case", "<p>1:99-cv-1 is not a valid case.</p>"],
  ["no_such_case", "<p>Case not found.</p>"],
  ["no_result", "<p>No information found for the dates selected.</p>"],
  ["sealed", "<h2>This case is SEALED.</h2>"],
  [
    "no_permission",
    "<p>Either you do not have permission to view the document, or the document does not exist in the case.</p>",
  ],
  ["session_expired", "<p>Your session has expired. Please log in again.</p>"],
  ["refused_request", "<p>The start date must be less than or equal to the end date</p>"],
  ["refused_request", "<p>Incomplete request. Please try your query again.</p>"],
  [
    "not_shown",
    billed(
      "<h3>CIVIL DOCKET FOR CASE #: 1:19-cv-01234-XXXX</h3><p>*** This case is in the process of being opened.***</p>",
    ),
  ],
  [
    "text_report",
    "<pre>Bankruptcy Petition #: 8:19-bk-00997-ABC Description: Docket Report Format: text Cost: 0.50</pre>",
  ],
  ["receipt", billed("")],
  ["claims_register", billed("<title>Claims Register</title><p>No claims found for this case.</p>")],
  ["claims_register", billed("<h2>Delaware Bankruptcy Court Claims Register</h2><p>Claim No: 4 Creditor: Lark</p>")],
  [
    "claims_register",
    billed(
      '<p>Query</p><a href="https://ecf.deb.uscourts.gov/cgi-bin/iquery.pl?1">22-10012</a><h2>Claims Register</h2><p>Claim No: 4 Creditor: Lark</p>',
    ),
  ],
  [
    "feed",
    '<?xml version="1.0"?><rss version="2.0"><channel><title>District of Lark</title><item><title>1:19-cv-01234 Lark v. Wren</title></item></channel></rss>',
  ],
  [
    "feed",
    '<?xml version="1.0"?>\n <!-- RSS of the District of Lark, 22 May 2026 -->\n <rss version="2.0"><channel><title>Orders</title></channel></rss>',
  ],
  ["feed", '<feed xmlns="http://www.w3.org/2005/Atom"><title>District of Lark</title></feed>'],
  [
    "supreme_court_docket",
    "<p>No. 19-9991</p><p>Docketed: March 2, 2020</p><p>Lower Ct: Supreme Court of Lark</p><h3>Proceedings and Orders</h3><p>Petition filed.</p>",
  ],
  ["supreme_court_docket", '{"CaseNumber": "19-9991", "ProceedingsandOrder": []}'],
  [
    "state_docket",
    "<h1>Superior Court of Lark County</h1><h2>Register of Actions</h2><p>Case Number: CV-19-0001 Case Type: Civil</p><p>01/02/2020 Complaint</p>",
  ],
  ["court_error", "<h1>408 Request Time-out</h1>"],
  ["court_error", "<p>The system is unavailable for maintenance.</p>"],
  ["empty", "<html><head><title>CM/ECF</title></head><body></body></html>"],
  [
    "confirmation",
    '<title>Download Confirmation</title><p>Click on the "Accept Charges and Retrieve" button ONCE at the bottom of this page.</p>',
  ],
  ["no_such_case", billed("<p>19-1033 Summary</p><p>Case Number Not Found</p>")],
  ["sealed", "<p>19-1033</p><p>Case under seal</p>"],
  ["session_expired", "<p>You are not logged in. Please login to continue.</p>"],
  [
    "court_error",
    "<h1>Not Found</h1><p>The requested URL /n/beam/servlet/TransportRoom was not found on this server.</p>",
  ],
  ["receipt", billed("<p>Court of Appeals</p>")],
  ["no_such_case", '{"status": 404, "message": "Case not found"}'],
  ["session_expired", '{"error": {"code": "401", "message": "Your session has timed out"}}'],
  ["no_permission", '{"message": "You are not authorized to view this document"}'],
  ["sealed", '{"caseDetails": {}, "docketInfo": {"isCaseSealed": true, "docketEntries": []}}'],
];

/** Letters of a court that are no notice of a filing. */
export const OTHER_MAIL = `From: ecf@nysd.example
Subject: Scheduled maintenance
Content-Type: text/html

<p>The system will be unavailable on Sunday. Please log in again on Monday.</p>
`;

/** A history of a case in which nothing has happened. */
export const EMPTY_HISTORY = `<html><body><center><b><font size="+1">1:19-cv-01234-ABC-DEF</font></b> Alder v. Birch et al<br><b>Date filed:</b> 02/03/2019<br></center>
<h2>History</h2><p>There are no events docketed for this case.</p></body></html>`;

const OPINION_REPORT = `<html><body><p>U.S. District Court</p><p>Southern District of New York</p><h2>Written Opinions Report</h2>
<table><tr><th>Case Number</th><th>Date Filed</th><th>Doc. #</th><th>Description</th><th>Notes</th></tr>
<tr><td><a href="https://ecf.nysd.uscourts.gov/cgi-bin/DktRpt.pl?513">1:19-cv-01234-ABC</a> Alder v. Birch</td><td>03/02/2019</td><td><a href="https://ecf.nysd.uscourts.gov/doc1/127112400">9</a></td><td>OPINION AND ORDER</td><td>NOS: Contract</td></tr></table></body></html>`;

const CASE_QUERY = `<html><body><center><b><font size="+1">1:19-cv-01234-ABC</font></b> Alder v. Birch et al<br><b>Date filed:</b> 02/03/2019<br></center>
<p>Query</p><a href="https://ecf.nysd.uscourts.gov/cgi-bin/DktRpt.pl?513">Docket Report ...</a></body></html>`;

/** The menu of an appellate entry's documents; courts do not always say of which case it is. */
export const appellateMenu = (
  caseId = "",
): string => `<html><body><table><tr><th>2 Documents are attached to this filing</th></tr></table>
<table><tr><td>1</td><td><a href="https://ecf.ca3.uscourts.gov/docs1/003114200018" onclick="return doDocPostURL('003114200018','${caseId}');">open</a></td><td>Judgment</td><td>1</td></tr>
<tr><td>2</td><td><a href="https://ecf.ca3.uscourts.gov/docs1/003114200019">open</a></td><td>Notice</td><td>7</td></tr></table></body></html>`;

const ACMS_CASE = { caseId: "9f5a", caseNumber: "23-7222", name: "Alder v. Birch", caseOpened: "2023-10-02" };
const ACMS_ENTRY = {
  entryNumber: 14,
  docketEntryId: "b4cd",
  docketEntryText: "<p>MOTION, FILED.</p>",
  endDate: "2023-12-05",
  documentCount: 2,
};

/** What the newer appellate system answers for the menu of an entry; it numbers documents with their entry or without. */
export const acmsMenu = (...numbers: readonly (string | number)[]): string =>
  JSON.stringify({
    caseDetails: ACMS_CASE,
    docketEntry: ACMS_ENTRY,
    docketEntryDocuments: numbers.map((documentNumber) => ({
      documentNumber,
      documentPermission: "Public",
      pageCount: 1,
    })),
  });

/** A page of every kind that tells of a case. */
export const RECORDS: readonly (readonly [string, string])[] = [
  ["district_docket", district()],
  ["bankruptcy_docket", bankruptcy(BANKRUPTCY_LIST)],
  ["appellate_docket", APPELLATE],
  [
    "appellate_docket",
    JSON.stringify({ caseDetails: ACMS_CASE, docketInfo: { isCaseSealed: false, docketEntries: [ACMS_ENTRY] } }),
  ],
  ["history_report", HISTORY],
  ["history_report", EMPTY_HISTORY],
  ["case_query", CASE_QUERY],
  ["attachment_page", MENU],
  ["appellate_attachment_page", appellateMenu("40573")],
  ["appellate_attachment_page", acmsMenu(1, 2)],
  ["notice", NOTICE()],
  ["opinion_report", OPINION_REPORT],
];
