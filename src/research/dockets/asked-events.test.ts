import { expect, test } from "vitest";
import { NO_FACTS } from "#dockets/no-facts.ts";
import { counselAsked } from "./asked-counsel.ts";
import { eventsAsked } from "./asked-events.ts";
import type { DocketView, EntryWithDocuments } from "./model.ts";
import { isUnsaid } from "#dockets/questions/unsaid.ts";

const LINES: readonly (readonly [number: string | null, day: string, text: string])[] = [
  ["1", "2020-01-06", "COMPLAINT against Sedge Mills. (Filing fee $ 400 receipt number 7.)"],
  ["2", "2020-01-20", "SUMMONS returned executed. Sedge Mills served, answer due 2/10/2020."],
  ["3", "2020-02-03", "STIPULATION extending time to answer: Sedge Mills answer due 3/2/2020."],
  ["4", "2020-03-02", "ANSWER to Complaint by Sedge Mills."],
  ["5", "2020-04-01", "SCHEDULING ORDER: Discovery due by 9/1/2020. Jury Trial set for 11/2/2020 at 9:00 AM."],
  ["6", "2020-05-01", "MOTION to Compel by Heron Supply."],
  ["7", "2020-05-20", "ORDER granting 6 Motion to Compel."],
  ["8", "2020-06-01", "MOTION for Sanctions by Heron Supply."],
  [null, "2020-09-15", "Jury Trial reset for 12/7/2020 at 9:00 AM before Judge Ruhl."],
  ["9", "2020-12-10", "JUDGMENT in favor of Heron Supply against Sedge Mills."],
];

const entriesOf = (lines: typeof LINES): EntryWithDocuments[] =>
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

const lawyer = (name: string) => ({ name, contact: null, roles: [] });
const party = (name: string, type: string, lawyers: readonly string[]) => ({
  name,
  type,
  dateTerminated: null,
  extraInfo: null,
  attorneys: lawyers.map(lawyer),
  counts: [],
});

function viewOf(dateTerminated: string | null = null): DocketView {
  const docket = {
    ...NO_FACTS,
    dateTerminated,
    id: "d",
    caseId: "c",
    courtId: "nysd",
    docketNumber: "1:20-cv-00001",
    pacerCaseIds: [],
    parties: [party("Heron Supply", "Plaintiff", ["Ada Quill"]), party("Sedge Mills", "Defendant", [])],
    coverage: { kind: "docket_report", entries: 0, missing: [], isWholeReport: true },
    freshness: {
      kind: "docket_report",
      source: "pages",
      asOf: "2021-01-01",
      fetchedAt: null,
      reportAsOf: "2021-01-01",
      latestEntryDate: null,
    },
  } as const;
  const names = { caseName: "Heron v. Sedge", courtName: "a court", slug: "heron-v-sedge" };
  return { docket, caseId: "c", ...names, isInvented: false, hasSheet: true };
}

const told = (question: string, lines = LINES, isWhole = true) =>
  eventsAsked(question, { view: viewOf(), entries: entriesOf(lines), isWhole });

test.each([
  ["When is the trial?", ["12/7/2020", "11/2/2020"]],
  ["What is the trial date?", ["12/7/2020", "11/2/2020"]],
  ["When was judgment entered?", ["JUDGMENT in favor of Heron Supply"]],
  ["How did the case end?", ["JUDGMENT in favor of Heron Supply"]],
  ["Which motions are pending?", ["MOTION for Sanctions"]],
  ["What happened last?", ["[9] JUDGMENT", "Jury Trial reset", "[8] MOTION for Sanctions"]],
  ["Who filed the motion for sanctions?", ["[8] MOTION for Sanctions by Heron Supply"]],
])("%s", (question, parts) => {
  const { sentences = [], isOpen } = told(question) ?? {};
  const text = sentences.join(" ");
  let from = 0;
  for (const part of parts) {
    expect(text.slice(from)).toContain(part);
    from = text.indexOf(part) + part.length;
  }
  expect(isOpen).toBe(false);
});

test("a decided motion is not pending", () => {
  expect(told("What is pending?")?.sentences.join(" ")).not.toContain("Motion to Compel by");
});

test.each([
  ["When is the trial?", "No entry sets a date for trial on the docket sheet as of 2021-01-01."],
  ["When was judgment entered?", "No entry records a judgment on the docket sheet as of 2021-01-01."],
  ["How did the case end?", "No entry disposes of the case on the docket sheet as of 2021-01-01."],
])("%s of a docket that does not say is told as open", (question, sentence) => {
  expect(told(question, LINES.slice(0, 2))).toEqual({ sentences: [sentence], entries: [], isOpen: true });
});

test("a docket that is held in part is said to be so", () => {
  const { sentences = [] } = told("When is the trial?", LINES.slice(0, 2), false) ?? {};
  expect(sentences).toEqual(["No entry sets a date for trial among the 2 entries held, which may not be all."]);
  expect(told("When is the trial?", [])?.sentences).toEqual(["No entries of this docket are held."]);
});

test("the day of termination tells how a case ended where no entry does", () => {
  const sheet = { view: viewOf("2020-12-31"), entries: entriesOf(LINES.slice(0, 2)), isWhole: true };
  expect(eventsAsked("How did the case end?", sheet)).toMatchObject({
    sentences: [expect.any(String), "The case was terminated (closed) on 2020-12-31."],
    isOpen: false,
  });
});

test.each([
  "Who argued at trial?",
  "When was the motion for summary judgment filed in the other case?",
  "How was the discovery dispute resolved?",
  "Was the judgment below reversed on appeal?",
])("%s asks for none of these events", (question) => {
  expect(told(question)).toBeUndefined();
});

test.each([
  ["Who represents the plaintiff?", ["Counsel for Heron Supply (Plaintiff): Ada Quill."]],
  ["Who is counsel for Sedge Mills?", ["No counsel is listed for Sedge Mills (Defendant)."]],
  [
    "Who are the attorneys in the case?",
    ["Counsel for Heron Supply (Plaintiff): Ada Quill.", "No counsel is listed for Sedge Mills (Defendant)."],
  ],
  [
    "Who represents the debtor?",
    ["No party of the case is listed as such; the parties are Heron Supply (Plaintiff); Sedge Mills (Defendant)."],
  ],
  ["Why did counsel withdraw?", undefined],
  ["Who represents Zeta Holdings?", undefined],
])("%s", (question, sentences) => {
  expect(counselAsked(question, viewOf(), entriesOf(LINES))).toEqual(sentences);
});

test("counsel that an entry alone tells of is left to it", () => {
  const entries = entriesOf([...LINES, ["10", "2020-12-11", "NOTICE of Appearance by Bo Reed for Sedge Mills."]]);
  expect(counselAsked("Who is counsel for Sedge Mills?", viewOf(), entries)).toBeUndefined();
});

test.each([
  ["How much did the settlement pay?", true],
  ["What was the filing fee?", false],
  ["Did the Second Circuit reverse?", true],
  ["What did the jury find?", true],
  ["Was the motion to compel granted?", false],
])("whether no line can say %s", (question, unsaid) => {
  const lines = LINES.map(([, , words]) => ({ words, isOfCourt: /^(?:ORDER|JUDGMENT|SCHEDULING)/u.test(words) }));
  expect(isUnsaid(question, lines)).toBe(unsaid);
});
