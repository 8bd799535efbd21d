import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foldSightings } from "../fold/fold.ts";
import type { DocketSighting } from "../model.ts";
import { sightingIdOf } from "../store/sighting-body.ts";
import {
  appellateMenu,
  acmsMenu,
  APPELLATE,
  bankruptcy,
  BANKRUPTCY_LIST,
  district,
  DISTRICT_ROWS,
  EMPTY_HISTORY,
  HISTORY,
  MENU,
  NOTICE,
  OTHER_MAIL,
  RECORDS,
  REFUSALS,
} from "./invented.fixture.ts";
import { readPage } from "./pages.ts";
import { RECORD_PAGES, REFUSAL_PAGES } from "./recognise.ts";
import type { PageTold } from "./told.ts";

const TOLD: PageTold = { source: "test", place: null, courtId: null, asOf: null, fetchedAt: null };

function sightingsOf(page: string, told: Partial<PageTold> = {}): readonly DocketSighting[] {
  const read = readPage(page, { ...TOLD, ...told });
  if (read.kind !== "record") throw new Error(`${read.kind}: ${read.message}`);
  return read.sightings;
}

const one = (page: string, told: Partial<PageTold> = {}): DocketSighting => sightingsOf(page, told)[0]!;

const link = (number: number, id: number) => `<a href="/doc1/${id}">${number}</a>`;

function listed(words: string): readonly unknown[] {
  const lead = '<tr><td>02/03/2019</td><td><a href="/doc1/127112345">1</a></td>';
  const [entry] = one(district(`${lead}<td>${words}</td></tr>`)).entries;
  return entry!.documents.map(({ attachment, description, pacerDocId }) => [attachment, description, pacerDocId]);
}

const inPage = (markup: string): string => district().replace(/<\/body>/iu, `${markup}</body>`);

describe("attachments that an entry lists", () => {
  const main = [0, null, "127012345"];

  test.each<[string, readonly unknown[]]>([
    [
      `NOTICE (Attachments: ${link(1, 127112346)} Exhibit A${link(2, 127112347)} Exhibit B (deed)) (Cedar, Ann)`,
      [
        [1, "Exhibit A", "127012346"],
        [2, "Exhibit B (deed)", "127012347"],
      ],
    ],
    [`NOTICE re ${link(7, 127112340)} (Attachments: ${link(1, 127112346)} Appendix)`, [[1, "Appendix", "127012346"]]],
    [`NOTICE (Attachments: # ${link(1, 127112346)} Exhibit A)`, [[1, "Exhibit A", "127012346"]]],
    [`NOTICE (Attachments: 3 exhibits, see ${link(7, 127112340)})`, []],
    [`NOTICE (Attachments: 12 pages) re ${link(7, 127112340)}`, []],
  ])("%s", (words, expected) => expect(listed(words)).toEqual([main, ...expected]));
});

