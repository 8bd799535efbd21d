import { expect, test } from "vitest";
import { NO_FACTS } from "#dockets/no-facts.ts";
import type { DocketView, EntryWithDocuments } from "../model.ts";
import { courseAsked } from "./asked-course.ts";
import { courseOf } from "./course.ts";
import { courseView } from "./view.ts";

type Line = readonly [number: string | null, day: string, text: string];

const CIVIL: readonly Line[] = [
  ["1", "2020-01-06", "COMPLAINT against Sedge Mills. Answer due by 1/27/2020."],
  ["2", "2020-01-20", "STIPULATION: Sedge Mills' time to move, answer or otherwise respond is extended to 2/10/2020."],
  ["3", "2020-01-21", "SO ORDERED stipulation extending the time of Sedge Mills to answer to 2/24/2020."],
  ["4", "2020-02-24", "ANSWER to Complaint by Sedge Mills."],
  ["5", "2020-03-02", "MOTION to Compel by Heron Supply. Responses due by 3/16/2020."],
  ["6", "2020-03-09", "MEMORANDUM IN OPPOSITION re 5 MOTION to Compel filed by Sedge Mills."],
  ["7", "2020-03-12", "REPLY to 6 Opposition filed by Heron Supply."],
  ["8", "2020-03-20", "ORDER granting 5 Motion to Compel. Signed by Judge Ada Ruhl."],
  ["9", "2020-04-01", "MOTION to Dismiss for Lack of Jurisdiction by Sedge Mills."],
  ["10", "2020-04-02", "MOTION for Sanctions by Heron Supply."],
  ["11", "2020-04-06", "NOTICE of Withdrawal of 10 MOTION for Sanctions by Heron Supply."],
  ["12", "2020-04-20", "ORDER denying 9 Motion to Dismiss. Status Conference set for 5/4/2020 at 10:00 AM."],
  [null, "2020-04-28", "Status Conference reset for 5/11/2020 at 10:00 AM before Judge Ada Ruhl."],
  ["13", "2020-06-01", "JUDGMENT in favor of Heron Supply against Sedge Mills."],
  ["14", "2020-06-20", "NOTICE OF APPEAL as to 13 Judgment by Sedge Mills."],
  ["15", "2020-06-22", "USCA Case Number 20-1777 for 14 Notice of Appeal."],
  ["16", "2021-02-01", "MANDATE of USCA as to 14 Notice of Appeal. The judgment of the district court is affirmed."],
  ["17", "2021-02-03", "DOCKETED IN ERROR - ORDER DISMISSING CASE. Signed by Judge Ada Ruhl."],
];

const entriesOf = (lines: readonly Line[]): EntryWithDocuments[] =>
  lines.map(([number, dateFiled, description], ordinal) => ({
    id: String(ordinal),
    docketId: "d",
    ordinal,
    number,
    pacerSeqNo: null,
    dateFiled,
    dateEntered: null,
    description,
    shortDescription: null,
    toldBy: ["docket_report"],
    filings: [],
  }));

function sheetOf(lines: readonly Line[], facts: Partial<typeof NO_FACTS> = {}, isWhole = true) {
  const docket = {
    ...NO_FACTS,
    ...facts,
    id: "d",
    caseId: "c",
    courtId: "nysd",
    docketNumber: "1:20-cv-00001",
    pacerCaseIds: [],
    parties: [],
    coverage: { kind: "docket_report", entries: lines.length, missing: [], isWholeReport: isWhole },
    freshness: {
      kind: "docket_report",
      source: "pages",
      asOf: "2021-03-01",
      fetchedAt: null,
      reportAsOf: "2021-03-01",
      latestEntryDate: null,
    },
  } as const;
  const view: DocketView = {
    docket,
    caseId: "c",
    caseName: "Heron Supply v. Sedge Mills",
    courtName: "a court",
    slug: "heron",
    isInvented: false,
    hasSheet: true,
  };
  return { view, entries: entriesOf(lines), isWhole };
}

const told = (question: string, lines = CIVIL, isWhole = true) =>
  courseAsked(question, courseOf(sheetOf(lines, {}, isWhole)));

test.each([
  ["Who opposed the motion to compel?", ["6"]],
  ["Did anyone reply on the motion to compel?", ["7"]],
  ["Was the motion for sanctions withdrawn?", ["11"]],
  ["When was Sedge's answer due?", ["3"]],
  ["When did Sedge Mills answer?", ["4"]],
  ["Have the defendants answered the complaint?", ["4"]],
  ["When is the status conference?", [null]],
  ["Who appealed?", ["14"]],
  ["What is the appellate case number?", ["15"]],
  ["What became of the appeal?", ["16"]],
  ["Was the judgment affirmed?", ["16"]],
  ["How was the case decided?", ["13"]],
])("%s", (question, numbers) => {
  const answer = told(question);
  expect(answer?.entries.map(({ number }) => number)).toEqual(numbers);
  expect(answer?.isOpen).toBe(false);
});