describe("a docket sheet of a district court", () => {
  const sheet = one(district());

  test("says what the case is, of when it speaks and what it cost", () => {
    expect(sheet).toMatchObject({
      kind: "docket_report",
      courtId: "nysd",
      docketNumber: "1:19-cv-01234-ABC-DEF",
      pacerCaseIds: ["513"],
      asOf: "2020-06-06T10:18:44",
      billedPages: 3,
      cost_cents: 30,
      range: null,
    });
    expect(sheet.facts).toMatchObject({
      caption: "Alder v. Birch et al",
      assignedTo: "Judge Ann B. Dogwood",
      referredTo: "Magistrate Judge Carl Elm",
      cause: "28:1332 Diversity",
      natureOfSuit: "190 Contract: Other",
      juryDemand: "Plaintiff",
      dateFiled: "2019-02-03",
      dateTerminated: null,
      relatedCases: ["1:18-cv-00009-ABC"],
    });
    expect(JSON.stringify(sheet)).not.toContain("somebody:123");
  });

  test("has the parties with those who represent them", () => {
    expect(sheet.parties).toEqual([
      {
        name: "Alder Mills, Inc.",
        type: "Plaintiff",
        dateTerminated: "2019-03-01",
        extraInfo: "TERMINATED: 03/01/2019",
        attorneys: [
          {
            name: "Ann Cedar",
            contact: "Cedar LLP\n1 Main St.\nEmail: ann@cedar.example",
            roles: ["LEAD ATTORNEY", "ATTORNEY TO BE NOTICED"],
          },
          { name: "Bob Fir", contact: null, roles: [] },
        ],
        counts: [],
      },
      {
        name: "Birch",
        type: "Defendant",
        dateTerminated: null,
        extraInfo: "also known as\nB. Birch",
        attorneys: [],
        counts: [],
      },
    ]);
  });

  test("has the entries with their documents; a link to another entry is none of them", () => {
    expect(sheet.entries).toMatchObject([
      {
        number: "1",
        pacerSeqNo: "4",
        dateFiled: "2019-02-03",
        dateEntered: "2019-02-04",
        documents: [
          { attachment: 0, pacerDocId: "127012345", availability: "available" },
          { attachment: 1, description: "Exhibit A (deed)", pacerDocId: "127012346" },
          { attachment: 2, description: "Civil Cover Sheet", pacerDocId: "127012347" },
        ],
      },
      { number: null, description: "Minute Entry for proceedings held before Judge Dogwood; see 1.", documents: [] },
    ]);
  });

  test("that was asked for in part says which part", () => {
    const part = one(district(DISTRICT_ROWS, "1:19-cv-01234-ABC Starting with document: 4 Ending with document: 6"));
    expect(part.range).toEqual({ firstNumber: 4, lastNumber: 6, firstDay: null, lastDay: null });
  });
});

describe("a docket sheet of a bankruptcy court", () => {
  test("is read though half its tags are missing, in all its tables", () => {
    const sheet = one(bankruptcy(BANKRUPTCY_LIST));
    expect(sheet).toMatchObject({ courtId: "vtb", docketNumber: "19-10001-abc7", pacerCaseIds: ["51"] });
    expect(sheet.facts).toMatchObject({
      caption: "Ann Alder and Carl Alder",
      chapter: "7",
      assets: "No asset",
      trustee: "Dora Elm",
      dateFiled: "2019-04-23",
      dateDischarged: "2019-08-03",
    });
    expect(sheet.parties?.map(({ type, extraInfo }) => [type, extraInfo])).toEqual([
      ["Debtor", "1 Main St.\nSSN / ITIN: xxx-xx-0000\ndba Alder Mills"],
      ["Joint Debtor", null],
      ["Trustee", null],
    ]);
    expect(sheet.entries.map(({ number, pacerSeqNo }) => [number, pacerSeqNo])).toEqual([
      ["1", "2"],
      ["2", null],
    ]);
    expect(sheet.entries[0]?.documents).toMatchObject([{ attachment: 0, pageCount: 12, pacerDocId: null }]);
  });

  test("may say that it has no entries", () => {
    const none = "<h2>There are proceedings for case 19-10001-abc7 but none satisfy the selection criteria.</h2>";
    expect(one(bankruptcy(none)).entries).toEqual([]);
  });
});

const menuRow = (number: number, document: string, title: string): string =>
  `<tr><td><a href="https://ecf.nysd.uscourts.gov/doc1/${document}" onClick="goDLS('/doc1/${document}','513','9');">${number}</a></td><td>${title}</td><td>1 page</td><td>4 kb</td></tr>`;
const menuOf = (...rows: readonly string[]): string =>
  `<html><body><p>Document Selection Menu</p><table>${rows.join("")}</table></body></html>`;

const appellateRow = (pages: number, bytes: number): string =>
  `<tr><td><input type="checkbox" name="md" value="7548050" onclick="sumDocSelected(this,${pages},${bytes}, 7548050)"></td><td>3</td><td><a href="https://ecf.ca3.uscourts.gov/docs1/003114200018">open</a></td><td>Brief</td><td>${pages}</td><td>13.17 KB</td></tr>`;

describe("other pages of a case", () => {
  test("the menu of an entry's documents", () => {
    expect(one(MENU)).toMatchObject({
      kind: "attachment_page",
      courtId: "nysd",
      docketNumber: null,
      pacerCaseIds: ["513"],
    });
    expect(one(MENU).entries).toMatchObject([
      {
        number: "1",
        pacerSeqNo: "4",
        documents: [
          { attachment: 0, description: null, pageCount: 30, fileSize_bytes: 148571 },
          { attachment: 1, description: "Exhibit A, deed", pageCount: 11, fileSize_bytes: 1103565 },
        ],
      },
    ]);
  });

  test("a menu whose main document a court describes in its own words, and one with a number twice", () => {
    const described = one(menuOf(menuRow(32, "127112350", "Letter"), menuRow(1, "127112351", "Corrected Letter")));
    expect(described.entries).toMatchObject([
      {
        number: "32",
        documents: [
          { attachment: 0, pacerDocId: "127012350", description: null },
          { attachment: 1, pacerDocId: "127012351", description: "Corrected Letter" },
        ],
      },
    ]);
    const twice = menuOf(
      menuRow(7, "127112360", "Main Document"),
      menuRow(1, "127112361", "Proposed Order"),
      menuRow(2, "127112362", "Exhibit"),
      menuRow(1, "127112363", "Redacted Proposed Order"),
    );
    expect(one(twice).entries[0]?.documents.map(({ attachment, description }) => [attachment, description])).toEqual([
      [0, null],
      [1, "Proposed Order"],
      [2, "Exhibit"],
      [3, "Redacted Proposed Order"],
    ]);
  });

  test("a court of appeals counts pages and bytes of a document where it is chosen", () => {
    const menu = appellateMenu("40573").replace("</table></body>", `${appellateRow(4, 13_481)}</table></body>`);
    const documents = one(menu).entries[0]?.documents ?? [];
    expect(documents.find(({ description }) => description === "Brief")).toMatchObject({
      pageCount: 4,
      fileSize_bytes: 13_481,
    });
  });

  test("the history", () => {
    const history = one(HISTORY, { courtId: "nysd" });
    expect(history.facts).toEqual({
      caption: "Alder v. Birch et al",
      assignedTo: "Ann B. Dogwood",
      referredTo: "Carl Elm",
      dateFiled: "2019-02-03",
      dateLastFiling: "2019-03-01",
    });
    expect(history.entries).toMatchObject([
      {
        number: "1",
        dateFiled: "2019-02-03",
        dateEntered: "2019-02-04",
        shortDescription: "Complaint",
        description: null,
      },
      {
        number: null,
        pacerSeqNo: "7",
        shortDescription: "Minute Entry",
        description: expect.stringContaining("Judge Dogwood"),
      },
    ]);
  });

  test("a notice, without those who got it", () => {
    const notice = one(NOTICE());
    expect(notice).toMatchObject({
      kind: "notice",
      courtId: "nysd",
      asOf: "2019-03-01T16:48:00",
      docketNumber: "1:19-cv-01234-ABC",
      pacerCaseIds: ["513"],
    });
    expect(notice.entries).toMatchObject([
      {
        number: "2",
        pacerSeqNo: "9",
        dateFiled: "2019-03-01",
        shortDescription: "Answer to Complaint",
        description: "ANSWER to Complaint by Birch. (Attachments: # (1) Exhibit)(Fir, Bob)",
      },
    ]);
    expect(JSON.stringify(notice)).not.toMatch(/ann@cedar|magic|=77/u);
  });

  test.each([
    ["Ch-13 1:19-cv-01234-abc Answer to Complaint - Alder v.", "Answer to Complaint"],
    ["FW: 1:19-cv-01234-ABC Alder v. Birch et al Chapter 7 Voluntary Petition", "Chapter 7 Voluntary Petition"],
    ['Multiple Cases "Close Adversary Case" - AP -', "Close Adversary Case"],
    ["=?utf-8?Q?Activity_in_Case_1:19-cv-01234-ABC_Alder_v._Birch_et_al_Answer?=", "Answer"],
  ])("the title of an entry in the subject %j", (subject, title) => {
    expect(one(NOTICE(subject)).entries[0]?.shortDescription).toBe(title);
  });

  test("a sheet of a court of appeals", () => {
    const sheet = one(APPELLATE);
    expect(sheet).toMatchObject({
      kind: "docket_report",
      courtId: "ca1",
      docketNumber: "19-1033",
      pacerCaseIds: ["40573"],
    });
    expect(sheet.facts).toMatchObject({
      caption: "Alder v. Birch",
      caseType: "civil, private",
      appealFrom: "District of Massachusetts, Boston",
      feeStatus: "filing fee paid",
      dateTerminated: "2019-07-31",
      originatingCourt: {
        courtId: "mad",
        docketNumber: "1:18-cv-10001-ABC",
        dateJudgment: "2018-12-29",
        dateNoticeOfAppeal: "2019-01-02",
      },
    });
    expect(sheet.parties?.map(({ name, type, attorneys }) => [name, type, attorneys.length])).toEqual([
      ["ANN ALDER", "Plaintiff - Appellant", 2],
      ["CARL BIRCH", "Defendant - Appellee", 0],
    ]);
    expect(sheet.entries).toMatchObject([
      {
        number: "00106941384",
        pacerSeqNo: "5967248",
        dateEntered: "2019-01-06",
        documents: [{ pageCount: 7, availability: "sealed" }],
      },
    ]);
  });

  test("has no entry of days that stand side by side", () => {
    const three = "<TR><TD>12/29/2018</TD><TD>01/02/2019</TD><TD>01/04/2019</TD></TR>";
    const sheet = one(APPELLATE.replace("<TR><TD>12/29/2018</TD><TD>01/02/2019</TD></TR>", three));
    expect(sheet.entries.map(({ description }) => description)).toEqual([
      "CIVIL CASE docketed. [19-1033] (AB) [Entered: 01/06/2019 02:35 PM]",
    ]);
  });

  test("of an appellate panel is not of the court of appeals, whose system it uses", () => {
    const panel = APPELLATE.replace(
      "United States Court of Appeals for the First Circuit",
      "U. S. Bankruptcy Appellate Panel for the Ninth Circuit",
    );
    expect(one(panel.replaceAll("ecf.ca1", "ecf.ca9")).courtId).toBe("bap9");
  });

  test("all of them tell of one docket with three entries", () => {
    const told = [district(), MENU, HISTORY, NOTICE()].flatMap((page) => sightingsOf(page, { courtId: "nysd" }));
    const folded = foldSightings(told.map((sighting) => ({ ...sighting, id: sightingIdOf(sighting) })));
    expect(folded.entries.map(({ number, toldBy }) => [number, toldBy])).toEqual([
      ["1", ["docket_report", "history_report", "attachment_page"]],
      [null, ["docket_report", "history_report"]],
      ["2", ["notice"]],
    ]);
    expect(folded.entries[0]?.documents.map(({ description }) => description)).toEqual([
      null,
      "Exhibit A, deed",
      "Civil Cover Sheet",
    ]);
  });
});