test.each([
  ["Was the case dismissed?", "No entry says that the case was dismissed"],
  ["Was a default entered?", "No entry enters a default"],
  ["Was the case stayed?", "No entry stays the case"],
  ["Was rehearing requested?", "No entry speaks of a rehearing"],
  ["Did the debtor receive a discharge?", "No entry says that a discharge was granted or denied"],
  ["What sentence was imposed?", "No entry says what sentence was imposed"],
  ["When was oral argument held?", "No entry says that the case was argued"],
  ["When is sentencing?", "No entry sets such a date"],
])("%s of a docket that does not say is told as open, as far as it is held", (question, sentence) => {
  expect(told(question)).toEqual({
    sentences: [`${sentence} on the docket sheet as of 2021-03-01.`],
    entries: [],
    isOpen: true,
  });
  expect(told(question, CIVIL, false)?.sentences).toEqual([
    `${sentence} among the ${CIVIL.length} entries held, which may not be all.`,
  ]);
});

test.each([
  "Was the motion to dismiss granted?",
  "What did the manager of the mill say about the looms?",
  "What happened to the weaver's attempt to appeal?",
  "Why did the judge refuse to compel the auditors?",
])("%s is left to other rules and to who reads", (question) => {
  expect(told(question)).toBeUndefined();
});

test.each<[string, Line, readonly string[]]>([
  ["an order", ["2", "2020-02-01", "ORDER DISMISSING CASE without prejudice."], ["Dismissed"]],
  ["a notice under Rule 41", ["2", "2020-02-01", "NOTICE of Voluntary Dismissal by Heron Supply."], ["Dismissed"]],
  [
    "all claims",
    ["2", "2020-02-01", "JUDGMENT: Plaintiff's claims are DISMISSED WITH PREJUDICE."],
    ["Judgment", "Dismissed"],
  ],
  ["one claim", ["2", "2020-02-01", "ORDER: the state law claim is dismissed with prejudice."], []],
  ["some parties", ["2", "2020-02-01", "ORDER dismissing complaint as to defendants Ash and Yew only."], []],
  ["a motion for it", ["2", "2020-02-01", "MOTION to Dismiss Complaint by Sedge Mills."], []],
  ["a denial", ["2", "2020-02-01", "ORDER denying 1 Motion to Dismiss Complaint."], []],
  ["a warning", ["2", "2020-02-01", "ORDER TO SHOW CAUSE why this case should not be dismissed."], []],
  ["a hearing", ["2", "2020-02-01", "HEARING RESCHEDULED on Motion Dismissing the Complaint for 3/1/2020."], []],
  [
    "the appeal",
    ["2", "2020-02-01", "ORDER of USCA: the appeal is dismissed for want of prosecution."],
    ["Outcome on appeal"],
  ],
])("dismissal is not told of the case where it is not of the case: %s", (_name, line, titles) => {
  expect(courseView(sheetOf([CIVIL[0]!, line])).events.map(({ title }) => title)).toEqual(titles);
});

test("what becomes of a bankruptcy, and the closing of a case within it", () => {
  const lines: Line[] = [
    ["1", "2020-01-06", "Chapter 13 Voluntary Petition Filed by Debtor Ada Quill."],
    ["2", "2020-03-01", "Order Confirming Chapter 13 Plan (Related Doc # 1)."],
    [null, "2020-04-01", "Adversary Case 20-00007 Closed."],
    ["3", "2020-05-01", "Order Dismissing Case for Failure to Make Plan Payments."],
    [null, "2020-06-01", "Case Closed."],
  ];
  const sheet = sheetOf(lines, { chapter: "13" });
  const { events } = courseView({ ...sheet, view: { ...sheet.view, caseName: "Ada Quill" } });
  expect(events.map(({ title, entries }) => [title, entries.map(({ dateFiled }) => dateFiled)])).toEqual([
    ["Plan confirmed", ["2020-03-01"]],
    ["Dismissed", ["2020-05-01"]],
    ["Closed", ["2020-06-01"]],
  ]);
});

test("an appeal's own docket ends with its judgment, and has its number at its head", () => {
  const lines: Line[] = [
    ["1", "2020-01-06", "CIVIL CASE DOCKETED. Notice of appeal filed by Appellant Ada Quill."],
    ["2", "2020-02-06", "ORDER granting motion to extend time to file brief."],
    ["3", "2020-09-06", "JUDGMENT entered by Ruhl, Ash and Yew, Appellate Judges. Affirmed."],
  ];
  const course = courseOf(sheetOf(lines, { appealFrom: "D. Maine" }));
  expect(courseAsked("What was the outcome of the appeal?", course)?.entries.map(({ number }) => number)).toEqual([
    "3",
  ]);
  expect(courseAsked("What is the appellate number?", course)?.sentences).toEqual([
    "The docket number of this appeal is 1:20-cv-00001 (a court).",
  ]);
});

test("each motion with its papers and its ruling, one withdrawn, and none that no one has to rule on", () => {
  const lines: Line[] = [
    ...CIVIL,
    ["18", "2021-02-10", "Request to Issue Alias Summons on Sedge Mills by Heron Supply."],
    ["19", "2021-02-11", "APPLICATION to Appear Pro Hac Vice by Bo Reed. Approved 2/12/21."],
    ["20", "2021-02-12", "MOTION for Costs by Heron Supply."],
  ];
  const { motions } = courseView(sheetOf(lines));
  expect(
    motions.map(({ motion, papers, rulings, isWithdrawn }) => [
      motion.number,
      papers.map(({ kind, entry }) => `${kind} ${entry.number}`),
      rulings.map(({ number }) => number),
      isWithdrawn,
    ]),
  ).toEqual([
    ["5", ["opposition 6", "reply 7"], ["8"], false],
    ["9", [], ["12"], false],
    ["10", ["withdrawal 11"], [], true],
    ["20", [], [], false],
  ]);
});