describe("a page of every kind is known for what it is", () => {
  test.each(RECORDS)("%s", (page, text) =>
    expect(readPage(text, { ...TOLD, courtId: "nysd" })).toMatchObject({ kind: "record", page }),
  );

  test("none is left out of the tables", () => {
    expect(new Set(RECORDS.map(([page]) => page))).toEqual(new Set(RECORD_PAGES));
    expect(new Set(REFUSALS.map(([page]) => page))).toEqual(new Set(REFUSAL_PAGES));
  });

  test("a history without events has no entries, and is one all the same", () => {
    expect(one(EMPTY_HISTORY, { courtId: "nysd" })).toMatchObject({ kind: "history_report", entries: [] });
  });

  test("documents of an entry count from 1, with their entry before them or without", () => {
    for (const menu of [acmsMenu(1, 2), acmsMenu("14.1", "14.2")]) {
      const [entry] = one(menu, { courtId: "ca2" }).entries;
      expect(entry?.documents.map(({ attachment }) => attachment)).toEqual([0, 1]);
    }
    for (const wrong of [0, "14.0", "14.a", ""]) expect(() => one(acmsMenu(wrong), { courtId: "ca2" })).toThrow();
  });
});

describe("a page that tells of no case", () => {
  test("a letter of the court that is no notice is none of these", () => {
    expect(readPage(OTHER_MAIL, TOLD)).toMatchObject({ kind: "unknown" });
  });

  test.each(REFUSALS)("%s", (page, html) => expect(readPage(html, TOLD)).toMatchObject({ kind: "refusal", page }));
});

describe("a page that has changed is not read by halves", () => {
  test.each([
    ["a row that begins with words", district(DISTRICT_ROWS.replace("02/05/2019", "yesterday"))],
    ["no list of entries", district().replace(">Docket Text<", ">Words<")],
    [
      "a court that nobody knows",
      district().replace("Southern District of New York", "Northern Avalon").replaceAll("nysd", "avalon"),
    ],
    ["no number", bankruptcy(BANKRUPTCY_LIST).replace("19-10001-abc7", "")],
    ["a menu without links", MENU.replaceAll(/<a [^>]*>(\d+)<\/a>/gu, "$1")],
    ["a history without days", HISTORY.replaceAll("02/05/2019", "")],
    ["a notice without a day", NOTICE().replaceAll("3/1/2019", "today")],
    ["JSON of another shape", JSON.stringify({ caseDetails: { caseId: 1 }, docketInfo: {} })],
  ])("%s", (_what, page) => {
    expect(() => {
      const read = readPage(page, TOLD);
      if (read.kind !== "record") throw new TypeError(read.kind);
    }).toThrow();
  });

  test("a sheet cut short anywhere before its receipt is refused", () => {
    const whole = district();
    fc.assert(
      fc.property(fc.integer({ min: 0, max: whole.indexOf("<TH>Cost:</TH><TD>") }), (length) => {
        expect(() => {
          const read = readPage(whole.slice(0, length), TOLD);
          if (read.kind !== "record") throw new TypeError(read.kind);
        }).toThrow();
      }),
    );
  });

  test("no text of any kind makes it throw anything but a fault of a page", () => {
    const piece = fc.constantFrom(
      "<table>",
      "</table>",
      "<tr>",
      "<td>",
      "</td>",
      "<b>",
      "Docket Text",
      "Date Filed",
      "CIVIL DOCKET FOR CASE #: 1:19-cv-1",
      "01/02/2019",
      "<a href='/doc1/1'>1</a>",
      "Subject: x\n\n",
      "{",
      "&#0;",
      "&nbsp;",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 30 }), (pieces) => {
        try {
          readPage(pieces.join(" "), { ...TOLD, courtId: "nysd" });
        } catch (thrown) {
          expect((thrown as Error).name).toBe("PageFault");
        }
      }),
    );
  });
});

describe("a page made to do harm", () => {
  test.each([
    ["tables within tables", "<table><tr><td>"],
    ["tables that are only opened", "<table>"],
  ])("with %s is refused as what cannot be read", (_what, markup) => {
    expect(() => readPage(inPage(markup.repeat(50_000)), TOLD)).toThrow("tables stand within tables");
    expect(() => readPage(`${markup.repeat(50_000)}${district()}`, TOLD)).toThrow("tables stand within tables");
  });

  test.each([
    ["ten tables within each other", `${"<table><tr><td>".repeat(10)}x${"</td></tr></table>".repeat(10)}`],
    ["half a million marks in one line", "<b><i>x".repeat(250_000)],
    ["half a million divisions", "<div>".repeat(500_000)],
    ["a comment without an end", `<!--${"x".repeat(1_000_000)}`],
    ["letters of no writing", "\0".repeat(1_000_000)],
  ])("with %s tells the docket that stands on it", (_what, markup) => {
    expect(one(inPage(markup)).entries).toEqual(one(district()).entries);
  });

  test.each([
    ["objects", `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`],
    ["lists", `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`],
    ["a prototype", '{"__proto__":{"caseDetails":1},"constructor":3}'],
  ])("of JSON with %s is no known page", (_what, json) => {
    expect(readPage(json, TOLD).kind).toBe("unknown");
  });

  test("keeps one space where marks part words", () => {
    const [entry] = one(
      district(`<tr><td>02/03/2019</td><td>${link(1, 127_112_345)}</td><td>MOTION <b> to</b> <i>seal</i></td></tr>`),
    ).entries;
    expect(entry?.description).toBe("MOTION to seal");
  });
});
